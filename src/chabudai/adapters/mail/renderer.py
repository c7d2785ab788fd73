"""From a message to the bytes that go on the wire, with whom it is from and when it was written."""

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from chabudai.adapters import clock, ids
from chabudai.adapters.mail.addresses import EmailAddress
from chabudai.adapters.mail.headers import encode_unstructured, encoded_words
from chabudai.adapters.mail.message import Message

_EVERY_SERVER = SMTP.clone(cte_type="7bit")  # not all of them take eight bits


@dataclass(frozen=True, slots=True)
class EmailRenderer:
    """What all emails of one site have in common: the sender, the clock and the source of ids."""

    sender: EmailAddress
    now: clock.Clock = clock.now
    new_id: ids.NewId = ids.uuid7

    def render(self, message: Message) -> bytes:
        """The whole email in ASCII, lines ending in CRLF, none longer than mail allows."""
        head = "".join(f"{name}: {value}\r\n" for name, value in self._headers(message))
        return head.encode("ascii") + _render_bodies(message)

    def _headers(self, message: Message) -> Iterator[tuple[str, str]]:
        """Ready to be written; the standard library's own folding is passed by, which has lost quotes and commas."""
        yield "From", self.sender.header()
        yield "To", message.to.header()
        if message.reply_to is not None:
            yield "Reply-To", message.reply_to.header()
        yield "Subject", encode_unstructured(message.subject)
        yield "Date", format_datetime(self.now())
        given = {name.lower() for name, _ in message.headers}
        if "message-id" not in given:
            yield "Message-ID", f"<{self.new_id()}@{self.sender.domain}>"
        if "auto-submitted" not in given:
            yield "Auto-Submitted", "auto-generated"  # so that nobody's holiday notice answers
        for name, value in message.headers:
            yield name, value if value.isascii() else encoded_words(value)


def _render_bodies(message: Message) -> bytes:
    email = EmailMessage(policy=_EVERY_SERVER)
    email.set_content(message.text)
    if message.html is not None:
        email.add_alternative(message.html, subtype="html")
    return email.as_bytes()
