"""Leavings: what becomes of a person's tasks when they go; of few at once, of many beside requests.

Whoever goes is marked first, so that what is interrupted here is found by the next visit or start (resumption.py).
"""

import logging
from queue import Queue
from threading import Lock
from typing import Final

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import TeamUser
from chabudai.apps.tasks.members import finish_leaving
from chabudai.common.owner import Owner

FEW: Final = 100
"""Tasks that are given back while somebody waits for the answer."""
_log = logging.getLogger(__name__)


class LeavingQueue:
    """Between requests and the worker of the same process. Without a worker everything is done at once."""

    def __init__(self) -> None:
        self._rows: Queue[TeamUser | None] = Queue()
        self._waiting: set[tuple[str, str]] = set()
        self._lock = Lock()
        self._is_open = False

    def finish(self, owner: Owner, row: TeamUser) -> int:
        """Of somebody who is marked; how many tasks are nobody's then, or will be soon."""
        count = owner.store.count(design.own_tasks_of_team(row.user_id, row.team_id))
        if count > FEW and self._put(row):
            return count
        return finish_leaving(owner, row)

    def open(self) -> None:
        """From now on `work` takes what is put here."""
        with self._lock:
            self._rows, self._waiting, self._is_open = Queue(), set(), True

    def close(self) -> None:
        """`work` ends with what it is at; the rest stays marked."""
        with self._lock:
            self._is_open = False
            self._rows.put(None)

    def work(self, owner: Owner) -> None:
        """Until it is closed. One that fails is noted, and keeps nobody from the others."""
        while (row := self._rows.get()) is not None and self._is_open:
            try:
                finish_leaving(owner, row)
            except Exception:
                _log.exception("The leaving of %s from team %s could not be finished", row.user_id, row.team_id)
            with self._lock:
                self._waiting.discard(_key(row))

    def _put(self, row: TeamUser) -> bool:
        """Once, however often it is asked for; False when nobody would take it."""
        with self._lock:
            if self._is_open and _key(row) not in self._waiting:
                self._waiting.add(_key(row))
                self._rows.put(row)
            return self._is_open


def _key(row: TeamUser) -> tuple[str, str]:
    return row.team_id, row.user_id
