"""What a username, an address and a password have to be like."""

import re
import unicodedata

from chabudai.accounts.errors import EmailUnfit, NameUnfit, PasswordUnfit, UsernameUnfit
from chabudai.outside.mail import Address
from chabudai.outside.mail.errors import BadAddress
from chabudai.web.language import lazy

_USERNAME = re.compile(r"[a-z][a-z0-9_-]{2,29}").fullmatch
_SHORTEST = 10
_LONGEST = 200
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
        raise UsernameUnfit
    return plain


def email(text: str) -> str:
    try:
        return Address(text.strip()).email
    except BadAddress as fault:
        raise EmailUnfit from fault


def plain_email(text: str) -> str:
    """The form in which two spellings of an address are the same."""
    return unicodedata.normalize("NFKC", text.strip()).casefold()


def password(text: str, username: str) -> str:
    """Any characters at all."""
    plain = typed(text)
    if len(plain) < _SHORTEST:
        raise PasswordUnfit(lazy("A password has at least %(n)s characters.", n=_SHORTEST))
    if len(plain) > _LONGEST:
        raise PasswordUnfit(lazy("A password has at most %(n)s characters.", n=_LONGEST))
    if plain.casefold() in _GUESSED or len(set(plain)) < 4 or username in plain.casefold():
        raise PasswordUnfit(lazy("This password is among the first that others would guess."))
    return plain


def typed(password: str) -> str:
    """A password as it is compared: two ways to type the same character are the same."""
    return unicodedata.normalize("NFKC", password)


def display_name(text: str) -> str:
    found = " ".join(text.split())
    if len(found) > _LONGEST_NAME or any(unicodedata.category(each) == "Cc" for each in found):
        raise NameUnfit("display_name")
    return found
