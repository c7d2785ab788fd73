"""The games that have a tag, as a list; opening it is the tag's last use."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from litestar import Response

from chabudai.apps.shogi import lists, sharing, tags
from chabudai.apps.shogi.entities import Order
from chabudai.apps.shogi.list_pages.cards import own_card
from chabudai.apps.shogi.list_pages.games import SORTS
from chabudai.apps.shogi.lists import GameSelection
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web.context import RequestContext
from chabudai.web.lists import CursorAddress
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedAddress(CursorAddress):
    """The path is the tag's own, and stands before it."""

    PATH: ClassVar[str] = ""

    sort: Literal["accessed", "updated", "created", "name"] = "accessed"


@get("/tags/{tag_id:str}")
def show_tag(
    tag_id: FromPath[str],
    owner: Injected[Owner],
    pages: Injected[Pages],
    cursors: Injected[Cursors],
    context: Injected[RequestContext],
) -> Response[str]:
    tag = tags.open_tag(owner, tag_id)
    address = TaggedAddress.parse(context.query)
    order: Order = "asc" if address.sort == "name" else "desc"
    selection = GameSelection(sort=address.sort, order=order, tag=tag.tag_id)
    page = lists.find_page(owner.store, owner.username, selection, address.cursor, cursors)
    by_id = {each.tag_id: each for each in tags.find_all(owner)}
    readers_of_all = sharing.find_readers_of_all(owner)
    path = f"/shogi/tags/{tag.tag_id}"
    return pages.page(
        "shogi/tag.html",
        tag=tag,
        path=path,
        address=address,
        sorts=SORTS,
        count=page.total or 0,
        cards=[own_card(game, by_id, readers_of_all) for game in page.games],
        more=path + address.but(cursor=page.cursor).url if page.cursor else None,
    )
