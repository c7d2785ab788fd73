"""Plans for programs: a set is applied, dishes are moved, skipped and cooked; every act can be taken back."""

from datetime import date
from typing import Literal

from msgspec import UNSET

from chabudai.apps.kondate import design
from chabudai.apps.kondate.api.answers import Answer, Done, UndoBody
from chabudai.apps.kondate.api.kitchen_bodies import (
    AppliedSet,
    CookedBody,
    DishBody,
    DishChanges,
    NewDish,
    PlanBody,
    PlansBody,
    dish_body,
    plan_body,
)
from chabudai.apps.kondate.errors import NoSuchDish
from chabudai.apps.kondate.kitchen import cooking, plans
from chabudai.apps.kondate.kitchen.acts import Outcome
from chabudai.apps.kondate.kitchen.entities import Dish, Slot
from chabudai.common.owner import Owner
from chabudai.common.unreadable_rows import get_readable
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, patch, post

_DISH = "/dishes/{dish_id:str}"


@get("/plans")
def list_plans(owner: Injected[Owner]) -> Answer[PlansBody]:
    """What is being cooked, and what comes next. Access pattern 4."""
    state = get_readable(owner.store, design.kitchen_state(owner.username))
    found = plans.find_plans(owner)
    revision = 0 if state is None else state.revision
    current, following = plan_body(found.get("CURRENT")), plan_body(found.get("NEXT"))
    return Answer(data=PlansBody(current=current, next=following, revision=revision))


@post("/plans", status_code=200)
def apply_set(data: JSONBody[AppliedSet], owner: Injected[Owner]) -> Done[PlanBody]:
    """A copy of the set becomes the plan, and the list follows. Access pattern 4."""
    outcome = plans.apply_set(
        owner, data.set_id, slot=data.slot, servings=data.servings, start=data.start, leftover=data.leftover
    )
    applied = plan_body(outcome.result)
    assert applied is not None, "what was applied is a plan"
    return Done(data=applied, undo_id=outcome.undo_id)


@delete("/plans/{slot:str}", status_code=200)
def remove_plan(slot: FromPath[str], owner: Injected[Owner]) -> UndoBody:
    """`slot` is current or next. What was wanted by it alone leaves the list."""
    known: dict[str, Slot] = {"current": "CURRENT", "next": "NEXT"}
    if slot not in known:
        raise NoSuchDish
    return UndoBody(undo_id=plans.remove_plan(owner, known[slot]).undo_id)


@post("/plans/swap", status_code=200)
def swap_plans(owner: Injected[Owner]) -> UndoBody:
    """Current and next change places."""
    return UndoBody(undo_id=plans.swap(owner).undo_id)


@post("/plans/next/shopping", status_code=200)
def shop_for_next(owner: Injected[Owner], on: FromQuery[bool] = True) -> UndoBody:
    """Whether the lines of the next plan stand on the list already."""
    return UndoBody(undo_id=plans.shop_for_next(owner, is_shopped=on).undo_id)


@post("/dishes")
def add_dish(data: JSONBody[NewDish], owner: Injected[Owner]) -> Done[DishBody]:
    """A single recipe joins a plan, or begins one."""
    return _done(plans.add_dish(owner, data.recipe_id, slot=data.slot, servings=data.servings))


@patch(_DISH)
def change_dish(dish_id: FromPath[str], data: JSONBody[DishChanges], owner: Injected[Owner]) -> Done[DishBody]:
    """One thing at a time: another recipe, skipped or not, or another day and number of people."""
    if data.recipe_id is not UNSET:
        return _done(plans.replace_dish(owner, dish_id, data.recipe_id))
    if data.is_skipped is not UNSET:
        return _done(plans.skip_dish(owner, dish_id, is_skipped=data.is_skipped))
    day: date | Literal["keep"] | None = "keep" if data.day is UNSET else data.day
    servings = None if data.servings is UNSET else data.servings
    return _done(plans.change_dish(owner, dish_id, day=day, servings=servings))


@post(f"{_DISH}/cook", status_code=200)
def cook(dish_id: FromPath[str], owner: Injected[Owner]) -> Done[CookedBody]:
    """What it took comes out of the fridge, and the log has it. Doing it twice does it once."""
    outcome = cooking.cook(owner, dish_id)
    cooked = outcome.result
    body = CookedBody(
        dish=dish_body(cooked.dish),
        log_id=None if cooked.log is None else cooked.log.log_id,
        advanced=cooked.advanced_to is not None,
    )
    return Done(data=body, undo_id=outcome.undo_id)


@post(f"{_DISH}/uncook", status_code=200)
def uncook(dish_id: FromPath[str], owner: Injected[Owner]) -> Done[DishBody]:
    """Not cooked after all: what was taken is back in the fridge."""
    return _done(cooking.uncook(owner, dish_id))


def _done(outcome: Outcome[Dish]) -> Done[DishBody]:
    return Done(data=dish_body(outcome.result), undo_id=outcome.undo_id)
