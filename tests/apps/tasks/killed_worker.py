"""`python -m tests.apps.tasks.killed_worker DATABASE PORT MOMENT`: a worker that kills itself (-9) at a moment.

`sent` is after the server's yes and before anything is noted; `noted` after that, and before the stream's checkpoint.
"""

import os
import signal
import sys

from tests.adapters.mail.messages import renderer
from tests.apps.tasks.posting import ADDRESS, QUICK

from chabudai import table
from chabudai.adapters import clock
from chabudai.adapters.mail import Mail, Message
from chabudai.adapters.mail.servers import SmtpServer
from chabudai.adapters.mail.smtp import SmtpMail
from chabudai.apps.tasks.invitation_entities import Invitation, InvitationTable
from chabudai.apps.tasks.invitation_mail import InvitationMail, handlers_of
from chabudai.apps.tasks.mail_worker import NAME, MailWorker
from chabudai.table.streams import Change, Handlers, Worker


class FatalMail(Mail):
    def __init__(self, mail: Mail) -> None:
        self._mail = mail

    def send(self, message: Message) -> None:
        self._mail.send(message)
        die()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fatal_handlers(sending: InvitationMail) -> Handlers:
    """The same ones, and then the end."""
    handlers = handlers_of(sending)

    @handlers.on(Invitation, "insert")
    def end(_change: Change[Invitation]) -> None:
        die()

    return handlers


def main(database: str, port: str, moment: str) -> None:
    smtp = SmtpMail(SmtpServer("127.0.0.1", int(port), "none", None), renderer())
    with table.open(database) as store:
        if moment == "sent":
            MailWorker(InvitationMail(store, FatalMail(smtp), clock.now, ADDRESS), timing=QUICK).catch_up()
        handlers = fatal_handlers(InvitationMail(store, smtp, clock.now, ADDRESS))
        Worker(store, InvitationTable, handlers, name=NAME, timing=QUICK).catch_up()


if __name__ == "__main__":
    main(*sys.argv[1:])
