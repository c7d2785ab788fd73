"""The worker that finishes deletions of accounts which were interrupted, and frees names: at the start, and then on."""

import logging
from threading import Event, Thread
from typing import Final, Self

from chabudai.accounts import service
from chabudai.accounts.service import Accounts

INTERVAL: Final = 600.0
_log = logging.getLogger(__name__)


class DeletionWorker:
    """`with DeletionWorker(accounts): …`; `interval` is in seconds. Several may run, also in other processes."""

    def __init__(self, accounts: Accounts, *, interval: float = INTERVAL) -> None:
        self._accounts = accounts
        self._interval = interval
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="chabudai-account-deletions", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Returns when what is being finished is finished."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                for username in service.finish_deletions(self._accounts):
                    _log.warning("Finished what was interrupted: the account %s is deleted", username)
                service.free_names(self._accounts)
            except Exception:
                _log.exception("An account that was being deleted could not be finished")
            if self._stopping.wait(self._interval):
                return
