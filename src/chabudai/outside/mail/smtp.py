"""Mail through an SMTP server: one connection for each message, and its answers told apart into "no" and "later"."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from chabudai.outside.mail.errors import MailError, NotAllowed, Refused, Unreachable
from chabudai.outside.mail.letterhead import Letterhead
from chabudai.outside.mail.message import Message
from chabudai.outside.mail.protocol import Mail
from chabudai.outside.mail.servers import Server

_MECHANISMS = {"CRAM-MD5", "PLAIN", "LOGIN"}  # that smtplib knows
_ABOUT_US = frozenset({530, 534, 535, 538})  # sign-in needed, too weak, wrong, or only under TLS
_TOO_LARGE = 552
_LONGEST_REPLY = 200


class SmtpMail(Mail):
    """`timeout` is how many seconds any one step may be waited for; `context` says which certificates are trusted."""

    def __init__(
        self, server: Server, letterhead: Letterhead, context: ssl.SSLContext | None = None, timeout: float = 15.0
    ) -> None:
        self._server = server
        self._letterhead = letterhead
        self._context = context or ssl.create_default_context()
        self._timeout = timeout

    def send(self, message: Message) -> None:
        letter = self._letterhead.write(message)
        with _translated(self._server), closing(self._connected()) as connection:
            self._secure(connection)
            self._sign_in(connection)
            connection.sendmail(self._letterhead.sender.path, [message.to.path], letter)
            # The server has it: a farewell that goes wrong changes nothing.
            with suppress(smtplib.SMTPException, OSError):
                connection.quit()

    def _connected(self) -> smtplib.SMTP:
        host, port = self._server.host, self._server.port
        # The sender's domain greets: finding out the machine's own name may take longer than any timeout.
        ours = self._letterhead.sender.domain
        if self._server.security == "tls":
            return smtplib.SMTP_SSL(host, port, ours, timeout=self._timeout, context=self._context)
        return smtplib.SMTP(host, port, ours, timeout=self._timeout)

    def _secure(self, connection: smtplib.SMTP) -> None:
        connection.ehlo_or_helo_if_needed()
        if self._server.security != "starttls":
            return
        if not connection.has_extn("starttls"):
            raise Unreachable(f"{self._server} offers no STARTTLS: use smtps://, or ?tls=none to send in the clear.")
        connection.starttls(context=self._context)
        connection.ehlo_or_helo_if_needed()

    def _sign_in(self, connection: smtplib.SMTP) -> None:
        login = self._server.login
        if login is None:
            return
        if _MECHANISMS.isdisjoint(connection.esmtp_features.get("auth", "").upper().split()):
            raise NotAllowed(f"{self._server} offers no way to sign in; the address has a user and a password.")
        connection.login(login.user, login.password)


@contextmanager
def _translated(server: Server) -> Iterator[None]:
    try:
        yield
    except smtplib.SMTPRecipientsRefused as error:
        code, reply = next(iter(error.recipients.values()))
        raise _failure(Refused, server, code, reply) from error
    except smtplib.SMTPDataError as error:
        raise _failure(Refused, server, error.smtp_code, error.smtp_error) from error
    except smtplib.SMTPResponseException as error:
        # At the greeting, the sign-in and the sender's name it is us whom the server does not want.
        kind = Refused if error.smtp_code == _TOO_LARGE else NotAllowed
        raise _failure(kind, server, error.smtp_code, error.smtp_error) from error
    except (smtplib.SMTPException, OSError) as error:
        raise Unreachable(f"{server} gave no whole answer: {error}") from error


def _failure(kind: type[Refused], server: Server, code: int, reply: bytes | str) -> MailError:
    words = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    said = f"{server} said {code} {' '.join(words.split())[:_LONGEST_REPLY]}"
    if not 500 <= code <= 599:
        return Unreachable(said)
    return NotAllowed(said) if code in _ABOUT_US else kind(said)
