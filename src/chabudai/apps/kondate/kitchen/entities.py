"""The kitchen: what is planned, to be bought, in the fridge, and what was cooked."""

from datetime import date
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator

from chabudai.apps.kondate.amounts import LARGEST, SMALLEST, measure_value, read_unit, read_value
from chabudai.apps.kondate.book.entities import Picture
from chabudai.apps.kondate.main_table import Exact, MainTable, Moment, Nested
from chabudai.apps.kondate.messages import lazy
from chabudai.common.fields import Prose, Rule
from chabudai.table import Entity, Field, InKey, OmitDefault, Stored, UpdatedAt, id_field, key, ulid

Slot: TypeAlias = Literal["CURRENT", "NEXT"]
Place: TypeAlias = Literal["fridge", "vegetables", "freezer", "pantry"]
DateKind: TypeAlias = Literal["best_before", "use_by"]
Departure: TypeAlias = Literal["used", "thrown"]

Measured: TypeAlias = Annotated[Exact, AfterValidator(measure_value)]
"""As finely as `amounts.grains` says: so whatever a dish takes of it, the rest can be stored."""
Shelf: TypeAlias = Annotated[str | None, Field(max_length=40)]
FoodName: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]
NO_AMOUNT: Final = lazy(
    "Enter an amount from %(least)s to %(most)s.", least=f"{float(SMALLEST)}", most=f"{LARGEST.numerator:,}"
)
Note: TypeAlias = Annotated[str | None, Prose(), Field(max_length=500)]


class Measure(Nested):
    """So much of a unit, by its key in `amounts`; "" counts things."""

    value: Measured
    unit: str = Field(default="", max_length=20)


class Dish(Nested):
    """One recipe of a plan, whose title and picture outlive it.

    `log_id` and `cooked_on` lead to the cooking log once it is cooked.
    """

    item_id: str = id_field(make=ulid)
    recipe_id: str
    title: str = Field(max_length=80)
    picture: Picture | None = None
    minutes: int | None = None
    servings: int = Field(default=2, ge=1, le=20)
    day: date | None = None
    log_id: str | None = None
    cooked_on: date | None = None
    is_skipped: bool = False

    @property
    def is_open(self) -> bool:
        """Neither cooked nor left out."""
        return self.log_id is None and not self.is_skipped


class Plan(Entity, table=MainTable):
    """`is_shopped`: the next one's lines stand on the shopping list already."""

    user_id: InKey[str]
    slot: InKey[Slot]
    entity_type: Literal["PLAN"] = "PLAN"
    set_id: str | None = None
    set_title: str | None = Field(default=None, max_length=80)
    applied_at: Moment
    items: tuple[Dish, ...] = Field(default=(), max_length=28)
    is_shopped: OmitDefault[bool] = False

    PK = key("USER#{user_id}")
    SK = key("PLAN#{slot}")


class Want(Nested):
    """What one dish wants of a thing, for the servings that are planned; without a measure it is only said: 少々.

    A recipe that is shopped for though no plan has it `is_unplanned`: `dish_id` is its own id then, and its picture is
    kept here. Such a want is nowhere else, and goes when its line does.
    """

    dish_id: str
    title: str
    quantity: str = ""
    measure: Measure | None = None
    is_unplanned: bool = False
    picture: Picture | None = None


class Heard(Nested):
    """The latest change of a line by one device: how many changes it had `seen`, and how many of its `own` it had made
    since without hearing what became of them.
    """

    device: str = Field(max_length=40)
    seen: int
    own: int = 0


class ShoppingItem(Entity, table=MainTable):
    """A line of the list. One that dishes want has `wants`; one that a person wrote down `is_manual`.

    `measures` are what is to be bought, in whole things, and stay as they are once it is `done`, which means in the
    basket. `at_home` is what the fridge has of it. `ticks` counts its changes between done and not, and `heard` are the
    latest of them, which devices may send again. A staple counts only when it `is_needed`. `dismissed_for` are the
    dishes for which a person said that it need not be bought.
    """

    user_id: InKey[str]
    item_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["SHOPPING"] = "SHOPPING"
    name: FoodName
    quantity: str = Field(default="", max_length=80)
    measures: OmitDefault[tuple[Measure, ...]] = Field(default=(), max_length=100)
    at_home: OmitDefault[tuple[Measure, ...]] = Field(default=(), max_length=100)
    wants: OmitDefault[tuple[Want, ...]] = ()
    shelf: Shelf = None
    is_manual: OmitDefault[bool] = False
    is_staple: OmitDefault[bool] = False
    is_needed: OmitDefault[bool] = False
    is_own_amount: OmitDefault[bool] = False
    dismissed_for: OmitDefault[tuple[str, ...]] = Field(default=(), max_length=100)
    note: Note = None
    done: bool = False
    done_by: str | None = None
    ticks: OmitDefault[int] = 0
    heard: OmitDefault[tuple[Heard, ...]] = ()
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]

    PK = key("USER#{user_id}")
    SK = key("SHOPPING#{item_id}")

    @property
    def unplanned(self) -> tuple[Want, ...]:
        return tuple(want for want in self.wants if want.is_unplanned)

    @property
    def is_dismissed(self) -> bool:
        return bool(self.dismissed_for)

    @property
    def is_shown(self) -> bool:
        """On its shelf, rather than among what should be at home or need not be bought."""
        return self.done or not (self.is_dismissed or (self.is_staple and not self.is_needed))

    @property
    def is_left(self) -> bool:
        """Still to be put into the basket."""
        return self.is_shown and not self.done


def _check_amount(text: str) -> str:
    """ValueError for what nobody can have in a fridge."""
    value = read_value(text)
    if not SMALLEST <= value <= LARGEST:
        raise ValueError(f"no amount of food: {text}")
    return text


def _check_unit(text: str) -> str:
    """Its key, also for a word that people write: 個, grams."""
    unit = read_unit(text)
    if unit is None:
        raise ValueError(f"no unit: {text}")
    return unit


class Provision(Entity):
    """Something to eat, in the fridge or in its trash. `is_guess`: its date was guessed by what it is.

    `batch_id` is what was put in by one act, so that it can be shown together.
    """

    user_id: InKey[str]
    item_id: InKey[str] = id_field(make=ulid)
    name: FoodName
    quantity: str = Field(default="", max_length=80)
    amount: Annotated[Measured, Rule(_check_amount, NO_AMOUNT)] | None = None
    unit: Annotated[str | None, Rule(_check_unit, lazy("Use a unit of a kitchen, such as “g”."))] = Field(
        default=None, max_length=20
    )
    best_before: date | None = None
    date_kind: OmitDefault[DateKind] = "best_before"
    is_guess: OmitDefault[bool] = False
    place: OmitDefault[Place] = "fridge"
    shelf: Shelf = None
    batch_id: str | None = None
    note: Note = None
    created_at: Moment = Field(frozen=True)

    def is_over(self, today: date) -> bool:
        """Past the day until which it may be eaten; what is only at its best until then is not."""
        return self.date_kind == "use_by" and self.best_before is not None and self.best_before < today


class FridgeItem(Provision, table=MainTable):
    entity_type: Literal["FRIDGE"] = "FRIDGE"
    updated_at: Annotated[Moment, UpdatedAt()]

    PK = key("USER#{user_id}")
    SK = key("FRIDGE#{item_id}")


class DeletedFridgeItem(Provision, table=MainTable):
    """`expires_at` in Unix seconds, thirty days after `deleted_at`."""

    entity_type: Literal["FRIDGE_DELETED"] = "FRIDGE_DELETED"
    deleted_at: Moment
    departure: OmitDefault[Departure] = "used"
    expires_at: int

    PK = key("USER#{user_id}")
    SK = key("FRIDGE_DELETED#{deleted_at}#{item_id}")


class Taken(Nested):
    """What a dish took out of the fridge, and all that is needed to give it back. `is_last`: nothing was left of it."""

    item_id: str
    is_last: bool = False
    name: FoodName
    amount: Measured
    unit: str | None = Field(default=None, max_length=20)
    best_before: date | None = None
    date_kind: DateKind = "best_before"
    is_guess: bool = False
    place: Place = "fridge"
    shelf: Shelf = None
    note: Note = None


class Cooking(Entity):
    """Something that was cooked, in the log or deleted from it.

    `dish_id` of the plan; what was cooked without one has none. `cooked_before`: when it was last.
    """

    user_id: InKey[str]
    log_id: InKey[str] = id_field(make=ulid)
    day: Annotated[date, Stored("date")]
    recipe_id: str | None = None
    dish_id: str | None = None
    title: str = Field(min_length=1, max_length=80)
    picture: Picture | None = None
    set_title: str | None = Field(default=None, max_length=80)
    servings: int = Field(default=2, ge=1, le=20)
    taken: OmitDefault[tuple[Taken, ...]] = Field(default=(), max_length=100)
    cooked_before: date | None = None
    memo: Note = None
    image_key: str | None = None
    created_at: Moment = Field(frozen=True)


class CookLog(Cooking, table=MainTable):
    entity_type: Literal["COOKLOG"] = "COOKLOG"

    PK = key("USER#{user_id}")
    SK = key("COOKLOG#{day}#{log_id}")


class DeletedCookLog(Cooking, table=MainTable):
    """Beyond the seed: what a dish took, kept after its entry was deleted, should it not have been cooked after all.

    `expires_at` in Unix seconds, thirty days later.
    """

    entity_type: Literal["COOKLOG_DELETED"] = "COOKLOG_DELETED"
    expires_at: int

    PK = key("USER#{user_id}")
    SK = key("COOKLOG_DELETED#{day}#{log_id}")


class KitchenState(Entity, table=MainTable):
    """Beyond the seed: `revision` is raised by every write to plans, list, fridge and log, and each is held to it.

    The figures are those of the home page. While `is_settled` is False, lines of the list are still to be written.
    `added` are the latest lines that devices gave an id of their own: one that is sent again is not bought again.
    `dropped` are recipes that want nothing any more, though lines that are still to be written say that they do.
    """

    user_id: InKey[str]
    entity_type: Literal["KITCHEN"] = "KITCHEN"
    revision: int = Field(default=0, ge=0)
    lines_left: int = 0
    lines_shown: int = 0
    soonest: str | None = None
    soonest_on: date | None = None
    is_settled: bool = True
    added: OmitDefault[tuple[str, ...]] = ()
    dropped: OmitDefault[tuple[str, ...]] = ()

    PK = key("USER#{user_id}")
    SK = key("KITCHEN#")


class RowImage(Nested):
    """A row before an act, and what of it after the act tells it from others, as JSON; None where it was not there.

    `seal` tells whether it is still as the act left it, `name` what people call it.
    """

    kind: str
    name: str = ""
    before: str | None = None
    after: str | None = None
    seal: str | None = None


class UndoRecord(Entity, table=MainTable):
    """Beyond the seed: what an act changed, for as long as it can be taken back. `expires_at` in Unix seconds.

    `members` are ids of what belonged to a thing that was deleted. `parts` are the ids of others like it, which hold
    the images for which this one has no room; by themselves they take nothing back.
    """

    user_id: InKey[str]
    undo_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["UNDO"] = "UNDO"
    act: str
    images: tuple[RowImage, ...]
    members: OmitDefault[tuple[str, ...]] = ()
    parts: OmitDefault[tuple[str, ...]] = ()
    expires_at: int

    PK = key("USER#{user_id}")
    SK = key("UNDO#{undo_id}")
