"""Probes: arguments made up from a pattern's types, so that the plan it returns can be seen before anyone asks."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum
from itertools import product
from math import prod
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from pydantic import BaseModel

from chabudai.table.errors import DesignError, TableError
from chabudai.table.plans import BatchWrite, Check, Delete, Plan, Put, Query, Scan, Step, Transaction, Update
from chabudai.table.query.expressions import Placeholders, condition_text
from chabudai.table.schema.refused_probes import advise_examples, name_type, show_arguments
from chabudai.table.schema.trials import trial

_MAX_COMBINATIONS = 64
_NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
_PLAIN: Mapping[Any, Any] = {
    int: 1,
    float: 1.0,
    Decimal: Decimal(1),
    bytes: b"x",
    date: _NOON.date(),
    datetime: _NOON,
    time: _NOON.time(),
    UUID: UUID(int=0),
    NoneType: None,
    Any: "x",
}


def probe(description: str, function: Callable[..., Any]) -> Iterator[Plan]:
    """The plans of a pattern: first with arguments of one type all alike, then with all of them different.

    A pattern may refuse those alike (from and to the same); it may not refuse both.
    """
    hints = get_type_hints(function, include_extras=True)
    names = list(inspect.signature(function).parameters)
    if untyped := [name for name in names if name not in hints]:
        raise DesignError(f"{description}: the argument {untyped[0]} has no type: annotate it, as in {untyped[0]}: str")
    for alike in (True, False):
        choices = [_choices_for(description, name, hints[name], "x" if alike else name) for name in names]
        for row in _argument_rows(choices):
            plan = _plan(description, function, dict(zip(names, row, strict=True)), hints, may_refuse=alike)
            if plan is not None:
                yield plan


def _argument_rows(choices: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """Every combination; of too many, one for each choice."""
    if prod(map(len, choices)) <= _MAX_COMBINATIONS:
        yield from product(*choices)
        return
    usual = tuple(each[0] for each in choices)
    yield usual
    for at, each in enumerate(choices):
        yield from ((*usual[:at], choice, *usual[at + 1 :]) for choice in each[1:])


def _plan(
    description: str,
    function: Callable[..., Any],
    arguments: Mapping[str, Any],
    hints: Mapping[str, Any],
    *,
    may_refuse: bool,
) -> Plan | None:
    try:
        given = inspect.BoundArguments(inspect.signature(function), dict(arguments))
        with trial():
            plan = function(*given.args, **given.kwargs)
        _check_plan(plan)
    except DesignError as fault:
        raise type(fault)(f"{description}: {fault}") from None
    except (TableError, ValueError, LookupError, TypeError, AttributeError) as refusal:
        if may_refuse:
            return None
        sentence = str(refusal) if isinstance(refusal, (TableError, ValueError)) else repr(refusal)
        raise DesignError(
            f"{description}: tried with {show_arguments(arguments)}, it refuses: {sentence}; "
            f"{advise_examples(arguments, hints, refusal)} says what to try instead"
        ) from refusal
    if not isinstance(plan, Plan):
        raise DesignError(
            f"{description}: it returned {type(plan).__name__}, where a plan is wanted: return Book.get(…), "
            "Library.query(…) or another, and leave it to the store to run it"
        )
    if isinstance(plan, Transaction):
        _check_steps(description, plan, arguments)
    return plan


def _check_plan(plan: Any) -> None:
    """What a plan's request is made of, as far as it shows a mistake."""
    match plan:
        case Query():
            _ = [part.request for part in plan.partitions] if plan.each else plan.request
        case Scan():
            _ = plan.request
        case Transaction():
            for step in plan.steps:
                _check_plan(step.plan)
        case BatchWrite():
            from chabudai.table.write.batch_writes import check_writes

            check_writes(plan)
        case Put() | Update() | Delete() | Check():
            condition_text(plan.condition, plan.layout, Placeholders())
            _explain(plan)
            for name, value in plan.sets.items() if isinstance(plan, Update) else ():
                plan.layout.field(name).encode_or_tell(value)


def _explain(plan: Any) -> None:
    """What is written is made for once, as `chabudai table show` makes it."""
    from chabudai.table.explanation import explain

    explain(Transaction((Step("tried", plan),)), _NOON)


def _check_steps(description: str, transaction: Transaction, arguments: Mapping[str, Any]) -> None:
    from chabudai.table.write.transactions import merge_steps

    try:
        merge_steps(transaction)
    except DesignError as fault:
        raise type(fault)(f"{description}: called with {show_arguments(arguments)}, {fault}") from None


def _choices_for(description: str, name: str, annotation: Any, text: str) -> list[Any]:
    try:
        return _choices(annotation, text)
    except DesignError as fault:
        raise DesignError(f"{description}: the argument {name}: {fault}") from None


def _choices(annotation: Any, text: str, turn: int = 0) -> list[Any]:
    """Some values of a type: every member of a small closed one, and one of any other, another one at each turn."""
    origin = get_origin(annotation)
    if origin is Annotated:
        kind, *marks = get_args(annotation)
        examples = [example for mark in marks for example in getattr(mark, "examples", None) or ()]
        return examples or _choices(kind, text, turn)
    if origin is Literal:
        return list(get_args(annotation))
    if origin in (Union, UnionType):
        return [choice for member in get_args(annotation) for choice in _choices(member, text, turn)]
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return list(annotation)
    if annotation is bool:
        return [False, True]
    return [_sample(annotation, origin, text, turn)]


def _sample(annotation: Any, origin: Any, text: str, turn: int) -> Any:
    for attribute in ("__supertype__", "__value__"):
        if hasattr(annotation, attribute):
            return _one_of(_choices(getattr(annotation, attribute), text, turn), turn)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    kind = origin or annotation
    if isinstance(kind, type):
        if issubclass(kind, str):
            return text
        if issubclass(kind, BaseModel):
            return _model(kind, text, turn)
        if issubclass(kind, Mapping):
            return {}
        if issubclass(kind, (Sequence, AbstractSet)) or kind is tuple:
            return _two_samples(kind, get_args(annotation), text)
    raise DesignError(
        f"a {name_type(annotation)} can't be made up to try it with: Annotated[{name_type(annotation)}, "
        "Field(examples=[…])] as its type says what to try"
    )


def _two_samples(kind: Any, members: tuple[Any, ...], text: str) -> Any:
    """Two different ones."""
    member = members[0] if members else str
    found = [_one_of(_choices(member, f"{text}{turn + 1}", turn), turn) for turn in (0, 1)]
    return found if kind in (list, Sequence) else kind(found) if not inspect.isabstract(kind) else found


def _one_of(choices: Sequence[Any], turn: int) -> Any:
    return choices[turn % len(choices)]


def _model(kind: type[BaseModel], text: str, turn: int) -> BaseModel:
    values = {
        name: field.get_default(call_default_factory=True, validated_data={})
        if not field.is_required()
        else _one_of(field.examples or _choices(field.annotation, text, turn), turn)
        for name, field in kind.model_fields.items()
    }
    return kind.model_construct(**values)
