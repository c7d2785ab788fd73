"""The form of quick add: which words were left as text, and an id that makes of a line sent twice one."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2s
from typing import Final
from uuid import UUID

from chabudai.adapters.ids import uuid7
from chabudai.common.messages import gettext
from chabudai.common.quick_add.chips import Chip, Span
from chabudai.common.text import shorten_in_sentence
from chabudai.web.one_time_text import OneTimeText

ONCE: Final = OneTimeText(lambda: UUID(uuid7()).hex[:16])
"""What a form sends to tell one line that is sent twice from two lines."""

_MOST_LEFT = 20
_LAST_62_BITS = (1 << 62) - 1
_VARIANT = 1 << 63
_ONCE = re.compile("[0-9a-f]{12}7[0-9a-f]{3}").fullmatch  # how an id of version 7 begins


@dataclass(frozen=True, slots=True)
class ShownChip:
    """A chip as it is shown. `mark` says which words it is, as a form sends them when they are to be left as text."""

    mark: str
    text: str
    icon: str
    is_left: bool


def show_chip(chip: Chip, text: str, icon: str) -> ShownChip:
    return ShownChip(_mark(chip), text, icon, is_left=False)


def show_left(chip: Chip, icon: str) -> ShownChip:
    """As text again, in its own words."""
    return ShownChip(_mark(chip), chip.text.strip(), icon, is_left=True)


def find_spans(line: str, marks: Iterable[str]) -> Iterator[Span]:
    """Where the words of these marks are now; they move while the line is typed."""
    for mark in list(marks)[:_MOST_LEFT]:
        start, _, word = mark.partition(" ")
        place = int(start) if start.isascii() and start.isdigit() and len(start) < 5 else 0
        if not word or not line.startswith(word, place):
            place = line.find(word) if word else -1
        if place >= 0:
            yield place, place + len(word)


def id_for(once: str, line: str) -> str | None:
    """One id for one line of one form, however often it is sent; it begins as the form's own, and sorts by its time.

    None when the form sent none: every line is another one then.
    """
    if not _ONCE(once):
        return None
    digest = int.from_bytes(blake2s(line.encode(), digest_size=8, key=once.encode()).digest())
    return str(UUID(int=int(once, 16) << 64 | digest & _LAST_62_BITS | _VARIANT))


def describe_added(title: str, said: Iterable[str]) -> str:
    """With what was taken out of the line: a list that does not show it does not tell either."""
    heard = " · ".join(said)
    if not heard:
        return gettext("Added “%(title)s”.", title=shorten_in_sentence(title))
    return gettext("Added “%(title)s” (%(words)s).", title=shorten_in_sentence(title), words=heard)


def _mark(chip: Chip) -> str:
    return f"{chip.start} {chip.text}"
