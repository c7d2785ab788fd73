"""Plans, shopping list, fridge and log as programs send and get them."""

from datetime import date
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from chabudai.apps.kondate.api.recipe_bodies import Id
from chabudai.apps.kondate.kitchen.cooking_log import LOG_FIELDS
from chabudai.apps.kondate.kitchen.entities import (
    CookLog,
    DeletedFridgeItem,
    Dish,
    FridgeItem,
    Place,
    Plan,
    ShoppingItem,
    Slot,
)
from chabudai.apps.kondate.kitchen.fridge import FOOD_FIELDS
from chabudai.common.bodies import changes_body, entity_body, fill
from chabudai.web.bodies import Body

_FOOD = (
    "name", "quantity", "amount", "unit", "best_before", "date_kind", "is_guess", "place", "shelf", "note",
    "created_at",
)  # fmt: skip
Servings = Annotated[int, Meta(ge=1, le=20)]
Line = Annotated[str, Meta(min_length=1, max_length=200)]


@entity_body(
    Dish, "recipe_id", "title", "picture", "minutes", "servings", "day", "cooked_on", "is_skipped", id="item_id"
)
class DishBody(Body):
    """One recipe of a plan; `cookedOn` once it is cooked."""


@entity_body(Plan, "set_id", "set_title", "applied_at", "is_shopped")
class PlanBody(Body):
    """What is being cooked, or comes next."""

    dishes: list[DishBody]


class PlansBody(Body):
    """`revision` is raised by every write to plans, list, fridge and log."""

    current: PlanBody | None
    next: PlanBody | None
    revision: int


class AppliedSet(Body):
    """`leftover` says what becomes of dishes that are still to be cooked; without it those of the current set make the
    answer 409, and those of the next set go.
    """

    set_id: Id
    slot: Slot = "CURRENT"
    servings: Servings | None = None
    start: date | None = None
    leftover: Literal["next", "drop"] | None = None


class NewDish(Body):
    recipe_id: Id
    slot: Slot = "CURRENT"
    servings: Servings | None = None


class DishChanges(Body):
    """What is left out stays as it is; null takes the day away. `recipeId` puts another recipe in its place."""

    day: date | UnsetType | None = UNSET
    servings: Servings | UnsetType = UNSET
    recipe_id: Id | UnsetType = UNSET
    is_skipped: bool | UnsetType = UNSET


class CookedBody(Body):
    """`logId` of the entry in the log; `advanced` if the next set took the place of this one."""

    dish: DishBody
    log_id: str | None
    advanced: bool


@entity_body(
    ShoppingItem, "name", "quantity", "measures", "at_home", "wants", "shelf", "is_manual", "is_staple", "note", "done",
    "ticks", "created_at", "updated_at", id="item_id",
)  # fmt: skip
class LineBody(Body):
    """A line of the list. `isLeft` while it is still to be put into the basket; staples count when they are needed."""

    is_left: bool


class ShoppingBody(Body):
    """`revision` is the kitchen's."""

    lines: list[LineBody]
    left: int
    revision: int


class NewLine(Body):
    """As it is typed: 卵 1パック. Under one `id` it is added once, however often it is sent."""

    text: Line
    id: Id | None = None


class TickBody(Body):
    """A state that a line shall have. `seen` are the `ticks` that the device knew of."""

    id: Id
    done: bool
    seen: Annotated[int, Meta(ge=0, le=1_000_000_000)] | None = None


class Ticks(Body):
    """In their order. `device` is any name for this device."""

    ticks: Annotated[list[TickBody], Meta(min_length=1, max_length=300)]
    device: Annotated[str, Meta(max_length=40)] | None = None


class LineChanges(Body):
    """What is left out stays as it is. An empty `amount` is what the dishes want; `shelf` is remembered."""

    amount: Annotated[str, Meta(max_length=80)] | UnsetType = UNSET
    note: Annotated[str, Meta(max_length=500)] | UnsetType = UNSET
    shelf: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    is_needed: bool | UnsetType = UNSET


@entity_body(FridgeItem, *_FOOD, "updated_at", id="item_id")
class FoodBody(Body):
    """Something in the fridge. `isGuess`: its date was guessed by what it is."""


@entity_body(DeletedFridgeItem, *_FOOD, "deleted_at", "departure", "expires_at", id="item_id")
class GoneFoodBody(Body):
    """Something that left the fridge; it can come back until `expiresAt`, in Unix seconds."""


class NewFood(Body):
    """As it is typed: 豆腐 1丁."""

    text: Line
    best_before: date | None = None
    place: Place | None = None


@changes_body(FOOD_FIELDS)
class FoodChanges(Body):
    """What is left out stays as it is; null takes a date, an amount or a note away.

    `amount` is a number or a fraction, "3/2"; it is kept to 1/63,000. `unit` is its key, or a word for it: "g", "個".
    """


class DeliveryBody(Body):
    """`items` are in the fridge now; `rest` wait in the basket for another go."""

    items: list[FoodBody]
    rest: int


@entity_body(
    CookLog, "day", "recipe_id", "title", "picture", "set_title", "servings", "taken", "memo", "created_at", id="log_id"
)
class LogBody(Body):
    """Something that was cooked, and what it took out of the fridge."""


class NewLogEntry(Body):
    """Something that was cooked without a plan; the fridge is not asked."""

    day: date
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    recipe_id: Id | None = None
    servings: Servings = 2


@changes_body(LOG_FIELDS)
class LogChanges(Body):
    """What is left out stays as it is."""


def dish_body(dish: Dish) -> DishBody:
    return fill(DishBody, dish)


def plan_body(plan: Plan | None) -> PlanBody | None:
    return None if plan is None else fill(PlanBody, plan, dishes=[dish_body(dish) for dish in plan.items])


def line_body(line: ShoppingItem) -> LineBody:
    return fill(LineBody, line, is_left=line.is_left)


def food_body(item: FridgeItem) -> FoodBody:
    return fill(FoodBody, item)


def log_body(entry: CookLog) -> LogBody:
    return fill(LogBody, entry)
