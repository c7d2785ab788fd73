"""What a username, an address and a password have to be like."""

import re
import unicodedata
from collections.abc import Callable

from chabudai.accounts.errors import InvalidEmail, InvalidName, InvalidPassword, InvalidTokenName, InvalidUsername
from chabudai.adapters.mail import EmailAddress
from chabudai.adapters.mail.errors import InvalidEmailAddress
from chabudai.web.errors import InvalidInput
from chabudai.web.translations import Text, lazy

_USERNAME = re.compile(r"[a-z][a-z0-9_-]{2,29}").fullmatch
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}").fullmatch
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]").search
_SHORTEST = 10
_LONGEST = 200
_LONGEST_TYPED = 1000  # of which at least 200 are left, however characters are put together
_LONGEST_EMAIL = 254
_LONGEST_NAME = 40
_RESERVED = frozenset({"admin", "api", "root", "static", "system", "users", "none", "support", "chabudai"})
# The first guesses of whoever tries; longer lists only move the line.
_GUESSED = frozenset(
    {
        "0000000000",
        "0123456789",
        "1111111111",
        "1234567890",
        "12345678910",
        "1q2w3e4r5t",
        "abcdefghij",
        "changeme123",
        "iloveyou123",
        "password123",
        "password1234",
        "passw0rd123",
        "qwertyuiop",
        "welcome123",
    }
)


def username(text: str) -> str:
    """As it is kept: capitals are small, so that no two people differ by them alone."""
    plain = text.strip().lower()
    if not _USERNAME(plain) or plain in _RESERVED:
        raise InvalidUsername
    return plain


def email(text: str) -> str:
    try:
        return EmailAddress(text.strip()).email
    except InvalidEmailAddress as fault:
        raise InvalidEmail from fault


def normalize_email(text: str) -> str:
    """The form in which two spellings of an address are the same. What is too long to be one is cut, and nobody's."""
    begun = text.strip()[: _LONGEST_EMAIL + 1]
    return unicodedata.normalize("NFKC", begun).casefold()[: _LONGEST_EMAIL + 1]


def is_id(text: str) -> bool:
    """Whether it can be one that we gave to a token, a session or a reset link."""
    return _ID(text) is not None


def password(text: str, username: str) -> str:
    """Any characters at all."""
    plain = normalize_password(text)
    if len(plain) < _SHORTEST:
        raise InvalidPassword(lazy("Use at least %(n)s characters.", n=_SHORTEST))
    if len(plain) > _LONGEST:
        raise InvalidPassword(lazy("Use up to %(n)s characters.", n=_LONGEST))
    if plain.casefold() in _GUESSED or len(set(plain)) < 4 or _contains(plain.casefold(), username):
        raise InvalidPassword(lazy("This password is too easy to guess. Choose another."))
    return plain


def normalize_password(password: str) -> str:
    """A password as it is compared: two ways to type the same character are the same."""
    return unicodedata.normalize("NFKC", password[:_LONGEST_TYPED])


def display_name(text: str) -> str:
    """May be empty: then the username stands for it."""
    return _name(text, InvalidName("displayName"))


def token_name(text: str) -> str:
    name = _name(text, InvalidTokenName())
    if not name:
        raise InvalidTokenName
    return name


def check_all(*checks: Callable[[], str]) -> list[str]:
    """What each gives; of several that refuse, one error with what all of them say."""
    fit: list[str] = []
    refusals: list[InvalidInput] = []
    for check in checks:
        try:
            fit.append(check())
        except InvalidInput as refusal:
            refusals.append(refusal)
    match refusals:
        case []:
            return fit
        case [only]:
            raise only
    details: list[tuple[str, Text]] = [detail for refusal in refusals for detail in refusal.details]
    raise InvalidInput(details=details)


def _contains(password: str, username: str) -> bool:
    return len(username) >= 3 and username in password


def _name(text: str, refusal: InvalidName) -> str:
    found = " ".join(text.split())
    if len(found) > _LONGEST_NAME or _UNSEEN(found):
        raise refusal
    return found
