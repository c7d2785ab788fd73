"""The worker that sends what is spooled, where the site runs: at once when it is woken, and again what nobody took."""

import logging
import time
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Final, Self

from chabudai.accounts.spool import delivery, design
from chabudai.accounts.spool.delivery import Note, WantedChecks
from chabudai.accounts.spool.design import DueEmail
from chabudai.accounts.spool.spooling import Spool
from chabudai.store.errors import StoreClosed, StoreFailed, StoreUnreachable, Throttled
from chabudai.table import RetriesExhausted, TableError

INTERVAL: Final = 5.0
"""In seconds: how often it is looked for what another process has spooled, and left."""
SENDERS: Final = 2
"""So that one email whose server says nothing holds up no other."""
_SHORTEST_WAIT: Final = 0.2
_LONGEST_INTERVAL: Final = 60.0
_SET_ASIDE: Final = 900.0  # before an email that can't be read, or that is our own fault, is tried and logged once more
_STORE_DOWN: Final = (StoreClosed, StoreFailed, StoreUnreachable, Throttled, RetriesExhausted)
_log = logging.getLogger(__name__)

_EmailKey = tuple[str, str]


class SpoolWorker:
    """`with SpoolWorker(spool, checks): …`; `interval` is in seconds. Several may run, also in other processes.

    `prepare` is done before each look: it spools what was only asked for.
    """

    def __init__(
        self,
        spool: Spool,
        checks: WantedChecks,
        prepare: Callable[[], object] = lambda: None,
        *,
        interval: float = INTERVAL,
        senders: int = SENDERS,
    ) -> None:
        self._spool = spool
        self._checks = checks
        self._prepare = prepare
        self._interval = interval
        self._stopping = Event()
        self._threads = [
            Thread(target=self._run, name=f"chabudai-mail-{number}", daemon=True) for number in range(senders)
        ]
        # Notes that the store did not take, of emails that were sent: they are written before anything is sent again.
        self._notes: dict[_EmailKey, Note] = {}
        self._writing = Lock()
        self._set_aside: dict[_EmailKey, float] = {}

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Returns when the emails that are being sent are sent, or have failed."""
        self._stopping.set()
        self._spool.wake()
        for thread in self._threads:
            thread.join()

    def catch_up(self) -> None:
        """Once through what is to be done now, in this thread."""
        try:
            self._prepare()
        finally:
            self._write_notes()
            self._send_due()

    def _run(self) -> None:
        failures = 0
        while True:
            self._spool.wakeup.clear()
            if self._stopping.is_set():
                self._spool.wake()  # for the next one who has to stop
                return
            try:
                self.catch_up()
                wait = self._time_to_next()
                failures = 0
            except Exception:
                _log.exception("Emails that wait could not be looked through")
                wait = min(self._interval * 2**failures, _LONGEST_INTERVAL)
                failures = min(failures + 1, 10)
            self._spool.wakeup.wait(wait)

    def _time_to_next(self) -> float:
        now = self._spool.now()
        found = self._spool.store.first(design.later_emails(now))
        if found is None or found.due_at is None:
            return self._interval
        return min(max((found.due_at - now).total_seconds(), _SHORTEST_WAIT), self._interval)

    def _send_due(self) -> None:
        store, now = self._spool.store, self._spool.now()
        for due in store.all(design.due_emails(now)):
            self._send(due)
        for later in store.page(design.later_emails(now)):
            if delivery.is_due(later, now):
                self._send(later)

    def _send(self, due: DueEmail) -> None:
        key = (due.owner, due.email_id)
        if self._stopping.is_set() or self._set_aside.get(key, 0.0) > time.monotonic():
            return
        try:
            note = delivery.attempt(self._spool, *key, self._checks)
        except _STORE_DOWN:
            raise
        except Exception:
            self._set_aside[key] = time.monotonic() + _SET_ASIDE
            _log.exception("The email %s of %s could not be sent", due.email_id, due.owner)
            return
        if note is not None:
            self._notes[key] = note
            self._write_notes()

    def _write_notes(self) -> None:
        with self._writing:
            for key, note in list(self._notes.items()):
                try:
                    delivery.write_note(self._spool.store, note)
                except _STORE_DOWN:
                    raise
                except TableError:
                    _log.exception("It could not be noted what became of the email %s", key[1])
                del self._notes[key]
