"""Wardrobes for a browser to open, brought in whole over the API; and what any of their pages can be asked."""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import Locator, Page
from tests.adapters.pictures.photos import held
from tests.e2e.conftest import Visitor

LONG_AGO = "2024-05-15"
"""A Wednesday: no test has to know what day it is."""

Piece = Mapping[str, Any]
Named = Mapping[str, Iterable[int]]
"""Clothes by their number, under an outfit's name or a day."""
NOTHING: Named = {}


def in_days(number: int) -> str:
    """So many days from now; two or more, so that no midnight makes it today."""
    return str(datetime.now(ZoneInfo("Asia/Tokyo")).date() + timedelta(days=number))


def bring_in(
    visitor: Visitor, clothes: Sequence[Piece], outfits: Named = NOTHING, worn: Named = NOTHING, name: str = "Hanako"
) -> str:
    """The address of a new wardrobe. Each piece and each outfit was added after the one before it."""
    document = {
        "format": "chabudai.wardrobe",
        "version": 1,
        "name": name,
        "clothes": [{"clothingId": f"cl_{n}", "createdAt": n, **piece} for n, piece in enumerate(clothes)],
        "templates": [
            {"templateId": f"tp_{n}", "createdAt": n, "name": outfit, "clothingIds": _ids(outfits[outfit])}
            for n, outfit in enumerate(outfits)
        ],
        "histories": [
            {"historyId": f"hs_{n}", "createdAt": n, "date": day, "clothingIds": _ids(worn[day])}
            for n, day in enumerate(worn)
        ],
    }
    answer = visitor.context.request.post("/api/wardrobe/import", data=document)
    assert answer.ok, answer.text()
    return f"/wardrobe/{answer.json()['key']}"


def called(*names: str) -> list[Piece]:
    return [{"name": name} for name in names]


def pictured(*names: str) -> list[Piece]:
    photo = b64encode(held(1)).decode()
    return [{"name": name, "photo": photo} for name in names]


def pages_of(base: str) -> list[str]:
    """Every page of a wardrobe that was brought in with at least one piece, outfit and day."""
    whole = ("", "/clothes", "/outfits", "/trash", "/settings", "/statistics?span=1826")
    time = ("/history", "/calendar", "/calendar/year")
    single = ("/clothes/cl_0", "/outfits/tp_0", "/history/hs_0")
    return [f"{base}{path}" for path in (*whole, *time, *single)]


def forms_of(base: str) -> list[str]:
    """The pages on which something is written down."""
    new = ("/record", "/clothes/new", "/outfits/new?clothing=cl_0")
    old = ("/clothes/cl_0/edit", "/outfits/tp_0/edit", "/history/hs_0/edit")
    return [f"{base}{path}" for path in (*new, *old)]


def card(page: Page, name: str) -> Locator:
    """What the list in the middle of the page shows of one piece or outfit."""
    return page.get_by_role("main").get_by_role("listitem").filter(has=page.get_by_role("link", name=name))


def part(page: Page, title: str) -> Locator:
    """What stands under a heading."""
    return page.get_by_role("main").locator("section").filter(has=page.get_by_role("heading", name=title))


def toast(page: Page) -> Locator:
    """The last message."""
    return page.get_by_role("status", name="Status messages").locator("> *").last


def undo(page: Page) -> None:
    toast(page).get_by_role("button", name="Undo").click()


def overflow(page: Page) -> int:
    """By how many pixels a page is wider than its screen."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide


def _ids(numbers: Iterable[int]) -> list[str]:
    return [f"cl_{number}" for number in numbers]
