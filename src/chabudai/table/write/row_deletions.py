"""Row deletions: what a query meets goes, by its keys alone: also what no entity can be made of, or has expired."""

from collections.abc import Mapping, Sequence
from typing import Any

from chabudai.table.attributes import Item
from chabudai.table.effects import Effects, wait
from chabudai.table.errors import RetriesExhausted
from chabudai.table.plans import Query
from chabudai.table.query.requests import request_from
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.write.batch_writes import MAX_BATCH_WRITES


def delete_rows_effects(plan: Query[Any], retry_policy: ConflictRetryPolicy) -> Effects[int]:
    """How many there were. A page is deleted before the next is asked for: where the last row stood is known still."""
    count = 0
    for part in plan.partitions if plan.each else (plan,):
        start: Item | None = None
        while True:
            response = yield "Query", request_from(part.request, start, None)
            keys = [part.layouts[0].key_of(item) for item in response["Items"] if not _is_of_others(part, item)]
            for first in range(0, len(keys), MAX_BATCH_WRITES):
                yield from _delete(part.index.table.name, keys[first : first + MAX_BATCH_WRITES], retry_policy)
            count += len(keys)
            start = response.get("LastEvaluatedKey")
            if start is None:
                break
    return count


def _is_of_others(plan: Query[Any], item: Item) -> bool:
    """Whether it is of an entity that was not asked for, which lies between those that were."""
    asked = {layout.source.layout.name for layout in plan.layouts}
    return len(asked) > 1 and any(layout.owns(item) for layout in plan.index.table.layouts if layout.name not in asked)


def _delete(table: str, keys: Sequence[Item], retry_policy: ConflictRetryPolicy) -> Effects[None]:
    wanted: Mapping[str, Any] = {table: [{"DeleteRequest": {"Key": key}} for key in keys]}
    for pause in retry_policy.pauses():
        yield from wait(pause)
        response = yield "BatchWriteItem", {"RequestItems": wanted}
        wanted = response.get("UnprocessedItems") or {}
        if not wanted:
            return
    left = sum(map(len, wanted.values()))
    raise RetriesExhausted(f"the store left {left} rows undeleted at each of {retry_policy.tries} tries; try again")
