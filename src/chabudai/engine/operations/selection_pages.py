"""One page of a SELECT: its reads one after the other, until the limit or a megabyte is reached."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from chabudai.engine.capacity import READ_UNIT, Tally
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.operations.reading import Reading, encode_start, read, start_key_names
from chabudai.engine.operations.selections import Read, Selection
from chabudai.engine.partiql.continuations import INVALID, Continuation
from chabudai.engine.session import Session
from chabudai.engine.sizes import MAX_PAGE
from chabudai.engine.values import Item


@dataclass(frozen=True, slots=True)
class Page:
    items: list[Any]
    last_key: Item | None
    next: Continuation | None
    capacity: dict[str, Any]


def resume(selection: Selection, start: Continuation) -> Selection:
    """What is left to read. A key that no page can have ended with is refused."""
    reads = selection.reads[start.read :]
    if not reads:
        raise ValidationFailed(INVALID)
    if start.key is not None:
        reads = (_behind(reads[0], start.key), *reads[1:])
    return replace(selection, reads=reads)


def read_page(selection: Selection, first: int, limit: int | None, session: Session) -> Page:
    """All reads see the same moment. `first` is the number that the first of them had before any page was read."""
    with session.reader.snapshot():
        return _read_page(selection, first, limit, session)


def _read_page(selection: Selection, first: int, limit: int | None, session: Session) -> Page:
    items: list[Any] = []
    capacity: dict[str, Any] = Tally(selection.table).report("INDEXES") or {}
    following = None
    last_key = None
    for number, each in enumerate(selection.reads, first):
        found = read(_limited(each, limit), session)
        items += found["Items"]
        capacity = _added(capacity, found["ConsumedCapacity"])
        if limit is not None:
            limit -= found["ScannedCount"]
        last_key = found.get("LastEvaluatedKey")
        if last_key is not None:
            following = Continuation(number, last_key)
            break
        if number + 1 < first + len(selection.reads) and (limit == 0 or _is_full(capacity, each.reading)):
            following = Continuation(number + 1, None)
            break
    return Page(items, last_key, following, capacity)


def _limited(each: Read, limit: int | None) -> Reading:
    """A row that is named by its key is the only one: no limit ends its page."""
    return each.reading._replace(limit=None if each.key is not None else limit)


def _behind(each: Read, key: Item) -> Read:
    reading = each.reading
    table, index = reading.table, reading.by_index
    keys = index.keys if index else table.keys
    if key.keys() != set(start_key_names(table, index)) or table.keys.encode(key) is None or keys.encode(key) is None:
        raise ValidationFailed(INVALID)
    encoded = encode_start(key, table, index)
    if each.bounds is None:
        return replace(each, reading=reading._replace(lower=encoded + b"\x00"))
    if encoded not in each.bounds:
        raise ValidationFailed(INVALID)
    bounds = each.bounds.behind(encoded, reading.forward)
    return replace(each, bounds=bounds, reading=reading._replace(lower=bounds.lower, upper=bounds.upper))


def _is_full(capacity: Mapping[str, Any], reading: Reading) -> bool:
    unit = READ_UNIT if reading.consistent else 2 * READ_UNIT
    return bool(capacity["CapacityUnits"] * unit >= MAX_PAGE)


def _added(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Two reports of consumed capacity as one."""
    total = dict(one)
    for name, value in other.items():
        if name not in total or isinstance(value, str):
            total[name] = value
        elif isinstance(value, Mapping):
            total[name] = _added(total[name], value)
        else:
            total[name] += value
    return total
