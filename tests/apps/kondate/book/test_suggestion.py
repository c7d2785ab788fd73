"""Suggestions: whatever rules are chosen, the draft keeps to them; the starter content always gives one."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.apps.kondate.household import Household

from chabudai.apps.kondate import design, starter
from chabudai.apps.kondate.book import categories, first_visit, recipes, sets, suggestion
from chabudai.apps.kondate.book.suggestion import Rules, Suggestion
from chabudai.apps.kondate.errors import NothingToSuggest
from chabudai.apps.kondate.kitchen import fridge, plans
from chabudai.common.owner import Owner

RULES = st.builds(
    Rules,
    days=st.integers(2, 5),
    fish_once=st.booleans(),
    soonest_first=st.booleans(),
    nothing_of_lately=st.booleans(),
    quick=st.booleans(),
    for_children=st.booleans(),
)


@pytest.fixture
def cook(home: Household) -> Owner:
    """Who has the starter content."""
    owner = home.owner("taro")
    first_visit.welcome(owner, name="太郎", language="ja", page_language="ja")
    return owner


def mains(owner: Owner, found: Suggestion) -> list[bool]:
    """Whether each main dish is fish."""
    kinds = {each.category_id: each.kind for each in categories.find_all(owner)}
    of_days = [each.recipe for each in found.dishes if kinds.get(each.recipe.category_id or "") in ("main", "rice")]
    return [suggestion.is_fish(recipe) for recipe in of_days]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rules=RULES, seed=st.integers(0, 10**9))
def test_a_suggestion_keeps_to_its_rules(cook: Owner, rules: Rules, seed: int) -> None:
    found = suggestion.suggest(cook, rules, seed)
    ids = [each.recipe.recipe_id for each in found.dishes]
    assert 1 <= len(ids) <= 7
    assert len(set(ids)) == len(ids)
    assert len(mains(cook, found)) == max(each.day for each in found.dishes) == rules.days
    assert [each.day for each in found.dishes] == sorted(each.day for each in found.dishes)
    if rules.quick:
        assert all(each.recipe.minutes and each.recipe.minutes <= 30 for each in found.dishes)
    if rules.for_children:
        assert all(set(each.recipe.tags) & starter.tag_names("kids") for each in found.dishes)
    if rules.fish_once:
        assert sum(mains(cook, found)) == (0 if found.lacks_fish else 1)
    assert suggestion.suggest(cook, rules, seed) == found


def test_other_seeds_give_other_sets(cook: Owner) -> None:
    found = {tuple(each.recipe.title for each in suggestion.suggest(cook, Rules(), seed).dishes) for seed in range(8)}
    assert len(found) > 4


def test_what_has_to_be_eaten_soonest_is_on_the_first_day(cook: Owner) -> None:
    fridge.put_in(cook, "絹ごし豆腐 1丁", best_before=cook.today() + timedelta(days=1))
    fridge.put_in(cook, "鶏もも肉 2枚", best_before=cook.today() + timedelta(days=2))
    for seed in range(5):
        first, *_ = suggestion.suggest(cook, Rules(), seed).dishes
        assert set(first.uses) & {"絹ごし豆腐", "鶏もも肉"}


def test_nothing_of_the_last_two_weeks_nor_of_the_plan_comes_again(home: Household, cook: Owner) -> None:
    every = recipes.find_all(cook)
    for recipe in every[:40]:
        home.store.write(design.edit_recipe("taro", recipe.recipe_id, {"last_cooked_on": cook.today()}))
    (chosen, *_) = sets.find_all(cook)
    plans.apply_set(cook, chosen.set_id)
    lately = {recipe.recipe_id for recipe in every[:40]} | {dish.recipe_id for dish in chosen.dishes}
    for seed in range(5):
        found = suggestion.suggest(cook, Rules(days=5), seed)
        assert lately.isdisjoint(each.recipe.recipe_id for each in found.dishes)


def test_a_dish_is_exchanged_for_another_of_its_kind(cook: Owner) -> None:
    rules = Rules(days=2, fish_once=True)
    found = suggestion.suggest(cook, rules, 1)
    ids = [each.recipe.recipe_id for each in found.dishes]
    kinds = {each.category_id: each.kind for each in categories.find_all(cook)}
    for place, each in enumerate(found.dishes):
        other = suggestion.suggest_instead(cook, rules, ids, place, 7)
        assert other is not None
        assert other.recipe_id not in ids
        old, new = (kinds[recipe.category_id or ""] for recipe in (each.recipe, other))
        assert old == new or {old, new} == {"main", "rice"}
        assert suggestion.is_fish(other) == suggestion.is_fish(each.recipe)


def test_where_no_recipe_fits_it_is_said(home: Household) -> None:
    home.recipe("遅い", "豆腐 1丁")
    with pytest.raises(NothingToSuggest):
        suggestion.suggest(home.owner(), Rules(quick=True), 1)
    found = suggestion.suggest(home.owner(), replace(Rules(), fish_once=True), 1)
    assert ([each.recipe.title for each in found.dishes], found.lacks_fish) == (["遅い"], True)
