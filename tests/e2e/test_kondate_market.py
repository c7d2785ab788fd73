"""The market in a browser: hearts at once, buying in a sheet, a link for anyone; without scripts, and for everyone."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Language, Opening, Size, Visitor
from tests.e2e.kondate_kitchens import open_kitchen
from tests.e2e.test_access import found
from tests.e2e.test_todo import sign_up

from chabudai.adapters.clock import now
from chabudai.adapters.payments import SandboxPayments
from chabudai.apps.kondate import demo_catalog
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.market import catalog, copying, items, shares
from chabudai.apps.kondate.market.till import Till
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web import zones


@pytest.fixture(scope="module", autouse=True)
def offers(household_store: TypedStore) -> None:
    """Something to discover."""
    till = Till(household_store, now, SandboxPayments(), 480)
    demo_catalog.fill(till, Owner(household_store, "somebody", now, zones.TOKYO), "ja")


def copy_something(owner: Owner) -> str:
    """The id of a recipe that stands in this person's book now."""
    card = catalog.find_newest(owner.store, "RECIPE").cards[0]
    return copying.copy_item(owner, "RECIPE", card.item_id).recipes[0].recipe_id


def open_paid_set(page: Page) -> None:
    page.goto("/kondate/discover?kind=sets&price=paid")
    page.locator(".offer-link").first.click()
    page.locator(".item-acts .button").click()
    expect(page.locator("dialog#sheet")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_heart_is_pressed_at_once_and_its_count_follows(visit: Opening, size: Size) -> None:
    visitor = visit(size, "ja")
    sign_up(visitor)
    page = visitor.go("/kondate/discover")
    heart = page.locator(".heart").nth(1)
    count, box = int(heart.inner_text().split()[-1]), heart.bounding_box()
    heart.click()
    expect(heart).to_have_attribute("aria-pressed", "true")
    expect(heart).to_contain_text(str(count + 1))
    expect(heart).to_be_focused()
    after = heart.bounding_box()
    assert box
    assert after
    assert box["y"] == after["y"]
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.locator(".offer-link").first).to_be_in_viewport()
    heart.click()
    expect(heart).to_have_attribute("aria-pressed", "false")
    expect(heart).to_contain_text(str(count))


def test_what_was_declined_is_bought_with_another_card(visit: Opening) -> None:
    visitor = visit("phone", "en")
    sign_up(visitor)
    page = visitor.page
    open_paid_set(page)
    page.locator("dialog .chip", has_text="Is declined").click()
    item = page.url
    page.locator("dialog .button.block").click()
    expect(page.locator("dialog #field-card .error")).to_contain_text("No money was moved")
    expect(page.locator("dialog#sheet")).to_be_visible()
    expect(page).to_have_url(item)
    page.locator("dialog .chip", has_text="Asks for confirmation").click()
    page.locator("dialog .button.block").click()
    expect(page).to_have_url(re.compile("/confirm$"))
    expect(page.locator("dialog#sheet")).not_to_be_visible()
    page.get_by_role("button", name="Allow", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("Bought")
    page.locator(".set-dish summary").first.click()
    expect(page.locator(".set-dish[open] .ingredients")).to_be_visible()
    page.locator("#one-more").click()
    expect(page).to_have_url(re.compile("servings=3"))
    expect(page.locator(".people-now")).to_contain_text("Serves 3")


def test_a_purchase_in_a_sheet_leads_back_to_what_was_bought(visit: Opening) -> None:
    visitor = visit("desktop", "ja")
    sign_up(visitor)
    page = visitor.page
    open_paid_set(page)
    page.locator("dialog .sheet-head .icon-button").click()
    expect(page.locator("dialog#sheet")).not_to_be_visible()
    page.locator(".item-acts .button").click()
    page.locator("dialog .chip", has_text="通る").click()
    page.locator("dialog .button.block").click()
    expect(page.locator(".toast")).to_contain_text("購入しました")
    expect(page.locator("dialog#sheet")).not_to_be_visible()
    expect(page.locator(".item-acts")).to_contain_text("レシピ帖に写す")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_sharing_is_a_sheet_over_the_recipe(visit: Opening, household_store: TypedStore, size: Size) -> None:
    visitor = visit(size, "ja")
    owner = open_kitchen(household_store, visitor)
    url = f"/kondate/recipes/{copy_something(owner)}"
    page = visitor.go(url)
    page.get_by_role("link", name="共有").click()
    sheet = page.locator("dialog#sheet")
    expect(sheet).to_be_visible()
    expect(page).to_have_url(re.compile(f"{url}$"))
    sheet.locator("#field-author_name").fill("")
    sheet.locator("#field-source_url").fill("javascript:alert(1)")
    sheet.get_by_role("button", name="リンクを作る").click()
    expect(sheet.locator(".error").first).to_be_visible()
    sheet.locator("#field-source_url").fill("")
    sheet.locator("#field-author_name").fill("母")
    sheet.get_by_role("button", name="リンクを作る").click()
    expect(sheet.locator("#share-link")).to_be_visible()
    expect(sheet.locator(".leave-sheet").first).not_to_be_visible()
    sheet.get_by_role("button", name="閉じる").click()
    expect(sheet).not_to_be_visible()
    expect(page).to_have_url(re.compile(f"{url}$"))


def test_a_link_is_stopped_and_brought_back_in_its_place(visit: Opening, household_store: TypedStore) -> None:
    visitor = visit("phone", "ja")
    owner = open_kitchen(household_store, visitor)
    page = visitor.go(f"/kondate/share/recipes/{copy_something(owner)}")
    page.get_by_role("button", name="リンクを作る").click()
    link = page.locator("#share-link").input_value()
    assert visitor.context.request.get(link).ok
    page.get_by_role("button", name="共有をやめる").click()
    expect(page.locator(".toast")).to_contain_text("リンクは使えなくなりました。")
    assert visitor.context.request.get(link).status == 404
    page.locator(".toast .undo").click()
    expect(page.locator("#share-link")).to_have_value(link)


def test_a_guest_without_scripts_reads_scales_signs_in_and_has_it(visit: Opening, household_store: TypedStore) -> None:
    cook = visit("phone", "ja")
    owner = open_kitchen(household_store, cook)
    recipe_id = copy_something(owner)
    shared = shares.share(owner, "RECIPE", recipe_id, author_name="花子")
    guest = visit("phone", "ja", scripts=False)
    page = guest.go(shares.path_of(shared))
    page.locator("#one-more").click()
    expect(page.locator(".people-now")).to_contain_text("3人分")
    page.get_by_role("button", name="レシピ帖に写す").click()
    expect(page).to_have_url(re.compile("/sign-in"))
    name = sign_up(guest)
    guest.go(f"{shares.path_of(shared)}/copy")
    own = Owner(household_store, name, owner.clock, owner.zone)
    title = recipes.find_recipe(owner, recipe_id).title
    assert [each.origin for each in recipes.find_all(own) if each.title == title] == ["share"]


@pytest.mark.parametrize(("size", "language"), [("phone", "ja"), ("desktop", "en")])
def test_every_page_of_the_market_is_for_everyone(
    visit: Opening, household_store: TypedStore, size: Size, language: Language
) -> None:
    visitor: Visitor = visit(size, language)
    visitor.context.add_init_script(Axe().axe_script)
    owner = open_kitchen(household_store, visitor)
    recipe_id = copy_something(owner)
    shared = shares.share(owner, "RECIPE", recipe_id, author_name="花子")
    paid = next(card for card in catalog.find_newest(owner.store, "SET").cards if card.price)
    assert items.find_item(owner, "SET", paid.item_id).access == "locked"
    paths = (
        "/kondate/discover",
        f"/kondate/discover/sets/{paid.item_id}",
        f"/kondate/buy/sets/{paid.item_id}",
        f"/kondate/publish/recipes/{recipe_id}",
        f"/kondate/share/recipes/{recipe_id}",
        shares.path_of(shared),
        "/kondate/membership",
        "/kondate/cards",
    )
    assert [fault for path in paths for fault in found(visitor, path, size, "light")] == []
