"""The loop against a plain model: after any acts, in any order, by two phones, with any of them taken back.

One of the phones is out of reach for a while, and sends what it did then late, and twice. Recipes go in between, and
entries of the log are deleted.

The model knows nothing of rows: what dishes want, what the fridge and the basket hold, and what was cooked are numbers.
The same is true of a kitchen so large that no transaction takes all that follows from an act.
"""

from collections import defaultdict
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from math import ceil
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import NOON, Household

from chabudai import table
from chabudai.apps.kondate import design
from chabudai.apps.kondate.amounts import read_value
from chabudai.apps.kondate.book import missing, recipes
from chabudai.apps.kondate.errors import ChangedSince
from chabudai.apps.kondate.kitchen import acts, cooking, cooking_log, fridge, plans, shopping
from chabudai.apps.kondate.kitchen.acts import Outcome
from chabudai.apps.kondate.kitchen.demand import settle
from chabudai.apps.kondate.kitchen.device_changes import apply_changes, parse_changes
from chabudai.apps.kondate.kitchen.draft import load
from chabudai.apps.kondate.kitchen.entities import ShoppingItem
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.apps.kondate.kitchen.stocking import stock_fridge
from chabudai.apps.kondate.kitchen.undoing import undo
from chabudai.table import ulid

Food = tuple[str, str]
RECIPES: Mapping[str, Mapping[Food, Fraction]] = {
    "豚汁": {("豚肉", "g"): Fraction(200), ("ねぎ", "本"): Fraction(1), ("豆腐", "丁"): Fraction(1, 2)},
    "やっこ": {("豆腐", "丁"): Fraction(1), ("ねぎ", "本"): Fraction(1, 2)},
    "炒めもの": {("豚肉", "g"): Fraction(150), ("ねぎ", "g"): Fraction(50)},
    "たまご焼き": {("卵", "個"): Fraction(3)},
}
STAPLES = "醤油 大さじ1\n塩 少々"
"""In every dish: they should be at home, so nobody has to buy them, and no dish takes them out of the fridge."""
MANY: Mapping[str, Mapping[Food, Fraction]] = {
    f"大皿{number}": {(f"具{(30 * number + each) % 90}番", "個"): Fraction(1 + each % 3) for each in range(38)}
    for number in range(4)
}
"""A dish of these takes from eighty items of the fridge, and its lines are more than a transaction writes."""
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
    log_id: str = ""


@dataclass
class Model:
    """`plans` by slot; the basket and manual lines by the id of their line; `logged` are ids of entries of the log.

    `counts` is how often each was cooked.
    """

    book: Mapping[str, Mapping[Food, Fraction]]
    plans: dict[str, dict[str, ModelDish]] = field(default_factory=dict)
    is_next_shopped: bool = False
    fridge: Amounts = field(default_factory=Amounts)
    basket: dict[str, tuple[Food, Fraction]] = field(default_factory=dict)
    manual: dict[str, tuple[Food, Fraction]] = field(default_factory=dict)
    unplanned: dict[tuple[str, str], int] = field(default_factory=dict)  # servings, by title and the name of a food
    logged: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    thrown: set[str] = field(default_factory=set)  # titles of recipes that are gone

    def wants(self, title: str) -> Mapping[Food, Fraction]:
        return {} if title in self.thrown else self.book[title]

    def demand(self) -> Amounts:
        wanted = Amounts()
        for slot, dishes in self.plans.items():
            for dish in dishes.values():
                if dish.state == "open" and (slot == "CURRENT" or self.is_next_shopped):
                    for food, amount in self.wants(dish.title).items():
                        wanted[food] += amount * dish.servings / 2
        for (title, name), servings in self.unplanned.items():
            for food, amount in self.book[title].items():
                wanted[food] += amount * servings / 2 if food[0] == name else 0
        return wanted

    def forget_unplanned(self) -> None:
        """What no plan has is wanted until it is planned, or there is enough of it at home."""
        planned = {
            dish.title
            for slot, dishes in self.plans.items()
            for dish in dishes.values()
            if dish.state == "open" and (slot == "CURRENT" or self.is_next_shopped)
        }
        self.unplanned = {key: servings for key, servings in self.unplanned.items() if key[0] not in planned}
        on_list = {food[0] for food in self.missing()} | {food[0] for food, _ in self.basket.values()}
        self.unplanned = {key: servings for key, servings in self.unplanned.items() if key[1] in on_list}

    def drop_unplanned(self, title: str) -> None:
        self.unplanned = {key: servings for key, servings in self.unplanned.items() if key[0] != title}

    def missing(self) -> dict[Food, Fraction]:
        have = Amounts(self.fridge)
        for food, amount in self.basket.values():
            have[food] += amount
        rest = {food: amount - have[food] for food, amount in self.demand().items() if amount > have[food]}
        return {food: amount if food[1] == "g" else Fraction(ceil(amount)) for food, amount in rest.items()}

    def lacking(self, title: str, servings: int) -> set[str]:
        """Names of foods of which the fridge has not enough; what it has in another unit is taken to be enough."""
        there = {food[0] for food, amount in self.fridge.items() if amount}
        wants = {food: amount * servings / 2 for food, amount in self.wants(title).items()}
        return {food[0] for food, amount in wants.items() if food[0] not in there or 0 < self.fridge[food] < amount}

    def count(self, title: str, times: int) -> None:
        """A recipe that is gone counts nothing."""
        if title not in self.thrown:
            self.counts[title] += times

    def take(self, title: str, servings: int) -> Amounts:
        taken = Amounts()
        for food, amount in self.wants(title).items():
            taken[food] = min(amount * servings / 2, self.fridge[food])
            self.fridge[food] -= taken[food]
        return taken

    def dishes(self) -> dict[str, tuple[str, ModelDish]]:
        return {key: (slot, dish) for slot, held in self.plans.items() for key, dish in held.items()}

    def advance(self) -> None:
        current, following = self.plans.get("CURRENT"), self.plans.get("NEXT")
        if current is not None and following and all(dish.state != "open" for dish in current.values()):
            self.plans = {"CURRENT": following}
            self.is_next_shopped = False


class Loop(RuleBasedStateMachine):
    book = RECIPES
    staples = STAPLES

    @initialize()
    def open(self) -> None:
        self.clock = SettableClock(NOON)
        self.store = table.open(":memory:", clock=self.clock)
        self.store.create(*design.design.tables)
        self.home = Household(self.store, self.clock)
        self.home.live(2, own_recipes=len(self.book))
        self.owner = self.home.owner()
        self.recipes = {
            title: self.home.recipe(
                title, "\n".join([*(f"{name} {amount}{unit}" for (name, unit), amount in wants.items()), self.staples])
            )
            for title, wants in self.book.items()
        }
        self.model = Model(self.book)
        self.last: tuple[str, Model, Model] | None = None
        self.thrown: dict[str, str] = {}
        self.seen: dict[str, ShoppingItem] | None = None
        self.queue: list[str] = []
        self.sent: list[str] = []
        self.added: set[str] = set()
        self.heard: dict[str, tuple[int, int]] = {}

    @property
    def foods(self) -> list[Food]:
        return sorted({food for wants in self.book.values() for food in wants})

    def food_of(self, name: str, unit: str | None) -> Food:
        return next(food for food in self.foods if food[0] == name and UNITS[food[1]] == unit)

    def any_food(self, data: st.DataObject) -> Food:
        return data.draw(st.sampled_from(self.foods))

    def any_title(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from(sorted(self.book)))

    def teardown(self) -> None:
        self.store.close()

    def did(self, before: Model, outcome: Outcome[Any]) -> None:
        self.last = (outcome.undo_id, before, deepcopy(self.model)) if outcome.undo_id is not None else None

    @rule(data=st.data(), slot=st.sampled_from(["CURRENT", "NEXT"]), servings=st.integers(1, 4),
          leftover=st.sampled_from(["next", "drop"]))  # fmt: skip
    def apply(self, data: st.DataObject, slot: str, servings: int, leftover: str) -> None:
        titles = data.draw(st.lists(st.sampled_from(sorted(self.book)), min_size=1, max_size=3))
        if self.model.thrown.intersection(titles):
            return
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
            assert outcome.result.log is not None
            dish.taken, dish.state = self.model.take(dish.title, dish.servings), "cooked"
            dish.log_id = outcome.result.log.log_id
            self.model.logged.add(dish.log_id)
            self.model.count(dish.title, 1)
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
            self.model.logged.discard(dish.log_id)
            self.model.count(dish.title, -1)
            dish.taken, dish.state, dish.log_id = Amounts(), "open", ""
        self.last = None

    @rule(data=st.data(), servings=st.integers(1, 4))
    def cook_without_a_plan(self, data: st.DataObject, servings: int) -> None:
        title = self.any_title(data)
        if title in self.model.thrown:
            return
        before = deepcopy(self.model)
        outcome = cooking.cook_recipe(self.owner, self.recipes[title].recipe_id, servings)
        self.model.take(title, servings)
        self.model.drop_unplanned(title)
        self.model.logged.add(outcome.result.log_id)
        self.model.count(title, 1)
        self.did(before, outcome)

    @precondition(lambda self: self.model.logged)
    @rule(data=st.data())
    def delete_from_log(self, data: st.DataObject) -> None:
        """It was cooked all the same."""
        log_id = data.draw(st.sampled_from(sorted(self.model.logged)))
        before = deepcopy(self.model)
        outcome = cooking_log.delete_entry(self.owner, self.owner.today(), log_id)
        self.model.logged.remove(log_id)
        self.did(before, outcome)

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
        lines = self.lines()
        if not lines:
            return
        line = data.draw(st.sampled_from(lines))
        shopping.tick(self.owner, [Tick(line.item_id, done=not line.done)], phone)
        self.ticked(line, done=not line.done)
        self.last = None

    @precondition(lambda self: self.seen is None)
    @rule()
    def go_out_of_reach(self) -> None:
        self.seen = {line.item_id: line for line in self.lines()}

    @precondition(lambda self: self.seen)
    @rule(data=st.data())
    def tick_out_of_reach(self, data: st.DataObject) -> None:
        """As a phone does it: by what it shows, and it tells how many changes of the line it had heard of."""
        assert self.seen
        line = data.draw(st.sampled_from([self.seen[each] for each in sorted(self.seen)]))
        own = sum(line.item_id in each for each in self.queue)
        self.queue.append(f"{'out' if line.done else 'in'} {line.item_id} {line.ticks} {own}")
        self.seen[line.item_id] = line.model_copy(update={"done": not line.done})

    @precondition(lambda self: self.seen is not None)
    @rule(data=st.data(), amount=st.integers(1, 5))
    def write_down_out_of_reach(self, data: st.DataObject, amount: int) -> None:
        food = self.any_food(data)
        self.queue.append(f"add {ulid()} {food[0]} {amount}{food[1]}")

    @precondition(lambda self: self.queue)
    @rule(times=st.integers(1, 2))
    def come_back(self, times: int) -> None:
        for _ in range(times):
            self.send(self.queue)
        self.sent, self.queue, self.seen = self.queue, [], None

    @precondition(lambda self: self.sent)
    @rule()
    def send_again(self) -> None:
        """Much later, because the answer was lost."""
        self.send(self.sent)

    def send(self, changes: list[str]) -> None:
        """Of a line the last change counts: into the basket it lands, unless this phone has said later what else it
        wants; out of it unless others changed the line since. A line is added once.
        """
        ticks = {line.item_id: (line.done, line.ticks, line.done_by) for line in self.lines()}
        for change in changes:
            kind, line_id, last = change.split(" ", 2)
            if kind == "add" and line_id not in self.added:
                self.added.add(line_id)
                name, _, figures = last.partition(" ")
                food = next(food for food in self.foods if food[0] == name and figures.endswith(food[1]))
                self.model.manual[line_id] = (food, Fraction(figures.removesuffix(food[1])))
        latest = {each.split(" ")[1]: each.split(" ") for each in changes if not each.startswith("add")}
        for kind, line_id, seen, own in latest.values():
            done, count, by = ticks.get(line_id, (kind == "in", 0, None))
            said = (int(seen), int(own))
            knows = said[0] == count or (by == "far" and 0 < count - said[0] <= max(said[1], 1))
            lands = said > self.heard.get(line_id, (-1, 0)) if kind == "in" else knows
            if done != (kind == "in") and lands:
                ticks[line_id] = (kind == "in", count + 1, "far")
                self.heard[line_id] = said
        before = {line.item_id: line for line in self.lines()}
        apply_changes(self.owner, parse_changes(changes), "far")
        for line_id, (done, _, _) in ticks.items():
            if before[line_id].done != done:
                self.ticked(before[line_id], done=done)
        is_done = {line.item_id: line.done for line in self.lines()}
        assert {each for each in ticks if is_done.get(each)} == {each for each, (done, _, _) in ticks.items() if done}
        apply_changes(self.owner, parse_changes(changes), "far")
        assert {line.item_id: line.done for line in self.lines()} == is_done
        self.last = None

    def ticked(self, line: ShoppingItem, *, done: bool) -> None:
        if not done:
            self.model.basket = {k: v for k, v in self.model.basket.items() if k.partition(":")[0] != line.item_id}
            return
        for measure in () if line.is_manual else line.measures:
            food = self.food_of(line.name, measure.unit)
            self.model.basket[f"{line.item_id}:{food[1]}"] = (food, read_value(measure.value))

    def lines(self) -> list[ShoppingItem]:
        """Without what should be at home."""
        return [line for line in shopping.find_lines(self.owner) if not line.is_staple]

    @rule(data=st.data())
    def throw_recipe_away(self, data: st.DataObject) -> None:
        """Or take it back."""
        title = self.any_title(data)
        if title in self.thrown:
            recipes.restore(self.owner, self.thrown.pop(title))
            self.model.thrown.remove(title)
        else:
            self.thrown[title] = recipes.delete(self.owner, self.recipes[title].recipe_id)
            self.model.thrown.add(title)
        self.last = None

    @rule(data=st.data(), amount=st.integers(1, 5))
    def write_down(self, data: st.DataObject, amount: int) -> None:
        food = self.any_food(data)
        before = deepcopy(self.model)
        outcome = shopping.write_down(self.owner, f"{food[0]} {amount}{food[1]}")
        self.model.manual[outcome.result.item_id] = (food, Fraction(amount))
        self.did(before, outcome)

    @rule(data=st.data(), servings=st.integers(1, 4))
    def shop_without_a_plan(self, data: st.DataObject, servings: int) -> None:
        title = self.any_title(data)
        if title in self.thrown:
            return
        before = deepcopy(self.model)
        outcome = missing.write_down_missing(self.owner, self.recipes[title], servings)
        assert set(outcome.result) == self.model.lacking(title, servings)
        self.model.unplanned |= {(title, name): servings for name in outcome.result}
        self.did(before, outcome)

    @rule(data=st.data())
    def shop_for_it_no_more(self, data: st.DataObject) -> None:
        title = self.any_title(data)
        before = deepcopy(self.model)
        outcome = missing.take_off_missing(self.owner, self.recipes[title])
        self.model.drop_unplanned(title)
        self.did(before, outcome)

    @rule()
    def put_away(self) -> None:
        before = deepcopy(self.model)
        outcome = stock_fridge(self.owner)
        for line in outcome.result.lines:
            self.model.manual.pop(line.item_id, None)
            for measure in line.measures:
                food = self.food_of(line.name, measure.unit)
                self.model.fridge[food] += read_value(measure.value)
                self.model.basket.pop(f"{line.item_id}:{food[1]}", None)
        self.did(before, outcome)

    @rule(data=st.data(), amount=st.integers(1, 300))
    def put_in(self, data: st.DataObject, amount: int) -> None:
        food = self.any_food(data)
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
        food = self.food_of(item.name, item.unit)
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
    @rule(data=st.data())
    def take_back_after_something_else(self, data: st.DataObject) -> None:
        """It either gives exactly the model before with the later act on top, or is refused and changes nothing."""
        assert self.last is not None
        undo_id, before, _ = self.last
        self.last = None
        food = self.any_food(data)
        fridge.put_in(self.owner, f"{food[0]} 1000{food[1]}")
        wanted = set(self.model.unplanned)
        self.model.fridge[food] += 1000
        self.model.forget_unplanned()
        enough = wanted - set(self.model.unplanned)
        try:
            undo(self.owner, undo_id)
        except ChangedSince:
            return
        self.model = before
        self.model.fridge[food] += 1000
        self.model.unplanned = {key: each for key, each in before.unplanned.items() if key not in enough}

    def any_dish(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from(sorted(self.model.dishes())))

    @invariant()
    def the_list_is_what_is_missing(self) -> None:
        self.model.forget_unplanned()
        lines = self.lines()
        waiting: dict[Food, Fraction] = {}
        for line in lines:
            for measure in line.measures if not line.done and not line.is_manual else ():
                food = self.food_of(line.name, measure.unit)
                assert food not in waiting
                waiting[food] = read_value(measure.value)
        assert waiting == self.model.missing()
        assert not any(line.is_left for line in shopping.find_lines(self.owner) if line.is_staple)
        assert {line.item_id for line in lines if line.is_manual} == set(self.model.manual)
        told = {(want.title, line.name) for line in lines for want in line.unplanned}
        assert told == set(self.model.unplanned)
        state = self.store.get(design.kitchen_state("hanako"))
        assert (0 if state is None else state.lines_left) == sum(line.is_left for line in lines)

    @invariant()
    def the_fridge_holds_what_came_and_did_not_go(self) -> None:
        held = Amounts()
        for item in fridge.find_items(self.owner):
            food = self.food_of(item.name, item.unit)
            held[food] += read_value(item.amount or "0")
        assert {k: v for k, v in held.items() if v} == {k: v for k, v in self.model.fridge.items() if v}

    @invariant()
    def everything_cooked_is_logged_once(self) -> None:
        logged = [entry.log_id for entry in cooking_log.find_month(self.owner, 2040, 11)]
        assert sorted(logged) == sorted(self.model.logged)

    @invariant()
    def every_cooking_is_counted_once(self) -> None:
        counts = {recipe.title: recipe.cooked_count for recipe in self.store.all(design.recipes("hanako"))}
        assert counts == {title: self.model.counts[title] for title in self.book if title not in self.model.thrown}

    @invariant()
    def settling_again_changes_nothing(self) -> None:
        shopping.finish_list(self.owner)
        draft = load(self.owner)
        settle(draft)
        assert draft.changes() == []


class LargeLoop(Loop):
    book = MANY
    staples = ""

    @rule()
    def tick_everything(self) -> None:
        lines = [line for line in self.lines() if not line.done]
        shopping.tick(self.owner, [Tick(line.item_id, done=True) for line in lines], "one")
        for line in lines:
            self.ticked(line, done=True)
        self.last = None

    @precondition(lambda self: not any(self.model.fridge.values()))
    @rule()
    def fill_the_fridge(self) -> None:
        """Two of everything, each with another date."""
        for number in (1, 2):
            until = self.owner.today() + timedelta(days=number)
            self.home.put_in([name for name, _ in self.foods], amount="3/4", best_before=until)
        for food in self.foods:
            self.model.fridge[food] += Fraction(3, 2)
        acts.refresh(self.owner)
        self.last = None

    @precondition(lambda self: self.lines())
    @rule()
    def say_something_of_everything(self) -> None:
        """What a person said of lines stays with them through whatever is taken back."""
        for line in self.lines():
            self.store.put(line.model_copy(update={"note": line.name}))
        self.last = None

    @invariant()
    def what_was_said_of_a_line_is_its_own(self) -> None:
        assert all(line.note in (None, line.name) for line in self.lines())


Loop.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
LargeLoop.TestCase.settings = settings(max_examples=6, stateful_step_count=25, deadline=None)
TestLoop = Loop.TestCase
TestLargeLoop = LargeLoop.TestCase
