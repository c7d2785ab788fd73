"""What the pages of a team look like in a real browser: colours as they are called, and nothing beyond its box."""

import re
from colorsys import rgb_to_hls
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Opening, Scheme, Size
from tests.e2e.teams import add, found_team

from chabudai.apps.tasks import teams
from chabudai.table import TypedStore

HUES: Final = {
    "Blue": (200, 230),
    "Green": (90, 150),
    "Amber": (35, 48),
    "Red": (345, 365),
    "Purple": (270, 300),
    "Pink": (315, 340),
    "Teal": (165, 185),
    "Olive": (55, 68),
    "Brown": (20, 34),
}
"""Where on the wheel of colours each name is, in degrees; red lies on both sides of 0, and grey nowhere."""


@pytest.mark.parametrize(("place", "button"), [("task/{task}", False), ("trash", False), ("board", True)])
def test_a_toast_on_a_phone_has_the_width_that_no_round_button_takes(
    visit: Opening, household_store: TypedStore, place: str, button: bool
) -> None:
    visitor = visit("phone", "ja")
    team = found_team(household_store, visitor)
    task_id = add(team, "商店街の皆さんと相談する", start=team.today())
    page = visitor.go(f"/tasks/{team.team_id}/{place.format(task=task_id)}")
    page.evaluate("document.dispatchEvent(new CustomEvent('say', { detail: { word: 'copied', kind: 'done' } }))")
    toast = page.locator(".toast").bounding_box()
    assert toast is not None
    shown = page.locator(".act-button").locator("visible=true")
    assert shown.count() == int(button)
    if not button:
        assert toast["x"] == pytest.approx(12, abs=4)
        assert toast["width"] == pytest.approx(390 - 24, abs=8)
        return
    box = shown.bounding_box()
    assert box is not None
    assert toast["x"] + toast["width"] <= box["x"]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_wide_table_of_a_description_scrolls_within_its_box(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor = visit(size, "ja")
    team = found_team(household_store, visitor)
    cells = [f"{number}番の持ち物" for number in range(12)]
    lines = [cells, ["---"] * 12, *([cells] * 3)]
    text = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    task_id = add(team, "持ち物", start=team.today(), description=text)
    page = visitor.go(f"/tasks/{team.team_id}/task/{task_id}")
    table = page.locator("#shown-description table")
    expect(table.locator("th")).to_have_count(12)
    expect(table.locator("tbody tr")).to_have_count(3)
    inner, outer = table.evaluate("each => [each.scrollWidth, each.clientWidth]")
    assert inner > outer
    box, around = table.bounding_box(), page.locator("#shown-description").bounding_box()
    assert box is not None
    assert around is not None
    assert box["x"] + box["width"] <= around["x"] + around["width"] + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.evaluate("each => each.scrollTo(1000, 0)")
    assert table.evaluate("each => each.scrollLeft") > 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_tag_has_the_colour_that_its_name_says(visit: Opening, household_store: TypedStore, scheme: Scheme) -> None:
    visitor = visit("desktop", "en", scheme)
    team = found_team(household_store, visitor)
    page = visitor.go(f"/tasks/{team.team_id}/settings")
    chips = page.locator("#tags .choice", has=page.locator(".dot"))
    expect(chips).to_have_count(10)
    shown = {chip.inner_text().strip(): _hue(chip.locator(".dot").evaluate(_GROUND)) for chip in chips.all()}
    grey = shown.pop("Grey")
    assert grey[1] < 0.15
    wrong = {name: hue for name, (hue, _) in shown.items() if not _is_within(hue, HUES[name])}
    assert wrong == {}
    assert all(saturation > 0.25 for _, saturation in shown.values())


_GROUND: Final = "element => getComputedStyle(element).backgroundColor"


def _hue(said: str) -> tuple[float, float]:
    red, green, blue = (int(each) / 255 for each in re.findall(r"\d+", said)[:3])
    hue, _, saturation = rgb_to_hls(red, green, blue)
    return round(hue * 360), saturation


def _is_within(hue: float, span: tuple[float, float]) -> bool:
    return any(span[0] <= each <= span[1] for each in (hue, hue + 360))


WORD: Final = "x" * 400
MARKDOWN: Final = f"""{WORD}

```
{WORD}
```

`{WORD}`

| a | b | c | d | e | f |
|---|---|---|---|---|---|
| {"wide " * 20} | {WORD} | c | {"0" * 40} | {"1" * 40} | {"2" * 40} |

> - {WORD}
"""


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_markdown_stays_within_its_box_before_and_after_it_is_saved(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor = visit(size, "en")
    team = found_team(household_store, visitor)
    task = add(team, "Read the contract")
    address = f"/tasks/{team.team_id}/task/{task}" if size == "phone" else f"/tasks/{team.team_id}/board?task={task}"
    page = visitor.go(address)
    page.locator("#fact-description > summary").click()
    page.locator("#field-description").fill(MARKDOWN)
    page.locator("[data-view=preview]").click()
    expect(page.locator("#description-preview table")).to_be_visible()
    assert _beyond(page, "#description-preview") == []
    page.locator("#fact-description").get_by_role("button", name="Save").click()
    expect(page.locator("#shown-description table")).to_be_visible()
    assert _beyond(page, "#shown-description") == []


def _beyond(page: Page, prose: str) -> list[str]:
    """What is wider than its box, and the box if it is wider than the panel; what scrolls in itself is not."""
    found: list[str] = page.locator(prose).evaluate(
        """box => {
          const [inner, edge] = [box.parentElement.closest("form, .task-inner, main"), box.getBoundingClientRect()];
          const parts = [...box.querySelectorAll("*")].filter((each) => !each.parentElement.closest("pre, table"));
          const wide = parts.filter((each) => each.getBoundingClientRect().right > edge.right + 1);
          if (edge.right > inner.getBoundingClientRect().right + 1 || edge.right > innerWidth) wide.push(box);
          return wide.map((each) => each.localName);
        }"""
    )
    return found


def test_the_rail_stays_where_it_is_from_page_to_page(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("desktop", "en")
    team = found_team(household_store, visitor)
    base = f"/tasks/{team.team_id}"
    places: dict[str, object] = {}
    pages = ("board", "list", "schedule", "schedule?view=timeline", "overview", "members", "trash", "settings", "files")
    for address in ("/tasks", "/tasks/notices", *(f"{base}/{name}" for name in pages)):
        page = visitor.go(address)
        tab = page.locator("nav.tabs .tab").first
        expect(tab).to_be_visible()
        places[address] = tab.bounding_box()
        expect(page.locator(".rail .act-button")).to_be_visible()
    assert [address for address, place in places.items() if place != places["/tasks"]] == []


@pytest.mark.parametrize("name", ["schedule", "overview"])
def test_a_task_is_added_from_a_page_without_a_line_and_one_is_back_there(
    visit: Opening, household_store: TypedStore, name: str
) -> None:
    visitor = visit("phone", "en")
    team = found_team(household_store, visitor)
    page = visitor.go(f"/tasks/{team.team_id}/{name}")
    page.locator(".act-button").tap()
    page.locator("#line").fill("Borrow the mortar by today")
    page.locator("#line").press("Enter")
    expect(page).to_have_url(re.compile(f"/{name}"))
    expect(page.locator("main .row-title", has_text="Borrow the mortar").first).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_endless_names_stay_within_the_bar_the_menu_and_the_overview(
    visit: Opening, household_store: TypedStore, size: Size
) -> None:
    visitor = visit(size, "en")
    team = found_team(household_store, visitor)
    teams.edit(team, {"name": "W" * 40, "description": "A long description. " * 40})
    page = visitor.go(f"/tasks/{team.team_id}/overview")
    place = page.locator("main .totals").bounding_box()
    assert place
    assert place["y"] < 320
    page.locator(".about > summary").click()
    expect(page.locator(".about")).to_have_attribute("open", "")
    if size == "desktop":
        expect(page.locator(".here .clip")).to_have_text("Team tasks")
        assert page.locator(".here .clip").evaluate("name => name.scrollWidth <= name.clientWidth")
    page.locator(".team-switch").click()
    line = page.locator(".menu-item", has_text="WWWW")
    expect(line.locator(".soft")).to_be_visible()
    panel, count = page.locator(".menu-panel:visible").bounding_box(), line.locator(".soft").bounding_box()
    assert panel
    assert count
    assert count["x"] + count["width"] <= panel["x"] + panel["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
