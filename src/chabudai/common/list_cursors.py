"""Lists for programs: a page at a time, with a cursor that says where the next one begins, good for this list alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from chabudai.common.messages import lazy
from chabudai.table import Cursors, InvalidCursor
from chabudai.web.errors import BadRequest

R = TypeVar("R")


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
    try:
        last = cursors.read(list_, name, cursor)
    except InvalidCursor:
        sentence = lazy("This cursor belongs to another list or was altered.")
        raise BadRequest(details=[("cursor", sentence)]) from None
    place = next((number for number, row in enumerate(rows) if id_of(row) == last["id"]), None)
    return int(last["at"]) if place is None else place + 1
