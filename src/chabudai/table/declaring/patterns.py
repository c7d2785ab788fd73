"""Patterns: a design's numbered access patterns, each a typed function that returns a plan."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from chabudai.table.declaring.samples import probe
from chabudai.table.plans import Plan

if TYPE_CHECKING:
    from chabudai.table.declaring.tables import Table

P = ParamSpec("P")
R = TypeVar("R", bound=Plan)


@dataclass(frozen=True, slots=True)
class About:
    """What a plan remembers of its pattern."""

    number: str
    says: str
    rows: int | None

    def __str__(self) -> str:
        return f"{self.number} ({self.says})"


class Pattern(Generic[P, R]):
    """Call it for a plan. `plans` are examples of what it returns, one for each choice among its arguments."""

    def __init__(self, table: "type[Table]", about: About, function: Callable[P, R], plans: tuple[R, ...]) -> None:
        self.table = table
        self.about = about
        self.plans = plans
        self._function = function
        update_wrapper(self, function)

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        return self._function(*arguments, **named).of_pattern(self.about)

    def __repr__(self) -> str:
        return f"<pattern {self.about}>"


def declare(table: "type[Table]", number: str, says: str, rows: int | None, function: Callable[P, R]) -> Pattern[P, R]:
    """A pattern, tried once with each choice: a plan that can't be made is a mistake in the design."""
    about = About(number, says, rows)
    plans: list[Any] = [plan.of_pattern(about) for plan in probe(str(about), function)]
    return Pattern(table, about, function, tuple(plans))
