"""Answers that several of these pages give: a page of a wardrobe, and the way back with a toast that can take back."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from litestar import Response

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.pages import words
from chabudai.apps.wardrobe.photos import photo_of
from chabudai.web import toasts
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.one_time_text import OneTimeText
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.toasts import Toast

_NEW_HISTORY_ID = OneTimeText(service.new_history_id)


@dataclass(frozen=True)
class WardrobeView:
    """A wardrobe as the parts of its pages see it: its address, whether one may change it, and what day it is there."""

    base: str
    is_mine: bool
    today: date

    GENRES: ClassVar = words.GENRES
    SEASONS: ClassVar = words.SEASONS
    COLOURS: ClassVar = words.COLOURS
    SORTS: ClassVar = words.SORTS
    UNWORN: ClassVar = words.UNWORN
    new_history_id: ClassVar = _NEW_HISTORY_ID
    photo_of = staticmethod(photo_of)
    worn_on = staticmethod(days.worn_on)
    last_day = staticmethod(words.last_day)
    cost_per_wear = staticmethod(service.cost_per_wear)


def base_of(closet: Closet) -> str:
    """The address under which all pages of this wardrobe are."""
    return f"/wardrobe/{service.key_of(closet)}"


def shown(pages: Pages, closet: Closet, name: str, /, *, status: int = 200, **values: Any) -> Response[str]:
    return pages.page(f"wardrobe/{name}.html", status=status, **_around(closet), **values)


def back(
    context: RequestContext, closet: Closet, to: str, sentence: str, undo: tuple[str, Mapping[str, str]] | None = None
) -> Response[str]:
    """To a page of this wardrobe. `undo` is where the form goes that takes it back, within the wardrobe."""
    url = within(closet, to)
    way = toasts.UndoForm(f"{base_of(closet)}{undo[0]}", {**undo[1], "next": url}) if undo else None
    toasts.leave(context.jar, Toast(sentence, undo=way))
    return see_other(url)


def refused(form: Form, refusal: WebError) -> Form:
    """What is wrong beside its field; what concerns none stands above the form."""
    return form.with_errors(refusal.details or [("form", refusal.message)])


def within(closet: Closet, to: str) -> str:
    """An address of this wardrobe that a form sent; its first page when it is another's."""
    base = base_of(closet)
    wish = safe_next(to, base)
    return wish if wish == base or wish.startswith((f"{base}/", f"{base}?")) else base


def _around(closet: Closet) -> dict[str, Any]:
    at = WardrobeView(base_of(closet), closet.access == "EDIT", closet.today())
    return {
        "at": at,
        "base": at.base,
        "wardrobe": closet.wardrobe,
        "is_mine": at.is_mine,
        "today": at.today,
        "new_history_id": _NEW_HISTORY_ID,
    }
