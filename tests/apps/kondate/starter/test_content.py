"""The starter content as a cook would check it: whole, parallel in both languages, and nothing oversalted."""

import re
import tomllib
from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.apps.kondate.drawing import bake

from chabudai.apps.kondate.amounts import Amount
from chabudai.apps.kondate.book.entities import CookStep, Recipe, RecipeSet, SetDish
from chabudai.apps.kondate.book.ingredients import store_line
from chabudai.apps.kondate.kitchen.foods import SHELVES, find_food, fold
from chabudai.apps.kondate.pictures import picture_file
from chabudai.apps.kondate.starter import (
    KINDS,
    LANGUAGES,
    Language,
    StarterIngredient,
    StarterRecipe,
    StarterSet,
    find_recipe,
    load_recipes,
    load_sets,
)
from chabudai.apps.kondate.starter.content import FOLDER

PAIRS = list(zip(load_recipes("ja"), load_recipes("en"), strict=True))
SETS = list(zip(load_sets("ja"), load_sets("en"), strict=True))
HERE = Path(__file__).parent
FACTS: dict[str, dict[str, Any]] = tomllib.loads((HERE / "kitchen_facts.toml").read_text())
SHELVED: dict[str, dict[str, dict[str, str]]] = tomllib.loads((HERE / "foods.toml").read_text())
NAMES = [
    (shelf, group == "staple", japanese.split(" | "), english.split(" | "))
    for shelf, groups in SHELVED.items()
    for group, table in groups.items()
    for japanese, english in table.items()
]
FOOD_OF = {name: japanese[0] for _, _, japanese, english in NAMES for name in (*japanese, *english)}
"""A food is called by its first Japanese name."""
NOW = datetime(2026, 11, 18, tzinfo=UTC)
DELIBERATE = {"少々", "適量", "お好みで", "a little", "for deep-frying", "to serve", "to taste"}
ONE = {"", "ko", "hon", "mai", "kire", "cho", "taba", "kabu", "tama", "kake", "clove", "fukuro", "pack", "can", "tail"}
ONE |= {"cup-of", "saku", "slice", "sheet", "leaf", "go"}
"""Counted one by one: 2本 are 2 carrots."""
MILLILITRES = {"ml": 1, "tbsp": 15, "tsp": 5, "cup": 200}
JAPANESE = re.compile("[぀-ヿ一-鿿々]")
AMERICAN = re.compile(
    r"\b(?:color|flavor|eggplants?|zucchini|cilantro|scallions?|shrimps?|ground (?:beef|pork|chicken)|cornstarch"
    r"|broil(?:er)?|skillet|fiber|gray|molds?|cookie sheet|all-purpose)\b",
    re.IGNORECASE,
)


def _recipe_id(pair: tuple[StarterRecipe, StarterRecipe]) -> str:
    return pair[0].key


def _set_id(pair: tuple[StarterSet, StarterSet]) -> str:
    return pair[0].key


@pytest.fixture(params=PAIRS, ids=_recipe_id)
def pair(request: pytest.FixtureRequest) -> tuple[StarterRecipe, StarterRecipe]:
    found: tuple[StarterRecipe, StarterRecipe] = request.param
    return found


@pytest.mark.parametrize("key", ["japanese-breakfast", "girls-day", "sukiyaki-night"])
def test_a_set_of_one_meal_is_for_one_day(key: str) -> None:
    days = {dish.day for japanese, _ in SETS if japanese.key == key for dish in japanese.dishes}
    assert days == {1}


def test_there_is_enough_to_begin_with_of_every_kind() -> None:
    assert len(PAIRS) >= 80
    assert len(SETS) >= 12
    counts = Counter(japanese.kind for japanese, _ in PAIRS)
    assert counts.keys() == set(KINDS)
    assert min(counts.values()) >= 5
    said = Counter(tag for japanese, _ in PAIRS for tag in japanese.tags)
    for tag in ("朝ごはん", "お弁当", "漬けもの", "鍋もの", "サラダ", "麺", "子ども向き"):
        assert said[tag] >= 3, tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_recipe_and_no_set_is_there_twice(language: Language) -> None:
    for many in (load_recipes(language), load_sets(language)):
        assert len({one.key for one in many}) == len({one.title for one in many}) == len(many)
    likeness = [
        (one.key, other.key)
        for at, one in enumerate(load_recipes(language))
        for other in load_recipes(language)[at + 1 :]
        if {i.text for i in one.ingredients} == {i.text for i in other.ingredients}
    ]
    assert likeness == []


def test_no_id_is_said_twice_in_the_files() -> None:
    keys = [key for path in (FOLDER / "recipes").glob("*.toml") for key in tomllib.loads(path.read_text())]
    assert [key for key, count in Counter(keys).items() if count > 1] == []
    assert all(re.fullmatch(r"[a-z]+(?:-[a-z]+)*", key) for key in keys)


def test_both_languages_have_the_same_structure(pair: tuple[StarterRecipe, StarterRecipe]) -> None:
    japanese, english = pair
    for field in ("key", "kind", "minutes", "servings", "picture"):
        assert getattr(japanese, field) == getattr(english, field)
    assert len(japanese.tags) == len(english.tags)
    assert [(_food(i), i.shelf, i.is_staple) for i in japanese.ingredients] == [
        (_food(i), i.shelf, i.is_staple) for i in english.ingredients
    ]
    assert [step.minutes for step in japanese.steps] == [step.minutes for step in english.steps]
    assert _group_runs(japanese) == _group_runs(english)


def test_each_language_is_written_in_its_own_script(pair: tuple[StarterRecipe, StarterRecipe]) -> None:
    japanese, english = pair
    texts = [english.title, english.lead, english.tip, *english.tags, *(step.text for step in english.steps)]
    texts += [ingredient.text for ingredient in english.ingredients]
    assert [text for text in texts if JAPANESE.search(text) or AMERICAN.search(text)] == []
    for text in (japanese.title, japanese.lead, japanese.tip, *(step.text for step in japanese.steps)):
        assert JAPANESE.search(text)
        assert not re.search(r"[０-９！？，．]", text)


def test_a_recipe_can_be_stored_as_the_design_wants_it(pair: tuple[StarterRecipe, StarterRecipe]) -> None:
    for recipe in pair:
        stored = Recipe(
            user_id="yamada",
            origin="starter",
            title=recipe.title,
            lead=recipe.lead,
            servings=recipe.servings,
            ingredients=tuple(store_line(ingredient.line) for ingredient in recipe.ingredients),
            steps=tuple(CookStep(text=step.text, seconds=step.minutes and step.minutes * 60) for step in recipe.steps),
            tags=recipe.tags,
            minutes=recipe.minutes,
            picture=recipe.picture,
            note=recipe.tip,
            created_at=NOW,
            updated_at=NOW,
        )
        assert 1 <= len(stored.ingredients) <= 50
        assert 1 <= len(stored.steps) <= 30
        assert 1 <= len(set(stored.tags)) == len(stored.tags) <= 10


def test_every_ingredient_is_read_or_deliberately_left_open(pair: tuple[StarterRecipe, StarterRecipe]) -> None:
    for recipe in pair:
        for ingredient in recipe.ingredients:
            assert ingredient.line.quantity.amount or ingredient.line.quantity.text in DELIBERATE, ingredient.text
            assert ingredient.shelf in SHELVES


def test_amounts_of_both_languages_are_the_same(pair: tuple[StarterRecipe, StarterRecipe]) -> None:
    japanese, english = pair
    for one, other in zip(japanese.ingredients, english.ingredients, strict=True):
        quantity, again = one.line.quantity, other.line.quantity
        assert _convert(quantity.amount) == _convert(again.amount), (one.text, other.text)
        assert _convert(quantity.also) == _convert(again.also), (one.text, other.text)


def test_every_ingredient_is_used_by_a_step(pair: tuple[StarterRecipe, StarterRecipe]) -> None:
    japanese, english = pair
    method = "".join(step.text for step in japanese.steps)
    unused = [i.text for i in japanese.ingredients if not _is_said(i, method)]
    assert unused == []
    method = " ".join(step.text for step in english.steps).casefold()
    unused = [i.text for i in english.ingredients if not _is_said_in_english(i, method)]
    assert unused == []


def test_every_food_that_a_step_names_is_among_the_ingredients(pair: tuple[StarterRecipe, StarterRecipe]) -> None:
    """By the longest names first, so that 油揚げ is no 油 and 青じそ no しそ."""
    japanese, _ = pair
    names = sorted((name for _, _, called, _ in NAMES for name in called if len(name) >= 3), key=len)
    listed = "".join(i.text + i.line.group for i in japanese.ingredients)
    for step in japanese.steps:
        left = step.text
        for name in reversed(names):
            if name in left:
                left = left.replace(name, " ")
                is_cooked_here = name == "ごはん" and "米" in listed
                assert name in listed or name in FREE or is_cooked_here, (japanese.key, name, step.text)


def test_a_timer_is_the_time_that_its_step_says(pair: tuple[StarterRecipe, StarterRecipe]) -> None:
    japanese, english = pair
    for one, other in zip(japanese.steps, english.steps, strict=True):
        said = [int(found) for found in re.findall(r"(\d+)分(?!の|ほ?ど?け)", one.text)]
        if one.minutes is None:
            assert not any(minutes >= 2 for minutes in said), one.text
        else:
            assert one.minutes in said, one.text
            assert re.search(rf"\b{one.minutes} (?:more )?minutes?\b", other.text), other.text


def test_the_minutes_of_a_recipe_are_enough_for_its_timers(pair: tuple[StarterRecipe, StarterRecipe]) -> None:
    recipe = pair[0]
    timed = sum(step.minutes or 0 for step in recipe.steps)
    assert timed <= recipe.minutes <= timed + 60
    assert 5 <= recipe.minutes <= 150
    if "20分以内" in recipe.tags:
        assert recipe.minutes <= 20


def test_nothing_is_oversalted(pair: tuple[StarterRecipe, StarterRecipe]) -> None:
    recipe = pair[0]
    salt = (
        sum(FACTS["salt"][_food(i)] * _grams_or_millilitres(i) for i in recipe.ingredients if _food(i) in FACTS["salt"])
        / recipe.servings
    )
    most = {"main": 4.2, "side": 2.0, "soup": 2.6, "rice": 4.4, "lunch": 3.2, "sweet": 0.9}[recipe.kind]
    assert salt <= most, f"{salt:.1f} g of salt a person"
    if recipe.kind in ("main", "soup"):
        assert salt >= 0.5, f"{salt:.1f} g of salt a person"


def test_nobody_gets_too_much_or_too_little_of_anything(pair: tuple[StarterRecipe, StarterRecipe]) -> None:
    recipe = pair[0]
    for ingredient in recipe.ingredients:
        bounds = FACTS["bounds"].get(_food(ingredient)) or FACTS["shelf_bounds"].get(ingredient.shelf)
        amount = ingredient.line.quantity.amount
        if bounds and amount and amount.unit != "pinch":
            each = _grams_or_millilitres(ingredient) / recipe.servings
            assert bounds[0] <= each <= bounds[1], f"{ingredient.text}: {each:.0f} a person"
    if recipe.kind == "main":
        eaten = [i for i in recipe.ingredients if i.shelf in ("meat", "fish", "tofu", "dairy")]
        protein = sum(_grams_or_millilitres(i) for i in eaten) / recipe.servings
        assert 50 <= protein <= 380, f"{protein:.0f} g of meat, fish, tofu or egg a person"


def test_every_recipe_has_a_picture_that_is_there(pair: tuple[StarterRecipe, StarterRecipe]) -> None:
    assert (bake.STATIC / picture_file(pair[0].picture)).is_file()


@pytest.mark.parametrize("both", SETS, ids=_set_id)
def test_a_set_is_made_of_recipes_that_exist_on_days_in_order(both: tuple[StarterSet, StarterSet]) -> None:
    japanese, english = both
    assert (japanese.key, japanese.dishes) == (english.key, english.dishes)
    assert len(japanese.tags) == len(english.tags) <= 10
    assert JAPANESE.search(japanese.title)
    assert not JAPANESE.search(english.title + english.note)
    for each in both:
        dishes = tuple(SetDish(recipe_id=dish.recipe, day=dish.day) for dish in each.dishes)
        RecipeSet(
            user_id="yamada",
            title=each.title,
            lead=each.note,
            dishes=dishes,
            tags=each.tags,
            created_at=NOW,
            updated_at=NOW,
        )
    assert len({dish.recipe for dish in japanese.dishes}) == len(japanese.dishes)
    assert all(find_recipe(dish.recipe, language) for dish in japanese.dishes for language in LANGUAGES)
    days = [dish.day for dish in japanese.dishes if dish.day is not None]
    assert days == sorted(days)
    assert all(later - earlier <= 1 for earlier, later in pairwise([0, *days]))


def test_some_sets_have_days_and_some_leave_them_open() -> None:
    are_dated = {any(dish.day for dish in japanese.dishes) for japanese, _ in SETS}
    assert are_dated == {True, False}


def test_an_unknown_recipe_is_none() -> None:
    assert find_recipe("pheasant-under-glass", "en") is None


def test_the_table_of_foods_knows_every_name_by_its_shelf() -> None:
    for shelf, is_staple, japanese, english in NAMES:
        for name in (*japanese, *english):
            food = find_food(name)
            assert (name, food.shelf, food.is_staple) == (name, shelf, is_staple)


def test_every_food_is_used_and_no_name_means_two() -> None:
    used = {_food(i) for recipe in load_recipes("ja") for i in recipe.ingredients}
    assert {japanese[0] for _, _, japanese, _ in NAMES} == used
    in_japanese = Counter(name for _, _, japanese, _ in NAMES for name in japanese)
    in_english = Counter(name for _, _, _, english in NAMES for name in english)
    assert {*in_japanese.values(), *in_english.values()} == {1}


def test_a_food_has_one_name_on_an_english_list_too() -> None:
    """So that an onion and two onions are one line of the shopping list; water is never bought."""
    several = {japanese[0]: {fold(name) for name in english} for _, _, japanese, english in NAMES}
    assert {food: names for food, names in several.items() if len(names) > 1 and food != "水"} == {}


def test_every_tag_is_used() -> None:
    used = {tag for recipe in load_recipes("en") for tag in recipe.tags}
    used |= {tag for each in load_sets("en") for tag in each.tags}
    known = tomllib.loads((FOLDER / "tags.toml").read_text())
    assert {english for _, english in known.values()} == used
    assert len({japanese for japanese, _ in known.values()}) == len(known)


FREE = {"水", "湯", "冷水", "ぬるま湯"}
"""Out of the tap, whenever a step wants it."""


def _food(ingredient: StarterIngredient) -> str:
    return FOOD_OF[ingredient.line.name]


def _group_runs(recipe: StarterRecipe) -> list[int]:
    """How long each group is."""
    runs: list[int] = []
    last: str | None = None
    for ingredient in recipe.ingredients:
        if ingredient.line.group != last:
            runs.append(0)
        runs[-1] += 1
        last = ingredient.line.group
    return runs


def _convert(amount: Amount | None) -> tuple[str, Fraction] | None:
    if amount is None:
        return None
    amount = amount.in_base()
    if amount.unit in MILLILITRES:
        return "ml", amount.value * MILLILITRES[amount.unit]
    return ("one" if amount.unit in ONE else amount.unit, amount.value)


def _grams_or_millilitres(ingredient: StarterIngredient) -> float:
    """What is measured by the spoon is taken by its density; what is only counted by the weight of one."""
    quantity = ingredient.line.quantity
    for amount in (quantity.also, quantity.amount):
        if amount is not None and amount.in_base().unit == "g":
            return float(amount.in_base().value)
    if quantity.amount is None or quantity.amount.unit == "pinch":
        return 0.0
    amount = quantity.amount.in_base()
    if amount.unit in MILLILITRES:
        return float(amount.value * MILLILITRES[amount.unit]) * float(FACTS["density"].get(_food(ingredient), 1))
    return float(amount.value) * float(FACTS["each"].get(_food(ingredient), 30))


def _is_said(ingredient: StarterIngredient, method: str) -> bool:
    names = (ingredient.line.name, _food(ingredient), *FACTS["japanese"].get(_food(ingredient), ()))
    return any(name in method for name in names) or _group_is_said(ingredient.line.group, method) or "具" in method


def _is_said_in_english(ingredient: StarterIngredient, method: str) -> bool:
    names = (ingredient.line.name.casefold(), *FACTS["english"].get(_food(ingredient), ()))
    is_mixed = any(word in method for word in ingredient.line.group.casefold().split() if len(word) > 3)
    is_among = ingredient.shelf == "vegetables" and re.search(
        r"vegetables|everything else|add the rest|mushrooms", method
    )
    return any(name in method for name in names) or is_mixed or bool(is_among)


def _group_is_said(group: str, method: str) -> bool:
    return bool(group) and (group in method or group.removesuffix("の調味料") in method)
