"""The colour of a person's face: the same for one person everywhere."""

from hashlib import blake2s
from typing import Final

_COLOURS: Final = ("blue", "green", "red", "purple", "pink", "sky", "navy", "yellow")


def person_colour(user_id: str) -> str:
    return _COLOURS[blake2s(user_id.encode(), digest_size=2).digest()[0] % len(_COLOURS)]
