"""The fridge's trash: what was used up or thrown out in the last thirty days, and the way back."""

from dataclasses import dataclass

from litestar import Response

from chabudai.apps.kondate.errors import FridgeFull
from chabudai.apps.kondate.kitchen import fridge
from chabudai.apps.kondate.kitchen.entities import DeletedFridgeItem
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.fridge.fridge_pages import FRIDGE_URL
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.shopping.measure_texts import show_food_amount
from chabudai.apps.kondate.pages.shopping.shelf_names import ShelfName, name_shelf
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import WrongCursor
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Injected, get, post

TRASH_URL = f"{FRIDGE_URL}/trash"
_DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class DeletedFood:
    item: DeletedFridgeItem
    shelf: ShelfName
    amount: str
    days_left: int


@get("/fridge/trash")
def show_trash(
    owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages], cursor: FromQuery[str] = ""
) -> Response[str]:
    try:
        page = fridge.find_deleted(owner, cursor or None)
    except WrongCursor:  # it is of another list, or older than this program: from the beginning then
        page = fridge.find_deleted(owner)
    now = owner.clock().timestamp()
    return pages.page(
        "kondate/fridge_trash.html",
        foods=[_show(item, now) for item in page if item.expires_at > now],
        more=f"{TRASH_URL}?cursor={page.cursor}" if page.cursor else None,
        shell=shell,
    )


@post("/fridge/trash/restore", status_code=200)
def restore(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    try:
        outcome = fridge.restore(owner, fridge.parse_departure(form["deleted_at"]), form["item"])
    except FridgeFull as full:
        return warn(context, TRASH_URL, str(full.message))
    sentence = gettext("Put “%(name)s” back in the fridge.", name=shorten_in_sentence(outcome.result.name))
    return redirect_with_toast(context, TRASH_URL, sentence, undo_form(outcome.undo_id, TRASH_URL, "#trash"))


def _show(item: DeletedFridgeItem, now: float) -> DeletedFood:
    days = max(1, -int((now - item.expires_at) // _DAY))
    return DeletedFood(item, name_shelf(item.shelf), show_food_amount(item), days)
