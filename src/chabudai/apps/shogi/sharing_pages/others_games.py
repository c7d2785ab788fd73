"""Games of somebody else as a list to be read: all of a person who lets one in, or a person's public page."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from litestar import Response

from chabudai.accounts.logins import is_username
from chabudai.apps.shogi import design, lists
from chabudai.apps.shogi.errors import NoSuchGame
from chabudai.apps.shogi.list_pages.cards import others_card
from chabudai.apps.shogi.lists import GamePage, GameSelection
from chabudai.apps.shogi.messages import lazy
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.permissions import Viewer, role_in
from chabudai.common.owner import Owner
from chabudai.table import Cursors, TypedStore
from chabudai.web.context import RequestContext
from chabudai.web.errors import NotFound
from chabudai.web.lists import CursorAddress
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get

_SORTS = {"created": lazy("Date added"), "updated": lazy("Last edited")}


@dataclass(frozen=True, slots=True, kw_only=True)
class OthersAddress(CursorAddress):
    """What may be asked of somebody else's games. The path is the page's own, and stands before it."""

    PATH: ClassVar[str] = ""
    NAMES: ClassVar[dict[str, str]] = {"words": "q"}
    NARROWING: ClassVar[tuple[str, ...]] = ("words",)

    sort: Literal["created", "updated"] = "created"
    words: str = ""

    def selection(self, *, public: bool) -> GameSelection:
        return GameSelection(sort=self.sort, words=self.words, public=public, is_own=False)


@get("/shared/people/{username:str}")
def games_of_person(
    username: FromPath[str],
    owner: Injected[Owner],
    pages: Injected[Pages],
    people: Injected[People],
    cursors: Injected[Cursors],
    context: Injected[RequestContext],
) -> Response[str]:
    """For whoever may see all of them; for everybody else it is not there."""
    if not is_username(username) or role_in(Viewer(owner.store, owner.username), username) != "reader_of_all":
        raise NoSuchGame
    address = OthersAddress.parse(context.query)
    page = lists.find_page(owner.store, username, address.selection(public=False), address.cursor, cursors)
    path = f"/shogi/shared/people/{username}"
    return _show(pages, "shogi/person.html", path, address, page, name=people.names_of([username])[username])


@get("/u/{username:str}")
def public_page(
    username: FromPath[str],
    store: Injected[TypedStore],
    pages: Injected[Pages],
    people: Injected[People],
    cursors: Injected[Cursors],
    context: Injected[RequestContext],
) -> Response[str]:
    """For guests too. Of a person who shows nothing there is no page, as of one who does not exist."""
    if not is_username(username) or store.first(design.public_heads(username)) is None:
        raise NotFound
    address = OthersAddress.parse(context.query)
    page = lists.find_page(store, username, address.selection(public=True), address.cursor, cursors)
    path, name = f"/shogi/u/{username}", people.names_of([username])[username]
    return _show(pages, "shogi/public.html", path, address, page, name=name)


def _show(
    pages: Pages, template: str, path: str, address: OthersAddress, page: GamePage, *, name: str, **more: Any
) -> Response[str]:
    return pages.page(
        template,
        path=path,
        address=address,
        cards=[others_card(game.head, name) for game in page.games],
        more=path + address.but(cursor=page.cursor).url if page.cursor else None,
        count=page.total if page.total is not None else len(page.games),
        is_more=page.total is None and page.cursor is not None,
        sorts=_SORTS,
        name=name,
        **more,
    )
