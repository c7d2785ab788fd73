"""One page of a SELECT: its reads one after the other, until the limit or a megabyte is reached."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from chabudai.engine.capacity import READ_UNIT, ConsumedCapacity
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.reads import ReadPlan, encode_start, read, start_key_names
from chabudai.engine.operations.selections import Selection, SelectionRead
from chabudai.engine.partiql.continuations import INVALID, Continuation
from chabudai.engine.values import Item
from chabudai.items.sizes import MAX_PAGE


@dataclass(frozen=True, slots=True)
class SelectionPage:
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
        reads = (_resume_after(reads[0], start.key), *reads[1:])
    return replace(selection, reads=reads)


def read_page(selection: Selection, first: int, limit: int | None, context: OperationContext) -> SelectionPage:
    """All reads see the same moment. `first` is the number that the first of them had before any page was read."""
    with context.reader.snapshot():
        return _read_page(selection, first, limit, context)


def _read_page(selection: Selection, first: int, limit: int | None, context: OperationContext) -> SelectionPage:
    items: list[Any] = []
    capacity: dict[str, Any] = ConsumedCapacity(selection.table).report("INDEXES") or {}
    following = None
    last_key = None
    for number, each in enumerate(selection.reads, first):
        found = read(_limit_plan(each, limit), context)
        items += found["Items"]
        capacity = _add_capacity(capacity, found["ConsumedCapacity"])
        if limit is not None:
            limit -= found["ScannedCount"]
        last_key = found.get("LastEvaluatedKey")
        if last_key is not None:
            following = Continuation(number, last_key)
            break
        if number + 1 < first + len(selection.reads) and (limit == 0 or _is_full(capacity, each.plan)):
            following = Continuation(number + 1, None)
            break
    return SelectionPage(items, last_key, following, capacity)


def _limit_plan(each: SelectionRead, limit: int | None) -> ReadPlan:
    """A row that is named by its key is the only one: no limit ends its page."""
    return each.plan._replace(limit=None if each.key is not None else limit)


def _resume_after(each: SelectionRead, key: Item) -> SelectionRead:
    plan = each.plan
    table, index = plan.table, plan.by_index
    keys = index.keys if index else table.keys
    if key.keys() != set(start_key_names(table, index)) or table.keys.encode(key) is None or keys.encode(key) is None:
        raise ValidationFailed(INVALID)
    encoded = encode_start(key, table, index)
    if each.bounds is None:
        return replace(each, plan=plan._replace(lower=encoded + b"\x00"))
    if encoded not in each.bounds:
        raise ValidationFailed(INVALID)
    bounds = each.bounds.after_key(encoded, plan.forward)
    return replace(each, bounds=bounds, plan=plan._replace(lower=bounds.lower, upper=bounds.upper))


def _is_full(capacity: Mapping[str, Any], plan: ReadPlan) -> bool:
    unit = READ_UNIT if plan.consistent else 2 * READ_UNIT
    return bool(capacity["CapacityUnits"] * unit >= MAX_PAGE)


def _add_capacity(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Two reports of consumed capacity as one."""
    total = dict(one)
    for name, value in other.items():
        if name not in total or isinstance(value, str):
            total[name] = value
        elif isinstance(value, Mapping):
            total[name] = _add_capacity(total[name], value)
        else:
            total[name] += value
    return total
