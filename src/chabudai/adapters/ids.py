"""New ids, tokens and codes, as callables to pass in: each call of a `NewId` gives another text."""

import secrets
from collections.abc import Callable

from chabudai.table import ulid, uuid7

__all__ = ["NewId", "code_factory", "token_factory", "ulid", "uuid7"]

NewId = Callable[[], str]

# What a person reads aloud or copies by hand: nothing that looks like another (0 O, 1 I L, 2 Z, 5 S, 8 B, U V).
UNMISTAKABLE = "34679ACDEFGHJKMNPQRTVWXY"
_FEWEST_TOKEN_BYTES = 16


def token_factory(size: int = 32) -> NewId:
    """Makes secrets of so many random bytes, safe in a URL; too few to withstand guessing are refused."""
    if size < _FEWEST_TOKEN_BYTES:
        raise ValueError(f"Invalid token size {size}: fewer than {_FEWEST_TOKEN_BYTES} bytes can be guessed.")
    return lambda: secrets.token_urlsafe(size)


def code_factory(length: int, alphabet: str = UNMISTAKABLE) -> NewId:
    """Makes codes for people to type, so many characters long, each drawn evenly from the alphabet."""
    if length < 1:
        raise ValueError(f"Invalid code length {length}: at least 1 character is needed.")
    if len(set(alphabet)) != len(alphabet) or len(alphabet) < 2:
        raise ValueError(f"Invalid alphabet {alphabet!r}: give two characters or more, each once.")
    return lambda: "".join(secrets.choice(alphabet) for _ in range(length))
