"""People with games on a real engine in memory, with a clock that tests set, and a walk through all that is stored."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tests.adapters.clocks import SettableClock

from chabudai.apps.shogi import games
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.entities import (
    FormerRecord,
    Game,
    GameHead,
    GameReader,
    GameTag,
    ShogiTable,
    Tag,
    ThrownGame,
    ThrownId,
    ThrownReader,
    User,
)
from chabudai.apps.shogi.heads import head_of
from chabudai.apps.shogi.job_entities import Job, JobFile
from chabudai.apps.shogi.position_entities import Occurrence, PositionList
from chabudai.apps.shogi.positions import list_entries
from chabudai.apps.shogi.records import parse
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.table.doctor import doctor
from chabudai.web import zones

NOON = datetime(2040, 11, 15, 3, 0, tzinfo=UTC)  # in Tokyo; far ahead, so that the store finds nothing expired


@dataclass
class Club:
    store: TypedStore
    clock: SettableClock

    def owner(self, username: str = "akira") -> Owner:
        return Owner(self.store, username, self.clock, zones.TOKYO)

    def items(self) -> list[dict[str, Any]]:
        """Everything that is stored, guard rows included."""
        found: list[dict[str, Any]] = []
        request: dict[str, Any] = {"TableName": ShogiTable.name}
        while True:
            answer = self.store.raw.call("Scan", request)
            found += answer["Items"]
            if "LastEvaluatedKey" not in answer:
                return found
            request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]

    def rows(self, kind: type[Any]) -> list[Any]:
        return list(self.store.scan(kind.scan()))

    def keep(self, username: str = "akira", given: dict[str, Any] | None = None, **said: Any) -> Game:
        """A game of somebody who is called 山田 健 in it."""
        return games.keep(self.owner(username), kif(**said), given, own_name="山田 健").game


def find_faults(club: Club) -> list[str]:
    """What is wrong: rows that name what is not there, copies and counts that differ from what they are made of."""
    report = doctor(club.store, ShogiTable)
    faults = [] if report.is_healthy else [str(report)]
    kept = {row.game_id: row for row in club.rows(Game)}
    faults += _wrong_copies(club, kept)
    faults += _wrong_positions(club, kept)
    beside = [row for kind in (GameScores, FormerRecord) for row in club.rows(kind)]
    faults += [f"lone: {row}" for row in beside if row.game_id not in kept]
    thrown = {(row.game_id, row.thrown) for row in club.rows(ThrownGame)}
    faults += [f"lone: {row}" for row in club.rows(ThrownReader) if (row.game_id, row.thrown) not in thrown]
    ids = {row.game_id for row in club.rows(ThrownId)}
    faults += [f"id of the trash: {game_id}" for game_id in ids ^ {game_id for game_id, _ in thrown} - kept.keys()]
    for user in club.rows(User):
        tags = [tag for tag in club.rows(Tag) if tag.owner == user.username]
        own = [game for game in kept.values() if game.owner == user.username]
        if (user.kifu_count, user.tag_count) != (len(own), len(tags)):
            faults.append(f"{user}: there are {len(own)} games and {len(tags)} tags")
    jobs = {row.job_id for row in club.rows(Job)}
    faults += [f"lone: {row}" for row in club.rows(JobFile) if row.job_id not in jobs]
    return faults


def _wrong_copies(club: Club, games: dict[str, Game]) -> list[str]:
    tags, readers = defaultdict(set), defaultdict(set)
    known = {tag.tag_id for tag in club.rows(Tag) if not tag.leaving}
    for row in club.rows(GameTag):
        tags[row.game_id].add(row.tag_id)
    for row in club.rows(GameReader):
        readers[row.game_id].add(row.reader)
    heads = {row.game_id: row for row in club.rows(GameHead)}
    faults = [f"no head or game: {game_id}" for game_id in heads.keys() ^ games.keys()]
    faults += [f"lone tags or readers: {game_id}" for game_id in (tags.keys() | readers.keys()) - games.keys()]
    faults += [f"tags that are gone: {game_id}" for game_id, some in tags.items() if not some <= known]
    for game_id in heads.keys() & games.keys():
        whole = head_of(games[game_id], parse(games[game_id].record))
        related = {"tags": frozenset(tags[game_id]), "readers": frozenset(readers[game_id])}
        if (right := whole.model_copy(update=related)) != heads[game_id]:
            faults.append(f"differs: {heads[game_id]} {right}")
    return faults


def _wrong_positions(club: Club, games: dict[str, Game]) -> list[str]:
    right = {
        (game.owner, game_id, ply, entry)
        for game_id, game in games.items()
        for ply, entry in enumerate(list_entries(parse(game.record)))
    }
    there = {
        (row.owner, row.game_id, row.ply, f"{row.position} {row.next_move or ''}".rstrip())
        for row in club.rows(Occurrence)
    }
    lists = {row.game_id: row for row in club.rows(PositionList)}
    faults = [f"position: {each}" for each in right ^ there]
    faults += [f"list: {game_id}" for game_id in lists.keys() ^ games.keys()]
    return faults + [f"unfinished: {row.game_id}" for row in lists.values() if row.since or row.stale]


MOVES = (
    "７六歩(77)",
    "３四歩(33)",
    "２六歩(27)",
    "４四歩(43)",
    "４八銀(39)",
    "３二銀(31)",
    "５六歩(57)",
    "４三銀(32)",
    "５八金(49)",
    "４二飛(82)",
)


def kif(
    *,
    first: str = "山田 健",
    second: str = "鈴木 浩二",
    event: str = "社団戦",
    day: str = "2040/10/25",
    opening: str = "",
    moves: int = 9,
    end: str = "投了",
    note: str = "",
) -> str:
    """A game of so many moves of one line, as a program would write it."""
    told = {"開始日時": day, "棋戦": event, "戦型": opening, "手合割": "平手", "先手": first, "後手": second}
    head = [f"{name}：{value}" for name, value in told.items() if value]
    lines = [f"{number:4} {move}" for number, move in enumerate(MOVES[:moves], 1)]
    said = [f"*{note}"] if note else []
    return "\n".join([*head, "手数----指手---------消費時間--", *said, *lines, f"{moves + 1:4} {end}", ""])
