"""`python -m tests.apps.tasks.killed_worker DATABASE`: a worker that kills itself (-9) when an email is spooled.

That is before the stream's checkpoint: whoever comes next is told of the invitation once more.
"""

import os
import signal
import sys

from tests.adapters.mail.messages import renderer
from tests.apps.tasks.posting import ADDRESS, QUICK

from chabudai import table
from chabudai.accounts.spool.spooling import Spool
from chabudai.adapters import clock
from chabudai.adapters.mail.servers import SmtpServer
from chabudai.adapters.mail.smtp import SmtpMail
from chabudai.apps.tasks.invitation_entities import Invitation, InvitationTable
from chabudai.apps.tasks.invitation_mail import spooling_handlers
from chabudai.apps.tasks.mail_worker import NAME
from chabudai.table.streams import Change, Handlers, Worker


def fatal_handlers(spool: Spool) -> Handlers:
    """The same ones, and then the end."""
    handlers = spooling_handlers(spool)

    @handlers.on(Invitation, "insert")
    def end(_change: Change[Invitation]) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    return handlers


def main(database: str) -> None:
    nobody = SmtpMail(SmtpServer("127.0.0.1", 9, "none", None), renderer())
    with table.open(database) as store:
        spool = Spool(store, nobody, clock.now, ADDRESS)
        Worker(store, InvitationTable, fatal_handlers(spool), name=NAME, timing=QUICK).catch_up()


if __name__ == "__main__":
    main(*sys.argv[1:])
