"""Lists for programs: a page at a time, with a cursor that says where the next one begins, good for this list alone."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeVar, cast

from chabudai.table import Cursors, InvalidCursor
from chabudai.web.errors import WrongCursor

R = TypeVar("R")


def refuse_wrong_cursor() -> AbstractContextManager[None, None]:
    """Around whatever reads a cursor: one that was altered, or is of another list, is refused by its name."""
    # It swallows nothing: the type says so, that of a generator can't.
    return cast(AbstractContextManager[None, None], _refuse_wrong_cursor())


def take_page(
    cursors: Cursors,
    name: str,
    list_: Mapping[str, Any],
    rows: Sequence[R],
    id_of: Callable[[R], str],
    cursor: str | None,
    limit: int,
) -> tuple[Sequence[R], str | None]:
    """The rows from where the cursor points to, and the cursor of what follows; None when this is the end.

    `list_` is whose list it is, how filtered and in which order: a cursor of another, or an altered one, is refused.
    """
    start = 0 if cursor is None else _start(cursors, name, list_, rows, id_of, cursor)
    end = start + limit
    page = rows[start:end]
    more = cursors.write(list_, name, {"id": id_of(page[-1]), "at": end}) if end < len(rows) else None
    return page, more


def _start(
    cursors: Cursors, name: str, list_: Mapping[str, Any], rows: Sequence[R], id_of: Callable[[R], str], cursor: str
) -> int:
    """Behind the row where the last page ended, wherever that is by now; by number when it is gone."""
    with refuse_wrong_cursor():
        last = cursors.read(list_, name, cursor)
    place = next((number for number, row in enumerate(rows) if id_of(row) == last["id"]), None)
    return int(last["at"]) if place is None else place + 1


@contextmanager
def _refuse_wrong_cursor() -> Iterator[None]:
    try:
        yield
    except InvalidCursor as refusal:
        raise WrongCursor from refusal
