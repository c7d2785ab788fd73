"""Messages and renderers that the tests of mail share."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from tests.adapters.clocks import SettableClock

from chabudai.adapters.mail import EmailAddress, EmailRenderer, Message

SENDER = EmailAddress("house@example.jp", "ちゃぶ台")
HANAKO = EmailAddress("hanako@example.jp", "山田 花子")


def renderer() -> EmailRenderer:
    return EmailRenderer(SENDER, SettableClock())


def hello(subject: str = "こんにちは", text: str = "夕食は七時です。\n", to: EmailAddress = HANAKO) -> Message:
    return Message(to, subject, text)


def parsed(email: bytes) -> EmailMessage:
    message = message_from_bytes(email, policy=default)
    assert isinstance(message, EmailMessage)
    assert not message.defects
    return message


def person(message: EmailMessage, header: str) -> EmailAddress:
    (address,) = message[header].addresses
    return EmailAddress(f"{address.username}@{address.domain}", address.display_name)


def body(message: EmailMessage, kind: str) -> str:
    """With the line ends that it was written with: on the way they are CRLF."""
    part = message.get_body((kind,))
    assert part is not None
    content = part.get_content()
    assert isinstance(content, str)
    return content.replace("\r\n", "\n")
