"""Explaining: what a plan would send, in words, without sending it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from chabudai.table.asking.expressions import Placeholders, condition_text
from chabudai.table.asking.reading import get_request
from chabudai.table.attributes import AttributeValue
from chabudai.table.declaring.keys import KeyAttribute
from chabudai.table.declaring.layouts import Guard
from chabudai.table.plans import BatchGet, Get, Plan, Query, Transaction
from chabudai.table.writing.transactions import merged
from chabudai.table.writing.updates import UpdateWork
from chabudai.table.writing.works import Work
from chabudai.table.writing.writes import CheckWork, DeleteWork, PutWork, work_of

_OPERATIONS = {PutWork: "PutItem", UpdateWork: "UpdateItem", DeleteWork: "DeleteItem"}
_PLACEHOLDER = re.compile(r"[#:]\d+")


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
            return _writes(about, works, ["TransactWriteItems"] if works else [])
        case _:
            work = work_of(plan, now)  # type: ignore[arg-type]
            return _writes(about, [("", work)], list(_operations(work)))


def _operations(work: Work) -> Iterator[str]:
    if not _guards(work):
        yield _OPERATIONS[type(work)]
        return
    yield "TransactWriteItems"
    # A transaction does not tell what it made of an item.
    if isinstance(work, UpdateWork):
        yield "GetItem"


def _writes(about: str | None, works: list[tuple[str, Work]], operations: list[str]) -> Explanation:
    reading = [work for _, work in works if work.needs]
    read = [] if not reading else ["GetItem"] if len(reading) == 1 else ["BatchGetItem"]
    lines = [line for name, work in works for line in _work_lines(name, work)]
    return Explanation(about, (*read, *operations), tuple(lines))


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
    placeholders = Placeholders()
    if text := condition_text(work.plan.condition, work.layout, placeholders):
        yield f"  only if {_filled(text, placeholders.into({}))}"
    for guard in _guards(work):
        yield f"  guarded: {guard.name} at {guard.pk.template} / {guard.sk.template}"


def _key_lines(work: UpdateWork) -> Iterator[str]:
    for key in work.touched_keys:
        missing = sorted(key.fields & work.needs)
        how = f"after reading {', '.join(missing)}" if missing else f"computed: {_shown(_built(work, key))}"
        yield f"  {key.name} = {key.template}: {how}"
    if not work.touched_keys:
        yield "  no key is made of what changes"


def _built(work: UpdateWork, key: KeyAttribute) -> AttributeValue | None:
    sums = {name: work.fixed[name] + amount for name, amount in work.adds.items() if name in work.fixed}
    return key.build({**work.fixed, **sums, **work.sets})


def _guards(work: Work) -> list[Guard]:
    """The rights that it may claim or give up."""
    if isinstance(work, CheckWork):
        return []
    return list(work.touched_guards if isinstance(work, UpdateWork) else work.layout.guards)


def _request_lines(operation: str, request: Mapping[str, Any]) -> Iterable[str]:
    where = request["TableName"] + (f"/{request['IndexName']}" if "IndexName" in request else "")
    yield f"{operation} {where}"
    if "Key" in request:
        yield "  key: " + ", ".join(f"{name}={_shown(value)}" for name, value in request["Key"].items())
    for name in ("KeyConditionExpression", "FilterExpression", "ProjectionExpression"):
        if name in request:
            yield f"  {name}: {_filled(request[name], request)}"
    if request.get("ScanIndexForward") is False:
        yield "  descending"
    if request.get("ConsistentRead"):
        yield "  consistently"


def _batch_line(plan: BatchGet[Any]) -> str:
    layout = plan.layout
    return f"BatchGetItem {layout.table.name}: {len(plan.keys)} of {layout.name}, each once, {plan.most} at a time"


def _filled(text: str, request: Mapping[str, Any]) -> str:
    names, values = (request.get(f"ExpressionAttribute{each}", {}) for each in ("Names", "Values"))
    return _PLACEHOLDER.sub(lambda match: names.get(match[0]) or _shown(values[match[0]]), text)


def _shown(attribute: Any) -> str:
    if attribute is None:
        return "none, so the item leaves the index"
    ((kind, value),) = attribute.items()
    return f"{value!r}" if kind == "S" else str(value)
