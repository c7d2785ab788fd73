"""One sentence to be read on the next page, with a way to take back what was done; carried there in a signed cookie.

There is one at a time. What follows within seconds and is of the same group joins it: "3 done", taken back as one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import msgspec

from chabudai.web.cookies import Cookie, CookieJar

ToastKind = Literal["done", "note", "fault"]

_WAITING: Final = Cookie("toasts", 5 * 60)
_LAST: Final = Cookie("last-toast", 10)  # the browser drops a cookie after its age: so long may another one join
_LARGEST = 2600  # a browser drops a cookie of more than 4096 bytes, and signing makes this one a third larger
_NEXT = "next"


@dataclass(frozen=True, slots=True)
class UndoForm:
    """The form that takes it back: where to, and what it holds. A field may be sent several times, the latest last.

    `target` is the part of the page that the answer takes the place of.
    """

    url: str
    fields: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    target: str = "#main"

    def values(self) -> Iterator[tuple[str, str]]:
        """Every field with each of its values."""
        for name, value in self.fields.items():
            for each in (value,) if isinstance(value, str) else value:
                yield name, each


@dataclass(frozen=True, slots=True)
class Toast:
    """`group` names the acts that are told and taken back together, `count` says of how many this one tells.

    `unless` is a selector: where the page shows that, it is the answer, and the script tells nothing. `url` is a page
    that says more of it, or on which it can be put right.
    """

    text: str
    kind: ToastKind = "done"
    undo: UndoForm | None = None
    group: str | None = None
    count: int = 1
    unless: str | None = None
    url: str | None = None


def leave(jar: CookieJar, toast: Toast, joined: Callable[[int], str] | None = None) -> None:
    """To be read on the next page that shows toasts, in the place of what waits there.

    `joined` says it of several: with it, a toast joins the one that it follows within seconds in the same group.
    """
    left = _join(_read(jar, _LAST), toast, joined) if joined else toast
    written = msgspec.json.encode(left).decode()
    if len(written.encode()) > _LARGEST:
        left, written = toast, msgspec.json.encode(toast).decode()
    if len(written.encode()) > _LARGEST:
        return
    jar.put(_WAITING, written)
    jar.put(_LAST, written)


class PendingToasts:
    """The toast that waits to be read, if there is one. Whoever looks at it takes it away."""

    def __init__(self, jar: CookieJar) -> None:
        self._jar = jar
        self._taken: list[Toast] | None = None

    def __iter__(self) -> Iterator[Toast]:
        return iter(self._take())

    def __len__(self) -> int:
        return len(self._take())

    def _take(self) -> list[Toast]:
        if self._taken is None:
            waiting = _read(self._jar, _WAITING)
            self._taken = [waiting] if waiting else []
            if self._jar.get(_WAITING):
                self._jar.drop(_WAITING)
        return self._taken


def _read(jar: CookieJar, cookie: Cookie) -> Toast | None:
    """None also for one that another version of the site wrote: no page may fail because of a toast."""
    text = jar.get(cookie)
    try:
        return msgspec.json.decode(text, type=Toast) if text else None
    except msgspec.DecodeError:
        return None


def _join(last: Toast | None, toast: Toast, text: Callable[[int], str]) -> Toast:
    """Both as one, if they belong together and can be taken back together."""
    if last is None or toast.group is None or last.group != toast.group:
        return toast
    if last.undo is None or toast.undo is None or last.undo.url != toast.undo.url:
        return toast
    if _acts(toast.undo) <= _acts(last.undo):
        return last  # the same act, sent twice
    count = last.count + toast.count
    return replace(toast, text=text(count), count=count, undo=_both(last.undo, toast.undo))


def _both(last: UndoForm, undo: UndoForm) -> UndoForm:
    """What both hold is sent once for each, in their order; where they lead to is said by the latest alone."""
    held = [*_undo_values(last), *_undo_values(undo)]
    fields: dict[str, str | tuple[str, ...]] = {
        name: tuple(value for each, value in held if each == name) for name in dict.fromkeys(name for name, _ in held)
    }
    return replace(undo, fields=fields | {name: value for name, value in undo.fields.items() if name == _NEXT})


def _acts(undo: UndoForm) -> set[tuple[str, str]]:
    """By what they say alone: a seal behind it (seals.py) is another one each time."""
    return {(name, value.partition(".")[0]) for name, value in _undo_values(undo)}


def _undo_values(undo: UndoForm) -> list[tuple[str, str]]:
    """What is taken back, without where it leads to."""
    return [(name, value) for name, value in undo.values() if name != _NEXT]
