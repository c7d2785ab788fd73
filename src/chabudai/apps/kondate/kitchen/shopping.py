"""The shopping list: lines are put into the basket and taken out, written down, changed, and said to be at home."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.amounts import Amount, read_quantity
from chabudai.apps.kondate.errors import NoSuchLine
from chabudai.apps.kondate.kitchen import acts, foods
from chabudai.apps.kondate.kitchen.acts import Outcome, act
from chabudai.apps.kondate.kitchen.draft import Draft, moment
from chabudai.apps.kondate.kitchen.entities import Heard, Measure, ShoppingItem
from chabudai.apps.kondate.kitchen.measures import check_typed, measure_of
from chabudai.apps.kondate.kitchen.stocking import put_into_fridge
from chabudai.apps.kondate.kitchen.unplanned import set_unplanned
from chabudai.common.owner import Owner
from chabudai.common.sweeps import batches
from chabudai.common.text import clean_line, clean_prose, is_id
from chabudai.common.unreadable_rows import get_readable
from chabudai.table import ulid
from chabudai.web.errors import InvalidFields
from chabudai.web.field_sentences import MISSPELLED

MOST_TICKED: Final = 90
"""Lines in one act: a transaction takes a hundred writes."""
MOST_HEARD: Final = 4
"""Devices of a household, of which a line remembers what they said."""
MOST_GOES: Final = 5
"""In which a list that was cut off is gone on with, before whoever looks is shown it as it is."""
LONGEST_NOTE: Final = 500


@dataclass(frozen=True, slots=True)
class Tick:
    """A state that a device wants a line to have. `seen` is the number of changes that it knew of; None: the latest.

    `own` is how many changes it has made since, of which it has not heard whether they landed.
    """

    line_id: str
    done: bool
    seen: int | None = None
    own: int = 0


def find_lines(owner: Owner) -> list[ShoppingItem]:
    """As they follow from the plans: should writing them have been cut off, it is gone on with first."""
    finish_list(owner)
    return list(owner.store.all(design.shopping(owner.username)))


def finish_list(owner: Owner) -> None:
    """Where writing it was cut off."""
    for _ in range(MOST_GOES):
        state = get_readable(owner.store, design.kitchen_state(owner.username).consistently())
        if state is None or state.is_settled:
            break
        acts.refresh(owner)


def tick(owner: Owner, ticks: list[Tick], device: str | None = None) -> list[ShoppingItem]:
    """Lines as they are after it. A line that is gone is passed over; doing it twice does it once.

    Into the basket always lands, unless it is sent again by a device that went on since; out of it only if the device
    had seen the latest state. Of several changes of one line the last counts. Of very many lines, some come after the
    others.
    """
    last = {tick.line_id: tick for tick in ticks}.values()
    some = [_tick(owner, part, device) for part in batches(last, MOST_TICKED)]
    return [line for lines in some for line in lines]


def _tick(owner: Owner, ticks: list[Tick], device: str | None) -> list[ShoppingItem]:
    def decide(draft: Draft) -> list[ShoppingItem]:
        known = {line.item_id: line for line in draft.lines}
        for each in ticks:
            line = known.get(each.line_id)
            if line is None or line.done == each.done or not _lands(each, line, device):
                continue
            known[line.item_id] = draft.put(
                line.model_copy(
                    update={
                        "done": each.done,
                        "done_by": device,
                        "ticks": line.ticks + 1,
                        "heard": _remember(each, line, device),
                    }
                )
            )
        return [known[each.line_id] for each in ticks if each.line_id in known]

    return act(owner, "tick", decide, undoes=()).result


def _lands(tick: Tick, line: ShoppingItem, device: str | None) -> bool:
    return not _is_repeated(tick, line, device) if tick.done else _has_seen(tick, line, device)


def _is_repeated(tick: Tick, line: ShoppingItem, device: str | None) -> bool:
    """Whether this device changed the line by as much knowledge already, and so has said something else since."""
    return tick.seen is not None and any(
        heard.device == device and (tick.seen, tick.own) <= (heard.seen, heard.own) for heard in line.heard
    )


def _has_seen(tick: Tick, line: ShoppingItem, device: str | None) -> bool:
    """The latest state, or one that this very device made of what it had seen, and maybe was never told of."""
    if tick.seen is None or tick.seen == line.ticks:
        return True
    is_own = device is not None and line.done_by == device
    return is_own and 0 < line.ticks - tick.seen <= max(tick.own, 1)


def _remember(tick: Tick, line: ShoppingItem, device: str | None) -> tuple[Heard, ...]:
    if device is None or tick.seen is None:
        return line.heard
    others = [heard for heard in line.heard if heard.device != device]
    return (*others[1 - MOST_HEARD :], Heard(device=device, seen=tick.seen, own=tick.own))


def write_down(owner: Owner, text: str, *, line_id: str | None = None) -> Outcome[ShoppingItem]:
    """A line as it is typed: 卵 1パック.

    `line_id` was given by a device that had no connection: it is added once, and not again when it was bought since.
    """
    name, quantity = foods.read_food(text)
    if line_id is not None and not is_id(line_id):
        raise InvalidFields([("id", MISSPELLED)])

    def decide(draft: Draft) -> ShoppingItem:
        same = next((line for line in draft.lines if line.item_id == line_id), None)
        if same is not None:
            return same
        now = moment(owner)
        line = ShoppingItem(
            user_id=owner.username,
            item_id=line_id or ulid(),
            name=name,
            quantity=quantity.text[:80],
            measures=measures_of(quantity.amount),
            shelf=foods.shelf_of(name, draft.profile),
            is_manual=True,
            created_at=now,
            updated_at=now,
        )
        if line_id in draft.added:
            return line
        if line_id is not None:
            draft.note_added(line_id)
        return draft.put(line)

    return act(owner, "write_down", decide)


def change_amount(owner: Owner, line_id: str, text: str) -> Outcome[ShoppingItem]:
    """What a person wants to buy instead; an empty text goes back to what the dishes want."""
    return _change(owner, "change_amount", line_id, lambda line: _with_amount(line, text))


def change_note(owner: Owner, line_id: str, note: str) -> Outcome[ShoppingItem]:
    return _change(owner, "change_note", line_id, lambda line: _with_note(line, note))


def change_line(owner: Owner, line_id: str, *, amount: str, note: str) -> Outcome[ShoppingItem]:
    """Both at once."""
    return _change(owner, "change_line", line_id, lambda line: _with_note(_with_amount(line, amount), note))


def dismiss(owner: Owner, line_id: str) -> Outcome[ShoppingItem]:
    """It need not be bought: for the dishes that want it now. A line of one's own goes."""

    def decide(draft: Draft) -> ShoppingItem:
        line = find_line(draft, line_id)
        if not line.is_manual:
            set_unplanned(draft, foods.fold(line.name), ())
        dishes = tuple(dict.fromkeys(want.dish_id for want in line.wants if not want.is_unplanned))
        if line.is_manual or not dishes:
            draft.drop(line)
            return line
        left = find_line(draft, line_id)
        return draft.put(left.model_copy(update={"dismissed_for": dishes, "done": False}))

    return act(owner, "dismiss", decide)


def need(owner: Owner, line_id: str) -> Outcome[ShoppingItem]:
    """A staple that is used up, or something that was dismissed: it joins its shelf."""
    changes = {"is_needed": True, "dismissed_for": ()}
    return _change(owner, "need", line_id, lambda line: line.model_copy(update=changes))


def have_at_home(owner: Owner, line_id: str) -> Outcome[ShoppingItem]:
    """What the line wants is in the fridge from now on."""

    def decide(draft: Draft) -> ShoppingItem:
        line = find_line(draft, line_id)
        put_into_fridge(draft, [line], ulid())
        draft.drop(line)
        return line

    return act(owner, "have_at_home", decide)


def find_line(draft: Draft, line_id: str) -> ShoppingItem:
    found = next((line for line in draft.lines if line.item_id == line_id), None)
    if found is None:
        raise NoSuchLine
    return found


def measures_of(amount: Amount | None) -> tuple[Measure, ...]:
    return () if amount is None else (measure_of(amount),)


def _change(
    owner: Owner, name: str, line_id: str, decide: Callable[[ShoppingItem], ShoppingItem]
) -> Outcome[ShoppingItem]:
    return act(owner, name, lambda draft: draft.put(decide(find_line(draft, line_id))))


def _with_amount(line: ShoppingItem, text: str) -> ShoppingItem:
    quantity = read_quantity(clean_line(text)[:80])
    check_typed(quantity.amount, "amount")
    return line.model_copy(
        update={
            "quantity": quantity.text,
            "measures": measures_of(quantity.amount),
            "is_own_amount": bool(quantity.text) and not line.is_manual,
        }
    )


def _with_note(line: ShoppingItem, note: str) -> ShoppingItem:
    return line.model_copy(update={"note": clean_prose(note)[:LONGEST_NOTE] or None})
