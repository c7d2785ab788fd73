"""What an analysis is asked for: a position with its thinking time and candidates, or a whole game. Stored as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

from chabudai.apps.shogi.errors import InvalidPosition
from chabudai.apps.shogi.records import InvalidSfen, Position, Record

Seconds: TypeAlias = Literal[3, 5, 10]
THINKING_TIMES: Final[tuple[Seconds, ...]] = get_args(Seconds)
MOST_CANDIDATES: Final = 10
DEFAULT_CANDIDATES: Final = 3
_MOST_MOVES: Final = 2000
_TOLD_MOVES: Final = 300  # before a position: an engine looks among them for repetitions


@dataclass(frozen=True, slots=True)
class PositionRequest:
    """`moves` led from `start` to the position, so that the engine knows what was repeated; `key` is `Position.key`."""

    start: str
    moves: tuple[str, ...]
    seconds: Seconds
    candidates: int
    key: str


@dataclass(frozen=True, slots=True)
class GameRequest:
    """`seconds` is what the second, longer search of a position takes."""

    seconds: Seconds


def position_request(start: str, moves: Sequence[str], *, seconds: int, candidates: int) -> PositionRequest:
    """InvalidPosition for what no game can come to; other numbers than there are become the nearest."""
    try:
        position = Position.from_sfen(start)
    except InvalidSfen:
        raise InvalidPosition from None
    if position.problems() or len(moves) > _MOST_MOVES:
        raise InvalidPosition
    for move in moves:
        if not position.is_legal(move):
            raise InvalidPosition
        position = position.play_unchecked(move)
    most = max(1, min(MOST_CANDIDATES, candidates))
    return PositionRequest(start, tuple(moves), nearest_time(seconds), most, position.key)


def request_at(record: Record, index: int, tried: Sequence[str], *, seconds: int, candidates: int) -> PositionRequest:
    """Of a position in a game, or after moves that were tried from it; as many of those before it as can matter."""
    path = record.path_to(index)
    before, told = path[:-_TOLD_MOVES], path[-_TOLD_MOVES:]
    start = record.position_at(before[-1]).sfen if before else record.start
    moves = [record.nodes[each].move for each in told]
    return position_request(start, [*moves, *tried], seconds=seconds, candidates=candidates)


def game_request(seconds: int) -> GameRequest:
    return GameRequest(nearest_time(seconds))


def nearest_time(seconds: int) -> Seconds:
    return min(THINKING_TIMES, key=lambda each: abs(each - seconds))


def write(request: PositionRequest | GameRequest) -> str:
    return json.dumps(asdict(request), separators=(",", ":"))


def read_position(text: str | None) -> PositionRequest | None:
    """None for what is no such request."""
    match _object(text):
        case {"start": str(start), "moves": [*moves], "seconds": int(seconds), "candidates": int(candidates)}:
            try:
                return position_request(start, [str(move) for move in moves], seconds=seconds, candidates=candidates)
            except InvalidPosition:
                return None
        case _:
            return None


def read_key(text: str | None) -> str | None:
    """Of which position it is, without its moves being played; None for what is no such request."""
    match _object(text):
        case {"key": str(key)}:
            return key
        case _:
            return None


def read_game(text: str | None) -> GameRequest:
    match _object(text):
        case {"seconds": int(seconds)}:
            return game_request(seconds)
        case _:
            return GameRequest(THINKING_TIMES[0])


def _object(text: str | None) -> Any:
    try:
        return json.loads(text or "null")
    except ValueError:
        return None
