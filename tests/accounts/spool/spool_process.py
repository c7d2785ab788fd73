"""`python -m tests.accounts.spool.spool_process DATABASE PORT MOMENT`: a process that spools, sends, and may be killed.

It kills itself (-9) when an email is `spooled`, when one is `claimed` and the server was not asked yet, or when it was
`sent` and nothing is noted. With `work` it sends until its input ends.
"""

import os
import signal
import sys

from tests.accounts.spool.post_office import ADDRESS, add
from tests.adapters.mail.messages import renderer

from chabudai import table
from chabudai.accounts.spool.spooling import Spool
from chabudai.accounts.spool.worker import SpoolWorker
from chabudai.adapters import clock
from chabudai.adapters.mail import Mail, Message
from chabudai.adapters.mail.servers import SmtpServer
from chabudai.adapters.mail.smtp import SmtpMail


class FatalMail(Mail):
    def __init__(self, mail: Mail, moment: str) -> None:
        self._mail, self._moment = mail, moment

    def send(self, message: Message) -> None:
        if self._moment == "sent":
            self._mail.send(message)
        die()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main(database: str, port: str, moment: str) -> None:
    smtp = SmtpMail(SmtpServer("127.0.0.1", int(port), "none", None), renderer())
    with table.open(database) as store:
        spool = Spool(store, smtp, clock.now, ADDRESS)
        if moment == "work":
            with SpoolWorker(spool, {}, interval=0.01):
                sys.stdin.read()
            return
        add(spool, "note-1")
        if moment == "spooled":
            die()
        SpoolWorker(Spool(store, FatalMail(smtp, moment), clock.now, ADDRESS), {}).catch_up()


if __name__ == "__main__":
    main(*sys.argv[1:])
