"""Required arguments: one that is easily forgotten is asked for by what it is, where Python would only name it."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from chabudai.table.errors import DesignError

P = ParamSpec("P")
R = TypeVar("R")


def require_argument(name: str, position: int, advice: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*given: P.args, **named: P.kwargs) -> R:
            if len(given) <= position and name not in named:
                raise DesignError(f"{function.__name__}(…) was not given its {name}: {advice}")
            return function(*given, **named)

        return call

    return decorate
