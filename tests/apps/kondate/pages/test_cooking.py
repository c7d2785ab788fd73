"""Cooking and the log as pages: steps with scaled amounts, done by one tap, months and days, and whose they are."""

from collections.abc import Iterator

import pytest
from httpx import Response
from tests.common import library
from tests.common.html_forms import form_to
from tests.common.library import Library, ReaderBrowser

from chabudai.apps.kondate import app as kondate
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.kitchen import cooking_log, plans
from chabudai.store import record_calls

SOUP = {
    "title": "<b>豚汁</b>",
    "servings": 2,
    "ingredients": "豚肉 100g\n大根 1/4本",
    "steps": "大根を切る\n\n豚肉を入れて10分煮る",
}


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library.opened(tmp_path_factory.mktemp("kondate"), kondate.build) as opened:
        opened.reader("hanako").get("/kondate")
        yield opened


def post(browser: ReaderBrowser, path: str, **fields: str) -> Response:
    token = form_to(browser.get("/kondate/settings").text, "/kondate/settings").fields["_csrf"]
    answer = browser.ask("POST", path, data={"_csrf": token, **fields})
    return browser.get(answer.headers["location"]) if answer.status_code == 303 else answer


def test_a_dish_shows_its_steps_with_amounts_for_as_many_as_are_planned_for(site: Library) -> None:
    owner = site.owner("hanako")
    recipe = recipes.add(owner, SOUP)
    dish = plans.add_dish(owner, recipe.recipe_id, servings=4).result
    page = site.reader("hanako", "ja").get(f"/kondate/cook/{dish.item_id}").text
    assert "&lt;b&gt;豚汁" in page
    assert page.count("200g") == 2
    assert 'data-timer="600"' in page
    assert f'action="/kondate/dishes/{dish.item_id}/cook"' in page
    other = site.reader("taro").get(f"/kondate/cook/{dish.item_id}")
    assert other.status_code == 404
    recipes.delete(owner, recipe.recipe_id)
    assert site.reader("hanako").get(f"/kondate/cook/{dish.item_id}").status_code == 404


def test_a_recipe_is_cooked_without_a_plan(site: Library) -> None:
    owner = site.owner("hanako")
    recipe = recipes.add(owner, SOUP)
    path = f"/kondate/recipes/{recipe.recipe_id}"
    browser = site.reader("hanako")
    assert "豚肉" in browser.get(f"{path}/cook?servings=3").text
    assert browser.get(f"{path}/cook?servings=-1").status_code == 200
    page = post(browser, f"{path}/cooked", servings="3")
    assert "Cooked" in str(library.toast(page))
    (entry,) = cooking_log.find_day(owner, owner.today())
    assert (entry.servings, recipes.find_recipe(owner, recipe.recipe_id).cooked_count) == (3, 1)
    assert post(site.reader("taro"), f"{path}/cooked").status_code == 404


def test_a_month_is_one_query_of_its_log(site: Library) -> None:
    owner = site.owner("hanako")
    for title in ("豚汁", "カレー", "親子丼"):
        cooking_log.add_entry(owner, owner.today(), title)
    browser = site.reader("hanako", "ja")
    browser.get("/kondate/log")
    with record_calls() as calls:
        page = browser.get("/kondate/log").text
    assert "豚汁, カレー, 親子丼" in page
    assert "+1" in page
    assert [each.pattern for each in calls].count("8") == 1
    assert "Scan" not in {each.operation for each in calls}
    assert browser.get("/kondate/log?month=rubbish").status_code == 200
    assert browser.get("/kondate/log?month=9999-12").status_code == 200


def test_a_day_takes_what_was_cooked_words_and_their_undo(site: Library) -> None:
    owner = site.owner("hanako")
    browser = site.reader("hanako", "ja")
    path = f"/kondate/log/{owner.today().isoformat()}"
    page = post(browser, path, title="おでん")
    assert "おでん" in page.text
    (entry,) = cooking_log.find_day(owner, owner.today())
    assert entry.picture is not None
    post(browser, f"{path}/{entry.log_id}", memo="味が濃かった")
    assert cooking_log.find_entry(owner, entry.day, entry.log_id).memo == "味が濃かった"
    refused = post(browser, f"{path}/{entry.log_id}", memo="x" * 501)
    assert refused.status_code == 422
    assert post(browser, path, title=" ").status_code == 422
    assert post(site.reader("taro"), f"{path}/{entry.log_id}/delete").status_code == 404
    gone = post(browser, f"{path}/{entry.log_id}/delete")
    assert cooking_log.find_day(owner, owner.today()) == []
    browser.send(gone, "/kondate/undo")
    assert cooking_log.find_day(owner, owner.today()) == [cooking_log.find_entry(owner, entry.day, entry.log_id)]
    assert browser.get("/kondate/log/rubbish").status_code == 404
