"""Fragments: parts of pages that are rendered once and kept by all that they show, within a bound of memory.

`{% fragment %} … {% endfragment %}` in a template: whatever stands between is kept by the values of the names that are
used there and by its reader's language, zone and day. It sees nothing else, so that nothing else can be shown by it.
"""

import sys
from collections.abc import Callable, Hashable, Iterable
from contextvars import Context
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from threading import Lock
from typing import Any, Final, TypeVar, cast

from jinja2 import Environment, TemplateAssertionError, Undefined, meta, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from markupsafe import Markup
from pydantic import BaseModel

from chabudai.web.context import Display, current_display, use_display
from chabudai.web.per_request_text import PerRequestText

MAX_BYTES: Final = 32 * 1024 * 1024

Key = tuple[Hashable, ...]
TextT = TypeVar("TextT", bound=str)

_END = "name:endfragment"
_LOOKS_AROUND = (nodes.Include, nodes.Import, nodes.FromImport, nodes.Block)
_ENTRY_BYTES = 400  # of an entry beside its text and what its key holds


@dataclass(slots=True)
class _Entry:
    text: str
    bytes: int
    is_used: bool = False


class FragmentCache:
    """Texts by their keys, up to `max_bytes` with what their keys hold. Threads may share it.

    The oldest text goes first, unless it was asked for since: then it is as good as new. So a hit moves nothing, and
    needs no lock.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._entries: dict[Key, _Entry] = {}
        self._bytes = 0
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        return self._bytes

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Key, render: Callable[[], TextT]) -> TextT:
        entry = self._entries.get(key)
        if entry is not None:
            entry.is_used = True
            return cast(TextT, entry.text)
        text = render()
        self._put(key, _Entry(text, _ENTRY_BYTES + sys.getsizeof(text) + _weigh(key)))
        return text

    def _put(self, key: Key, entry: _Entry) -> None:
        with self._lock:
            old = self._entries.pop(key, None)
            self._entries[key] = entry
            self._bytes += entry.bytes - (old.bytes if old else 0)
            while self._bytes > self._max_bytes:
                self._drop_oldest()

    def _drop_oldest(self) -> None:
        key, entry = next(iter(self._entries.items()))
        del self._entries[key]
        if entry.is_used:
            entry.is_used = False
            self._entries[key] = entry
        else:
            self._bytes -= entry.bytes


class FragmentExtension(Extension):
    """The tag. The environment has to be extended by `fragments`, the cache."""

    tags = {"fragment"}  # noqa: RUF012 - as the base class has it

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements((_END,), drop_needle=True)
        _check(body, parser)
        used = _names_used(body, self.environment)
        shown = nodes.Tuple([nodes.Name(name, "load") for name in sorted(used)], "load")
        call = self.call_method("_render", [nodes.Const(parser.name), nodes.Const(line), shown])
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def _render(self, template: str, line: int, shown: tuple[Any, ...], caller: Callable[[], Markup]) -> Markup:
        cache: FragmentCache = self.environment.fragments  # type: ignore[attr-defined]
        return render_once(cache, template, line, shown, caller)


def render_once(
    cache: FragmentCache, template: str, line: int, shown: tuple[Any, ...], render: Callable[[], TextT]
) -> TextT:
    """What `render` gives in an empty context, kept by the values that it shows; `line` is 0 for a whole template.

    Values that are equal have to look equal: their types are in the key, but not the types of what they hold.
    """
    display = current_display()
    known = (_key_part(each) for each in shown)
    key = (template, line, display.translations.code, display.zone, display.today, *map(type, shown), *known)
    return cache.get(key, lambda: Context().run(_render_alone, display, render))


def _key_part(value: Any) -> Hashable:
    """What a value says now and for as long as the fragment is kept. What is undefined is set within, if it is used."""
    if isinstance(value, Undefined):
        return None
    return str(value) if isinstance(value, PerRequestText) else value


def _render_alone(display: Display, render: Callable[[], TextT]) -> TextT:
    """There is no request, no person and no time of day."""
    with use_display(display):
        return render()


def _check(body: list[nodes.Node], parser: Parser) -> None:
    for node in body:
        inside = next(node.find_all(_LOOKS_AROUND), None) if not isinstance(node, _LOOKS_AROUND) else node
        if inside is not None:
            message = "a fragment can not include, import or be replaced: that would see all of its page"
            raise TemplateAssertionError(message, inside.lineno, parser.name, parser.filename)


def _names_used(body: list[nodes.Node], environment: Environment) -> set[str]:
    """All that are not set within; those of functions too, since a page might mean something else by the same name."""
    bare = environment.overlay()
    bare.globals = {}
    whole = nodes.Template(body, lineno=1)
    whole.set_environment(bare)
    used = meta.find_undeclared_variables(whole)
    whole.set_environment(environment)
    return used


def _weigh(value: object) -> int:
    """About how many bytes it takes. What several keys share is counted for each."""
    total, left = 0, [value]
    while left:
        each = left.pop()
        total += sys.getsizeof(each)
        if read_parts := _parts_reader(cast(Hashable, type(each))):
            left += read_parts(each)
    return total


@cache
def _parts_reader(kind: type) -> Callable[[Any], Iterable[Any]] | None:
    """What gives the values that one of this type holds; None where it holds none that need to be weighed."""
    if issubclass(kind, tuple | frozenset):
        return iter
    if is_dataclass(kind):
        names = [each.name for each in fields(kind)]
        return lambda value: [getattr(value, name) for name in names]
    return (lambda value: vars(value).values()) if issubclass(kind, BaseModel) else None
