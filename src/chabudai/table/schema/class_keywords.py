"""Keywords of classes: what a table or an entity is declared with, told where one is missing or unknown."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from chabudai.table.errors import DesignError, suggest_name


def check_keywords(declared: str, hook: Callable[..., Any], given: Mapping[str, Any], example: str) -> None:
    """`hook` is the `__init_subclass__` that takes them."""
    options = inspect.signature(hook).parameters
    for name in given:
        if name not in options:
            raise DesignError(f"{declared} has no option {name}=…; {suggest_name(name, options)}")
    for name, option in options.items():
        if option.default is option.empty and name not in given:
            raise DesignError(f"{declared} is declared without {name}=…: write {example}")


def check_call(where: str, function: Callable[..., Any], given: tuple[Any, ...], named: Mapping[str, Any]) -> None:
    """That a call has all that its function wants, and nothing else."""
    try:
        inspect.signature(function).bind(None, *given, **named)
    except TypeError as fault:
        form = ", ".join(str(each).partition(":")[0] for each in _parameters(function))
        raise DesignError(f"{where}(…): {fault}; it takes {where}({form})") from None


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())[1:]
