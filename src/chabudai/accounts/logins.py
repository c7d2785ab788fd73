"""What a person signs in with, as it is kept and as it is compared: a username, or an email address."""

import re
import unicodedata
from typing import Final

from pydantic import BaseModel, Field

from chabudai.adapters.mail import EmailAddress
from chabudai.adapters.mail.errors import InvalidEmailAddress
from chabudai.common.fields import Fields

SHORTEST_USERNAME: Final = 3
LONGEST_USERNAME: Final = 30
LONGEST_EMAIL: Final = 254
_USERNAME = re.compile(r"[a-z][a-z0-9_-]*").fullmatch
_RESERVED = frozenset({"admin", "api", "root", "static", "system", "users", "none", "support", "chabudai"})


class LoginName(BaseModel):
    """What is typed to say who one is."""

    login: str = Field(min_length=1, max_length=LONGEST_EMAIL)


LOGIN_FIELDS: Final = Fields(LoginName)


def parse_username(text: str) -> str:
    """As it is kept: capitals are small, so that no two people differ by them alone. ValueError when it is none."""
    plain = text.strip().lower()
    if not _USERNAME(plain):
        raise ValueError("no username")
    return plain


def is_username(text: str) -> bool:
    """Whether anybody can have it."""
    return SHORTEST_USERNAME <= len(text) <= LONGEST_USERNAME and _USERNAME(text) is not None


def refuse_reserved(username: str) -> str:
    """ValueError for a name that would speak for the site itself."""
    if username in _RESERVED:
        raise ValueError("a reserved username")
    return username


def parse_email(text: str) -> str:
    try:
        return EmailAddress(text.strip()).email
    except InvalidEmailAddress as fault:
        raise ValueError("no email address") from fault


def normalize_email(text: str) -> str:
    """The form in which two spellings of an address are the same. What is too long to be one is cut, and nobody's."""
    begun = text.strip()[: LONGEST_EMAIL + 1]
    return unicodedata.normalize("NFKC", begun).casefold()[: LONGEST_EMAIL + 1]
