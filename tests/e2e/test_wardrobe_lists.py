"""Long lists on a phone: their orders and filters are in the address, and the way back leads to where one was."""

import re

from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Opening
from tests.e2e.wardrobes import Piece, bring_in, called, card

SEVERAL: tuple[Piece, ...] = (
    {"name": "白いシャツ", "genre": "tops", "colour": "white", "seasons": ["summer"]},
    {"name": "紺のコート", "genre": "outer", "colour": "navy", "seasons": ["winter"]},
    {"name": "白い帽子", "genre": "hat", "colour": "white"},
)
SHIRT, COAT, HAT = (piece["name"] for piece in SEVERAL)
WORN = {"2024-05-01": [0], "2024-05-02": [0], "2024-05-10": [1]}
ORDERS = {
    ("Date added", "?order=asc"): [SHIRT, COAT, HAT],
    ("Date added", ""): [HAT, COAT, SHIRT],
    ("Times worn", "?sort=wearCount"): [SHIRT, COAT, HAT],
    ("Times worn", "?sort=wearCount&order=asc"): [HAT, COAT, SHIRT],
    ("Last worn", "?sort=lastWorn"): [COAT, SHIRT, HAT],
    ("Last worn", "?sort=lastWorn&order=asc"): [HAT, SHIRT, COAT],
}


def test_clothes_are_sorted_in_three_orders_both_ways(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go(f"{bring_in(visitor, SEVERAL, worn=WORN)}/clothes")
    expect(_cards(page)).to_contain_text([HAT, COAT, SHIRT])
    for (chip, query), expected in ORDERS.items():
        page.get_by_role("link", name=chip).click()
        expect(page).to_have_url(re.compile(rf"/clothes{re.escape(query)}$"))
        expect(_cards(page)).to_contain_text(expected)
        expect(page.get_by_role("link", name=chip)).to_have_attribute("aria-current", "true")


def test_filters_are_in_the_address_add_up_and_are_taken_away_again(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go(f"{bring_in(visitor, SEVERAL, worn=WORN)}/clothes?sort=wearCount")
    page.get_by_label("All colours").select_option("White")
    expect(page).to_have_url(re.compile("sort=wearCount.*colour=white"))
    expect(_cards(page)).to_contain_text([SHIRT, HAT])
    page.get_by_role("link", name="Never worn").click()
    expect(page).to_have_url(re.compile(r"(?=.*worn=never)(?=.*colour=white)"))
    expect(_cards(page)).to_contain_text([HAT])
    page.get_by_label("All types").select_option("Tops")
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
    page.go_back()
    expect(_cards(page)).to_contain_text([HAT])
    page.get_by_role("link", name="Clear filters").click()
    expect(_cards(page)).to_have_count(3)
    page.get_by_role("link", name="Unworn for 365 days").click()
    expect(page).to_have_url(re.compile("unworn=365"))
    expect(_cards(page)).to_contain_text([SHIRT, COAT])


def test_a_search_finds_a_name_in_either_kana(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go(f"{bring_in(visitor, SEVERAL)}/clothes")
    page.get_by_role("searchbox", name="Search by name").fill("しゃつ")
    page.get_by_role("searchbox", name="Search by name").press("Enter")
    expect(page).to_have_url(re.compile("q="))
    expect(_cards(page)).to_contain_text([SHIRT])
    expect(page.get_by_role("searchbox", name="Search by name")).to_have_value("しゃつ")


def test_more_comes_in_place_and_the_way_back_leads_to_where_one_was(visit: Opening) -> None:
    visitor = visit("phone", "en")
    page = visitor.go(f"{bring_in(visitor, called(*(f'Piece {n:02}' for n in range(60))))}/clothes")
    first = page.url
    expect(_cards(page)).to_have_count(50)
    page.get_by_role("link", name="Show more").click()
    expect(_cards(page)).to_have_count(60)
    expect(page.get_by_role("link", name="Show more")).to_have_count(0)
    assert page.url == first
    card(page, "Piece 03").scroll_into_view_if_needed()
    stood = page.evaluate("scrollY")
    assert stood > 1000
    card(page, "Piece 03").get_by_role("link").click()
    expect(page.get_by_role("heading", name="Piece 03")).to_be_visible()
    page.go_back()
    expect(_cards(page)).to_have_count(60)
    page.wait_for_function("stood => Math.abs(scrollY - stood) < 3", arg=stood)


def _cards(page: Page) -> Locator:
    return page.get_by_role("main").get_by_role("listitem")
