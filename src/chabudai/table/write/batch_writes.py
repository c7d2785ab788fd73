"""Batch writes: many puts and deletions in few requests, each by itself. Whatever needs a condition is refused."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from chabudai.table.attributes import Item
from chabudai.table.descriptions import describe_plan
from chabudai.table.effects import Effects, wait
from chabudai.table.errors import ConflictingWrites, DesignError, NewerItem, RetriesExhausted, RuleViolated
from chabudai.table.plan_kinds import wrong_write
from chabudai.table.plans import BatchWrite, Delete, Insert, Plan, Put
from chabudai.table.query.batches import MAX_BATCH_KEYS, read_batch
from chabudai.table.query.conditions import ALWAYS
from chabudai.table.query.expressions import Placeholders
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE
from chabudai.table.write.preparation import prepare
from chabudai.table.write.prepared_write import PreparedWrite

MAX_BATCH_WRITES = 25


def batch_write_effects(plan: BatchWrite, now: datetime, retry_policy: ConflictRetryPolicy) -> Effects[None]:
    """All of them, in any order; RetriesExhausted when the store left some each time.

    DynamoDB takes no conditions here. So what stands there is looked at before: nothing is written where a row is of a
    newer program, or differs in what is frozen.
    """
    writes = _prepare(plan, now)
    for start in range(0, len(writes), MAX_BATCH_KEYS):
        yield from _check_existing(writes[start : start + MAX_BATCH_KEYS], retry_policy)
    for start in range(0, len(writes), MAX_BATCH_WRITES):
        yield from _send(writes[start : start + MAX_BATCH_WRITES], retry_policy)


def check_writes(plan: BatchWrite) -> None:
    """Refuse what can't be part of a batch, with what to do instead."""
    for write in plan.writes:
        if not isinstance(write, Plan):
            raise wrong_write(write)
        if reason := _refusal(write):
            raise DesignError(
                f"{describe_plan(write)} can't be part of a batch, which has no conditions: {reason}; write it by "
                "itself, or in a transaction"
            )


def _refusal(write: Put[Any] | Delete[Any]) -> str | None:
    if type(write) not in (Put, Delete):
        is_insert = isinstance(write, Insert)
        return "an Insert wants that nothing is there, a Put does not" if is_insert else "it is neither Put nor Delete"
    if write.condition is not ALWAYS or write.must_exist:
        return "it has a condition"
    if write.layout.guards:
        return f"{write.layout.name}.{write.layout.guards[0].name} keeps guard rows"
    if write.layout.version is not None:
        return f"{write.layout.name}.{write.layout.version.name} counts its writes"
    return None


def _prepare(plan: BatchWrite, now: datetime) -> list[PreparedWrite]:
    check_writes(plan)
    found: dict[tuple[str, str], PreparedWrite] = {}
    for write in plan.writes:
        prepared = prepare(write, now)
        prepared.check()
        row_id = (prepared.layout.table.name, repr(prepared.key))
        if row_id in found:
            raise ConflictingWrites(f"{describe_plan(write)} is written twice in one batch: leave one of them out")
        found[row_id] = prepared
    return list(found.values())


def _check_existing(writes: Sequence[PreparedWrite], retry_policy: ConflictRetryPolicy) -> Effects[None]:
    existing, left = yield from read_batch(retry_policy, dict(_looks(writes)))
    if left:
        raise RetriesExhausted("rows were left unread before a batch was written; try again")
    by_id = {(table, repr(sorted(_key_of(writes, table, item).items()))): item for table, item in existing}
    for prepared in writes:
        item = by_id.get((prepared.layout.table.name, repr(sorted(prepared.key.items()))))
        if item is None or prepared.has_expired(item):
            continue
        known = prepared.layout.schema_version.number
        if prepared.layout.version_of(item) > known:
            raise NewerItem(
                prepared.key, f"is newer than the schema version {known} of {prepared.layout.name} known here"
            )
        if reason := prepared.violation(item):
            raise RuleViolated(f"{describe_plan(prepared.plan)}: {reason}", item)


def _looks(writes: Sequence[PreparedWrite]) -> Iterator[tuple[str, dict[str, Any]]]:
    """For each table its keys, and what of those rows is to be seen."""
    by_table: dict[str, list[PreparedWrite]] = {}
    for prepared in writes:
        by_table.setdefault(prepared.layout.table.name, []).append(prepared)
    for table, those in by_table.items():
        names = dict.fromkeys(name for prepared in those for name in _seen_attributes(prepared.layout))
        placeholders = Placeholders()
        projection = ", ".join(map(placeholders.name, names))
        asked = {"Keys": [each.key for each in those], "ConsistentRead": True, "ProjectionExpression": projection}
        yield table, placeholders.into(asked)


def _seen_attributes(layout: Layout) -> Iterator[str]:
    yield from layout.table.primary.attributes
    yield VERSION_ATTRIBUTE
    if layout.table.ttl is not None:
        yield layout.table.ttl
    yield from (field.stored or "" for field in layout.frozen_fields)
    yield from (source for name in sorted(layout.frozen_in_keys) for source in layout.sources(name))


def _key_of(writes: Sequence[PreparedWrite], table: str, item: Item) -> Item:
    layout = next(each.layout for each in writes if each.layout.table.name == table)
    return layout.key_of(item)


def _send(writes: Sequence[PreparedWrite], retry_policy: ConflictRetryPolicy) -> Effects[None]:
    requests: dict[str, list[dict[str, Any]]] = {}
    for prepared in writes:
        requests.setdefault(prepared.layout.table.name, []).append(_request(prepared))
    wanted: Mapping[str, Any] = requests
    for pause in retry_policy.pauses():
        yield from wait(pause)
        response = yield "BatchWriteItem", {"RequestItems": wanted}
        wanted = response.get("UnprocessedItems") or {}
        if not wanted:
            return
    left = sum(map(len, wanted.values()))
    raise RetriesExhausted(f"the store left {left} rows of a batch unwritten at each of {retry_policy.tries} tries")


def _request(prepared: PreparedWrite) -> dict[str, Any]:
    body = prepared.build(None)[0].body
    return {"PutRequest": {"Item": body["Item"]}} if "Item" in body else {"DeleteRequest": {"Key": body["Key"]}}
