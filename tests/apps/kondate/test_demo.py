"""The demo: a kitchen in the middle of a set, with two months behind it, something to discover, and healthy."""

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.apps.kondate.household import Household

from chabudai.accounts.design import Language
from chabudai.adapters.payments import SandboxPayments
from chabudai.apps.kondate import demo, demo_catalog
from chabudai.apps.kondate.kitchen import cooking_log, fridge, plans, shopping
from chabudai.apps.kondate.main_table import MainTable
from chabudai.apps.kondate.market import catalog, items, saves
from chabudai.apps.kondate.market.creators import HOUSE
from chabudai.apps.kondate.market.till import Till
from chabudai.table.doctor import doctor


@pytest.mark.parametrize("language", ["ja", "en"])
def test_no_screen_of_the_kitchen_is_empty(home: Household, language: Language) -> None:
    owner = home.owner("yamada")
    demo.fill(owner, name="山田家", language=language)
    found, today = plans.find_plans(owner), owner.today()
    tonight = plans.find_tonight(found["CURRENT"], today)
    assert [dish.day for dish in tonight] == [today] * len(tonight)
    assert len(tonight) >= 2
    assert {dish.is_open for dish in found["CURRENT"].items} == {True, False}
    assert found["NEXT"].items
    lines = [line for line in shopping.find_lines(owner) if line.is_shown]
    assert len(lines) >= 6
    assert 2 <= sum(line.done for line in lines) < len(lines)
    food = fridge.find_items(owner)
    assert len(food) >= 9
    assert food[0].best_before == today - timedelta(days=1)
    last_month = today.replace(day=1) - timedelta(days=1)
    assert len(cooking_log.find_month(owner, last_month.year, last_month.month)) >= 10
    assert doctor(home.store, MainTable).is_healthy


def test_it_is_made_once(home: Household) -> None:
    owner = home.owner("yamada")
    demo.fill(owner, name="山田家")
    before = plans.find_plans(owner)
    home.clock.advance(days=3)
    demo.fill(replace(owner, clock=home.clock), name="山田家")
    assert plans.find_plans(owner) == before


@pytest.mark.parametrize("language", ["ja", "en"])
def test_there_is_something_to_discover_saved_and_bought(home: Household, language: Language) -> None:
    till = Till(home.store, home.clock, SandboxPayments())
    owner = home.owner("yamada")
    demo.fill(owner, name="山田家", language=language, till=till)
    recipes, sets = (catalog.find_newest(home.store, kind).cards for kind in ("RECIPE", "SET"))
    assert len(recipes) == 20
    assert len({card.creator_id for card in (*recipes, *sets)}) == 5
    assert sorted(card.price for card in sets if card.creator_id == HOUSE) == [300, 300, 480, 480]
    popular = [card.saved_count for card in catalog.find_popular(home.store, "RECIPE").cards]
    assert popular == sorted(popular, reverse=True)
    assert popular[0] > 3
    assert [each.card is not None for each in saves.find_all_saved(owner, "RECIPE")] == [True] * 3
    (bought,) = catalog.find_bought(owner, "SET")
    assert items.find_item(owner, "SET", bought.item_id).access == "bought"
    assert doctor(home.store, MainTable).is_healthy


def test_the_catalog_is_made_once_for_everyone(home: Household) -> None:
    till = Till(home.store, home.clock, SandboxPayments())
    for username, language in (("yamada", "ja"), ("yamadas", "en")):
        home.live(2, username)
        demo_catalog.fill(till, home.owner(username), "en" if language == "en" else "ja")
    assert len(catalog.find_newest(home.store, "RECIPE").cards) == 20
    titles = [catalog.find_bought(home.owner(name), "SET")[0].title for name in ("yamada", "yamadas")]
    assert titles[0] != titles[1], "each in their own language"
