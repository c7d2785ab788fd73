"""Explaining: what a plan would send, in words, without sending it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from chabudai.table.fields import NOTHING
from chabudai.table.plans import BatchGet, Get, Plan, Query, Transaction, Update
from chabudai.table.reading import get_request
from chabudai.table.transactions import merged
from chabudai.table.writes import UpdateWork, Work, work_of

_OPERATIONS = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem", "ConditionCheck": "ConditionCheck"}


@dataclass(frozen=True, slots=True)
class Explanation:
    """`operations` in the order in which they are sent; `lines` say why, and `str()` is all of it for people."""

    about: str | None
    operations: tuple[str, ...]
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([self.about or "no pattern", *(f"  {line}" for line in self.lines)])


def explain(plan: Plan, now: datetime) -> Explanation:
    about = None if plan.about is None else str(plan.about)
    match plan:
        case Get():
            return Explanation(about, ("GetItem",), tuple(_request_lines("GetItem", get_request(plan))))
        case BatchGet():
            return Explanation(about, ("BatchGetItem",), (_batch_line(plan),))
        case Query():
            return Explanation(about, ("Query",), tuple(_request_lines("Query", plan.request)))
        case Transaction():
            works = [(step.name, work_of(step.plan, now)) for step in merged(plan)]
            return _writes(about, works, is_transaction=True)
        case _:
            work = work_of(plan, now)  # type: ignore[arg-type]
            return _writes(about, [("", work)], is_transaction=bool(work.layout.guards))


def _writes(about: str | None, works: list[tuple[str, Work]], is_transaction: bool) -> Explanation:
    reading = [work for _, work in works if work.needs]
    operations: list[str] = []
    if reading:
        operations.append("GetItem" if len(reading) == 1 else "BatchGetItem")
    first = works[0][1]
    operations.append("TransactWriteItems" if is_transaction else _operation(first))
    lines = [line for name, work in works for line in _work_lines(name, work)]
    return Explanation(about, tuple(operations), tuple(lines))


def _operation(work: Work) -> str:
    return {"PutWork": "PutItem", "UpdateWork": "UpdateItem", "DeleteWork": "DeleteItem"}[type(work).__name__]


def _work_lines(name: str, work: Work) -> Iterator[str]:
    step = f"{name}: " if name else ""
    key = ", ".join(f"{attribute}={_shown(value)}" for attribute, value in work.key.items())
    yield f"{step}{type(work.plan).__name__} {work.layout.name} at {key} in {work.layout.table.name}"
    if isinstance(work, UpdateWork):
        yield from _key_lines(work)
    if work.needs:
        yield (
            f"  read first: {', '.join(sorted(work.needs))}; written under the condition that they are still the same, "
            "tried again when they are not"
        )
    for guard in work.layout.guards:
        yield f"  guarded: {guard.name} at {guard.pk.template} / {guard.sk.template}"


def _key_lines(work: UpdateWork) -> Iterator[str]:
    for key in work.touched_keys:
        missing = sorted(key.fields & work.needs)
        how = f"after reading {', '.join(missing)}" if missing else f"computed: {_shown(_built(work, key))}"
        yield f"  {key.name} = {key.template}: {how}"
    if isinstance(work.plan, Update) and not work.touched_keys:
        yield "  no key is made of what changes"


def _built(work: UpdateWork, key: Any) -> Any:
    values = {**work.fixed, **{name: value for name, value in work.sets.items() if value is not NOTHING}}
    return key.build(values)


def _request_lines(operation: str, request: Mapping[str, Any]) -> Iterable[str]:
    names = request.get("ExpressionAttributeNames", {})
    values = request.get("ExpressionAttributeValues", {})
    where = request["TableName"] + (f"/{request['IndexName']}" if "IndexName" in request else "")
    yield f"{operation} {where}"
    if "Key" in request:
        yield "  key: " + ", ".join(f"{name}={_shown(value)}" for name, value in request["Key"].items())
    for name in ("KeyConditionExpression", "FilterExpression", "ProjectionExpression"):
        if name in request:
            yield f"  {name}: {_filled(request[name], names, values)}"
    if request.get("ScanIndexForward") is False:
        yield "  descending"


def _batch_line(plan: BatchGet[Any]) -> str:
    return f"BatchGetItem {plan.layout.table.name}: {len(plan.keys)} of {plan.layout.name}, each once, 100 at a time"


def _filled(text: str, names: Mapping[str, str], values: Mapping[str, Any]) -> str:
    for short in sorted([*names, *values], key=len, reverse=True):
        text = text.replace(short, names[short] if short in names else _shown(values[short]))
    return text


def _shown(attribute: Any) -> str:
    if attribute is None:
        return "none, so the item leaves the index"
    ((kind, value),) = attribute.items()
    return f"{value!r}" if kind == "S" else str(value)
