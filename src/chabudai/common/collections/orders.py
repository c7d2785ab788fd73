"""Orders in which a list can be shown."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from chabudai.common.text import fold_search
from chabudai.web.translations import Text

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Order:
    """`key` says by what; what has none of it stands last, whichever way the others go. `field` if it is one alone."""

    label: Text
    key: Callable[[Any], Any]
    is_descending: bool = False
    field: str | None = None

    def sort(self, rows: Iterable[R]) -> list[R]:
        keyed = [(self.key(row), row) for row in rows]
        known = sorted((each for each in keyed if each[0] is not None), key=_first, reverse=self.is_descending)
        return [row for _, row in (*known, *(each for each in keyed if each[0] is None))]


def order_by(name: str, label: Text, *, is_descending: bool = False) -> Order:
    """By a field; text without regard to case, width and kana."""
    return Order(label, lambda row: _comparable(getattr(row, name)), is_descending, name)


def _comparable(value: Any) -> Any:
    return (fold_search(value) or None) if isinstance(value, str) else value


def _first(keyed: tuple[Any, Any]) -> Any:
    return keyed[0]
