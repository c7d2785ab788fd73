"""Patterns: a design's numbered access patterns, each a typed function that returns a plan."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from chabudai.table.errors import TableError
from chabudai.table.plans import Plan
from chabudai.table.schema.pattern_checks import check_function, check_plans
from chabudai.table.schema.probes import probe

if TYPE_CHECKING:
    from chabudai.table.schema.tables import Table

P = ParamSpec("P")
R = TypeVar("R", bound=Plan)


@dataclass(frozen=True, slots=True)
class PatternLabel:
    """What a plan remembers of its pattern."""

    number: str
    description: str
    rows: int | None

    def __str__(self) -> str:
        return f"{self.number} ({self.description})"


class Pattern(Generic[P, R]):
    """Call it for a plan. `plans` are examples of what it returns, one for each choice among its arguments."""

    def __init__(
        self, table: "type[Table]", label: PatternLabel, function: Callable[P, R], plans: tuple[R, ...]
    ) -> None:
        self.table = table
        self.label = label
        self.plans = plans
        self.name = function.__name__
        self._function = function
        update_wrapper(self, function)

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        try:
            return self._function(*arguments, **named).with_pattern(self.label)
        except TableError as error:
            error.name_pattern(str(self.label))
            raise

    def __repr__(self) -> str:
        return f"<pattern {self.label}>"


def declare_pattern(
    table: "type[Table]", label: PatternLabel, function: Callable[P, R], *, may_scan: bool
) -> Pattern[P, R]:
    """A pattern, tried once with each choice: a plan that can't be made is a mistake in the design."""
    check_function(str(label), function)
    plans: list[Any] = [plan.with_pattern(label) for plan in probe(str(label), function)]
    check_plans(table, str(label), function, label.rows, plans, may_scan)
    return Pattern(table, label, function, tuple(plans))
