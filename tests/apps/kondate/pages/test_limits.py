"""A full fridge and a full list on pages: every way in says what the limit is, and nothing is lost."""

from collections.abc import Iterator

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import Household
from tests.apps.kondate.pages.kitchen_site import clear, opened, post
from tests.common.library import Library, toast

from chabudai.apps.kondate.kitchen import cooking, fridge, plans, shopping
from chabudai.apps.kondate.kitchen.limits import MOST_ITEMS, MOST_LINES
from chabudai.apps.kondate.kitchen.shopping import Tick

FULL = "冷蔵庫に入れられるのは500品までです。"


@pytest.fixture(scope="module")
def whole_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with opened(tmp_path_factory.mktemp("kondate")) as site:
        yield site


@pytest.fixture
def site(whole_site: Library) -> Iterator[Library]:
    yield whole_site
    clear(whole_site)


def test_a_full_fridge_says_so_whichever_way_something_would_come_in(site: Library) -> None:
    owner, browser, home = (
        site.owner("hanako"),
        site.reader("hanako", "ja"),
        Household(site.store, SettableClock(site.clock())),
    )
    dish = plans.add_dish(owner, home.recipe("豆腐汁", "豆腐 1丁").recipe_id).result.item_id
    fridge.put_in(owner, "豆腐 2丁")
    milk = fridge.put_in(owner, "牛乳 1本")
    gone = fridge.take_out(owner, milk.result.item_id)
    (trash,) = fridge.find_deleted(owner)
    cooking.cook(owner, dish)
    for item in fridge.find_items(owner):
        fridge.take_out(owner, item.item_id)
    home.put_in([f"品{number}" for number in range(MOST_ITEMS)])
    line = shopping.write_down(owner, "卵 1個").result
    shopping.tick(owner, [Tick(line.item_id, done=True)])
    assert toast(post(browser, "/kondate/shopping/stock")) == FULL
    assert toast(post(browser, f"/kondate/shopping/lines/{line.item_id}/at-home")) == FULL
    restored = post(
        browser, "/kondate/fridge/trash/restore", deleted_at=trash.deleted_at.isoformat(), item=trash.item_id
    )
    assert toast(restored) == FULL
    assert toast(post(browser, "/kondate/undo", undo=str(gone.undo_id), next="/kondate/fridge")) == FULL
    assert toast(post(browser, f"/kondate/dishes/{dish}/uncook", next="/kondate")) == FULL
    refused = post(browser, "/kondate/fridge/new", name="豆腐 1丁", days="guess")
    assert (refused.status_code, FULL in refused.text) == (422, True)
    assert len(fridge.find_items(owner)) == MOST_ITEMS
    assert [each.name for each in shopping.find_lines(owner) if each.done] == ["卵"]
    plans.remove_plan(owner, "CURRENT")


def test_a_full_list_says_so_also_when_something_would_come_back(site: Library) -> None:
    owner, browser = site.owner("hanako"), site.reader("hanako", "ja")
    (first, *_) = Household(site.store, SettableClock(site.clock())).write_down(MOST_LINES)
    gone = shopping.dismiss(owner, first)
    shopping.write_down(owner, "卵 1個")
    sentence = "買い物リストに書けるのは300行までです。"
    assert toast(post(browser, "/kondate/undo", undo=str(gone.undo_id), next="/kondate/shopping")) == sentence
    refused = post(browser, "/kondate/shopping/add", name="牛乳")
    assert (refused.status_code, sentence in refused.text) == (422, True)
