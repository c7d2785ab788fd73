"""An engine's line as people play it: legal to its end, and without a needless 不成."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chabudai.apps.shogi.records import Position, moved_kind

_PROMOTE_BY_NATURE: Final = frozenset("PBR")  # 歩・角・飛 lose nothing by it, but for 打ち歩詰め


@dataclass(frozen=True, slots=True)
class PlayableLine:
    """`is_whole` is false where the rest had to be left out."""

    moves: tuple[str, ...]
    is_whole: bool


def make_playable(position: Position, moves: Sequence[str], *, is_mate: bool) -> PlayableLine:
    """Cut before the first move that the rules refuse. A mate is left as it is where another way would break it."""
    played: list[str] = []
    here = position
    rest = list(moves)
    while rest:
        if not here.is_legal(rest[0]):
            return PlayableLine(tuple(played), is_whole=False)
        rest = _with_promotion(here, rest, is_mate=is_mate)
        played.append(rest[0])
        here = here.play_unchecked(rest[0])
        rest = rest[1:]
    return PlayableLine(tuple(played), is_whole=True)


def _with_promotion(position: Position, moves: list[str], *, is_mate: bool) -> list[str]:
    """The line with its first move promoted, unless that is not legal or 打ち歩詰め is what it avoids."""
    move, *rest = moves
    promoted = f"{move}+"
    if move[1] == "*" or move.endswith("+") or moved_kind(position, move) not in _PROMOTE_BY_NATURE:
        return moves
    if not position.is_legal(promoted) or _hides_from_pawn_mate(position, move, promoted):
        return moves
    changed = _as_promoted(rest, move[2:4])
    broken_by = _first_illegal(position.play_unchecked(promoted), changed)
    is_still_sound = broken_by is None or _first_illegal(position.play_unchecked(move), rest) is not None
    if not is_still_sound and broken_by is not None and (is_mate or broken_by.startswith("P*")):
        return moves
    return [promoted, *changed]


def _hides_from_pawn_mate(position: Position, move: str, promoted: str) -> bool:
    """Whether a pawn's drop that would be mate is forbidden to the other side only while this piece is not promoted."""
    plain, better = position.play_unchecked(move), position.play_unchecked(promoted)
    drops = {each for each in better.legal_moves if each.startswith("P*")} - set(plain.legal_moves)
    return bool(drops) and not plain.is_check


def _as_promoted(moves: Sequence[str], square: str) -> list[str]:
    """The same moves where the piece on this square is promoted already: it can't promote again."""
    changed, at = [], square
    for number, move in enumerate(moves):
        is_own = number % 2 == 1 and move[:2] == at
        changed.append(move.removesuffix("+") if is_own else move)
        if is_own:
            at = move[2:4]
        elif move[2:4] == at:
            at = ""  # it was taken
    return changed


def _first_illegal(position: Position, moves: Sequence[str]) -> str | None:
    for move in moves:
        if not position.is_legal(move):
            return move
        position = position.play_unchecked(move)
    return None
