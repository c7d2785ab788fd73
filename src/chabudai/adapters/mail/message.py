"""A message to one person: checked when it is made, so that a service never sees one that breaks the rules of mail."""

import re
from dataclasses import dataclass

from chabudai.adapters.mail.addresses import EmailAddress
from chabudai.adapters.mail.errors import InvalidMessage
from chabudai.adapters.mail.headers import has_controls

LARGEST_BODY = 4 * 1024 * 1024  # bytes of text and HTML together
_LONGEST_SUBJECT = 500
_LONGEST_VALUE = 900  # a line of mail ends before 998
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,63}")
_MESSAGE_ID = re.compile(r"<[A-Za-z0-9._+=-]{1,128}@[A-Za-z0-9.-]{1,128}>")
_WRITTEN_BY_US = frozenset(
    {"from", "sender", "to", "cc", "bcc", "reply-to", "subject", "date", "mime-version", "return-path", "received"}
)


@dataclass(frozen=True, slots=True)
class Message:
    """One addressee, so that a refusal is the refusal of the whole message. `html` is the same, dressed.

    `headers` are further ones, such as `("List-Unsubscribe", "<https://…>")`. A `Message-ID` among them makes two
    tries of one message recognisable as one; otherwise each try gets its own.
    """

    to: EmailAddress
    subject: str
    text: str
    html: str | None = None
    reply_to: EmailAddress | None = None
    headers: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        _check_subject(self.subject)
        _check_bodies(self.text, self.html or "")
        for name, value in self.headers:
            _check_header(name, value)
        names = [name.lower() for name, _ in self.headers]
        if len(set(names)) < len(names):
            raise InvalidMessage("A header is given twice.")


def _check_subject(subject: str) -> None:
    if not subject.strip():
        raise InvalidMessage("The subject is missing.")
    if has_controls(subject):
        raise InvalidMessage(f"The subject {subject!r} has line breaks or control characters.")
    if len(subject) > _LONGEST_SUBJECT:
        raise InvalidMessage(f"A subject has at most {_LONGEST_SUBJECT} characters.")


def _check_bodies(text: str, html: str) -> None:
    if not text.strip():
        raise InvalidMessage("The text is missing.")
    if "\0" in text or "\0" in html:
        raise InvalidMessage("The text has a NUL character.")
    try:
        size = len(text.encode()) + len(html.encode())
    except UnicodeEncodeError:
        raise InvalidMessage("The text has half of a character (a lone surrogate).") from None
    if size > LARGEST_BODY:
        raise InvalidMessage(f"The text and its HTML are {size} bytes together; at most {LARGEST_BODY} are carried.")


def _check_header(name: str, value: str) -> None:
    if not _NAME.fullmatch(name):
        raise InvalidMessage(f"Invalid header name {name!r}.")
    if name.lower() in _WRITTEN_BY_US or name.lower().startswith("content-"):
        raise InvalidMessage(f"The header {name} is set by the renderer and cannot be given.")
    if has_controls(value):
        raise InvalidMessage(f"The header {name} has line breaks or control characters.")
    if not value.strip() or len(value) > _LONGEST_VALUE:
        raise InvalidMessage(f"The header {name} is empty or longer than {_LONGEST_VALUE} characters.")
    if name.lower() == "message-id" and not _MESSAGE_ID.fullmatch(value):
        raise InvalidMessage(f"Invalid Message-ID {value!r}: expected one such as <one-of-its-own@example.jp>.")
