"""The fridge: what is put in by hand, changed, used up or thrown out, and comes back from its trash."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any, Final, Literal

from chabudai.apps.kondate import design
from chabudai.apps.kondate.amounts import LARGEST, Quantity, read_value, write_measured, write_value
from chabudai.apps.kondate.errors import NoSuchFood
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.acts import Outcome, act
from chabudai.apps.kondate.kitchen.draft import Draft, moment
from chabudai.apps.kondate.kitchen.entities import DeletedFridgeItem, Departure, FridgeItem, Measure, Place, Provision
from chabudai.apps.kondate.kitchen.measures import add_up, amount_of_food, measure_of
from chabudai.common import trash
from chabudai.common.field_checks import FIRST_DAY, LAST_DAY, check_day
from chabudai.common.fields import Fields
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.table import Page, ulid

FOOD_FIELDS: Final = Fields(
    FridgeItem, "name", "quantity", "amount", "unit", "best_before", "date_kind", "place", "note"
)


def find_items(owner: Owner) -> list[FridgeItem]:
    """Soonest date first, those without one last."""
    rows = owner.store.all(design.fridge(owner.username))
    return sorted(rows, key=lambda item: (item.best_before is None, item.best_before or date.max, item.item_id))


def put_in(
    owner: Owner, text: str, *, best_before: date | Literal["never"] | None = None, place: Place | None = None
) -> Outcome[FridgeItem]:
    """As it is typed: 豆腐 1丁. The same thing with the same unit and date is added to what is there.

    Without a date it is guessed by what it is; what keeps for long is `never` past one.
    """
    name, quantity = foods.read_food(text)
    check_day("best_before", None if best_before == "never" else best_before)

    def decide(draft: Draft) -> FridgeItem:
        item = _new_item(draft, name, quantity, best_before, place)
        same = next((each for each in draft.fridge if _joins(each, item)), None)
        if same is not None:
            (total,) = _add(same, item)
            return draft.put(same.model_copy(update={"amount": total.value, "unit": total.unit, "quantity": ""}))
        return draft.put(item)

    return act(owner, "put_in", decide)


def change_item(owner: Owner, item_id: str, changes: Mapping[str, Any]) -> Outcome[FridgeItem]:
    """Of FOOD_FIELDS. A date that a person gives is no guess any more."""
    said = FOOD_FIELDS.check(changes) | ({"is_guess": False} if "best_before" in changes else {})

    def decide(draft: Draft) -> FridgeItem:
        return draft.put(find_item(draft, item_id).model_copy(update=said))

    return act(owner, "change_item", decide)


def step_amount(owner: Owner, item_id: str, *, is_more: bool) -> Outcome[FridgeItem]:
    """One step more or less of what can be counted, and never to nothing: that is to be used up."""

    def decide(draft: Draft) -> FridgeItem:
        item = find_item(draft, item_id)
        if item.amount is None:
            return item
        value = read_value(item.amount)
        step = find_step(value, item.unit)
        stepped = value + step if is_more else value - step
        amount = write_value(min(stepped, LARGEST)) if stepped > 0 else item.amount
        return draft.put(item.model_copy(update={"amount": amount}))

    return act(owner, "step_amount", decide)


def find_step(value: Fraction, unit: str | None) -> Fraction:
    """Halves of what is counted; of grams and millilitres what a kitchen tells apart."""
    if unit in ("g", "ml"):
        return Fraction(50) if value > 100 else Fraction(10)
    return Fraction(1, 2)


def take_out(owner: Owner, item_id: str, departure: Departure = "used") -> Outcome[FridgeItem | None]:
    """Used up or thrown out: into the trash for thirty days. None when another device was faster."""

    def decide(draft: Draft) -> FridgeItem | None:
        item = next((each for each in draft.fridge if each.item_id == item_id), None)
        if item is None:
            return None
        move_to_trash(draft, item, departure)
        return item

    return act(owner, "take_out", decide)


def find_deleted(owner: Owner, cursor: str | None = None) -> Page[DeletedFridgeItem]:
    """What left the fridge, latest first, while it can come back."""
    with refuse_wrong_cursor():
        return owner.store.page(design.deleted_fridge(owner.username), cursor)


def parse_departure(text: str) -> datetime:
    """When something left, as the trash tells it. NoSuchFood for what is no moment, or one that nobody lived in."""
    try:
        moment = datetime.fromisoformat(text)
        is_known = moment.tzinfo is not None and FIRST_DAY <= moment.astimezone(UTC).date() <= LAST_DAY
    except (ValueError, OverflowError):
        raise NoSuchFood from None
    if not is_known or moment.microsecond:
        raise NoSuchFood
    return moment


def count_deleted(owner: Owner) -> tuple[int, bool]:
    """How many can come back, and whether there are more than these: no more are counted than one page shows."""
    page = find_deleted(owner)
    now = owner.clock().timestamp()
    return sum(item.expires_at > now for item in page), bool(page.cursor)


def restore(owner: Owner, deleted_at: datetime, item_id: str) -> Outcome[FridgeItem]:
    """With its note, date and place."""
    if not is_id(item_id):
        raise NoSuchFood

    def more() -> Iterable[DeletedFridgeItem]:
        found = owner.store.get(design.deleted_fridge_item(owner.username, deleted_at, item_id).consistently())
        return () if found is None else (found,)

    def decide(draft: Draft) -> FridgeItem:
        gone = next(draft.all(DeletedFridgeItem), None)
        if gone is None:
            back = next((item for item in draft.fridge if item.item_id == item_id), None)
            if back is None:
                raise NoSuchFood
            return back
        draft.drop(gone)
        return draft.put(FridgeItem(**_held(gone), updated_at=moment(owner)))

    return act(owner, "restore", decide, more=more)


def find_item(draft: Draft, item_id: str) -> FridgeItem:
    found = next((item for item in draft.fridge if item.item_id == item_id), None)
    if found is None:
        raise NoSuchFood
    return found


def move_to_trash(draft: Draft, item: FridgeItem, departure: Departure) -> None:
    now = moment(draft.owner)
    draft.drop(item)
    draft.put(DeletedFridgeItem(**_held(item), deleted_at=now, departure=departure, expires_at=trash.expiry(now)))


def _new_item(
    draft: Draft, name: str, quantity: Quantity, best_before: date | Literal["never"] | None, place: Place | None
) -> FridgeItem:
    food, now = foods.find_food(name), moment(draft.owner)
    guess = None if food.days is None else draft.owner.today() + timedelta(days=food.days)
    amount = quantity.amount
    return FridgeItem(
        user_id=draft.owner.username,
        item_id=ulid(),
        name=name,
        quantity=quantity.text[:80] if amount is None else "",
        amount=None if amount is None else write_measured(amount.most),
        unit=None if amount is None else amount.unit,
        best_before=None if best_before == "never" else best_before or guess,
        is_guess=best_before is None and guess is not None,
        place=place or food.place,
        shelf=foods.shelf_of(name, draft.profile),
        created_at=now,
        updated_at=now,
    )


def _joins(one: FridgeItem, other: FridgeItem) -> bool:
    if one.amount is None or other.amount is None:
        return False
    same = foods.fold(one.name) == foods.fold(other.name) and one.best_before == other.best_before
    total = sum(amount_of_food(item).in_base().value for item in (one, other))
    return same and one.place == other.place and len(_add(one, other)) == 1 and total <= LARGEST


def _add(one: FridgeItem, other: FridgeItem) -> tuple[Measure, ...]:
    return add_up(measure_of(amount_of_food(item)) for item in (one, other))


def _held(item: Provision) -> dict[str, Any]:
    """What the fridge and its trash both keep of a thing."""
    return {name: getattr(item, name) for name in Provision.model_fields}
