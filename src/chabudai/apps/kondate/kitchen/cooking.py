"""Cooking: a dish is marked as cooked, what it took comes out of the fridge, and the log has it; or not after all."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.amounts import LARGEST, read_value, round_to_grain, write_value
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.book.ingredients import amount_of
from chabudai.apps.kondate.errors import NoSuchDish, NoSuchRecipe
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.acts import Outcome, act
from chabudai.apps.kondate.kitchen.draft import Draft, moment
from chabudai.apps.kondate.kitchen.entities import (
    Cooking,
    CookLog,
    DeletedCookLog,
    Dish,
    FridgeItem,
    Measure,
    Plan,
    ShoppingItem,
    Taken,
)
from chabudai.apps.kondate.kitchen.measures import add_up, amount_of_food, in_unit, measure_of
from chabudai.apps.kondate.kitchen.measures import amount_of as amount_of_measure
from chabudai.apps.kondate.kitchen.plans import advance, find_dish, put_dish
from chabudai.apps.kondate.kitchen.unplanned import drop_recipe
from chabudai.common.owner import Owner
from chabudai.table import Update, ulid

MOST_TAKEN: Final = 80
"""Things that one dish takes out of the fridge: a transaction takes a hundred writes."""

COOKING_ACTS: Final = ("cook", "cook_recipe")


@dataclass(frozen=True, slots=True)
class Cooked:
    """`advanced_to` is the set that became the current one, since nothing is left of the one before."""

    dish: Dish
    log: CookLog | None
    advanced_to: Plan | None = None


def cook(owner: Owner, dish_id: str) -> Outcome[Cooked]:
    """Doing it twice does it once. Never takes more than there is; what is not in the fridge is nobody's fault."""
    log_id = ulid()

    def decide(draft: Draft) -> Cooked:
        plan, dish = find_dish(draft, dish_id)
        if dish.log_id is not None:
            return Cooked(dish, None)
        recipe = draft.recipe(dish.recipe_id)
        taken = () if recipe is None else _take(draft, recipe, dish.servings)
        log = draft.put(
            CookLog(
                user_id=owner.username,
                log_id=log_id,
                day=owner.today(),
                recipe_id=dish.recipe_id,
                dish_id=dish.item_id,
                title=dish.title,
                picture=dish.picture,
                set_title=plan.set_title,
                servings=dish.servings,
                taken=taken,
                cooked_before=None if recipe is None else recipe.last_cooked_on,
                created_at=moment(owner),
            )
        )
        if recipe is not None:
            draft.beside.append(_count(recipe, 1).set(last_cooked_on=log.day))
        cooked = dish.model_copy(update={"log_id": log.log_id, "cooked_on": log.day, "is_skipped": False})
        put_dish(draft, plan, cooked)
        has_advanced = plan.slot == "CURRENT" and advance(draft)
        return Cooked(cooked, log, draft.plan("CURRENT") if has_advanced else None)

    return act(owner, "cook", decide, undoes=(Plan, CookLog, ShoppingItem))


def cook_recipe(owner: Owner, recipe_id: str, servings: int) -> Outcome[CookLog]:
    """Without a plan: what it took comes out of the fridge, the log has it, and nothing is to be bought for it.

    NoSuchRecipe where there is none.
    """
    log_id = ulid()

    def decide(draft: Draft) -> CookLog:
        recipe = draft.recipe(recipe_id)
        if recipe is None:
            raise NoSuchRecipe
        log = CookLog(
            user_id=owner.username,
            log_id=log_id,
            day=owner.today(),
            recipe_id=recipe_id,
            title=recipe.title,
            picture=recipe.picture,
            servings=servings,
            taken=_take(draft, recipe, servings),
            cooked_before=recipe.last_cooked_on,
            created_at=moment(owner),
        )
        draft.beside.append(_count(recipe, 1).set(last_cooked_on=log.day))
        drop_recipe(draft, recipe_id)
        return draft.put(log)

    return act(owner, "cook_recipe", decide, undoes=(CookLog, ShoppingItem))


def uncook(owner: Owner, dish_id: str) -> Outcome[Dish]:
    """Not cooked after all: what was taken is back in the fridge, and the log has it no more."""

    def find_log() -> Iterable[Cooking]:
        plans = owner.store.all(design.plans(owner.username).consistently())
        dish = next((dish for plan in plans for dish in plan.items if dish.item_id == dish_id), None)
        return () if dish is None else (find_log_of(owner, dish) or _find_deleted_log_of(owner, dish))

    def decide(draft: Draft) -> Dish:
        plan, dish = find_dish(draft, dish_id)
        log = next((log for log in draft.all(Cooking) if log.log_id == dish.log_id), None)
        if log is not None:
            take_log_back(draft, log)
        elif dish.log_id is not None:
            _count_less(draft, dish.recipe_id)
        uncooked = dish.model_copy(update={"log_id": None, "cooked_on": None})
        put_dish(draft, plan, uncooked)
        return uncooked

    return act(owner, "uncook", decide, more=find_log, undoes=())


def take_log_back(draft: Draft, log: Cooking) -> None:
    """Give back what was taken, and count one time less."""
    draft.drop(log)
    for taken in log.taken:
        _give_back(draft, taken, log)
    if log.recipe_id is not None:
        _count_less(draft, log.recipe_id, log)


def find_log_of(owner: Owner, dish: Dish) -> list[CookLog]:
    """The entry of a dish that was cooked, if it is still there."""
    if dish.log_id is None or dish.cooked_on is None:
        return []
    found = owner.store.get(design.log_entry(owner.username, dish.cooked_on, dish.log_id).consistently())
    return [] if found is None else [found]


def _find_deleted_log_of(owner: Owner, dish: Dish) -> list[DeletedCookLog]:
    if dish.log_id is None or dish.cooked_on is None:
        return []
    found = owner.store.get(design.deleted_log_entry(owner.username, dish.cooked_on, dish.log_id).consistently())
    return [] if found is None else [found]


def correct_taken(owner: Owner, log: CookLog, amounts: Mapping[str, Fraction]) -> Outcome[CookLog]:
    """How much was really used of what a dish took, by the item's id: the difference goes back, or is taken too."""

    def decide(draft: Draft) -> CookLog:
        current = next(draft.all(CookLog), None)
        if current is None:
            raise NoSuchDish
        taken = []
        for each in current.taken:
            wanted = amounts.get(each.item_id)
            taken.append(each if wanted is None else _correct(draft, each, wanted, current))
        kept = tuple(each for each in taken if read_value(each.amount) > 0)
        return draft.put(current.model_copy(update={"taken": kept}))

    def more() -> Iterable[CookLog]:
        found = owner.store.get(design.log_entry(owner.username, log.day, log.log_id).consistently())
        return () if found is None else (found,)

    return act(owner, "correct_taken", decide, more=more, undoes=(CookLog, FridgeItem, ShoppingItem))


def _take(draft: Draft, recipe: Recipe, servings: int) -> tuple[Taken, ...]:
    """Of each ingredient that can be counted, the soonest first. Staples and what is only said are not counted."""
    factor = Fraction(servings, recipe.servings)
    wanted: dict[str, list[Measure]] = {}
    for ingredient in recipe.ingredients:
        amount = amount_of(ingredient)
        if amount is not None and not foods.is_staple(ingredient.name, draft.profile):
            wanted.setdefault(foods.fold(ingredient.name), []).append(measure_of(amount.times(factor)))
    taken: list[Taken] = []
    for name, measures in wanted.items():
        for measure in add_up(measures):
            taken += _take_food(draft, name, measure, MOST_TAKEN - len(taken))
    return tuple(taken)


def _take_food(draft: Draft, name: str, wanted: Measure, most: int) -> list[Taken]:
    base = amount_of_measure(wanted).in_base()
    left = base.value
    taken: list[Taken] = []
    for item in _held(draft, name, base.unit):
        if left <= 0 or len(taken) >= most:
            break
        used = min(left, amount_of_food(item).in_base().value)
        left -= used
        taken.append(_take_from(draft, item, in_unit(used, item.unit or "").value))
    return taken


def _held(draft: Draft, name: str, base_unit: str) -> Sequence[FridgeItem]:
    same = [item for item in draft.fridge if item.amount is not None and foods.fold(item.name) == name]
    return [item for item in same if amount_of_food(item).in_base().unit == base_unit]


def _take_from(draft: Draft, item: FridgeItem, used: Fraction) -> Taken:
    """So much of the item's own unit, and never more than there is: what is left and what was taken are what was."""
    amount = amount_of_food(item).value
    taken = min(round_to_grain(used), amount)
    rest = amount - taken
    if rest > 0:
        draft.put(item.model_copy(update={"amount": write_value(rest)}))
    else:
        draft.drop(item)
    return Taken(
        item_id=item.item_id,
        is_last=rest <= 0,
        name=item.name,
        amount=write_value(taken),
        unit=item.unit,
        best_before=item.best_before,
        date_kind=item.date_kind,
        is_guess=item.is_guess,
        place=item.place,
        shelf=item.shelf,
        note=item.note,
    )


def _give_back(draft: Draft, taken: Taken, log: Cooking) -> None:
    """To what is there of it; what was used up stands there again."""
    amount = read_value(taken.amount)
    if amount == 0:
        return
    there = _find_item(draft, taken)
    if there is not None and there.amount is not None and read_value(there.amount) + amount <= LARGEST:
        draft.put(there.model_copy(update={"amount": write_value(read_value(there.amount) + amount)}))
        return
    held = {name: getattr(taken, name) for name in Taken.model_fields if name != "is_last"}
    if any(item.item_id == taken.item_id for item in draft.fridge) or not taken.is_last:
        held["item_id"] = ulid()  # its rest went another way, maybe to the trash: what comes back is new
    draft.put(FridgeItem(user_id=log.user_id, created_at=log.created_at, updated_at=moment(draft.owner), **held))


def _correct(draft: Draft, taken: Taken, wanted: Fraction, log: CookLog) -> Taken:
    before, meant = read_value(taken.amount), round_to_grain(wanted)
    if meant <= before:
        _give_back(draft, taken.model_copy(update={"amount": write_value(before - meant)}), log)
        return taken.model_copy(update={"amount": write_value(meant)})
    there = _find_item(draft, taken)
    more = _take_from(draft, there, meant - before) if there is not None and there.amount is not None else None
    gained = read_value(more.amount) if more is not None else Fraction(0)
    return taken.model_copy(update={"amount": write_value(before + gained)})


def _find_item(draft: Draft, taken: Taken) -> FridgeItem | None:
    """Of which it was taken, if that is still counted in the same unit."""
    same = (item for item in draft.fridge if item.item_id == taken.item_id)
    return next((item for item in same if (item.unit or "") == (taken.unit or "")), None)


def _count_less(draft: Draft, recipe_id: str, log: Cooking | None = None) -> None:
    recipe = draft.recipe(recipe_id)
    if recipe is None or recipe.cooked_count == 0:
        return
    less = _count(recipe, -1)
    is_latest = log is not None and recipe.last_cooked_on == log.day
    draft.beside.append(less.set(last_cooked_on=log.cooked_before) if log is not None and is_latest else less)


def _count(recipe: Recipe, times: int) -> Update[Recipe]:
    return Recipe.update(**recipe.own_key).add(cooked_count=times)
