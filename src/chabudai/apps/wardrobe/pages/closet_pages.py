"""What all pages of a wardrobe share: their address, what every template of them may use, and the way back."""

from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from litestar import Response

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.pages import labels
from chabudai.common.photos import photo_name
from chabudai.common.undo import Undo
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.one_time_text import OneTimeText
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next
from chabudai.web.toasts import UndoForm

NOTHING = Undo()

_NEW_HISTORY_ID = OneTimeText(service.new_history_id)


@dataclass(frozen=True)
class WardrobeView:
    """A wardrobe as the parts of its pages see it: its address, whether one may change it, and what day it is there."""

    base: str
    is_mine: bool
    today: date

    GENRES: ClassVar = labels.GENRES
    SEASONS: ClassVar = labels.SEASONS
    COLOURS: ClassVar = labels.COLOURS
    SORTS: ClassVar = labels.SORTS
    UNWORN: ClassVar = labels.UNWORN
    new_history_id: ClassVar = _NEW_HISTORY_ID
    photo_name = staticmethod(photo_name)
    worn_on = staticmethod(days.worn_on)
    last_day = staticmethod(labels.describe_last_day)
    cost_per_wear = staticmethod(service.cost_per_wear)


def base_url(closet: Closet) -> str:
    """The address under which all pages of this wardrobe are."""
    return f"/wardrobe/{service.key_of(closet)}"


def own_url(closet: Closet, sent: str) -> str:
    """An address of this wardrobe that a form sent; its first page when it is another's."""
    base = base_url(closet)
    wish = safe_next(sent, base)
    return wish if wish == base or wish.startswith((f"{base}/", f"{base}?")) else base


def undo_form(closet: Closet, undo: Undo, back_to: str) -> UndoForm | None:
    return undo.form(f"{base_url(closet)}/undo", back_to)


def redirect_within(
    context: RequestContext, closet: Closet, sent: str, sentence: str, undo: Undo = NOTHING
) -> Response[str]:
    """On to a page of this wardrobe that a form named."""
    url = own_url(closet, sent)
    return redirect_with_toast(context, url, sentence, undo_form(closet, undo, url))


def render_page(pages: Pages, closet: Closet, name: str, /, **values: Any) -> Response[str]:
    return pages.kept_page(f"wardrobe/{name}.html", **_shared_values(closet), **values)


def _shared_values(closet: Closet) -> dict[str, Any]:
    at = WardrobeView(base_url(closet), closet.access == "EDIT", closet.today())
    return {
        "at": at,
        "base": at.base,
        "wardrobe": closet.wardrobe,
        "is_mine": at.is_mine,
        "today": at.today,
        "new_history_id": _NEW_HISTORY_ID,
    }
