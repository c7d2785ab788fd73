"""What a password has to be like, and how it is compared."""

import unicodedata
from typing import Final

from chabudai.accounts.messages import lazy
from chabudai.web.errors import invalid_field

SHORTEST: Final = 10
LONGEST: Final = 200
_LONGEST_TYPED = 1000  # of which at least 200 are left, however characters are put together
_FIELD = "password"
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


def check_password(text: str, username: str) -> str:
    """A new password as it is hashed: any characters at all, but not too few, and none that are guessed first."""
    plain = normalize_password(text)
    if len(plain) < SHORTEST:
        raise invalid_field(_FIELD, lazy("Use at least %(shortest)s characters.", shortest=SHORTEST))
    if len(plain) > LONGEST:
        raise invalid_field(_FIELD, lazy("Use up to %(longest)s characters.", longest=LONGEST))
    if _is_guessed(plain.casefold(), username.strip().lower()):
        raise invalid_field(_FIELD, lazy("This password is too easy to guess. Choose another."))
    return plain


def normalize_password(password: str) -> str:
    """A password as it is compared: two ways to type the same character are the same."""
    return unicodedata.normalize("NFKC", password[:_LONGEST_TYPED])


def _is_guessed(password: str, username: str) -> bool:
    return password in _GUESSED or len(set(password)) < 4 or (len(username) >= 3 and username in password)
