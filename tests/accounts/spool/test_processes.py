"""Processes that are killed at the worst moments, and several at once. Slow, since each takes a second to start."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

import pytest
from tests.accounts.spool.post_office import add, mailbox, spool_at
from tests.accounts.spool.test_worker import until
from tests.adapters.mail.messages import body
from tests.adapters.mail.smtpd import Smtpd, smtpd

from chabudai import table
from chabudai.accounts.spool.delivery import CLAIM
from chabudai.accounts.spool.design import SpoolTable, email_of
from chabudai.accounts.spool.spooling import Draft
from chabudai.accounts.spool.worker import SpoolWorker
from chabudai.adapters import clock

ROOT = Path(__file__).parents[3]


@contextmanager
def process(database: Path, server: Smtpd, moment: str) -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-m", "tests.accounts.spool.spool_process", str(database), str(server.port), moment]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.PIPE) as started:
        yield started


def after_claim() -> datetime:
    return clock.now() + CLAIM


@pytest.mark.parametrize(("moment", "copies"), [("spooled", 1), ("claimed", 1), ("sent", 2)])
def test_a_mailbox_has_one_message_whenever_the_process_was_killed(tmp_path: Path, moment: str, copies: int) -> None:
    database = tmp_path / "household.db"
    with table.open(database) as store, smtpd() as server:
        store.create(SpoolTable)
        with process(database, server, moment) as killed:
            assert killed.wait(120) == -signal.SIGKILL
        assert len(server.taken) == copies - 1
        SpoolWorker(spool_at(store, server, clock.now), {}).catch_up()
        assert len(server.taken) == (
            1 if moment == "spooled" else copies - 1
        )  # what the dead one claimed is left alone
        SpoolWorker(spool_at(store, server, after_claim), {}).catch_up()
        assert len(server.taken) == copies
        [message] = mailbox(server)
        assert "account/reset" in body(message, "plain")
        assert store.one(email_of("mio", "note-1")).state == "sent"


def test_two_processes_send_each_email_once(tmp_path: Path) -> None:
    database = tmp_path / "household.db"
    with table.open(database) as store, smtpd() as server, ExitStack() as stack:
        store.create(SpoolTable)
        spool = spool_at(store, server, clock.now)
        workers = [stack.enter_context(process(database, server, "work")) for _ in range(2)]
        for number in range(60):
            add(spool, f"note-{number}", draft=Draft(f"guest{number}@example.jp", "Hello", "text"))
        until(lambda: len(server.taken) >= 60)
        until(lambda: all(store.one(email_of("mio", f"note-{number}")).state == "sent" for number in range(60)))
        for worker in workers:
            worker.communicate()
        assert [worker.returncode for worker in workers] == [0, 0]
    assert sorted(taken.to[0] for taken in server.taken) == sorted(f"guest{number}@example.jp" for number in range(60))
