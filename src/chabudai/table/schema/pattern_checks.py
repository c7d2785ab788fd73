"""Checks of a pattern's declaration: its function, and the plans that it returns when it is tried."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from chabudai.table.errors import DesignError
from chabudai.table.plans import BatchWrite, Plan, Query, Scan, Transaction
from chabudai.table.schema.refused_probes import name_type

if TYPE_CHECKING:
    from chabudai.table.schema.tables import Table

_MANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def check_label(table: str, number: Any, description: Any) -> None:
    example = f'@{table}.pattern("1", "one book")'
    if callable(number):
        raise DesignError(
            f"@{table}.pattern stands before {number.__name__} without a number and what it is for: write {example}"
        )
    if not isinstance(number, str) or not number:
        raise DesignError(f"{table}: {number!r} is no number of a pattern: give a text, as {example}")
    if not isinstance(description, str) or not description:
        raise DesignError(f"{table}: the pattern {number} does not say what it is for: write {example}")


def check_function(label: str, function: Callable[..., Any]) -> None:
    """What can be told before it is tried."""
    if not inspect.isroutine(function):
        raise DesignError(f"{label}: {function!r} is no function: write def below the line of the pattern")
    if inspect.iscoroutinefunction(function):
        raise DesignError(
            f"{label}: it only makes a plan, for which nothing is awaited: declare it by def, and await the store"
        )
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in _MANY:
            raise DesignError(f"{label}: {parameter} takes any number of arguments: take a list, as in ids: list[str]")


def check_plans(
    table: "type[Table]", label: str, function: Callable[..., Any], rows: Any, plans: Sequence[Plan], may_scan: bool
) -> None:
    if not may_scan and any(isinstance(plan, Scan) for plan in plans):
        raise DesignError(
            f"{label}: it returns a Scan, which reads the whole table and is for exports and jobs, never for a page; "
            "query an index, or declare the pattern with scans=True"
        )
    declared = get_type_hints(function).get("return", Any)
    for plan in plans:
        kind = type(plan).__name__
        if not any(_fits(plan, member) for member in _members(declared)):
            raise DesignError(
                f"{label}: it is declared to return {name_type(declared)}, and returns {_described(plan)}: say so, or "
                "return what is declared"
            )
        if rows is not None and not isinstance(plan, Query):
            raise DesignError(
                f"{label}: rows={rows!r} is for the pages of a Query, and it returns {kind}: leave it out"
            )
        if (tables := set(_tables(plan))) and table not in tables:
            other = min(each.__name__ for each in tables)
            raise DesignError(
                f"{label}: it is declared on {table.__name__}, and its {kind} is of {other}: declare it by "
                f"@{other}.pattern(…)"
            )
    if rows is not None and (not isinstance(rows, int) or isinstance(rows, bool) or rows < 1):
        raise DesignError(f"{label}: rows={rows!r} is no number of rows of a page: give at least 1, or leave it out")


def _fits(plan: Plan, declared: Any) -> bool:
    """Whether a plan is of the declared kind, and of its entities where they are said."""
    kind = get_origin(declared) or declared
    if not isinstance(kind, type) or not issubclass(kind, Plan):
        return declared is Any or isinstance(declared, TypeVar)
    if not isinstance(plan, kind):
        return False
    wanted = [member for argument in get_args(declared) for member in _members(argument)]
    return all(any(_is_of(entity, each) for each in wanted) for entity in _entities(plan)) if wanted else True


def _is_of(entity: type, wanted: Any) -> bool:
    return wanted is Any or not isinstance(wanted, type) or issubclass(entity, wanted)


def _members(annotation: Any) -> tuple[Any, ...]:
    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)


def _entities(plan: Any) -> Iterable[type]:
    if isinstance(plan, Query):
        return plan.entities
    return () if isinstance(plan, (Transaction, BatchWrite)) else (plan.layout.entity,)


def _tables(plan: Any) -> "Iterable[type[Table]]":
    if isinstance(plan, Query):
        return (plan.index.table,)
    if isinstance(plan, Transaction):
        return (step.plan.layout.table for step in plan.steps)
    if isinstance(plan, BatchWrite):
        return (write.layout.table for write in plan.writes)
    return (plan.layout.table,)


def _described(plan: Plan) -> str:
    names = " | ".join(entity.__name__ for entity in _entities(plan))
    return f"{type(plan).__name__}[{names}]" if names else type(plan).__name__
