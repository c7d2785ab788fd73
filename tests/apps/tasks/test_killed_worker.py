"""A worker that is killed between sending and checkpointing: another goes on, and a mailbox has one message.

Slow, since processes are started and the lease of the dead is waited for.
"""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.adapters.mail.smtpd import smtpd
from tests.apps.tasks.invited_team import InvitedTeam, fill
from tests.apps.tasks.posting import mailbox, sending_by, smtp_of, worker_of
from tests.apps.tasks.test_invitation_mail import mail_of, until

from chabudai import table
from chabudai.adapters import clock

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(("moment", "copies"), [("sent", 2), ("noted", 1)])
def test_a_mailbox_has_one_message_though_the_worker_was_killed(tmp_path: Path, moment: str, copies: int) -> None:
    database = tmp_path / "household.db"
    with table.open(database) as store, smtpd() as server:
        fill(store)
        team = InvitedTeam(store, clock.now)
        made = team.invite()
        command = [sys.executable, "-m", "tests.apps.tasks.killed_worker", str(database), str(server.port), moment]
        environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}
        killed = subprocess.run(command, cwd=ROOT, env=environment, timeout=120, check=False)
        assert killed.returncode == -signal.SIGKILL
        assert len(server.taken) == 1
        assert mail_of(team, made)[:2] == (("sending", 1) if moment == "sent" else ("sent", 1))
        later = team.invite("ren@example.jp")
        with worker_of(sending_by(team, smtp_of(server))):
            until(lambda: mail_of(team, later)[0] == "sent")
            assert len(server.taken) == 2  # what the dead one has claimed is left alone, and holds up nobody
            if moment == "sent":
                ahead = replace(team, clock=lambda: clock.now() + timedelta(minutes=5))
                with worker_of(sending_by(ahead, smtp_of(server))):
                    until(lambda: mail_of(team, made)[0] == "sent")
        assert mail_of(team, made)[0] == "sent"
        assert len(mailbox(server)) == 2
        to_mio = [taken for taken in server.taken if taken.to == ["mio@example.jp"]]
        assert len(to_mio) == copies
