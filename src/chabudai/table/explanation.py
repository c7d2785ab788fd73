"""Explanations: what a plan would send, in words, without sending it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from chabudai.table.attributes import AttributeValue
from chabudai.table.plans import BatchGet, BatchWrite, Get, Plan, Query, Scan, Transaction
from chabudai.table.query.batches import MAX_BATCH_KEYS
from chabudai.table.query.expressions import Placeholders, condition_text
from chabudai.table.query.requests import build_get_request
from chabudai.table.schema.constraints import Guard
from chabudai.table.schema.key_attributes import KeyAttribute
from chabudai.table.write.batch_writes import MAX_BATCH_WRITES, check_writes
from chabudai.table.write.preparation import PreparedCheck, PreparedDelete, PreparedPut, prepare
from chabudai.table.write.prepared_update import PreparedUpdate
from chabudai.table.write.prepared_write import PreparedWrite
from chabudai.table.write.transactions import merge_steps

_OPERATIONS = {PreparedPut: "PutItem", PreparedUpdate: "UpdateItem", PreparedDelete: "DeleteItem"}
_TRASH_LINES = {
    "HIDDEN": "  what is in the trash is left out of what comes back",
    "ONLY": "  only what is in the trash is given of what comes back",
}
_PLACEHOLDER = re.compile(r"[#:]\d+")


@dataclass(frozen=True, slots=True)
class Explanation:
    """`operations` in the order in which they are sent; `lines` say why, and `str()` is all of it for people."""

    pattern: str | None
    operations: tuple[str, ...]
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([self.pattern or "no pattern", *(f"  {line}" for line in self.lines)])


def explain(plan: Plan, now: datetime) -> Explanation:
    pattern = None if plan.pattern is None else str(plan.pattern)
    match plan:
        case Get():
            return Explanation(pattern, ("GetItem",), tuple(_get_lines(plan)))
        case BatchGet():
            return Explanation(pattern, ("BatchGetItem",), (_batch_line(plan),))
        case BatchWrite():
            return _explain_batch_write(pattern, plan)
        case Scan():
            return Explanation(pattern, ("Scan",) * plan.segments, tuple(_scan_lines(plan)))
        case Query() if plan.each:
            return Explanation(pattern, ("Query",) * len(plan.partitions), tuple(_merge_lines(plan)))
        case Query():
            return Explanation(pattern, ("Query",), tuple(_query_lines(plan)))
        case Transaction():
            prepared_writes = [(step.name, prepare(step.plan, now)) for step in merge_steps(plan)]
            return _explain_writes(pattern, prepared_writes, ["TransactWriteItems"] if prepared_writes else [])
        case _:
            prepared = prepare(plan, now)  # type: ignore[arg-type]
            return _explain_writes(pattern, [("", prepared)], list(_operations(prepared)))


def _explain_batch_write(pattern: str | None, plan: BatchWrite) -> Explanation:
    check_writes(plan)
    names = sorted({write.layout.table.name for write in plan.writes})
    line = f"BatchWriteItem {', '.join(names)}: {len(plan.writes)} rows, {MAX_BATCH_WRITES} at a time, each by itself"
    looked = f"read first: whether a newer program wrote them, and what is frozen; {MAX_BATCH_KEYS} at a time"
    return Explanation(pattern, ("BatchGetItem", "BatchWriteItem"), (line, f"  {looked}"))


def _operations(prepared: PreparedWrite) -> Iterator[str]:
    if not _guards(prepared):
        yield _OPERATIONS[type(prepared)]
        return
    yield "TransactWriteItems"
    # A transaction does not tell what it made of an item.
    if isinstance(prepared, PreparedUpdate):
        yield "GetItem"


def _explain_writes(
    pattern: str | None, prepared_writes: list[tuple[str, PreparedWrite]], operations: list[str]
) -> Explanation:
    reading = [prepared for _, prepared in prepared_writes if prepared.needs]
    read = [] if not reading else ["GetItem"] if len(reading) == 1 else ["BatchGetItem"]
    lines = [line for name, prepared in prepared_writes for line in _write_lines(name, prepared)]
    return Explanation(pattern, (*read, *operations), tuple(lines))


def _write_lines(name: str, prepared: PreparedWrite) -> Iterator[str]:
    step = f"{name}: " if name else ""
    key = ", ".join(f"{attribute}={_format_value(value)}" for attribute, value in prepared.key.items())
    yield f"{step}{type(prepared.plan).__name__} {prepared.layout.name} at {key} in {prepared.layout.table.name}"
    if isinstance(prepared, PreparedUpdate):
        yield from _key_lines(prepared)
    if prepared.needs:
        yield (
            f"  read first: {', '.join(sorted(prepared.needs))}; written under the condition that they are still the "
            "same, tried again when they are not"
        )
    placeholders = Placeholders()
    if text := condition_text(prepared.plan.condition, prepared.layout, placeholders):
        yield f"  only if {_fill_placeholders(text, placeholders.into({}))}"
    for guard in _guards(prepared):
        yield f"  guarded: {guard.name} at {guard.pk.template} / {guard.sk.template}"


def _key_lines(prepared: PreparedUpdate) -> Iterator[str]:
    for key in prepared.affected_keys:
        missing = sorted(key.fields & prepared.needs)
        how = (
            f"after reading {', '.join(missing)}"
            if missing
            else f"computed: {_format_value(_build_key(prepared, key))}"
        )
        yield f"  {key.name} = {key.template}: {how}"
    if not prepared.affected_keys:
        yield "  no key is made of what changes"


def _build_key(prepared: PreparedUpdate, key: KeyAttribute) -> AttributeValue | None:
    sums = {name: prepared.fixed[name] + amount for name, amount in prepared.adds.items() if name in prepared.fixed}
    return key.build({**prepared.fixed, **sums, **prepared.sets})


def _guards(prepared: PreparedWrite) -> list[Guard]:
    """The guards that it may acquire or release."""
    if isinstance(prepared, PreparedCheck):
        return []
    return list(prepared.affected_guards if isinstance(prepared, PreparedUpdate) else prepared.layout.guards)


def _request_lines(operation: str, request: Mapping[str, Any]) -> Iterable[str]:
    where = request["TableName"] + (f"/{request['IndexName']}" if "IndexName" in request else "")
    yield f"{operation} {where}"
    if "Key" in request:
        yield "  key: " + ", ".join(f"{name}={_format_value(value)}" for name, value in request["Key"].items())
    for name in ("KeyConditionExpression", "FilterExpression", "ProjectionExpression"):
        if name in request:
            yield f"  {name}: {_fill_placeholders(request[name], request)}"
    if request.get("ScanIndexForward") is False:
        yield "  descending"
    if request.get("ConsistentRead"):
        yield "  consistently"


def _get_lines(plan: Get[Any]) -> Iterable[str]:
    yield from _request_lines("GetItem", build_get_request(plan))
    if plan.layout.trash is not None and plan.trash != "SHOWN":
        yield _TRASH_LINES[plan.trash]


def _query_lines(plan: Query[Any]) -> Iterable[str]:
    yield from _request_lines("Query", plan.request)
    for view in dict.fromkeys(plan.sifted.values()):
        yield _TRASH_LINES[view]


def _scan_lines(plan: Scan[Any]) -> Iterable[str]:
    yield from _request_lines("Scan", plan.request)
    if plan.segments > 1:
        yield f"  in {plan.segments} segments at the same time"
    yield "  the whole table is read and paid for, page by page"


def _merge_lines(plan: Query[Any]) -> Iterable[str]:
    first, *_ = plan.partitions
    given = ", ".join(f"{name} = {', '.join(map(str, values))}" for name, values in plan.each.items())
    yield f"{len(plan.partitions)} queries, one for each of {given}; their rows merged by {_order_text(plan)}"
    yield "the first of them:"
    yield from _query_lines(first)


def _order_text(plan: Query[Any]) -> str:
    names = dict.fromkeys([*plan.index.range, *plan.index.table.primary.attributes])
    return ", ".join(names)


def _batch_line(plan: BatchGet[Any]) -> str:
    layout = plan.layout
    return (
        f"BatchGetItem {layout.table.name}: {len(plan.keys)} of {layout.name}, each once, {plan.batch_size} at a time"
    )


def _fill_placeholders(text: str, request: Mapping[str, Any]) -> str:
    names, values = (request.get(f"ExpressionAttribute{each}", {}) for each in ("Names", "Values"))
    return _PLACEHOLDER.sub(lambda match: names.get(match[0]) or _format_value(values[match[0]]), text)


def _format_value(attribute: Any) -> str:
    if attribute is None:
        return "none, so the item leaves the index"
    ((kind, value),) = attribute.items()
    return f"{value!r}" if kind == "S" else str(value)
