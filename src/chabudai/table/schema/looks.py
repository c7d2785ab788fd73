"""Looks: validators that are told of the other fields, asked of a value alone, as of one that a key is made of.

Whether such a function looks at the others is known only when it runs: if it does, it has no say in the value.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

_AROUND = "function-wrap"


class _Look(BaseException):
    """A function wants to see the other fields. No code of anyone's is meant to catch it."""


@dataclass(frozen=True, slots=True)
class _InfoOfOne:
    """pydantic's ValidationInfo of a value that has no others beside it."""

    field_name: str | None
    config: Any
    context: None = None
    mode: Literal["python"] = "python"

    @property
    def data(self) -> NoReturn:
        raise _Look


def asked_alone(schema: Mapping[str, Any], field_name: str | None, config: Any) -> dict[str, Any]:
    """The schema of a function with info, which is told of no other field; it leaves a value alone if it looks."""
    function = schema["function"]
    info = _InfoOfOne(function.get("field_name") or field_name, config)
    make = _around if schema["type"] == _AROUND else _of_value
    return {**schema, "function": {"type": "no-info", "function": make(function["function"], info)}}


def _of_value(function: Callable[..., Any], info: _InfoOfOne) -> Callable[[Any], Any]:
    def ask(value: Any) -> Any:
        try:
            return function(value, info)
        except _Look:
            return value

    return ask


def _around(function: Callable[..., Any], info: _InfoOfOne) -> Callable[[Any, Any], Any]:
    def ask(value: Any, handler: Any) -> Any:
        try:
            return function(value, handler, info)
        except _Look:
            return handler(value)

    return ask
