"""Handlers and what they are given, in one thread: what blocks there keeps nobody else waiting."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Annotated, Any, get_type_hints

from litestar.di import Dependency, Provide

from chabudai.web.context import identified_context, use_context

_OF_ANY_TYPE = Annotated[Any, Dependency()]


class Deferred:
    """A dependency that is computed when the handler starts, in its thread; once, whoever else is given it."""

    __slots__ = ("_compute", "_given", "_value")

    def __init__(self, compute: Callable[..., Any], given: Mapping[str, Any]) -> None:
        self._compute: Callable[..., Any] | None = compute
        self._given = given
        self._value: Any = None

    def value(self) -> Any:
        if self._compute is not None:
            self._value = self._compute(**_values(self._given))
            self._compute = None
        return self._value


def provide(function: Callable[..., Any]) -> Provide:
    """A dependency that may block, or is given one that may."""

    def defer(**given: Any) -> Deferred:
        return Deferred(function, given)

    return Provide(_disguise(defer, function), sync_to_thread=False)


def in_own_thread(function: Callable[..., Any]) -> Callable[..., Any]:
    """A handler that is called in a thread, and there learns who asks and what it is given."""

    def handle(**given: Any) -> Any:
        with use_context(identified_context()):
            return function(**_values(given))

    return _disguise(handle, function)


def _values(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: each.value() if isinstance(each, Deferred) else each for name, each in given.items()}


def _disguise(outer: Callable[..., Any], inner: Callable[..., Any]) -> Callable[..., Any]:
    """As the framework sees it, with dependencies of any type: it would check the deferred ones otherwise."""
    hints = get_type_hints(inner, include_extras=True)
    seen = {name: _OF_ANY_TYPE if _is_dependency(hint) else hint for name, hint in hints.items()}
    signature = inspect.signature(inner)
    parameters = [each.replace(annotation=seen.get(name)) for name, each in signature.parameters.items()]
    disguised = wraps(inner)(outer)
    del disguised.__wrapped__
    disguised.__annotations__ = seen
    disguised.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=parameters, return_annotation=seen.get("return", signature.return_annotation)
    )
    return disguised


def _is_dependency(hint: Any) -> bool:
    return any(isinstance(each, Dependency) for each in getattr(hint, "__metadata__", ()))
