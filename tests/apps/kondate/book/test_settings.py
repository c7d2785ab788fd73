"""Settings of a household: servings, staples, shelves; lines of the list follow, and two devices lose nothing."""

import threading

import pytest
from tests.apps.kondate.household import Household

from chabudai.apps.kondate.book import settings
from chabudai.apps.kondate.kitchen import foods, plans, shopping
from chabudai.web.errors import InvalidFields


def test_servings_and_week_are_kept_within_their_bounds(home: Household) -> None:
    changed = settings.change(home.owner(), {"servings": "5", "week_start": "sunday"})
    assert (changed.servings, changed.week_start) == (5, "sunday")
    for wrong in ({"servings": "0"}, {"servings": "21"}, {"week_start": "friday"}):
        with pytest.raises(InvalidFields):
            settings.change(home.owner(), wrong)


def test_shelves_stand_in_the_order_of_the_shop_every_one_of_them(home: Household) -> None:
    profile = settings.order_shelves(home.owner(), ["meat", "nowhere", "fish", "meat"])
    order = settings.shelf_order(profile)
    assert order[:3] == ("meat", "fish", "vegetables")
    assert sorted(order) == sorted(foods.SHELVES)
    assert settings.shelf_order(None) == foods.SHELVES


def test_a_staple_leaves_the_list_and_comes_back(home: Household) -> None:
    recipe = home.recipe("卵焼き", "卵 3個\nしょうゆ 小さじ1")
    plans.add_dish(home.owner(), recipe.recipe_id)
    assert list(home.shopping()) == ["卵"]
    profile = settings.mark_staple(home.owner(), "卵", is_staple=True)
    assert foods.is_staple("卵", profile)
    assert list(home.shopping()) == []
    settings.mark_staple(home.owner(), "卵", is_staple=False)
    profile = settings.mark_staple(home.owner(), "しょうゆ", is_staple=False)
    assert sorted(home.shopping()) == ["しょうゆ", "卵"]
    assert (profile.staples, profile.no_staples) == (frozenset(), frozenset({"しょうゆ"}))


def test_where_something_stands_is_remembered_for_its_lines_and_the_next_ones(home: Household) -> None:
    shopping.write_down(home.owner(), "謎の粉 1袋")
    settings.remember_shelf(home.owner(), "謎の粉", "seasonings")
    assert home.line("謎の粉").shelf == "seasonings"
    shopping.dismiss(home.owner(), home.line("謎の粉").item_id)
    shopping.write_down(home.owner(), "謎の粉 2袋")
    assert home.line("謎の粉").shelf == "seasonings"
    with pytest.raises(InvalidFields):
        settings.remember_shelf(home.owner(), "謎の粉", "moon")
    with pytest.raises(InvalidFields):
        settings.remember_shelf(home.owner(), "  ", "meat")


def test_what_several_devices_say_at_once_is_all_remembered(home: Household) -> None:
    names = [f"謎{number}" for number in range(6)]
    ready = threading.Barrier(len(names))

    def say(name: str) -> None:
        ready.wait()
        settings.mark_staple(home.owner(), name, is_staple=True)

    threads = [threading.Thread(target=say, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert settings.find_profile(home.owner()).staples == frozenset(map(foods.fold, names))
