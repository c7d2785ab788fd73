"""A person's games: in an order, in folders, filtered as the address says, 25 at a time."""

from litestar import Response

from chabudai.apps.shogi import folders, lists, quotas, tags
from chabudai.apps.shogi.list_pages.addresses import GamesAddress, folder_url
from chabudai.apps.shogi.list_pages.cards import RESULTS, SIDES, own_card
from chabudai.apps.shogi.messages import lazy
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web.context import RequestContext
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get

SORTS = {
    "accessed": lazy("Last opened"),
    "updated": lazy("Last changed"),
    "created": lazy("Newest"),
    "name": lazy("Name"),
}


@get("/")
def games(
    owner: Injected[Owner], pages: Injected[Pages], cursors: Injected[Cursors], context: Injected[RequestContext]
) -> Response[str]:
    address = GamesAddress.parse(context.query)
    page = lists.find_page(owner.store, owner.username, address.selection, address.cursor, cursors)
    own_tags = tags.find_all(owner)
    by_id = {tag.tag_id: tag for tag in own_tags}
    inner = folders.find_folders(owner.store, owner.username, address.folder)
    is_counted = page.total is not None and not address.folder
    return pages.page(
        "shogi/list.html",
        address=address,
        cards=[own_card(game, by_id) for game in page.games],
        more=address.but(cursor=page.cursor).url if page.cursor else None,
        count=page.total if is_counted else len(page.games),
        is_more=not is_counted and page.cursor is not None,
        folders=[(each, folder_url(each.path)) for each in inner],
        tags=own_tags,
        usage=quotas.find_limits(owner).games,
        sorts=SORTS,
        sides=SIDES,
        results=RESULTS,
    )
