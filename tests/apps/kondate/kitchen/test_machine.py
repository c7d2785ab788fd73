"""The loop against a plain model: after any acts, in any order, by two phones, with any of them taken back.

The model knows nothing of rows: what dishes want, what the fridge and the basket hold, and what was cooked are numbers.
"""

from collections import defaultdict
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import NOON, Household

from chabudai import table
from chabudai.apps.kondate import design
from chabudai.apps.kondate.amounts import read_value
from chabudai.apps.kondate.errors import ChangedSince
from chabudai.apps.kondate.kitchen import cooking, cooking_log, fridge, plans, shopping
from chabudai.apps.kondate.kitchen.acts import Outcome
from chabudai.apps.kondate.kitchen.demand import settle
from chabudai.apps.kondate.kitchen.draft import load
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.apps.kondate.kitchen.stocking import stock_fridge
from chabudai.apps.kondate.kitchen.undoing import undo

Food = tuple[str, str]
RECIPES: Mapping[str, Mapping[Food, Fraction]] = {
    "豚汁": {("豚肉", "g"): Fraction(200), ("ねぎ", "本"): Fraction(1), ("豆腐", "丁"): Fraction(1, 2)},
    "やっこ": {("豆腐", "丁"): Fraction(1), ("ねぎ", "本"): Fraction(1, 2)},
    "炒めもの": {("豚肉", "g"): Fraction(150), ("ねぎ", "g"): Fraction(50)},
    "たまご焼き": {("卵", "個"): Fraction(3)},
}
FOODS = sorted({food for wants in RECIPES.values() for food in wants})
UNITS = {"g": "g", "本": "hon", "丁": "cho", "個": "ko"}


class Amounts(defaultdict[Food, Fraction]):
    """So much of each food."""

    def __init__(self, known: Mapping[Food, Fraction] | None = None) -> None:
        super().__init__(Fraction, known or {})

    def __deepcopy__(self, _: object) -> "Amounts":
        return Amounts(self)


@dataclass
class ModelDish:
    title: str
    servings: int
    state: str = "open"
    taken: Amounts = field(default_factory=Amounts)


@dataclass
class Model:
    """`plans` by slot; the basket and manual lines by the id of their line."""

    plans: dict[str, dict[str, ModelDish]] = field(default_factory=dict)
    is_next_shopped: bool = False
    fridge: Amounts = field(default_factory=Amounts)
    basket: dict[str, tuple[Food, Fraction]] = field(default_factory=dict)
    manual: dict[str, tuple[Food, Fraction]] = field(default_factory=dict)
    cooked: int = 0

    def demand(self) -> Amounts:
        wanted = Amounts()
        for slot, dishes in self.plans.items():
            for dish in dishes.values():
                if dish.state == "open" and (slot == "CURRENT" or self.is_next_shopped):
                    for food, amount in RECIPES[dish.title].items():
                        wanted[food] += amount * dish.servings / 2
        return wanted

    def missing(self) -> dict[Food, Fraction]:
        have = Amounts(self.fridge)
        for food, amount in self.basket.values():
            have[food] += amount
        return {food: amount - have[food] for food, amount in self.demand().items() if amount > have[food]}

    def dishes(self) -> dict[str, tuple[str, ModelDish]]:
        return {key: (slot, dish) for slot, held in self.plans.items() for key, dish in held.items()}

    def advance(self) -> None:
        current, following = self.plans.get("CURRENT"), self.plans.get("NEXT")
        if current is not None and following and all(dish.state != "open" for dish in current.values()):
            self.plans = {"CURRENT": following}
            self.is_next_shopped = False


class Loop(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.clock = SettableClock(NOON)
        self.store = table.open(":memory:", clock=self.clock)
        self.store.create(*design.design.tables)
        self.home = Household(self.store, self.clock)
        self.home.live(2)
        self.owner = self.home.owner()
        self.recipes = {
            title: self.home.recipe(
                title, "\n".join(f"{name} {amount}{unit}" for (name, unit), amount in wants.items())
            )
            for title, wants in RECIPES.items()
        }
        self.model = Model()
        self.last: tuple[str, Model, Model] | None = None

    def teardown(self) -> None:
        self.store.close()

    def did(self, before: Model, outcome: Outcome[Any]) -> None:
        self.last = (outcome.undo_id, before, deepcopy(self.model)) if outcome.undo_id is not None else None

    @rule(titles=st.lists(st.sampled_from(sorted(RECIPES)), min_size=1, max_size=3),
          slot=st.sampled_from(["CURRENT", "NEXT"]), servings=st.integers(1, 4),
          leftover=st.sampled_from(["next", "drop"]))  # fmt: skip
    def apply(self, titles: list[str], slot: str, servings: int, leftover: str) -> None:
        before = deepcopy(self.model)
        chosen = self.home.meal_set("献立", [self.recipes[title] for title in titles])
        held = self.model.plans.get(slot, {})
        left = {key: dish for key, dish in held.items() if dish.state == "open"}
        following = self.model.plans.get("NEXT", {})
        if len(left) + len(following) + len(titles) > 20:
            return
        outcome = plans.apply_set(self.owner, chosen.set_id, slot=slot, servings=servings, leftover=leftover)  # type: ignore[arg-type]
        made = {
            dish.item_id: ModelDish(dish.title, servings) for dish in outcome.result.items if dish.item_id not in left
        }
        if slot == "NEXT":
            self.model.plans["NEXT"] = {**made, **(left if leftover == "next" else {})}
            self.model.is_next_shopped = False
        else:
            if leftover == "next" and left:
                self.model.is_next_shopped = self.model.is_next_shopped and "NEXT" in self.model.plans
                self.model.plans["NEXT"] = {**left, **following}
            self.model.plans["CURRENT"] = made
        self.did(before, outcome)

    @precondition(lambda self: self.model.plans)
    @rule(data=st.data(), servings=st.integers(1, 6))
    def change_servings(self, data: st.DataObject, servings: int) -> None:
        dish_id = self.any_dish(data)
        before = deepcopy(self.model)
        outcome = plans.change_dish(self.owner, dish_id, servings=servings)
        _, dish = self.model.dishes()[dish_id]
        if dish.state != "cooked":
            dish.servings = servings
        self.did(before, outcome)

    @precondition(lambda self: self.model.plans)
    @rule(data=st.data(), is_skipped=st.booleans())
    def skip(self, data: st.DataObject, is_skipped: bool) -> None:
        dish_id = self.any_dish(data)
        before = deepcopy(self.model)
        outcome = plans.skip_dish(self.owner, dish_id, is_skipped=is_skipped)
        _, dish = self.model.dishes()[dish_id]
        if dish.state != "cooked":
            dish.state = "skipped" if is_skipped else "open"
            self.model.advance()
        self.did(before, outcome)

    @precondition(lambda self: self.model.plans)
    @rule(data=st.data())
    def cook(self, data: st.DataObject) -> None:
        dish_id = self.any_dish(data)
        before = deepcopy(self.model)
        outcome = cooking.cook(self.owner, dish_id)
        slot, dish = self.model.dishes()[dish_id]
        if dish.state != "cooked":
            for food, amount in RECIPES[dish.title].items():
                taken = min(amount * dish.servings / 2, self.model.fridge[food])
                self.model.fridge[food] -= taken
                dish.taken[food] = taken
            dish.state = "cooked"
            self.model.cooked += 1
            if slot == "CURRENT":
                self.model.advance()
        self.did(before, outcome)

    @precondition(lambda self: self.model.plans)
    @rule(data=st.data())
    def uncook(self, data: st.DataObject) -> None:
        dish_id = self.any_dish(data)
        cooking.uncook(self.owner, dish_id)
        _, dish = self.model.dishes()[dish_id]
        if dish.state == "cooked":
            for food, amount in dish.taken.items():
                self.model.fridge[food] += amount
            dish.taken = Amounts()
            dish.state = "open"
            self.model.cooked -= 1
        self.last = None

    @rule()
    def swap(self) -> None:
        before = deepcopy(self.model)
        outcome = plans.swap(self.owner)
        other = {"CURRENT": "NEXT", "NEXT": "CURRENT"}
        self.model.plans = {other[slot]: dishes for slot, dishes in self.model.plans.items()}
        self.model.is_next_shopped = False
        self.did(before, outcome)

    @precondition(lambda self: "NEXT" in self.model.plans)
    @rule(is_shopped=st.booleans())
    def shop_for_next(self, is_shopped: bool) -> None:
        before = deepcopy(self.model)
        outcome = plans.shop_for_next(self.owner, is_shopped=is_shopped)
        self.model.is_next_shopped = is_shopped
        self.did(before, outcome)

    @rule(slot=st.sampled_from(["CURRENT", "NEXT"]))
    def remove_plan(self, slot: str) -> None:
        before = deepcopy(self.model)
        outcome = plans.remove_plan(self.owner, slot)  # type: ignore[arg-type]
        self.model.plans.pop(slot, None)
        if slot == "NEXT":
            self.model.is_next_shopped = False
        self.did(before, outcome)

    @rule(data=st.data(), phone=st.sampled_from(["one", "other"]))
    def tick(self, data: st.DataObject, phone: str) -> None:
        lines = shopping.find_lines(self.owner)
        if not lines:
            return
        line = data.draw(st.sampled_from(lines))
        shopping.tick(self.owner, [Tick(line.item_id, done=not line.done)], phone)
        if line.done:
            self.model.basket = {k: v for k, v in self.model.basket.items() if k.partition(":")[0] != line.item_id}
        else:
            for measure in line.measures:
                food = next(food for food in FOODS if food[0] == line.name and UNITS[food[1]] == measure.unit)
                held = (food, read_value(measure.value))
                if line.is_manual:
                    continue
                self.model.basket[f"{line.item_id}:{food[1]}"] = held
        self.last = None

    @rule(food=st.sampled_from(FOODS), amount=st.integers(1, 5))
    def write_down(self, food: Food, amount: int) -> None:
        before = deepcopy(self.model)
        outcome = shopping.write_down(self.owner, f"{food[0]} {amount}{food[1]}")
        self.model.manual[outcome.result.item_id] = (food, Fraction(amount))
        self.did(before, outcome)

    @rule()
    def put_away(self) -> None:
        before = deepcopy(self.model)
        outcome = stock_fridge(self.owner)
        for line in outcome.result.lines:
            self.model.manual.pop(line.item_id, None)
            for measure in line.measures:
                food = next(food for food in FOODS if food[0] == line.name and UNITS[food[1]] == measure.unit)
                self.model.fridge[food] += read_value(measure.value)
        self.model.basket = {}
        self.did(before, outcome)

    @rule(food=st.sampled_from(FOODS), amount=st.integers(1, 300))
    def put_in(self, food: Food, amount: int) -> None:
        before = deepcopy(self.model)
        outcome = fridge.put_in(self.owner, f"{food[0]} {amount}{food[1]}")
        self.model.fridge[food] += amount
        self.did(before, outcome)

    @rule(data=st.data())
    def take_out(self, data: st.DataObject) -> None:
        items = fridge.find_items(self.owner)
        if not items:
            return
        item = data.draw(st.sampled_from(items))
        before = deepcopy(self.model)
        outcome = fridge.take_out(self.owner, item.item_id)
        food = next(food for food in FOODS if food[0] == item.name and UNITS[food[1]] == item.unit)
        self.model.fridge[food] -= read_value(item.amount or "0")
        self.did(before, outcome)

    @precondition(lambda self: self.last is not None)
    @rule()
    def take_back(self) -> None:
        assert self.last is not None
        undo_id, before, _ = self.last
        self.last = None
        undo(self.owner, undo_id)
        self.model = before

    @precondition(lambda self: self.last is not None)
    @rule(food=st.sampled_from(FOODS))
    def take_back_after_something_else(self, food: Food) -> None:
        """It either gives exactly the model before with the later act on top, or is refused and changes nothing."""
        assert self.last is not None
        undo_id, before, _ = self.last
        self.last = None
        fridge.put_in(self.owner, f"{food[0]} 1000{food[1]}")
        self.model.fridge[food] += 1000
        try:
            undo(self.owner, undo_id)
        except ChangedSince:
            return
        self.model = before
        self.model.fridge[food] += 1000

    def any_dish(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from(sorted(self.model.dishes())))

    @invariant()
    def the_list_is_what_is_missing(self) -> None:
        lines = shopping.find_lines(self.owner)
        waiting: dict[Food, Fraction] = {}
        for line in lines:
            for measure in line.measures if not line.done and not line.is_manual else ():
                food = next(food for food in FOODS if food[0] == line.name and UNITS[food[1]] == measure.unit)
                assert food not in waiting
                waiting[food] = read_value(measure.value)
        assert waiting == self.model.missing()
        assert {line.item_id for line in lines if line.is_manual} == set(self.model.manual)
        state = self.store.get(design.kitchen_state("hanako"))
        assert (0 if state is None else state.lines_left) == sum(line.is_left for line in lines)

    @invariant()
    def the_fridge_holds_what_came_and_did_not_go(self) -> None:
        held = Amounts()
        for item in fridge.find_items(self.owner):
            food = next(food for food in FOODS if food[0] == item.name and UNITS[food[1]] == item.unit)
            held[food] += read_value(item.amount or "0")
        assert {k: v for k, v in held.items() if v} == {k: v for k, v in self.model.fridge.items() if v}

    @invariant()
    def everything_cooked_is_logged_once(self) -> None:
        assert len(cooking_log.find_month(self.owner, 2040, 11)) == self.model.cooked

    @invariant()
    def settling_again_changes_nothing(self) -> None:
        draft = load(self.owner)
        settle(draft)
        assert draft.changes() == []


Loop.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestLoop = Loop.TestCase
