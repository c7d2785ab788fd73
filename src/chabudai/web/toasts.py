"""One sentence to be read on the next page, with a way to take back what was done; carried there in a signed cookie."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from chabudai.web.cookies import Cookie, Jar

Kind = Literal["done", "note", "fault"]

_TOASTS: Final = Cookie("toasts", 5 * 60)
_MOST = 3
_LARGEST = 2500  # a browser drops a cookie of more than 4096 bytes, and signing makes this one a third larger


@dataclass(frozen=True, slots=True)
class Undo:
    """The form that takes it back: where to, and what it holds."""

    url: str
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Toast:
    text: str
    kind: Kind = "done"
    undo: Undo | None = None


def leave(jar: Jar, toast: Toast) -> None:
    """To be read on the next page that shows toasts. Of too many, or too long ones, the latest are kept."""
    waiting = [*_waiting(jar), toast][-_MOST:]
    while len(written := msgspec.json.encode(waiting)) > _LARGEST:
        waiting = waiting[1:]
    jar.put(_TOASTS, written.decode())


class Tray:
    """The toasts that wait to be read. Whoever looks at them takes them away."""

    def __init__(self, jar: Jar) -> None:
        self._jar = jar
        self._taken: list[Toast] | None = None

    def __iter__(self) -> Iterator[Toast]:
        return iter(self._take())

    def __len__(self) -> int:
        return len(self._take())

    def _take(self) -> list[Toast]:
        if self._taken is None:
            self._taken = _waiting(self._jar)
            if self._taken:
                self._jar.drop(_TOASTS)
        return self._taken


def _waiting(jar: Jar) -> list[Toast]:
    return msgspec.json.decode(jar.get(_TOASTS) or "[]", type=list[Toast])
