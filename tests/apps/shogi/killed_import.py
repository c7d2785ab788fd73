"""`python -m tests.apps.shogi.killed_import DATABASE`: a worker that kills itself (-9) amid an import."""

import os
import signal
import sys

from tests.adapters.clocks import SettableClock
from tests.apps.meddled_store import Meddled
from tests.apps.shogi.club import NOON

from chabudai import table
from chabudai.apps.shogi import job_worker
from chabudai.table import TypedStore


def main(database: str) -> None:
    with table.open(database) as store:
        fatal = Meddled(store.raw, "TransactWriteItems", 8, lambda: os.kill(os.getpid(), signal.SIGKILL))
        clock = SettableClock(NOON)
        job_worker.new_worker(TypedStore(fatal, clock=clock), clock).catch_up()


if __name__ == "__main__":
    main(*sys.argv[1:])
