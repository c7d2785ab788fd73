"""Very many games at once, their rows stored as the service would store them, but not one by one."""

from collections.abc import Iterator
from datetime import date
from functools import cache

from tests.apps.noted_store import stored
from tests.apps.shogi.club import NOON, Club, kif

from chabudai.apps.shogi.entities import Game, GameHead, ShogiTable, User
from chabudai.apps.shogi.position_entities import Occurrence, PositionList
from chabudai.apps.shogi.positions import list_entries
from chabudai.apps.shogi.records import parse
from chabudai.common.sweeps import batches
from chabudai.table import Entity

FOLDERS = ("社団戦", "道場", "研究")


def crowd(club: Club, count: int, owner: str = "akira") -> None:
    """So many games, each record about 5 KB long; one in a hundred is against 佐藤."""
    rows = (row for number in range(count) for row in game_rows(owner, number))
    for some in batches(rows, 25):
        requests = [{"PutRequest": {"Item": stored(row)}} for row in some]
        club.store.raw.call("BatchWriteItem", {"RequestItems": {ShogiTable.name: requests}})
    club.store.put(User(username=owner, kifu_count=count))


def game_rows(owner: str, number: int) -> Iterator[Entity]:
    game_id = f"g{number:05}"
    moves = number % 10 + 1
    yield Game(
        owner=owner,
        game_id=game_id,
        slug=f"{FOLDERS[number % 3]}/{2030 + number % 10}/対局 {number:05}",
        record=kif(moves=moves) + "*" + "あ" * 1600,
        side="first" if number % 2 else "second",
        result="win" if number % 5 else "lose",
        created=NOON,
        latest_access=NOON,
        latest_update=NOON,
    )
    yield GameHead(
        owner=owner,
        game_id=game_id,
        digest=f"{number:032}",
        side="first" if number % 2 else "second",
        result="win" if number % 5 else "lose",
        created=NOON,
        first_player="山田 健",
        second_player="鈴木 浩二" if number % 100 != 1 else "佐藤 めずらしい",
        played=date(2030 + number % 10, number % 12 + 1, 1),
        event=FOLDERS[number % 3],
        opening="四間飛車" if number % 4 else "角換わり",
        handicap="平手",
        moves=60 + number % 90,
        final="lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2",
        line="0123456789abcdef01234567",
    )
    entries = _entries(moves)
    yield PositionList(owner=owner, game_id=game_id, entries=entries)
    for ply, entry in enumerate(entries):
        position, _, move = entry.partition(" ")
        yield Occurrence(owner=owner, position=position, game_id=game_id, ply=ply, next_move=move or None)


@cache
def _entries(moves: int) -> tuple[str, ...]:
    return list_entries(parse(kif(moves=moves)))
