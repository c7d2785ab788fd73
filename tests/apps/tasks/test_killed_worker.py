"""A worker that is killed between spooling and checkpointing: another goes on, and there is one email.

Slow, since a process is started and the lease of the dead is waited for. What happens to one that is killed between
sending and noting is told by `tests/accounts/spool/test_processes.py`.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.adapters.mail.smtpd import smtpd
from tests.apps.tasks.invited_team import InvitedTeam, fill
from tests.apps.tasks.posting import mail_of, sender_of, smtp_of, spool_of, stream_worker_of
from tests.apps.tasks.test_invitation_mail import until

from chabudai import table
from chabudai.adapters import clock

ROOT = Path(__file__).parents[3]


def test_an_invitation_has_one_email_though_the_worker_was_killed(tmp_path: Path) -> None:
    database = tmp_path / "household.db"
    with table.open(database) as store, smtpd() as server:
        fill(store)
        team = InvitedTeam(store, clock.now)
        made = team.invite()
        command = [sys.executable, "-m", "tests.apps.tasks.killed_worker", str(database)]
        environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}
        killed = subprocess.run(command, cwd=ROOT, env=environment, timeout=120, check=False)
        assert killed.returncode == -signal.SIGKILL
        assert mail_of(team, made) == ("waiting", 0, None)
        spool = spool_of(team, smtp_of(server))
        with sender_of(spool), stream_worker_of(spool):
            until(lambda: mail_of(team, made)[0] == "sent")
            later = team.invite("ren@example.jp")
            until(lambda: mail_of(team, later)[0] == "sent")
        assert sorted(taken.to[0] for taken in server.taken) == ["mio@example.jp", "ren@example.jp"]
