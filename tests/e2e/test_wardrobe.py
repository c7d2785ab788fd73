"""A wardrobe on a phone: made, photographed, worn with a tap, written down on any day, and all of it taken back."""

import re
from io import BytesIO

from PIL import Image
from playwright.sync_api import FilePayload, Locator, expect
from tests.adapters.pictures.photos import BLUE, GREEN, RED, WHITE, held
from tests.e2e.conftest import Opening
from tests.e2e.wardrobes import LONG_AGO, bring_in, called, card, part, toast, undo

TURNED = FilePayload(name="shirt.jpg", mimeType="image/jpeg", buffer=held(6))
LETTER = FilePayload(name="shirt.jpg", mimeType="image/jpeg", buffer=b"Dear photo, this is a letter.")


def test_a_wardrobe_is_made_and_its_first_piece_photographed(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go("/wardrobe")
    page.get_by_label("Name").fill("Hanako")
    page.get_by_role("button", name="Create wardrobe").click()
    expect(page.get_by_role("heading", name="Hanako", level=1)).to_be_visible()
    expect(toast(page)).to_contain_text("its link is the key")
    page.get_by_role("link", name="Clothes", exact=True).click()
    page.get_by_role("main").get_by_role("link", name="Add item").first.click()
    page.get_by_label("Photo").set_input_files(TURNED)
    page.get_by_label("Name").fill("Linen shirt")
    page.get_by_role("button", name="Save").click()
    photo = page.get_by_role("main").get_by_role("img", name="Linen shirt")
    expect(photo).to_have_js_property("complete", True)
    assert photo.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [400, 300]
    kept = Image.open(BytesIO(visitor.context.request.get(_source(photo)).body()))
    assert dict(kept.getexif()) == {}
    assert _corners(kept) == [RED, GREEN, BLUE, WHITE]


def test_a_letter_that_is_called_a_photo_is_refused_beside_its_field_and_the_rest_is_kept(visit: Opening) -> None:
    visitor = visit("phone", "en")
    base = bring_in(visitor, [])
    page = visitor.go(f"{base}/clothes/new")
    page.get_by_label("Photo").set_input_files(LETTER)
    page.get_by_label("Name").fill("Linen shirt")
    page.get_by_label("Type").select_option("Tops")
    page.get_by_role("group", name="Season").get_by_text("Summer").click()
    page.get_by_label("Price").fill("３，０００円")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Photo")).to_have_accessible_description(re.compile("Use a JPEG, PNG or WebP photo."))
    expect(page.get_by_label("Photo")).to_be_focused()
    expect(page.get_by_label("Name")).to_have_value("Linen shirt")
    expect(page.get_by_label("Type")).to_have_value("tops")
    expect(page.get_by_label("Summer")).to_be_checked()
    expect(page.get_by_label("Price")).to_have_value("３，０００円")
    page.get_by_label("Photo").set_input_files(TURNED)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("main").get_by_role("img", name="Linen shirt")).to_be_visible()
    page.goto(f"{base}/clothes")
    expect(card(page, "Linen shirt")).to_have_count(1)


def test_what_is_worn_is_written_down_within_two_taps_and_taken_back(visit: Opening) -> None:
    visitor = visit("phone", "en")
    home = bring_in(visitor, called("Scarf", "Shirt"), {"Sunday walk": [1]}, {LONG_AGO: [0]})
    page = visitor.go(home)
    waiting, week = part(page, "Not worn for"), part(page, "Past 7 days")
    expect(waiting).to_contain_text("Worn 1 time")
    waiting.get_by_role("button", name="Wore Scarf today").tap()
    expect(toast(page)).to_contain_text("Logged for today.")
    expect(week.get_by_role("link", name="Scarf")).to_be_visible()
    expect(waiting).to_contain_text("Worn 2 times")
    undo(page)
    expect(waiting).to_contain_text("Worn 1 time")
    expect(week.get_by_role("link", name="Scarf")).to_have_count(0)
    page.get_by_role("link", name="Clothes", exact=True).tap()
    shirt = card(page, "Shirt")
    expect(shirt).to_contain_text("Never worn")
    shirt.get_by_role("button", name="Wore Shirt today").tap()
    expect(shirt).to_contain_text("Worn 1 time")
    undo(page)
    expect(shirt).to_contain_text("Never worn")
    page.goto(home)
    page.get_by_role("link", name="Log today").tap()
    page.get_by_role("button", name="Wore it Sunday walk").tap()
    expect(week.get_by_role("link", name="Sunday walk")).to_be_visible()


def test_a_hasty_double_tap_counts_once(visit: Opening) -> None:
    visitor = visit("phone", "en")
    base = bring_in(visitor, called("Shirt"))
    page = visitor.go(f"{base}/clothes")
    card(page, "Shirt").get_by_role("button").dblclick()
    expect(toast(page)).to_contain_text("Logged for today.")
    page.reload()
    expect(card(page, "Shirt")).to_contain_text("Worn 1 time")


def test_a_day_is_written_down_in_the_calendar_changed_worn_again_and_deleted(visit: Opening) -> None:
    visitor = visit("phone", "en")
    base = bring_in(visitor, called("Shirt", "Trousers", "Hat"))
    page = visitor.go(f"{base}/calendar?month={LONG_AGO[:7]}")
    page.get_by_role("link", name="Log Wed 15 May").tap()
    expect(page.get_by_label("Day")).to_have_value(LONG_AGO)
    page.get_by_role("checkbox", name="Shirt").check()
    page.get_by_role("checkbox", name="Trousers").check()
    page.get_by_role("button", name="Log clothes").tap()
    expect(toast(page)).to_contain_text("Logged for 15 May 2024.")
    expect(page).to_have_url(re.compile(r"/calendar\?month=2024-05$"))
    page.get_by_role("link", name=re.compile("Wed 15 May.*Shirt")).tap()
    expect(page.get_by_role("heading", name="15 May 2024")).to_be_visible()
    page.get_by_role("link", name="Edit").tap()
    page.get_by_role("checkbox", name="Trousers").uncheck()
    page.get_by_role("checkbox", name="Hat").check()
    page.get_by_role("button", name="Save changes").tap()
    expect(toast(page)).to_contain_text("Entry saved.")
    expect(part(page, "Clothes").get_by_role("link")).to_contain_text(["Shirt", "Hat"])
    changed = page.url
    page.get_by_role("button", name="Wore this again today").tap()
    expect(part(page, "Past 7 days").get_by_role("link", name="Shirt, Hat")).to_be_visible()
    page.goto(changed)
    page.get_by_role("button", name="Delete entry").tap()
    expect(toast(page)).to_contain_text("Entry deleted.")
    records = page.get_by_role("main").get_by_role("link", name="Shirt, Hat")
    expect(records).to_have_count(1)
    undo(page)
    expect(records).to_have_count(2)
    expect(page.get_by_role("main")).to_contain_text("Wed 15 May")


def test_the_bar_and_the_tabs_belong_to_the_page_that_an_act_leads_to(visit: Opening) -> None:
    visitor = visit("phone", "en")
    base = bring_in(visitor, called("Shirt", "Hat"), {"Sunday walk": [0]}, {LONG_AGO: [0]})
    page = visitor.go(f"{base}/clothes/cl_1")
    page.get_by_role("button", name="Move to trash").tap()
    expect(page.get_by_role("searchbox", name="Search by name")).to_be_visible()
    page.goto(f"{base}/history/hs_0")
    page.get_by_role("button", name="Wore this again today").tap()
    expect(page.get_by_role("link", name="Today", exact=True)).to_have_attribute("aria-current", "page")
    page.goto(f"{base}/outfits/tp_0")
    page.get_by_role("button", name="Duplicate").tap()
    expect(page.get_by_role("button", name="Save")).to_be_visible()
    expect(page.get_by_role("link", name="Log today")).to_have_count(0)


def _source(photo: Locator) -> str:
    return photo.get_attribute("src") or ""


def _corners(image: Image.Image) -> list[tuple[int, ...]]:
    """Clockwise from the upper left, as the nearest of the four colours that were photographed."""
    plain = image.convert("RGB")
    right, low = plain.width - 20, plain.height - 20
    return [_nearest(plain, spot) for spot in ((20, 20), (right, 20), (right, low), (20, low))]


def _nearest(image: Image.Image, spot: tuple[int, int]) -> tuple[int, ...]:
    seen = image.getpixel(spot)
    assert isinstance(seen, tuple)
    return min((RED, GREEN, BLUE, WHITE), key=lambda colour: sum(abs(a - b) for a, b in zip(colour, seen, strict=True)))
