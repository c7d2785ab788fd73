"""The letterhead: makes of a message the bytes that go on the wire, saying whom it is from and when it was written."""

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from chabudai.outside import clock, ids
from chabudai.outside.mail.addresses import Address
from chabudai.outside.mail.headers import encoded_words, unstructured
from chabudai.outside.mail.message import Message

_EVERY_SERVER = SMTP.clone(cte_type="7bit")  # not all of them take eight bits


@dataclass(frozen=True, slots=True)
class Letterhead:
    """What all messages of one house have in common."""

    sender: Address
    now: clock.Clock = clock.now
    new_id: ids.NewId = ids.uuid7

    def write(self, message: Message) -> bytes:
        """The whole letter in ASCII, lines ending in CRLF, none longer than mail allows."""
        head = "".join(f"{name}: {value}\r\n" for name, value in self._headers(message))
        return head.encode("ascii") + _bodies(message)

    def _headers(self, message: Message) -> Iterator[tuple[str, str]]:
        """Ready to be written; the standard library's own folding is passed by, which has lost quotes and commas."""
        yield "From", self.sender.header()
        yield "To", message.to.header()
        if message.reply_to is not None:
            yield "Reply-To", message.reply_to.header()
        yield "Subject", unstructured(message.subject)
        yield "Date", format_datetime(self.now())
        given = {name.lower() for name, _ in message.headers}
        if "message-id" not in given:
            yield "Message-ID", f"<{self.new_id()}@{self.sender.domain}>"
        if "auto-submitted" not in given:
            yield "Auto-Submitted", "auto-generated"  # so that nobody's holiday notice answers
        for name, value in message.headers:
            yield name, value if value.isascii() else encoded_words(value)


def _bodies(message: Message) -> bytes:
    letter = EmailMessage(policy=_EVERY_SERVER)
    letter.set_content(message.text)
    if message.html is not None:
        letter.add_alternative(message.html, subtype="html")
    return letter.as_bytes()
