"""The demo: a kitchen in the middle of a set, with two months behind it, in both languages, and healthy."""

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.apps.kondate.household import Household

from chabudai.accounts.design import Language
from chabudai.apps.kondate import demo
from chabudai.apps.kondate.kitchen import cooking_log, fridge, plans, shopping
from chabudai.apps.kondate.main_table import MainTable
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
