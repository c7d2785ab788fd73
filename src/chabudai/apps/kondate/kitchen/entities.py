"""The kitchen: what is planned, to be bought, in the fridge, and what was cooked."""

from datetime import date
from typing import Annotated, Literal, TypeAlias

from chabudai.apps.kondate.book.entities import Picture
from chabudai.apps.kondate.main_table import Exact, MainTable, Moment, Nested
from chabudai.table import Entity, Field, InKey, OmitDefault, Stored, UpdatedAt, id_field, key, ulid

Slot: TypeAlias = Literal["CURRENT", "NEXT"]
Place: TypeAlias = Literal["fridge", "vegetables", "freezer", "pantry"]
DateKind: TypeAlias = Literal["best_before", "use_by"]
Departure: TypeAlias = Literal["used", "thrown"]

FoodName: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]
Note: TypeAlias = Annotated[str | None, Field(max_length=500)]


class Measure(Nested):
    """So much of a unit, by its key in `amounts`; "" counts things."""

    value: Exact
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
    """What one dish wants of a thing, for the servings that are planned; without a measure it is only said: 少々."""

    dish_id: str
    title: str
    quantity: str = ""
    measure: Measure | None = None


class ShoppingItem(Entity, table=MainTable):
    """A line of the list. One that follows from plans has `wants`; one that a person wrote down `is_manual`.

    `measures` are what is to be bought, and stay as they are once it is `done`, which means in the basket. `at_home`
    is what the fridge has of it. `ticks` counts its changes between done and not. A staple counts only when it
    `is_needed`. `dismissed_for` are the dishes for which a person said that it need not be bought.
    """

    user_id: InKey[str]
    item_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["SHOPPING"] = "SHOPPING"
    name: FoodName
    quantity: str = Field(default="", max_length=80)
    measures: OmitDefault[tuple[Measure, ...]] = ()
    at_home: OmitDefault[tuple[Measure, ...]] = ()
    wants: OmitDefault[tuple[Want, ...]] = ()
    shelf: str | None = None
    is_manual: OmitDefault[bool] = False
    is_staple: OmitDefault[bool] = False
    is_needed: OmitDefault[bool] = False
    is_own_amount: OmitDefault[bool] = False
    dismissed_for: OmitDefault[tuple[str, ...]] = ()
    note: Note = None
    done: bool = False
    done_by: str | None = None
    ticks: OmitDefault[int] = 0
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]

    PK = key("USER#{user_id}")
    SK = key("SHOPPING#{item_id}")

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


class Provision(Entity):
    """Something to eat, in the fridge or in its trash. `is_guess`: its date was guessed by what it is.

    `batch_id` is what was put in by one act, so that it can be shown together.
    """

    user_id: InKey[str]
    item_id: InKey[str] = id_field(make=ulid)
    name: FoodName
    quantity: str = Field(default="", max_length=80)
    amount: Exact | None = None
    unit: str | None = Field(default=None, max_length=20)
    best_before: date | None = None
    date_kind: OmitDefault[DateKind] = "best_before"
    is_guess: OmitDefault[bool] = False
    place: OmitDefault[Place] = "fridge"
    shelf: str | None = None
    batch_id: str | None = None
    note: Note = None
    created_at: Moment = Field(frozen=True)


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
    name: str
    amount: Exact
    unit: str | None = None
    best_before: date | None = None
    date_kind: DateKind = "best_before"
    is_guess: bool = False
    place: Place = "fridge"
    shelf: str | None = None
    note: str | None = None


class CookLog(Entity, table=MainTable):
    """`dish_id` of the plan; something that was cooked without one has none. `cooked_before`: when it was last."""

    user_id: InKey[str]
    log_id: InKey[str] = id_field(make=ulid)
    day: Annotated[date, Stored("date")]
    entity_type: Literal["COOKLOG"] = "COOKLOG"
    recipe_id: str | None = None
    dish_id: str | None = None
    title: str = Field(min_length=1, max_length=80)
    picture: Picture | None = None
    set_title: str | None = None
    servings: int = Field(default=2, ge=1, le=20)
    taken: OmitDefault[tuple[Taken, ...]] = ()
    cooked_before: date | None = None
    memo: Note = None
    image_key: str | None = None
    created_at: Moment = Field(frozen=True)

    PK = key("USER#{user_id}")
    SK = key("COOKLOG#{day}#{log_id}")


class KitchenState(Entity, table=MainTable):
    """Beyond the seed: `revision` is raised by every write to plans, list, fridge and log, and each is held to it.

    The figures are those of the home page. While `is_settled` is False, lines of the list are still to be written.
    """

    user_id: InKey[str]
    entity_type: Literal["KITCHEN"] = "KITCHEN"
    revision: int = Field(default=0, ge=0)
    lines_left: int = 0
    lines_shown: int = 0
    soonest: str | None = None
    soonest_on: date | None = None
    is_settled: bool = True

    PK = key("USER#{user_id}")
    SK = key("KITCHEN#")


class RowImage(Nested):
    """A row before and after an act, as JSON; None where it was not there."""

    kind: str
    before: str | None = None
    after: str | None = None


class UndoRecord(Entity, table=MainTable):
    """Beyond the seed: what an act changed, for as long as it can be taken back. `expires_at` in Unix seconds.

    `members` are ids of what belonged to a thing that was deleted.
    """

    user_id: InKey[str]
    undo_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["UNDO"] = "UNDO"
    act: str
    images: tuple[RowImage, ...]
    members: OmitDefault[tuple[str, ...]] = ()
    expires_at: int

    PK = key("USER#{user_id}")
    SK = key("UNDO#{undo_id}")
