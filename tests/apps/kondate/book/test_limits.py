"""Limits of how many a person keeps: undo passes none of them, nor do several devices at one moment."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pytest
from tests.apps.kondate.household import Household
from tests.apps.kondate.market.test_saves import run_at_once

from chabudai.adapters.payments import TEST_CARDS, SandboxPayments
from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import categories, recipes, sets
from chabudai.apps.kondate.errors import BookFull, NoSuchUndo, TooManyCards, TooManyCategories, TooManySets
from chabudai.apps.kondate.market import payment_methods
from chabudai.apps.kondate.undo import take_back
from chabudai.common.owner import Owner
from chabudai.web.errors import WebError

MOST = 4


@dataclass(frozen=True)
class LimitedKind:
    """`add` gives the id of what it added; `delete` what takes it back."""

    add: Callable[[Owner, int], str]
    delete: Callable[[Owner, str], str]
    count: Callable[[Owner], int]
    refusal: type[WebError]


def add_recipe(owner: Owner, number: int) -> str:
    return recipes.add(owner, {"title": f"{number}", "ingredients": "卵 1個", "steps": "焼く"}).recipe_id


def add_set(owner: Owner, number: int) -> str:
    recipe = next(iter(owner.store.all(design.recipes(owner.username))))
    return sets.add(owner, {"title": f"{number}"}, [{"recipe_id": recipe.recipe_id}]).set_id


def add_category(owner: Owner, number: int) -> str:
    return categories.add(owner, {"name": f"{number}"}).category_id


def add_card(owner: Owner, number: int) -> str:
    return payment_methods.add_method(owner, SandboxPayments(), TEST_CARDS["succeeds"].number).payment_method_id


KINDS = {
    "recipes": LimitedKind(add_recipe, recipes.delete, lambda owner: len(recipes.find_all(owner)), BookFull),
    "sets": LimitedKind(add_set, sets.delete, lambda owner: len(sets.find_all(owner)), TooManySets),
    "categories": LimitedKind(
        add_category, categories.delete, lambda owner: len(categories.find_all(owner)), TooManyCategories
    ),
    "cards": LimitedKind(
        add_card, payment_methods.remove_method, lambda owner: len(payment_methods.find_methods(owner)), TooManyCards
    ),
}


@pytest.fixture(params=sorted(KINDS))
def kind(request: pytest.FixtureRequest, home: Household, monkeypatch: pytest.MonkeyPatch) -> LimitedKind:
    for module, name in (
        (recipes, "FREE_RECIPES"),
        (sets, "MOST_SETS"),
        (categories, "MOST_CATEGORIES"),
        (payment_methods, "MOST_CARDS"),
    ):
        monkeypatch.setattr(module, name, MOST)
    if request.param == "sets":
        home.recipe("卵焼き", "卵 2個")
    return KINDS[request.param]


def test_undo_passes_no_limit_and_stays_until_there_is_room(home: Household, kind: LimitedKind) -> None:
    owner = home.owner()
    first = [kind.add(owner, number) for number in range(MOST)]
    undos = [kind.delete(owner, each) for each in first]
    others = [kind.add(owner, 10 + number) for number in range(MOST)]
    for undo_id in undos:
        with pytest.raises(kind.refusal):
            take_back(owner, undo_id)
    assert kind.count(owner) == MOST
    kind.delete(owner, others[0])
    take_back(owner, undos[0])
    assert kind.count(owner) == MOST
    home.clock.advance(minutes=31)
    kind.delete(owner, others[1])
    with pytest.raises(NoSuchUndo):
        take_back(owner, undos[1])


def test_many_at_once_come_exactly_to_the_limit(home: Household, kind: LimitedKind) -> None:
    owner = home.owner()
    refused: list[WebError] = []

    def add(number: int) -> None:
        try:
            kind.add(owner, number)
        except kind.refusal as refusal:
            refused.append(refusal)

    run_at_once([partial(add, number) for number in range(12)])
    assert (kind.count(owner), len(refused)) == (MOST, 12 - MOST)


def test_one_undo_at_two_places_is_done_once(home: Household, kind: LimitedKind) -> None:
    owner = home.owner()
    undo_id = kind.delete(owner, kind.add(owner, 1))
    kind.add(owner, 2)
    lost: list[NoSuchUndo] = []

    def undo() -> None:
        try:
            take_back(owner, undo_id)
        except NoSuchUndo as gone:
            lost.append(gone)

    run_at_once([undo] * 4)
    assert (kind.count(owner), len(lost)) == (2, 3)


def test_a_copy_of_a_set_is_counted_too(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "MOST_SETS", 2)
    made = home.meal_set("平日", [home.recipe("卵焼き", "卵 2個")])
    sets.copy(home.owner(), made.set_id)
    with pytest.raises(TooManySets):
        sets.copy(home.owner(), made.set_id)
