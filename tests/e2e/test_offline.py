"""Without a connection: pages that were seen are there with their time; none of them once somebody signed out."""

import re

from playwright.sync_api import Page, expect
from tests.e2e.conftest import Opening, Visitor
from tests.e2e.kondate_kitchens import SEEN, fill_fridge, open_kitchen
from tests.e2e.test_kondate_kitchen import cooked
from tests.e2e.test_kondate_shopping import wait_until_kept

from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.kitchen import cooking_log, plans
from chabudai.common.owner import Owner
from chabudai.table import TypedStore

SOUP = {"title": "けんちん汁", "servings": 3, "ingredients": "大根 3cm\n豆腐 1丁", "steps": "大根を切る\n\n10分煮る"}


def open_with_worker(visit: Opening, store: TypedStore, *lines: str) -> tuple[Visitor, Owner]:
    """A person whose browser keeps what they see from now on."""
    visitor = visit("phone", "ja", worker=True)
    owner = open_kitchen(store, visitor, *lines)
    visitor.go("/kondate/shopping")
    wait_until_kept(visitor.page)
    return visitor, owner


def kept_paths(page: Page) -> list[str]:
    return list(
        page.evaluate(
            """async () => {
            const name = (await caches.keys()).find((each) => each.startsWith("pages-"));
            const kept = name ? await (await caches.open(name)).keys() : [];
            return kept.map((each) => new URL(each.url)).map((url) => url.pathname + url.search);
            }"""
        )
    )


def wait_until_kept_too(page: Page, path: str, content: str = "") -> None:
    """Until the worker keeps the page with this in it."""
    page.evaluate(
        """async ([path, content]) => {
        for (;;) {
            const name = (await caches.keys()).find((each) => each.startsWith("pages-"));
            const kept = name && (await (await caches.open(name)).match(path));
            if (kept && (await kept.text()).includes(content)) return;
            await new Promise((done) => setTimeout(done, 50));
        }
        }""",
        [path, content],
    )


def test_what_was_seen_of_the_kitchen_is_there_without_a_connection_and_says_from_when(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor, owner = open_with_worker(visit, household_store)
    page = visitor.page
    recipe = recipes.add(owner, SOUP)
    dish = plans.add_dish(owner, recipe.recipe_id, day=owner.today()).result
    fill_fridge(owner, ("納豆 3パック", 2))
    cooking_log.add_entry(owner, owner.today(), "きのう何食べた")
    seen = {
        "/kondate": "けんちん汁",
        "/kondate/fridge": "納豆",
        f"/kondate/cook/{dish.item_id}": "大根を切る",
        "/kondate/recipes": "けんちん汁",
        f"/kondate/recipes/{recipe.recipe_id}": "10分煮る",
        "/kondate/log": "1日",
        f"/kondate/log/{owner.today().isoformat()}": "きのう何食べた",
    }
    for path in seen:
        visitor.go(path)
        wait_until_kept_too(page, path)
    visitor.context.set_offline(True)
    for path, content in seen.items():
        visitor.go(path)
        expect(page.locator("#main")).to_contain_text(content)
        note = page.locator(".offline-note")
        expect(note).to_be_visible()
        expect(note).to_have_text(re.compile(r"^つながっていません。\d?\d:\d\d の内容です。$"))
        expect(page.locator("#offline:visible")).to_have_count(0)
    visitor.go("/kondate?view=week")  # asked for otherwise, it is the same page
    expect(page.locator("#main")).to_contain_text("けんちん汁")
    visitor.context.set_offline(False)
    expect(page.locator(".offline-note:visible")).to_have_count(0, timeout=SEEN)


def test_a_page_without_looks_is_there_anew_once_the_connection_is_back(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor, owner = open_with_worker(visit, household_store)
    page = visitor.go("/kondate/log")
    wait_until_kept_too(page, "/kondate/log")
    visitor.context.set_offline(True)
    visitor.go("/kondate/log")
    expect(page.locator(".offline-note")).to_be_visible()
    cooking_log.add_entry(owner, owner.today(), "けんちん汁")
    visitor.context.set_offline(False)
    expect(page.locator("#main")).to_contain_text("1品", timeout=SEEN)
    expect(page.locator(".offline-note:visible")).to_have_count(0)


def test_the_page_in_the_place_of_others_leads_to_the_list_and_what_else_was_seen(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor, _ = open_with_worker(visit, household_store, "ごぼう 1本")
    page = visitor.go("/kondate/fridge")
    wait_until_kept_too(page, "/kondate/fridge")
    visitor.context.set_offline(True)
    visitor.go("/kondate/discover")
    expect(page.get_by_role("heading", name="つながっていません")).to_be_visible()
    drawing = page.locator(".empty .picture use")
    expect(drawing).to_have_js_property("isConnected", True)
    assert drawing.evaluate("async (each) => (await fetch(each.href.baseVal)).ok")
    links = page.locator("#kept a")
    expect(links).to_have_text([re.compile("買い物"), re.compile("冷蔵庫")])
    links.first.click()
    expect(page.locator(".buy b")).to_have_text(["ごぼう"])


def test_nothing_that_was_seen_is_left_once_somebody_signs_out(visit: Opening, household_store: TypedStore) -> None:
    visitor, _ = open_with_worker(visit, household_store)
    page = visitor.go("/kondate")
    wait_until_kept_too(page, "/kondate")
    page.evaluate("document.querySelector(\"form[action='/sign-out']\").requestSubmit()")
    page.wait_for_url(re.compile("/(sign-in)?$"))
    assert kept_paths(page) == []
    visitor.go("/kondate")  # where one has to sign in
    expect(page).to_have_url(re.compile("/sign-in"))
    assert kept_paths(page) == []
    visitor.context.set_offline(True)
    visitor.go("/kondate")
    expect(page.get_by_role("heading", name="つながっていません")).to_be_visible()
    expect(page.locator("#kept")).to_be_hidden()


def test_so_many_pages_are_kept_and_no_answer_to_an_act(visit: Opening, household_store: TypedStore) -> None:
    visitor, owner = open_with_worker(visit, household_store)
    page = visitor.page
    first = recipes.find_all(owner)[0]
    page.evaluate(
        """async ([path, count]) => {
        const worker = await navigator.serviceWorker.ready;
        for (let n = 1; n <= count; n += 1) worker.active.postMessage({ keep: `${path}?servings=3&n=${n}` });
        }""",
        [f"/kondate/recipes/{first.recipe_id}", 34],
    )
    wait_until_kept_too(page, f"/kondate/recipes/{first.recipe_id}?servings=3&n=34")
    page.wait_for_timeout(500)
    kept = kept_paths(page)
    assert len(kept) <= 31
    assert "/kondate/shopping" in kept
    day = f"/kondate/log/{owner.today().isoformat()}"
    visitor.go(day)
    wait_until_kept_too(page, day)
    page.evaluate("document.querySelector(\"form[action^='/kondate/log/']\").submit()")  # refused: it has no name
    expect(page.locator("[aria-invalid='true']")).to_be_visible()
    visitor.context.set_offline(True)
    visitor.go(day)
    expect(page.locator(".offline-note")).to_be_visible()
    expect(page.locator("[aria-invalid='true']")).to_have_count(0)


def test_a_kept_page_knows_what_was_done_on_it(visit: Opening, household_store: TypedStore) -> None:
    visitor, owner = open_with_worker(visit, household_store)
    recipe = recipes.add(owner, SOUP)
    for _ in range(2):
        plans.add_dish(owner, recipe.recipe_id, day=owner.today())
    page = visitor.go("/kondate")
    wait_until_kept_too(page, "/kondate")
    cooked(page).click()
    expect(page.locator(".how-far .figure")).to_have_text("1")
    wait_until_kept_too(page, "/kondate", '/uncook" aria-pressed')
    visitor.context.set_offline(True)
    visitor.go("/kondate")
    expect(page.locator(".tonight .toggle[aria-pressed='true']")).to_have_count(1)
    expect(page.locator(".toast")).to_have_count(0)


def test_cooking_goes_on_without_a_connection_and_is_said_to_be_ready_once_it_is_back(
    visit: Opening, household_store: TypedStore
) -> None:
    visitor, owner = open_with_worker(visit, household_store)
    recipe = recipes.add(owner, SOUP)
    path = f"/kondate/recipes/{recipe.recipe_id}/cook?servings=3"
    page = visitor.go(path)
    wait_until_kept_too(page, path)
    visitor.context.set_offline(True)
    visitor.go(path)
    for _ in range(2):
        page.get_by_role("button", name="次へ").click()
    page.locator("#finish button").click()
    expect(page.locator(".toast")).to_contain_text("つながったら、もう一度押してください。")
    visitor.context.set_offline(False)
    expect(page.locator(".offline-note:visible")).to_have_count(0, timeout=SEEN)
    expect(page.locator("[data-step]:not([hidden])")).to_have_attribute("data-step", "2")
    page.locator("#finish button").click()
    expect(page).to_have_url(re.compile("/kondate/log/"))
    assert [entry.title for entry in cooking_log.find_day(owner, owner.today())] == ["けんちん汁"]
