"""Stored emails: from the bytes of a message to what a page shows of it, however broken the bytes may be."""

from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message as Parsed
from email.utils import parseaddr, parsedate_to_datetime

# What the standard library raises over broken headers, dates, charsets and nesting.
_BROKEN = (MessageError, ValueError, LookupError, OverflowError, RecursionError)


@dataclass(frozen=True, slots=True)
class StoredEmail:
    """One message as it would have been sent. `to` and `sender` read `山田 花子 <hanako@example.jp>`."""

    name: str
    sender: str
    to: str
    subject: str
    date: datetime
    text: str
    html: str | None


def parse_email(name: str, content: bytes) -> StoredEmail | None:
    """None when the bytes are no email."""
    try:
        parsed = message_from_bytes(content)
        return StoredEmail(
            name=name,
            sender=_person(parsed, "From"),
            to=_person(parsed, "To"),
            subject=_sentence(_header(parsed, "Subject")),
            date=parsedate_to_datetime(_header(parsed, "Date")).astimezone(UTC),
            text=_body(parsed, "text/plain") or "",
            html=_body(parsed, "text/html"),
        )
    except _BROKEN:
        return None


def _header(parsed: Parsed, name: str) -> str:
    value = parsed[name]
    if value is None:
        raise LookupError(name)
    return str(value)


def _person(parsed: Parsed, header: str) -> str:
    name, address = parseaddr(_header(parsed, header))
    return f"{_sentence(name)} <{address}>" if name else address


def _sentence(value: str) -> str:
    return str(make_header(decode_header(value)))


def _body(parsed: Parsed, kind: str) -> str | None:
    for part in parsed.walk():
        content = part.get_payload(decode=True)
        if part.get_content_type() == kind and isinstance(content, bytes):
            return content.decode(part.get_content_charset("utf-8"), "replace").replace("\r\n", "\n")
    return None
