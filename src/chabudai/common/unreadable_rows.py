"""Rows that no entity can be made of: left out of what is shown, and noted once each, for whoever runs the site."""

import logging
from threading import Lock
from typing import Final, TypeVar

from chabudai.table import Get, Row, TypedStore, UnreadableItem, UnreadableRow

R = TypeVar("R", bound=Row)

_MOST_REMEMBERED: Final = 10_000
_log = logging.getLogger(__name__)


def get_readable(store: TypedStore, plan: Get[R]) -> R | None:
    """None also for one that is there and can't be read: of what a page can do without. Nothing is written by it."""
    try:
        return store.get(plan)
    except UnreadableItem:
        return None


class UnreadableRowLog:
    """`table.open(…, report_unreadable=UnreadableRowLog())`: a line for a row, however often it is met."""

    def __init__(self) -> None:
        self._noted: set[tuple[str, str]] = set()
        self._lock = Lock()

    def __call__(self, row: UnreadableRow) -> None:
        place = (row.table, str(sorted(row.key.items())))
        with self._lock:
            if place in self._noted or len(self._noted) >= _MOST_REMEMBERED:
                return
            self._noted.add(place)
        _log.warning("A row is left out, since it can't be read: %s", row.error)

    def __len__(self) -> int:
        """How many there were."""
        return len(self._noted)
