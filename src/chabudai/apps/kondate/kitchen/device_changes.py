"""What a device did to the shopping list, maybe without a connection: sent in order, and as often as it takes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from chabudai.apps.kondate.kitchen import shopping
from chabudai.apps.kondate.kitchen.entities import ShoppingItem
from chabudai.apps.kondate.kitchen.shopping import Tick
from chabudai.common.owner import Owner
from chabudai.common.text import clean_line, is_id
from chabudai.web.errors import InvalidInput
from chabudai.web.translations import Text


@dataclass(frozen=True, slots=True)
class Addition:
    """A line that was written down; its id is the device's, so that it is added once."""

    line_id: str
    text: str


Change: TypeAlias = Tick | Addition


@dataclass(frozen=True, slots=True)
class Result:
    """`lines` that were ticked, as they are now; `refused` are ids of additions, with why; `acts` is their number."""

    lines: tuple[ShoppingItem, ...]
    refused: tuple[tuple[str, Text], ...]
    acts: int


def parse_change(text: str) -> Change | None:
    """`in ID SEEN OWN` and `out ID SEEN OWN` for the basket, `add ID TEXT`; None for anything else.

    OWN may be left out where it is 0.
    """
    kind, _, rest = text.partition(" ")
    line_id, _, last = rest.partition(" ")
    if not is_id(line_id):
        return None
    if kind == "add":
        return Addition(line_id, last) if clean_line(last) else None
    numbers = last.split(" ")
    if kind in ("in", "out") and len(numbers) <= 2 and all(map(_is_number, numbers)):
        return Tick(line_id, kind == "in", *map(int, numbers))
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def parse_changes(texts: Iterable[str]) -> list[Change]:
    """What can't be read is passed over: a device would send it for ever."""
    return [change for change in map(parse_change, texts) if change is not None]


def apply_changes(owner: Owner, changes: Sequence[Change], device: str | None) -> Result:
    lines: dict[str, ShoppingItem] = {}
    refused: list[tuple[str, Text]] = []
    acts = 0
    for is_tick, group in groupby(changes, key=lambda change: isinstance(change, Tick)):
        if is_tick:
            ticks = [change for change in group if isinstance(change, Tick)]
            lines.update({line.item_id: line for line in shopping.tick(owner, ticks, device)})
            acts += -(-len({tick.line_id for tick in ticks}) // shopping.MOST_TICKED)
            continue
        for change in group:
            if isinstance(change, Addition):
                refused += _add(owner, change)
                acts += 1
    return Result(tuple(lines.values()), tuple(refused), acts)


def _add(owner: Owner, addition: Addition) -> list[tuple[str, Text]]:
    try:
        shopping.write_down(owner, addition.text, line_id=addition.line_id)
    except InvalidInput as refusal:
        told = [sentence for _, sentence in refusal.details] or [refusal.message]
        return [(addition.line_id, told[0])]
    return []
