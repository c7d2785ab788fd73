"""Stocking: what is in the basket goes into the fridge in one moment, with a guess how long each keeps."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from chabudai.apps.kondate.errors import FridgeFull
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.acts import Outcome, act
from chabudai.apps.kondate.kitchen.draft import Draft, moment
from chabudai.apps.kondate.kitchen.entities import FridgeItem, Measure, ShoppingItem
from chabudai.apps.kondate.kitchen.limits import MOST_ITEMS
from chabudai.common.owner import Owner
from chabudai.table import ulid

MOST_AT_ONCE: Final = 45
"""Lines: each leaves the list and comes into the fridge, and a transaction takes a hundred writes."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """`lines` left the list, `items` are in the fridge now, `rest` wait in the basket for another go."""

    batch_id: str
    lines: tuple[ShoppingItem, ...]
    items: tuple[FridgeItem, ...]
    rest: int


def stock_fridge(owner: Owner) -> Outcome[Delivery]:
    """Everything in the basket; household things just leave the list. Nothing in it: nothing is done.

    What the fridge has no room for waits in the basket. FridgeFull where that is all of it.
    """
    batch_id = ulid()

    def decide(draft: Draft) -> Delivery:
        basket = [line for line in draft.lines if line.done]
        taken = _fitting(basket, MOST_ITEMS - len(draft.fridge))
        if basket and not taken:
            raise FridgeFull(MOST_ITEMS)
        for line in taken:
            draft.drop(line)
        items = put_into_fridge(draft, taken, batch_id)
        return Delivery(batch_id, tuple(taken), tuple(items), len(basket) - len(taken))

    return act(owner, "stock_fridge", decide)


def put_into_fridge(draft: Draft, lines: Sequence[ShoppingItem], batch_id: str) -> list[FridgeItem]:
    """One item for each amount of a line: a stalk and 200 grams are two."""
    return [draft.put(_item(draft, line, measure, batch_id)) for line in lines for measure in _parts(line)]


def _parts(line: ShoppingItem) -> Sequence[Measure | None]:
    return (line.measures or (None,)) if foods.find_food(line.name).is_eaten else ()


def _fitting(basket: Sequence[ShoppingItem], room: int) -> list[ShoppingItem]:
    """As many as one transaction takes, and the fridge has room for, in their order."""
    taken: list[ShoppingItem] = []
    writes = items = 0
    for line in basket:
        parts = len(_parts(line))
        if writes + 1 + parts > 2 * MOST_AT_ONCE:
            break
        if parts and items + parts > room:
            continue
        writes, items = writes + 1 + parts, items + parts
        taken.append(line)
    return taken


def _item(draft: Draft, line: ShoppingItem, measure: Measure | None, batch_id: str) -> FridgeItem:
    food = foods.find_food(line.name)
    now = moment(draft.owner)
    until = None if food.days is None else draft.owner.today() + timedelta(days=food.days)
    return FridgeItem(
        user_id=draft.owner.username,
        item_id=ulid(),
        name=line.name,
        quantity="" if measure is not None else line.quantity,
        amount=None if measure is None else measure.value,
        unit=None if measure is None else measure.unit,
        best_before=until,
        is_guess=until is not None,
        place=food.place,
        shelf=line.shelf,
        batch_id=batch_id,
        note=line.note,
        created_at=now,
        updated_at=now,
    )
