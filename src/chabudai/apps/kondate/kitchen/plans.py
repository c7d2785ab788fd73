"""Plans: a set is applied to the current or the next one, and its dishes are moved, changed, skipped or left out."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, Literal, TypeAlias

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book.entities import Recipe, RecipeSet, SetDish
from chabudai.apps.kondate.errors import (
    NoSuchDish,
    NoSuchRecipe,
    NoSuchSet,
    NothingToCook,
    PlanUnfinished,
    TooManyDishes,
)
from chabudai.apps.kondate.kitchen.acts import Outcome, act
from chabudai.apps.kondate.kitchen.draft import Draft, moment
from chabudai.apps.kondate.kitchen.entities import Dish, Plan, Slot
from chabudai.common.field_checks import check_day
from chabudai.common.owner import Owner
from chabudai.common.text import is_id

Leftover: TypeAlias = Literal["next", "drop"]
"""What becomes of dishes that are still to be cooked when another set takes their place."""

MOST_DISHES: Final = 28


def find_plans(owner: Owner) -> dict[Slot, Plan]:
    return {plan.slot: plan for plan in owner.store.all(design.plans(owner.username))}


def find_tonight(plan: Plan | None, today: date) -> list[Dish]:
    """Dishes of today, cooked or not; else those left of the earliest day before; else the first that is left.

    What was cooked today stays among the latter two: an evening does not change under the cook's hands.
    """
    dishes = plan.items if plan is not None else ()
    of_today = [dish for dish in dishes if dish.day == today and not dish.is_skipped]
    if of_today:
        return of_today
    left = [dish for dish in dishes if dish.is_open]
    cooked = [dish for dish in dishes if dish.cooked_on == today]
    past = min((dish.day for dish in left if dish.day is not None and dish.day < today), default=None)
    if past is not None:
        following = [dish for dish in left if dish.day == past]
    else:
        following = [dish for dish in left if not cooked or dish.day is None][:1]
    return [dish for dish in dishes if dish in cooked or dish in following]


def apply_set(
    owner: Owner,
    set_id: str,
    *,
    slot: Slot = "CURRENT",
    servings: int | None = None,
    start: date | None = None,
    leftover: Leftover | None = None,
) -> Outcome[Plan]:
    """A copy of the set becomes the plan. PlanUnfinished when dishes are left of the current one, and it is not said
    what becomes of them. The next one is replaced: its dishes only stay, behind those of the set, for "next".
    """
    check_day("start", start)
    found = owner.store.get(design.recipe_set(owner.username, set_id).consistently()) if is_id(set_id) else None
    if found is None:
        raise NoSuchSet
    return act(owner, "apply_set", lambda draft: _apply(draft, found, slot, servings, start, leftover))


def add_dish(
    owner: Owner, recipe_id: str, *, slot: Slot = "CURRENT", servings: int | None = None, day: date | None = None
) -> Outcome[Dish]:
    """A single recipe joins a plan, or begins one."""
    check_day("day", day)

    def decide(draft: Draft) -> Dish:
        recipe = draft.recipe(recipe_id)
        if recipe is None:
            raise NoSuchRecipe
        plan = draft.plan(slot) or Plan(user_id=owner.username, slot=slot, applied_at=moment(owner))
        dish = _dish(draft, recipe, day, servings)
        _put_items(draft, plan, [*plan.items, dish])
        return dish

    return act(owner, "add_dish", decide)


def change_dish(
    owner: Owner, dish_id: str, *, day: date | Literal["keep"] | None = "keep", servings: int | None = None
) -> Outcome[Dish]:
    """Another day, none, or another number of people. What is cooked already keeps its servings."""
    check_day("day", None if day == "keep" else day)

    def decide(draft: Draft) -> Dish:
        plan, dish = find_dish(draft, dish_id)
        changed = dish if day == "keep" else dish.model_copy(update={"day": day})
        if servings is not None and dish.log_id is None:
            changed = Dish.model_validate({**changed.model_dump(), "servings": servings})
        return put_dish(draft, plan, changed)

    return act(owner, "change_dish", decide)


def make_tonight(owner: Owner, dish_id: str) -> Outcome[Dish]:
    return change_dish(owner, dish_id, day=owner.today())


def move_dish(owner: Owner, dish_id: str, day: date | None, before: str | None = None) -> Outcome[Dish]:
    """To another day or none, and before another dish of its plan; without one it stands behind all of them."""

    def decide(draft: Draft) -> Dish:
        plan, dish = find_dish(draft, dish_id)
        moved = dish.model_copy(update={"day": day})
        others = [each for each in plan.items if each.item_id != dish_id]
        place = next((at for at, each in enumerate(others) if each.item_id == before), len(others))
        _put_items(draft, plan, [*others[:place], moved, *others[place:]])
        return moved

    return act(owner, "move_dish", decide)


def replace_dish(owner: Owner, dish_id: str, recipe_id: str) -> Outcome[Dish]:
    """Another recipe takes its place and its day."""

    def decide(draft: Draft) -> Dish:
        plan, dish = find_dish(draft, dish_id)
        recipe = draft.recipe(recipe_id)
        if recipe is None:
            raise NoSuchRecipe
        other = _dish(draft, recipe, dish.day, dish.servings).model_copy(update={"item_id": dish.item_id})
        return put_dish(draft, plan, other)

    return act(owner, "replace_dish", decide)


def skip_dish(owner: Owner, dish_id: str, *, is_skipped: bool = True) -> Outcome[Dish]:
    """Not this time. What is wanted by it alone leaves the list, what is in the basket stays."""

    def decide(draft: Draft) -> Dish:
        plan, dish = find_dish(draft, dish_id)
        if dish.log_id is not None:
            return dish
        changed = put_dish(draft, plan, dish.model_copy(update={"is_skipped": is_skipped}))
        advance(draft)
        return changed

    return act(owner, "skip_dish", decide)


def swap(owner: Owner) -> Outcome[None]:
    """Current and next change places; what is cooked travels with its set."""

    def decide(draft: Draft) -> None:
        current, following = draft.plan("CURRENT"), draft.plan("NEXT")
        for plan in (current, following):
            if plan is not None:
                draft.drop(plan)
        if following is not None:
            draft.put(following.model_copy(update={"slot": "CURRENT", "is_shopped": False}))
        if current is not None:
            draft.put(current.model_copy(update={"slot": "NEXT", "is_shopped": False}))

    return act(owner, "swap", decide)


def remove_plan(owner: Owner, slot: Slot) -> Outcome[None]:
    def decide(draft: Draft) -> None:
        plan = draft.plan(slot)
        if plan is not None:
            draft.drop(plan)

    return act(owner, "remove_plan", decide)


def shop_for_next(owner: Owner, *, is_shopped: bool) -> Outcome[None]:
    """Whether the lines of the next plan stand on the list already."""

    def decide(draft: Draft) -> None:
        plan = draft.plan("NEXT")
        if plan is not None:
            draft.put(plan.model_copy(update={"is_shopped": is_shopped}))

    return act(owner, "shop_for_next", decide)


def follow_set(owner: Owner, before: RecipeSet, after: RecipeSet) -> Outcome[None]:
    """Plans that were made of a set become as it is after it was edited.

    What is cooked stays, and so does what a person put there beside the set; a date changes where the set's day did.
    """

    def decide(draft: Draft) -> None:
        draft.fetch_recipes(dish.recipe_id for dish in after.dishes)
        for plan in [plan for plan in draft.all(Plan) if plan.set_id == after.set_id]:
            dishes = _follow(draft, plan, before, after)
            draft.put(plan.model_copy(update={"set_title": after.title, "items": tuple(dishes[:MOST_DISHES])}))

    return act(owner, "follow_set", decide)


def advance(draft: Draft) -> bool:
    """When nothing is left of the current plan, the next one takes its place; whether it did."""
    current, following = draft.plan("CURRENT"), draft.plan("NEXT")
    if following is None or not following.items or current is None or any(dish.is_open for dish in current.items):
        return False
    draft.drop(following)
    draft.put(following.model_copy(update={"slot": "CURRENT", "is_shopped": False}))
    return True


def find_dish(draft: Draft, dish_id: str) -> tuple[Plan, Dish]:
    for plan in draft.all(Plan):
        for dish in plan.items:
            if dish.item_id == dish_id:
                return plan, dish
    raise NoSuchDish


def put_dish(draft: Draft, plan: Plan, changed: Dish) -> Dish:
    """In its place among the others."""
    _put_items(draft, plan, [changed if dish.item_id == changed.item_id else dish for dish in plan.items])
    return changed


def _apply(
    draft: Draft, chosen: RecipeSet, slot: Slot, servings: int | None, start: date | None, leftover: Leftover | None
) -> Plan:
    draft.fetch_recipes(dish.recipe_id for dish in chosen.dishes)
    dishes = [
        _dish(draft, recipe, _day(each, start), servings if servings is not None else chosen.servings)
        for each in chosen.dishes
        if (recipe := draft.recipe(each.recipe_id)) is not None
    ]
    if not dishes:
        raise NothingToCook
    before = draft.plan(slot)
    left = [dish for dish in before.items if dish.is_open] if before is not None else []
    if left and leftover is None and slot == "CURRENT":
        raise PlanUnfinished(len(left))
    plan = Plan(
        user_id=draft.owner.username,
        slot=slot,
        set_id=chosen.set_id,
        set_title=chosen.title,
        applied_at=moment(draft.owner),
    )
    if before is not None and left and leftover == "next":
        if slot == "NEXT":
            dishes = [*dishes, *left]
        else:
            later = draft.plan("NEXT") or before.model_copy(update={"slot": "NEXT", "items": ()})
            _put_items(draft, later, [*left, *later.items])
    return _put_items(draft, plan, dishes)


def _follow(draft: Draft, plan: Plan, before: RecipeSet, after: RecipeSet) -> list[Dish]:
    start = _find_start(plan, before)
    days = {dish.recipe_id: dish.day for dish in before.dishes}
    left = list(plan.items)
    dishes: list[Dish] = []
    for each in after.dishes:
        known = next((dish for dish in left if dish.recipe_id == each.recipe_id), None)
        recipe = draft.recipe(each.recipe_id)
        if known is not None:
            left.remove(known)
            is_moved = each.day != days.get(each.recipe_id, each.day) and known.log_id is None
            dishes.append(known.model_copy(update={"day": _day(each, start)}) if is_moved else known)
        elif recipe is not None:
            dishes.append(_dish(draft, recipe, _day(each, start), after.servings))
    return [*dishes, *(dish for dish in left if dish.log_id is not None or dish.recipe_id not in days)]


def _find_start(plan: Plan, before: RecipeSet) -> date | None:
    """The first day of a plan, by a dish whose number the set knows; None where no dish has a date."""
    days = {dish.recipe_id: dish.day for dish in before.dishes}
    starts = [
        dish.day - timedelta(days=number - 1)
        for dish in plan.items
        if dish.day is not None and (number := days.get(dish.recipe_id)) is not None
    ]
    return min(starts, default=None)


def _dish(draft: Draft, recipe: Recipe, day: date | None, servings: int | None) -> Dish:
    household = draft.profile.servings if draft.profile is not None else recipe.servings
    return Dish.model_validate(
        {
            "recipe_id": recipe.recipe_id,
            "title": recipe.title,
            "picture": recipe.picture,
            "minutes": recipe.minutes,
            "servings": servings if servings is not None else household,
            "day": day,
        }
    )


def _day(dish: SetDish, start: date | None) -> date | None:
    return None if start is None or dish.day is None else start + timedelta(days=dish.day - 1)


def _put_items(draft: Draft, plan: Plan, dishes: Sequence[Dish]) -> Plan:
    if len(dishes) > MOST_DISHES:
        raise TooManyDishes(MOST_DISHES)
    return draft.put(plan.model_copy(update={"items": tuple(dishes)}))
