"""The worker that spools the emails of invitations where the site runs: it follows the table's stream."""

import logging
import time
from threading import Event, Thread
from typing import Final, Self

from chabudai.accounts.spool.errors import SpoolFull
from chabudai.accounts.spool.spooling import Spool
from chabudai.apps.tasks.invitation_entities import InvitationTable
from chabudai.apps.tasks.invitation_mail import spooling_handlers
from chabudai.store.errors import StoreError
from chabudai.table import ChangesTrimmed
from chabudai.table.streams import Failure, FailureAction, Worker, WorkerTiming

NAME: Final = "tasks-invitations"
"""All processes of a site work under it, and of them only one at a time reads a shard of the stream."""

# A change that fails is put away at once and tried again beside the others: one holds up no other invitation.
TIMING: Final = WorkerTiming(tries=1)
RETRY_INTERVAL: Final = 5.0
_FULL_PAUSE: Final = 60.0  # before it is looked again whether there is room
_UNREADABLE_PAUSE: Final = 900.0  # before a change that no handler can make sense of is tried, and logged, once more
_log = logging.getLogger(__name__)


class MailWorker:
    """`with MailWorker(spool): …`; `retry_interval` is in seconds. Several may run, also in other processes."""

    def __init__(self, spool: Spool, *, timing: WorkerTiming = TIMING, retry_interval: float = RETRY_INTERVAL) -> None:
        handlers = spooling_handlers(spool)
        self._worker = Worker(spool.store, InvitationTable, handlers, name=NAME, on_failure=_keep, timing=timing)
        self._retry_interval = retry_interval
        self._set_aside: dict[str, float] = {}  # by sequence number, when it is tried again
        self._stopping = Event()
        self._thread = Thread(target=self._retry_until_stopped, name="chabudai-mail-retries", daemon=True)

    def __enter__(self) -> Self:
        self._worker.start()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._worker.stop()
        self._thread.join()

    def catch_up(self) -> None:
        """Once through what is there, in this thread."""
        self._worker.catch_up()
        self.retry_failures()

    def retry_failures(self) -> None:
        """Once through what was put away: whatever is due is tried, and what has become of no interest is forgotten."""
        for failure in self._worker.failures():
            if self._stopping.is_set():
                return
            if self._set_aside.get(failure.sequence, 0.0) > time.monotonic():
                continue
            try:
                self._worker.retry(failure)
            except ChangesTrimmed as loss:
                _log.error("Invitations may have been left without their email: %s", loss)
                self._worker.forget(failure)
            except (SpoolFull, StoreError) as fault:
                self._set_aside[failure.sequence] = time.monotonic() + _FULL_PAUSE
                _log.warning("The email of an invitation has to wait: %s", fault)
            except Exception:
                self._set_aside[failure.sequence] = time.monotonic() + _UNREADABLE_PAUSE
                _log.exception("The change %s of an invitation could not be handled", failure.sequence)

    def _retry_until_stopped(self) -> None:
        while not self._stopping.wait(self._retry_interval):
            try:
                self.retry_failures()
            except Exception:
                _log.exception("Failed invitation emails could not be looked up")


def _keep(_failure: Failure) -> FailureAction:
    """What failed is kept and soon tried again, which is no error yet."""
    return "continue"
