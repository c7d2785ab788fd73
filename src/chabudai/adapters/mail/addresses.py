"""E-mail addresses with the name of whoever is behind them: checked when made, safe in headers and envelopes."""

import re
from dataclasses import dataclass
from email.utils import parseaddr
from typing import Self

from chabudai.adapters.mail.errors import InvalidEmailAddress
from chabudai.adapters.mail.headers import encoded_words, has_controls

# Dots anywhere: Japanese carriers gave out local parts such as `hana..ko.`, and these must be quoted on the wire.
_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}")
_LABEL = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
_PLAIN_NAME = re.compile(r"(?=.{1,60}$)[A-Za-z0-9]+( [A-Za-z0-9]+)*")
_LONGEST_ADDRESS = 254
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class EmailAddress:
    """`EmailAddress("hanako@example.jp", "山田 花子")`. A domain in any script is kept in its ASCII form."""

    email: str
    name: str = ""

    def __post_init__(self) -> None:
        _check_length(self.email)
        local, _, domain = self.email.rpartition("@")
        if not _LOCAL.fullmatch(local):
            raise InvalidEmailAddress(f"Invalid e-mail address {self.email!r}: expected one such as hanako@example.jp.")
        object.__setattr__(self, "email", f"{local}@{_ascii_domain(domain, self.email)}")
        _check_length(self.email)
        _check_name(self.name)

    @classmethod
    def parse(cls, text: str) -> Self:
        """From `hanako@example.jp` or `山田 花子 <hanako@example.jp>`, as a setting has it."""
        if has_controls(text):
            raise InvalidEmailAddress(f"Invalid e-mail address {text!r}: it has control characters.")
        name, _, rest = text.strip().rpartition("<")
        if not rest.endswith(">"):
            return cls(text.strip())
        return cls(rest[:-1].strip(), parseaddr(f"{name.strip()} <a@b>")[0] if '"' in name else name.strip())

    @property
    def domain(self) -> str:
        return self.email.rpartition("@")[2]

    @property
    def path(self) -> str:
        """As the envelope has it: the local part quoted where its dots are not where the standard wants them."""
        local, _, domain = self.email.rpartition("@")
        is_plain = all(local.split("."))
        return self.email if is_plain else f'"{local}"@{domain}'

    def header(self) -> str:
        """As a header has it, in ASCII."""
        if not self.name:
            return self.path
        name = self.name if _PLAIN_NAME.fullmatch(self.name) else encoded_words(self.name)
        return f"{name}\r\n <{self.path}>"


def _check_length(email: str) -> None:
    if len(email) > _LONGEST_ADDRESS:
        raise InvalidEmailAddress(f"An e-mail address has at most {_LONGEST_ADDRESS} characters.")


def _ascii_domain(domain: str, email: str) -> str:
    try:
        ascii_form = domain.encode("idna").decode("ascii")
    except UnicodeError:
        raise InvalidEmailAddress(
            f"Invalid domain in the e-mail address {email!r}: expected one such as example.jp."
        ) from None
    if not all(map(_LABEL.fullmatch, ascii_form.split("."))):
        raise InvalidEmailAddress(f"Invalid domain in the e-mail address {email!r}: expected one such as example.jp.")
    return ascii_form


def _check_name(name: str) -> None:
    if has_controls(name):
        raise InvalidEmailAddress(f"The name {name!r} has line breaks or control characters.")
    if len(name) > _LONGEST_NAME:
        raise InvalidEmailAddress(f"The name of an addressee has at most {_LONGEST_NAME} characters.")
