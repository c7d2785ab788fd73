"""Pages: some rows of a query, and a cursor that says where the next ones begin."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

from chabudai.table.attributes import Item
from chabudai.table.errors import InvalidCursor, InvalidValue
from chabudai.table.plans import Query
from chabudai.table.query.cursors import Cursors

E = TypeVar("E")

_DEFAULT_PAGE_SIZE = 100


@dataclass(frozen=True, slots=True)
class Page(Generic[E]):
    """Some rows, and where to go on: None at the end."""

    items: tuple[E, ...]
    cursor: str | None

    def __iter__(self) -> Iterator[E]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, at: int) -> E: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[E, ...]: ...
    def __getitem__(self, at: int | slice) -> E | tuple[E, ...]:
        return self.items[at]


def page_size_of(plan: Query[Any], size: int | None) -> int:
    if size is not None and (not isinstance(size, int) or isinstance(size, bool) or size < 1):
        raise InvalidValue(size, "is no number of rows: a page has at least one; store.count(…) counts them")
    if size is not None:
        return size
    return (plan.pattern.rows if plan.pattern is not None else None) or _DEFAULT_PAGE_SIZE


def cursor_of(cursors: Cursors, plan: Query[Any], last: Mapping[str, Any] | None) -> str | None:
    return None if last is None else cursors.write(_bound(plan), _pattern_number(plan), last)


def start_of(cursors: Cursors, plan: Query[Any], cursor: str | None) -> dict[str, Any] | None:
    if cursor is None:
        return None
    if not isinstance(cursor, str):
        raise InvalidCursor(
            f"invalid cursor: {cursor!r} is no text; give the cursor of the page before, or None, and the number of "
            "rows by size=…"
        )
    try:
        return cursors.read(_bound(plan), _pattern_number(plan), cursor)
    except InvalidCursor as refusal:
        if plan.pattern is None:
            raise InvalidCursor(f"a query of {plan.index!r}: {refusal}") from None
        raise


def key_of(plan: Query[Any], item: Item) -> Item:
    """Where a row stands in its index."""
    names = dict.fromkeys([*plan.index.attributes, *plan.index.table.primary.attributes])
    return {name: item[name] for name in names}


def _bound(plan: Query[Any]) -> Mapping[str, Any]:
    """All that is asked: a cursor belongs to exactly that."""
    asked = {"Merged": [part.request for part in plan.partitions]} if plan.each else plan.request
    return asked if plan.trash == "HIDDEN" else {**asked, "Trash": plan.trash}


def _pattern_number(plan: Query[Any]) -> str:
    return plan.pattern.number if plan.pattern is not None else ""
