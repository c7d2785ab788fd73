"""Fragments: parts of pages that are rendered once and kept by all that they show, within a bound of memory.

A fragment is a macro that sees nothing but its arguments and its reader's language, zone and day, so those are its key.
"""

import sys
from collections.abc import Callable, Hashable
from contextvars import Context
from dataclasses import dataclass, field, fields, is_dataclass
from threading import Lock
from typing import Any, Final

from jinja2 import Environment, TemplateAssertionError, nodes
from jinja2.runtime import Macro
from markupsafe import Markup

from chabudai.web.context import current_display, use_display

MAX_BYTES: Final = 32 * 1024 * 1024

Key = tuple[Hashable, ...]

_HARMLESS = (nodes.Macro, nodes.Import, nodes.FromImport)
_ENTRY_BYTES = 400  # of an entry beside its text and its arguments: its place in the cache and in the key


@dataclass(slots=True)
class _Entry:
    text: Markup
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

    def get(self, key: Key, render: Callable[[], Markup]) -> Markup:
        entry = self._entries.get(key)
        if entry is not None:
            entry.is_used = True
            return entry.text
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


@dataclass(frozen=True, slots=True)
class Fragments:
    environment: Environment
    cache: FragmentCache
    _macros: dict[tuple[str, str], Macro] = field(default_factory=dict)

    def render(self, template: str, name: str, /, *shown: Hashable) -> Markup:
        """What a macro of a template says with these arguments, which are all that differs from one to another.

        Equal arguments have to look equal: their types are part of the key, but not those of what they hold.
        """
        display = current_display()
        key = (template, name, display.translations.code, display.zone, display.today, *map(type, shown), *shown)
        return self.cache.get(key, lambda: Context().run(self._render_alone, display, template, name, shown))

    def _render_alone(self, display: Any, template: str, name: str, shown: tuple[Any, ...]) -> Markup:
        """In an empty context: no request, no person, no time of day."""
        with use_display(display):
            return Markup(self._macro(template, name)(*shown))

    def _macro(self, template: str, name: str) -> Macro:
        if (template, name) not in self._macros:
            _check(self.environment, template)
            macro = getattr(self.environment.get_template(template).module, name)
            self._macros[template, name] = macro
        return self._macros[template, name]


def _check(environment: Environment, template: str) -> None:
    """Only macros: what stands beside them would be computed once, in the language of whoever came first."""
    if environment.loader is None:
        return
    source, _, _ = environment.loader.get_source(environment, template)
    for node in environment.parse(source).body:
        is_text = isinstance(node, nodes.Output) and all(isinstance(each, nodes.TemplateData) for each in node.nodes)
        is_shared = isinstance(node, _HARMLESS) and not getattr(node, "with_context", False)
        if not (is_text or is_shared):
            raise TemplateAssertionError("a template with fragments holds macros only", node.lineno, template)


def _weigh(value: object) -> int:
    """About how many bytes it takes. What several keys share is counted for each."""
    if isinstance(value, tuple | frozenset):
        return sys.getsizeof(value) + sum(map(_weigh, value))
    if is_dataclass(value) and not isinstance(value, type):
        return sys.getsizeof(value) + sum(_weigh(getattr(value, each.name)) for each in fields(value))
    if hasattr(value, "model_fields_set"):
        return sys.getsizeof(value) + sum(map(_weigh, vars(value).values()))
    return sys.getsizeof(value)
