"""Who a person is in the records of their games: by their own name, and by those marked as oneself before."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from chabudai.apps.shogi import design, heads
from chabudai.apps.shogi.entities import GameHead, Side
from chabudai.apps.shogi.records import Record
from chabudai.common.owner import Owner

_LOOKED_AT: Final = 60  # games: enough to know how somebody is called


def guess_side(owner: Owner, record: Record, own_name: str) -> Side | None:
    """None when nobody in the record is known as this person."""
    side = heads.guess_side(record, own_name)
    if side is not None:
        return side
    for name in _find_marked(owner):
        if (guess := heads.guess_side(record, name)) is not None:
            return guess
    return None


def find_likely_name(owner: Owner, own_name: str) -> str:
    """What most of their games call them; their own name as long as there are none."""
    return next(_find_marked(owner), own_name)


def _find_marked(owner: Owner) -> Iterator[str]:
    """The most frequent one first."""
    known = owner.store.page(design.all_heads(owner.username), size=_LOOKED_AT)
    yield from (name for name, _ in Counter(filter(None, map(_own_name, known))).most_common())


def _own_name(head: GameHead) -> str | None:
    match head.side:
        case "first":
            return head.first_player
        case "second":
            return head.second_player
        case None:
            return None
