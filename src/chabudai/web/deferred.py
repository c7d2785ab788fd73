"""Handlers and what they are given, in one thread: what blocks there keeps nobody else waiting."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Annotated, Any, Final, get_type_hints

from litestar.di import Dependency, Provide

from chabudai.web.context import identified_context, use_context

_OF_REQUEST: Final = frozenset({"context", "pages", "person"})
"""What every handler may name. The framework never hears of it: it would begin a task and check a type for each."""

_OF_ANY_TYPE: Final = Annotated[Any, Dependency()]
_dependencies: ContextVar[Mapping[str, Callable[[], Any]]] = ContextVar("dependencies")


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


@contextmanager
def use_dependencies(dependencies: Mapping[str, Callable[[], Any]]) -> Iterator[None]:
    token = _dependencies.set(dependencies)
    try:
        yield
    finally:
        _dependencies.reset(token)


def provide(function: Callable[..., Any]) -> Provide:
    """A dependency that may block, or is given one that may."""
    wanted = _names_of_request(function)

    def defer(**given: Any) -> Deferred:
        return Deferred(function, {**given, **_look_up(wanted)})

    return Provide(_disguise(defer, function), sync_to_thread=False)


def in_own_thread(function: Callable[..., Any]) -> Callable[..., Any]:
    """A handler that is called in a thread, and there learns who asks and what it is given."""
    wanted = _names_of_request(function)

    def handle(**given: Any) -> Any:
        with use_context(identified_context()):
            try:
                return function(**_values({**given, **_look_up(wanted)}))
            except StopIteration as error:  # which no future takes: whoever asks would wait for ever
                raise RuntimeError("a handler ran out of what it looked for") from error

    return _disguise(handle, function)


def _look_up(wanted: tuple[str, ...]) -> dict[str, Deferred]:
    known = _dependencies.get()
    return {name: Deferred(known[name], {}) for name in wanted}


def _values(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: each.value() if isinstance(each, Deferred) else each for name, each in given.items()}


def _names_of_request(function: Callable[..., Any]) -> tuple[str, ...]:
    hints = get_type_hints(function, include_extras=True)
    return tuple(name for name, hint in hints.items() if name in _OF_REQUEST and _is_dependency(hint))


def _disguise(outer: Callable[..., Any], inner: Callable[..., Any]) -> Callable[..., Any]:
    """As the framework sees it: without what it need not look for, and other dependencies may be of any type."""
    hidden = _names_of_request(inner)
    hints = get_type_hints(inner, include_extras=True)
    seen = {name: _OF_ANY_TYPE if _is_dependency(hint) else hint for name, hint in hints.items() if name not in hidden}
    signature = inspect.signature(inner)
    parameters = [
        each.replace(annotation=seen.get(name)) for name, each in signature.parameters.items() if name not in hidden
    ]
    disguised = wraps(inner)(outer)
    del disguised.__wrapped__
    disguised.__annotations__ = seen
    disguised.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=parameters, return_annotation=seen.get("return", signature.return_annotation)
    )
    return disguised


def _is_dependency(hint: Any) -> bool:
    return any(isinstance(each, Dependency) for each in getattr(hint, "__metadata__", ()))
