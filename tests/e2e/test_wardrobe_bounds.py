"""Every page of a wardrobe, whatever its things are called: within its screen, only text, and asking nobody else."""

import pytest
from playwright.sync_api import Page, Response, expect
from tests.e2e.conftest import Language, Opening, Visitor
from tests.e2e.wardrobes import LONG_AGO, bring_in, forms_of, in_days, overflow, pages_of, pictured

HOSTILE: tuple[str, ...] = (
    "🙂" * 40,
    "שלום עולם שלום עולם שלום עולם",
    "<script>alert('hello')</script>",
    "<img src=x onerror=alert(1)>",
    "W" * 40,
    "長" * 40,
)
WIDTHS = (320, 390, 1280)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_page_fits_its_screen_asks_nobody_else_and_lacks_nothing(
    visit: Opening, site: str, language: Language
) -> None:
    visitor = visit("desktop", language)
    base = _hostile(visitor)
    strayed: list[str] = []

    def look(response: Response) -> None:
        if response.status >= 400 or not response.url.startswith(f"{site}/"):
            strayed.append(f"{response.status} {response.url}")

    visitor.context.on("response", look)
    visitor.context.on("requestfailed", lambda request: strayed.append(request.url))
    too_wide = [
        f"{path} at {width}: {by} too wide"
        for path in (*pages_of(base), *forms_of(base))
        for width, by in _overflows(visitor.go(path))
        if by > 0
    ]
    assert (too_wide, strayed, visitor.faults) == ([], [], [])


def test_names_are_only_text(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go(f"{_hostile(visitor)}/clothes")
    for name in HOSTILE:
        expect(page.get_by_role("link", name=name)).to_be_visible()
    expect(page.get_by_role("main").locator("script, img[src=x]")).to_have_count(0)


def _hostile(visitor: Visitor) -> str:
    details = {"brand": "W" * 40, "size": "長" * 40, "price": 100_000_000, "colour": "navy", "genre": "outer"}
    clothes = [{**piece, **details} for piece in pictured(*HOSTILE)]
    everything = range(len(clothes))
    worn = dict.fromkeys((LONG_AGO, in_days(-2), in_days(2)), everything)
    return bring_in(visitor, clothes, dict.fromkeys(HOSTILE, everything), worn, name="W" * 40)


def _overflows(page: Page) -> list[tuple[int, int]]:
    """At each width, once every picture is there, also those that wait until they are scrolled to."""
    page.evaluate("Promise.all([...document.images].map(image => { image.loading = 'eager'; return image.decode() }))")
    return [(width, _overflow(page, width)) for width in WIDTHS]


def _overflow(page: Page, width: int) -> int:
    page.set_viewport_size({"width": width, "height": 844})
    return overflow(page)
