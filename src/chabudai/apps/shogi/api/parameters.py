"""What several routes take: ids, places in a record, and the moment that a change is held to."""

from datetime import datetime
from typing import Annotated

from litestar.params import QueryParameter
from msgspec import Meta

from chabudai.apps.shogi import record_texts
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.errors import InvalidPosition, MoveRefused
from chabudai.apps.shogi.games import parse_moment
from chabudai.apps.shogi.records import Address, InvalidSfen, Place, Position, Record, UnknownAddress

Id = Annotated[str, Meta(min_length=1, max_length=200)]
Usi = Annotated[str, Meta(min_length=4, max_length=5, examples=["7g7f"])]
At = Annotated[
    str,
    Meta(
        max_length=2000,
        description="A place in the record: `56` is after move 56, `56-2-3` the third move of its second continuation.",
        examples=["0", "56", "56-2-3"],
    ),
]
Seen = Annotated[
    datetime | None,
    Meta(description="The game's `latestUpdate` as it was seen: 409 when it is another by now. Left out: as it is."),
]
Words = Annotated[str, QueryParameter(name="q", max_length=200, description="Words that must all be found.")]
SeenQuery = Annotated[
    datetime | None, QueryParameter(description="The game's `latestUpdate` as it was seen: 409 when it is another.")
]


def seen_or_now(game: Game, seen: datetime | None) -> datetime:
    return game.latest_update if seen is None else parse_moment(seen)


def read_record(game: Game) -> Record:
    return record_texts.read_kept(game.record)


def parse_address(at: str) -> Address:
    """MoveRefused for what names no place."""
    try:
        return Address.parse(at)
    except UnknownAddress:
        raise MoveRefused from None


def find_place(record: Record, at: str) -> Place:
    """MoveRefused for a place that the record does not have."""
    place = record.find(parse_address(at))
    if not place.found:
        raise MoveRefused
    return place


def parse_sfen(sfen: str) -> Position:
    try:
        return Position.from_sfen(sfen)
    except InvalidSfen:
        raise InvalidPosition from None
