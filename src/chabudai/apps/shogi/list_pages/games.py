"""A person's games: in an order, in folders, filtered as the address says, 25 at a time."""

from collections.abc import Collection, Iterator

from litestar import Response

from chabudai.apps.shogi import analyses, folders, lists, quotas, sharing, tags
from chabudai.apps.shogi.list_pages.addresses import GamesAddress, folder_url
from chabudai.apps.shogi.list_pages.cards import RESULTS, SIDES, own_card
from chabudai.apps.shogi.list_pages.job_cards import find_open
from chabudai.apps.shogi.messages import gettext, lazy
from chabudai.apps.shogi.records import opening_text
from chabudai.apps.shogi.study_pages.outcome_words import name_length
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.last_list import keep_list
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web.context import RequestContext
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get

SORTS = {
    "accessed": lazy("Last opened"),
    "updated": lazy("Last edited"),
    "created": lazy("Date added"),
    "name": lazy("Name"),
}


@get("/")
def games(
    owner: Injected[Owner], pages: Injected[Pages], cursors: Injected[Cursors], context: Injected[RequestContext]
) -> Response[str]:
    address = GamesAddress.parse(context.query)
    keep_list(context.jar, address)
    return render_list(owner, pages, cursors, address)


def render_list(
    owner: Owner, pages: Pages, cursors: Cursors, address: GamesAddress, marked: Collection[str] = ()
) -> Response[str]:
    """`marked` are ids of games that stay selected."""
    page = lists.find_page(owner.store, owner.username, address.selection, address.cursor, cursors)
    own_tags = tags.find_all(owner)
    by_id = {tag.tag_id: tag for tag in own_tags}
    inner = folders.find_folders(owner.store, owner.username, address.folder)
    readers_of_all = sharing.find_readers_of_all(owner)
    lines = analyses.find_score_lines(owner.username, owner.store, [game.head.game_id for game in page.games])
    scores = {game_id: line.scores for game_id, line in lines.items()}
    is_counted = page.total is not None and not address.folder
    return pages.page(
        "shogi/list.html",
        address=address,
        cards=[own_card(game, by_id, readers_of_all, scores.get(game.head.game_id, ())) for game in page.games],
        more=address.but(cursor=page.cursor).url if page.cursor else None,
        count=page.total if is_counted else len(page.games),
        is_more=not is_counted and page.cursor is not None,
        counted=list(_name_counted(address)),
        folders=[(each, folder_url(each.path)) for each in inner],
        tags=own_tags,
        marked=marked,
        jobs=find_open(owner),
        all_folders=folders.find_all_folders(owner.store, owner.username) if address.is_selecting else [],
        usage=quotas.find_limits(owner).games,
        sorts=SORTS,
        sides=SIDES,
        results=RESULTS,
    )


def _name_counted(address: GamesAddress) -> Iterator[tuple[str, str]]:
    """What a bar of the statistics narrowed the list to, each with the address of the list without it."""
    if address.opponent:
        yield gettext("Against %(name)s", name=address.opponent), address.but(opponent="").url
    if address.opening_name:
        yield opening_text(address.opening_name, words.language()), address.but(opening_name="").url
    if lengths := address.selection.lengths:
        yield name_length(*lengths), address.but(length="").url
