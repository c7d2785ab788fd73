"""Positions: which stand in which games, kept as rows of their own, and what was played from one in a person's games.

A game's list says which of these rows it should have. It is written with the game; the rows follow, a transaction at a
time, each held to the list being the one that it carries out. So an interruption leaves a list that is found again.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from chabudai.apps.shogi import design
from chabudai.apps.shogi.entities import GameHead, Result, Side
from chabudai.apps.shogi.position_entities import Occurrence, PositionList
from chabudai.apps.shogi.records import Position, Record
from chabudai.common.owner import Owner
from chabudai.common.store_errors import failed_step
from chabudai.common.sweeps import MOST_STEPS, batches
from chabudai.common.unreadable_rows import get_readable
from chabudai.table import Insert, Put, Transaction, TypedStore, Update

MOST_PLIES: Final = 1_000
_FEW: Final = 100  # heads that are fetched one by one


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Of some games, for the person whose they are."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    last: date | None = None

    @property
    def rate(self) -> float | None:
        """Wins among those that were won or lost; None when there are none."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else None

    def with_game(self, result: Result | None, day: date | None) -> "Outcomes":
        return Outcomes(
            self.games + 1,
            self.wins + (result == "win"),
            self.draws + (result in ("draw", "sennichite", "jishogi")),
            self.losses + (result == "lose"),
            day if self.last is None else max(self.last, day or self.last),
        )


@dataclass(frozen=True, slots=True)
class NextMove:
    """What was played from a position; `move` is USI, None where the record ends there."""

    move: str | None
    outcomes: Outcomes


@dataclass(frozen=True, slots=True)
class Appearance:
    """A game in which the position stands, and at which ply: the page opens it there."""

    head: GameHead
    ply: int
    next_move: str | None


@dataclass(frozen=True)
class PositionSearch:
    """`first_rate` is sente's share of the games that were won or lost, None when there are none."""

    outcomes: Outcomes
    first_rate: float | None
    moves: tuple[NextMove, ...]
    games: tuple[Appearance, ...] = field(default=())


def search(owner: Owner, position: Position, side: Side | None = None) -> PositionSearch:
    """The person's games that went through a position, the latest first; of those of one side only, if one is given."""
    finish_all(owner)
    first: dict[str, Occurrence] = {}
    for row in owner.store.all(design.occurrences(owner.username, position.key)):
        if row.game_id not in first or row.ply < first[row.game_id].ply:
            first[row.game_id] = row
    heads = _find_heads(owner, list(first))
    found = [
        Appearance(heads[game_id], row.ply, row.next_move)
        for game_id, row in first.items()
        if game_id in heads and side in (None, heads[game_id].side)
    ]
    found.sort(key=lambda each: (day_of(each.head), each.head.created, each.head.game_id), reverse=True)
    return PositionSearch(_outcomes(found), _first_rate(found), _next_moves(found), tuple(found))


def count_games(owner: Owner, position: Position) -> int:
    """In how many of the person's games it stands: for a word beside the board."""
    return len({row.game_id for row in owner.store.all(design.occurrences(owner.username, position.key))})


def day_of(head: GameHead) -> date:
    """When it was played, or else kept."""
    return head.played or head.created.date()


def list_entries(record: Record) -> tuple[str, ...]:
    """Each position of the main line by its key, with the move that follows."""
    moves = [*record.main_moves, ""][: MOST_PLIES + 1]
    positions = record.positions(record.main_line()[:MOST_PLIES])
    return tuple(f"{position.key} {move}".rstrip() for position, move in zip(positions, moves, strict=True))


def new_list(owner: str, game_id: str, entries: Sequence[str], now: datetime) -> Insert[PositionList]:
    return Insert(PositionList(owner=owner, game_id=game_id, entries=tuple(entries), since=now))


def change_list(old: PositionList, entries: Sequence[str], now: datetime) -> Update[PositionList]:
    """What the old list has beyond the new one is stale; with no entries at all, the list itself goes at last."""
    wanted = set(map(_place, enumerate(entries)))
    stale = [
        place for place in dict.fromkeys((*old.stale, *map(_place, enumerate(old.entries)))) if place not in wanted
    ]
    row: Update[PositionList] = PositionList.update(owner=old.owner, game_id=old.game_id)
    changed = row.set(entries=tuple(entries), stale=tuple(stale), since=now).add(revision=1)
    return changed.when(revision=old.revision)


def finish(store: TypedStore, owner: str, game_id: str) -> None:
    """Carry out what a game's list says. When another changes the list meanwhile, that one carries it out."""
    row = get_readable(store, design.position_list(owner, game_id).consistently())
    if row is None or row.since is None:
        return
    held = PositionList.check(owner=owner, game_id=game_id).when(revision=row.revision)
    chunks = list(batches(_writes(row), MOST_STEPS - 1)) or [[]]
    for number, some in enumerate(chunks, 1):
        transaction = Transaction().step("list", _end(row) if number == len(chunks) else held)
        for place, plan in enumerate(some):
            transaction = transaction.step(str(place), plan)
        if failed_step(store, transaction) is not None:
            return


def finish_all(owner: Owner) -> int:
    """What was interrupted, of this person; how many games."""
    unfinished = list(owner.store.all(design.unfinished_positions(owner.username).consistently()))
    for row in unfinished:
        finish(owner.store, owner.username, row.game_id)
    return len(unfinished)


def _end(row: PositionList) -> Any:
    if not row.entries:
        return PositionList.delete(owner=row.owner, game_id=row.game_id).existing().when(revision=row.revision)
    done: Update[PositionList] = PositionList.update(owner=row.owner, game_id=row.game_id).set(stale=())
    return done.remove("since").when(revision=row.revision)


def _writes(row: PositionList) -> Iterator[Any]:
    for place in row.stale:
        position, number = place.split()
        yield Occurrence.delete(owner=row.owner, position=position, game_id=row.game_id, ply=int(number))
    for ply, entry in enumerate(row.entries):
        position, _, move = entry.partition(" ")
        yield Put(Occurrence(owner=row.owner, position=position, game_id=row.game_id, ply=ply, next_move=move or None))


def _place(entry: tuple[int, str]) -> str:
    ply, text = entry
    return f"{text.partition(' ')[0]} {ply}"


def _find_heads(owner: Owner, game_ids: Sequence[str]) -> dict[str, GameHead]:
    """One by one while they are few, else all at once: two or three requests, however many games there are."""
    if len(game_ids) <= _FEW:
        rows: Iterable[GameHead | None] = owner.store.batch(design.heads(owner.username, game_ids)) if game_ids else ()
    else:
        rows = owner.store.all(design.all_heads(owner.username))
    return {row.game_id: row for row in rows if row is not None}


def _outcomes(found: Iterable[Appearance]) -> Outcomes:
    outcomes = Outcomes()
    for each in found:
        outcomes = outcomes.with_game(each.head.result, day_of(each.head))
    return outcomes


def _next_moves(found: Iterable[Appearance]) -> tuple[NextMove, ...]:
    by_move: dict[str | None, list[Appearance]] = defaultdict(list)
    for each in found:
        by_move[each.next_move].append(each)
    moves = [NextMove(move, _outcomes(some)) for move, some in by_move.items()]
    return tuple(sorted(moves, key=lambda each: (-each.outcomes.games, each.move is None, each.move or "")))


def _first_rate(found: Iterable[Appearance]) -> float | None:
    won = [(each.head.result == "win") == (each.head.side == "first") for each in found if _is_decided(each.head)]
    return sum(won) / len(won) if won else None


def _is_decided(head: GameHead) -> bool:
    return head.side is not None and head.result in ("win", "lose")
