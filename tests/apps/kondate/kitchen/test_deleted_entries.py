"""An entry that was deleted from the log: it was cooked all the same, and can still turn out not to have been."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import NOON, Household

from chabudai import table
from chabudai.apps.kondate import design
from chabudai.apps.kondate.amounts import read_value
from chabudai.apps.kondate.errors import ChangedSince, NoSuchLogEntry, NoSuchUndo
from chabudai.apps.kondate.kitchen import cooking, cooking_log, fridge, plans
from chabudai.apps.kondate.kitchen.entities import Cooking, Dish
from chabudai.apps.kondate.kitchen.undoing import undo


class Radish:
    """A kilogram of it, and a dish of a hundred grams."""

    def __init__(self, home: Household) -> None:
        self.home = home
        self.recipe_id = home.recipe("煮物", "大根 100g").recipe_id
        fridge.put_in(home.owner(), "大根 1000g")
        self.dish_id = plans.add_dish(home.owner(), self.recipe_id, servings=2).result.item_id
        self.undo_ids: dict[str, str | None] = {}

    @property
    def dish(self) -> Dish:
        return self.home.dish("煮物")

    @property
    def held(self) -> int:
        """In grams."""
        return int(sum(read_value(item.amount or "0") for item in fridge.find_items(self.home.owner())))

    @property
    def count(self) -> int:
        return self.home.store.one(design.recipe("hanako", self.recipe_id)).cooked_count

    @property
    def logged(self) -> int:
        return len(cooking_log.find_day(self.home.owner(), self.home.owner().today()))

    def rows(self) -> list[Cooking]:
        rows = self.home.store.all(design.everything("hanako").consistently())
        return [row for row in rows if isinstance(row, Cooking)]

    def do(self, act: str) -> None:
        """What can't be done any more is refused, and nothing of it is."""
        owner, dish = self.home.owner(), self.dish
        try:
            if act == "cook":
                self.undo_ids["cook"] = cooking.cook(owner, self.dish_id).undo_id or self.undo_ids.get("cook")
            elif act == "uncook":
                cooking.uncook(owner, self.dish_id)
            elif act == "delete" and dish.log_id is not None:
                outcome = cooking_log.delete_entry(owner, owner.today(), dish.log_id)
                self.undo_ids["delete"] = outcome.undo_id
            elif act.startswith("undo"):
                undo(owner, self.undo_ids.get(act.removeprefix("undo ")) or "-")
        except (ChangedSince, NoSuchUndo, NoSuchLogEntry):
            pass


@pytest.fixture
def radish(home: Household) -> Radish:
    return Radish(home)


def test_deleting_an_entry_changes_neither_fridge_nor_plan_and_uncooking_gives_everything_back(radish: Radish) -> None:
    for act in ("cook", "delete"):
        radish.do(act)
    assert (radish.held, radish.logged, radish.count, radish.dish.is_open) == (900, 0, 1, False)
    radish.do("uncook")
    assert (radish.held, radish.logged, radish.count, radish.dish.is_open) == (1000, 0, 0, True)


def test_an_entry_whose_dish_was_uncooked_does_not_come_back(radish: Radish) -> None:
    for act in ("cook", "delete", "uncook"):
        radish.do(act)
    undo_id = radish.undo_ids["delete"]
    assert undo_id is not None
    with pytest.raises(ChangedSince, match="煮物"):
        undo(radish.home.owner(), undo_id)
    radish.do("cook")
    assert (radish.held, radish.logged, radish.count) == (900, 1, 1)


def test_cooking_is_taken_back_though_its_entry_was_deleted(radish: Radish) -> None:
    for act in ("cook", "delete", "undo cook"):
        radish.do(act)
    assert (radish.held, radish.logged, radish.count, radish.dish.is_open) == (1000, 0, 0, True)


def test_a_deletion_is_taken_back_with_its_words(radish: Radish) -> None:
    radish.do("cook")
    day, log_id = radish.home.owner().today(), str(radish.dish.log_id)
    cooking_log.change_entry(radish.home.owner(), day, log_id, {"memo": "うまい"})
    radish.do("delete")
    (kept,) = radish.rows()
    assert (kept.memo, kept.log_id) == (None, log_id)
    radish.do("undo delete")
    (back,) = radish.rows()
    assert (back.memo, radish.logged) == ("うまい", 1)


def test_what_is_written_down_by_hand_counts_nothing_and_is_taken_back(radish: Radish) -> None:
    radish.do("cook")
    owner = radish.home.owner()
    added = cooking_log.add_entry(owner, owner.today(), "煮物", recipe_id=radish.recipe_id)
    assert added.undo_id is not None
    undo(owner, added.undo_id)
    assert (radish.held, radish.logged, radish.count) == (900, 1, 1)


def test_a_dish_whose_entry_is_gone_for_good_is_counted_less_when_it_was_not_cooked(radish: Radish) -> None:
    for act in ("cook", "delete"):
        radish.do(act)
    (kept,) = radish.rows()
    radish.home.store.write(design.drop_deleted_log(kept))  # type: ignore[arg-type]  # by its time to live
    radish.do("uncook")
    assert (radish.held, radish.count, radish.dish.is_open) == (900, 0, True)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(["cook", "uncook", "delete", "undo cook", "undo delete"]), max_size=9))
def test_in_whichever_order_food_is_never_lost_and_one_dish_is_cooked_once(acts: list[str]) -> None:
    clock = SettableClock(NOON)
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.design.tables)
        home = Household(store, clock)
        home.live(2)
        radish = Radish(home)
        for act in acts:
            radish.do(act)
            rows = radish.rows()
            taken = sum((read_value(each.amount) for row in rows for each in row.taken), Fraction(0))
            assert radish.held + taken == 1000
            assert [row.log_id for row in rows] == ([] if radish.dish.is_open else [radish.dish.log_id])
            assert radish.count == len(rows)
