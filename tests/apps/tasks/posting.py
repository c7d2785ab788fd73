"""The mail of a team's invitations: a worker with pauses of a test, and what arrived."""

from datetime import timedelta
from email.message import EmailMessage
from typing import Any

from tests.adapters.mail.messages import parsed, renderer
from tests.adapters.mail.services import at
from tests.adapters.mail.smtpd import Smtpd
from tests.apps.tasks.invited_team import InvitedTeam

from chabudai.adapters.mail import Mail
from chabudai.adapters.mail.smtp import SmtpMail
from chabudai.apps.tasks.invitation_mail import InvitationMail
from chabudai.apps.tasks.mail_worker import MailWorker
from chabudai.table.streams import WorkerTiming

ADDRESS = "https://house.example.jp"
QUICK = WorkerTiming(idle_pause=0.01, discovery_interval=0.05, lease=2.0, tries=1)


def sending_by(team: InvitedTeam, mail: Mail, **options: Any) -> InvitationMail:
    return InvitationMail(team.store, mail, team.clock, ADDRESS, **options)


def smtp_of(server: Smtpd) -> SmtpMail:
    return SmtpMail(at(server, "none"), renderer(), timeout=0.5)


def worker_of(sending: InvitationMail) -> MailWorker:
    return MailWorker(sending, timing=QUICK, retry_interval=0.02)


def post(team: InvitedTeam, server: Smtpd) -> None:
    """A worker comes, does what is to be done now, and goes."""
    worker_of(sending_by(team, smtp_of(server))).catch_up()


def mailbox(server: Smtpd) -> list[EmailMessage]:
    """As people see it: of several copies of one message, one."""
    arrived = [parsed(taken.content) for taken in server.taken]
    return list({message["Message-ID"]: message for message in arrived}.values())


def past_claim(team: InvitedTeam) -> None:
    team.clock.now += timedelta(minutes=5)
