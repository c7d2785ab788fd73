"""The colours of people's faces: the same for one person on all pages of a team, and of two people different ones."""

from collections.abc import Iterable
from hashlib import blake2s
from typing import Final

from chabudai.apps.tasks.entities import TeamUser

COLOURS: Final = ("blue", "green", "red", "purple", "pink", "sky", "navy", "yellow")


def choose_colours(members: Iterable[TeamUser]) -> dict[str, str]:
    """By user id, of everyone in a team: whoever joins changes no colour of those who were there before.

    Each has the one that follows from their id, or the next one that is free; when none is left it begins anew.
    """
    chosen: dict[str, str] = {}
    free: list[str] = []
    for row in sorted(members, key=lambda row: (row.joined_at, row.user_id)):
        free = free or list(COLOURS)
        chosen[row.user_id] = next(colour for colour in _wishes(row.user_id) if colour in free)
        free.remove(chosen[row.user_id])
    return chosen


def _wishes(user_id: str) -> tuple[str, ...]:
    first = blake2s(user_id.encode(), digest_size=2).digest()[0] % len(COLOURS)
    return COLOURS[first:] + COLOURS[:first]
