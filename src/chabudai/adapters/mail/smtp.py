"""Mail through an SMTP server: one connection for each message, and its answers told apart into "no" and "later"."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from chabudai.adapters.mail.errors import MailError, MailUnavailable, MessageRefused, SenderRefused
from chabudai.adapters.mail.message import Message
from chabudai.adapters.mail.protocol import Mail
from chabudai.adapters.mail.renderer import EmailRenderer
from chabudai.adapters.mail.servers import SmtpServer

_MECHANISMS = {"CRAM-MD5", "PLAIN", "LOGIN"}  # that smtplib knows
_SENDER_CODES = frozenset({530, 534, 535, 538})  # sign-in needed, too weak, wrong, or only under TLS
_TOO_LARGE = 552
_LONGEST_REPLY = 200


class SmtpMail(Mail):
    """`timeout` is how many seconds any one step may be waited for; `context` says which certificates are trusted."""

    def __init__(
        self, server: SmtpServer, renderer: EmailRenderer, context: ssl.SSLContext | None = None, timeout: float = 15.0
    ) -> None:
        self._server = server
        self._renderer = renderer
        self._context = context or ssl.create_default_context()
        self._timeout = timeout

    def send(self, message: Message) -> None:
        email = self._renderer.render(message)
        with _translate_errors(self._server), closing(self._connect()) as connection:
            self._secure(connection)
            self._sign_in(connection)
            connection.sendmail(self._renderer.sender.path, [message.to.path], email)
            # The server has it: a farewell that goes wrong changes nothing.
            with suppress(smtplib.SMTPException, OSError):
                connection.quit()

    def _connect(self) -> smtplib.SMTP:
        host, port = self._server.host, self._server.port
        # The sender's domain greets: finding out the machine's own name may take longer than any timeout.
        ours = self._renderer.sender.domain
        if self._server.security == "tls":
            return smtplib.SMTP_SSL(host, port, ours, timeout=self._timeout, context=self._context)
        return smtplib.SMTP(host, port, ours, timeout=self._timeout)

    def _secure(self, connection: smtplib.SMTP) -> None:
        connection.ehlo_or_helo_if_needed()
        if self._server.security != "starttls":
            return
        if not connection.has_extn("starttls"):
            raise MailUnavailable(
                f"{self._server} offers no STARTTLS: use smtps://, or ?tls=none to send in the clear."
            )
        connection.starttls(context=self._context)
        connection.ehlo_or_helo_if_needed()

    def _sign_in(self, connection: smtplib.SMTP) -> None:
        login = self._server.login
        if login is None:
            return
        if _MECHANISMS.isdisjoint(connection.esmtp_features.get("auth", "").upper().split()):
            raise SenderRefused(f"{self._server} offers no way to sign in; the address has a user and a password.")
        connection.login(login.user, login.password)


@contextmanager
def _translate_errors(server: SmtpServer) -> Iterator[None]:
    try:
        yield
    except smtplib.SMTPRecipientsRefused as error:
        code, reply = next(iter(error.recipients.values()))
        raise _mail_error(MessageRefused, server, code, reply) from error
    except smtplib.SMTPDataError as error:
        raise _mail_error(MessageRefused, server, error.smtp_code, error.smtp_error) from error
    except smtplib.SMTPResponseException as error:
        # At the greeting, the sign-in and the sender's name it is us whom the server does not want.
        kind = MessageRefused if error.smtp_code == _TOO_LARGE else SenderRefused
        raise _mail_error(kind, server, error.smtp_code, error.smtp_error) from error
    except (smtplib.SMTPException, OSError) as error:
        raise MailUnavailable(f"{server} gave no complete answer: {error}") from error


def _mail_error(kind: type[MessageRefused], server: SmtpServer, code: int, reply: bytes | str) -> MailError:
    words = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    told = f"{code} {' '.join(words.split())[:_LONGEST_REPLY]}"
    said = f"{server} said {told}"
    if not 500 <= code <= 599:
        return MailUnavailable(said, told)
    # What is wrong with our own account there is nobody's business but ours.
    return SenderRefused(said) if code in _SENDER_CODES or kind is SenderRefused else kind(said, told)
