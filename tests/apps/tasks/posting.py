"""The mail of a team's invitations: the workers that spool and send it, and what arrived."""

from email.message import EmailMessage

from tests.accounts.spool import post_office
from tests.adapters.mail.messages import renderer
from tests.adapters.mail.services import at
from tests.adapters.mail.smtpd import Smtpd
from tests.apps.tasks.invited_team import InvitedTeam

from chabudai.accounts.spool import design as spool_design
from chabudai.accounts.spool.spooling import Spool
from chabudai.accounts.spool.worker import SpoolWorker
from chabudai.adapters.mail import Mail
from chabudai.adapters.mail.smtp import SmtpMail
from chabudai.apps.tasks import invitation_mail
from chabudai.apps.tasks.invitation_entities import Invitation
from chabudai.apps.tasks.mail_worker import MailWorker
from chabudai.table.streams import WorkerTiming

ADDRESS = "https://house.example.jp"
QUICK = WorkerTiming(idle_pause=0.01, discovery_interval=0.05, lease=2.0, tries=1)


def spool_of(team: InvitedTeam, mail: Mail) -> Spool:
    """Without chance."""
    return Spool(team.store, mail, team.clock, ADDRESS, random=lambda: 0.0)


def smtp_of(server: Smtpd) -> SmtpMail:
    return SmtpMail(at(server, "none"), renderer(), timeout=0.5)


def stream_worker_of(spool: Spool) -> MailWorker:
    return MailWorker(spool, timing=QUICK, retry_interval=0.02)


def sender_of(spool: Spool) -> SpoolWorker:
    return SpoolWorker(spool, invitation_mail.checks(spool.store), interval=0.02)


def post(team: InvitedTeam, server: Smtpd) -> None:
    """The workers come, do what is to be done now, and go."""
    post_by(team, smtp_of(server))


def post_by(team: InvitedTeam, mail: Mail) -> None:
    spool = spool_of(team, mail)
    stream_worker_of(spool).catch_up()
    sender_of(spool).catch_up()


def mail_of(team: InvitedTeam, made: Invitation) -> tuple[str, int, str | None]:
    """Of the token that it has now: how it stands, how often it was tried, and what the server said."""
    found = team.invitation(made)
    assert found is not None
    status = invitation_mail.find_statuses(team.store, [found])[found.invite_id]
    email = team.store.get(spool_design.email_of(found.invited_by, invitation_mail.email_id_of(found)))
    return status.state, email.attempts if email else 0, status.error


def mailbox(server: Smtpd) -> list[EmailMessage]:
    return post_office.mailbox(server)
