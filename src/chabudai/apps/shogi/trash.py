"""The trash: a game is thrown away with its tags, readers and scores, and can be restored for 30 days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from chabudai.apps.shogi import design, new_games, positions, quotas, record_texts, slugs
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.entities import (
    FormerRecord,
    Game,
    GameHead,
    GameReader,
    GameTag,
    ThrownGame,
    ThrownHead,
    ThrownId,
    ThrownReader,
)
from chabudai.apps.shogi.errors import NoSuchGame, RecordChanged, TooBusy
from chabudai.apps.shogi.games import GameOutcome, find_game, parse_moment
from chabudai.apps.shogi.moments import this_second
from chabudai.apps.shogi.new_games import KeptScores, NewGame
from chabudai.common import trash
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import StepErrors, failed_step, translate
from chabudai.common.text import is_id
from chabudai.common.undo import undo_by
from chabudai.table import Insert, Page, Put, Transaction, TypedStore

_COPIED = ("slug", "record", "side", "result", "memo", "public", "memo_shared", "created", "latest_access")
_OF_HEAD = ("first_player", "second_player", "played", "handicap", "moves", "final")


@dataclass(frozen=True)
class _Whole:
    """A game with all that hangs on it, as it was read."""

    game: Game
    head: GameHead
    tags: tuple[str, ...]
    readers: tuple[str, ...]


def find_page(owner: Owner, cursor: str | None = None) -> Page[ThrownHead]:
    """The latest first."""
    with refuse_wrong_cursor():
        return owner.store.page(design.thrown_heads(owner.username), cursor)


def throw_away(owner: Owner, game_id: str) -> GameOutcome:
    """Its link is dead at once, its slug and its place in the quota are free."""
    whole, thrown = _throw_away(owner, game_id)
    return GameOutcome(whole.game, undo_by("restore", thrown=thrown.thrown, game_id=game_id))


def throw_away_game(owner: Owner, game_id: str) -> ThrownHead:
    """The same, told as what lies in the trash."""
    thrown = _throw_away(owner, game_id)[1]
    return ThrownHead.model_validate({name: getattr(thrown, name) for name in ThrownHead.model_fields})


def _throw_away(owner: Owner, game_id: str) -> tuple[_Whole, ThrownGame]:
    for _ in attempts(TooBusy):
        whole = _find_whole(owner, game_id)
        now = this_second(owner.clock)
        scores = owner.store.get(design.scores(owner.username, game_id).consistently())
        thrown = _new_thrown(whole, scores, now)
        transaction = plan_removal(owner, whole.game, whole.head, whole.tags, whole.readers, now)
        transaction = transaction.step("trash", Insert(thrown))
        transaction = transaction.step(
            "id", Put(ThrownId(game_id=game_id, owner=owner.username, expired=thrown.expired))
        )
        for reader in whole.readers:
            moved = ThrownReader(
                game_id=game_id, thrown=now, reader=reader, owner=owner.username, expired=thrown.expired
            )
            transaction = transaction.step(f"thrown {reader}", Put(moved))
        if failed_step(owner.store, transaction) is None:
            positions.finish(owner.store, owner.username, game_id)
            return whole, thrown
    raise AssertionError("attempts end by raising")


def restore(owner: Owner, thrown: datetime | str, game_id: str) -> GameOutcome:
    """Under another name if its own is taken, without its link, and without tags that are gone."""
    row = find_thrown(owner, thrown, game_id)
    record = record_texts.read_kept(row.record)
    now = this_second(owner.clock)
    free = slugs.find_free(owner.store, owner.username, row.slug)
    copied = {name: getattr(row, name) for name in _COPIED}
    game = Game.model_validate(
        {**copied, "owner": owner.username, "game_id": game_id, "slug": free, "latest_update": row.latest_update}
    )
    known = {tag.tag_id for tag in owner.store.all(design.whole_tags(owner.username).consistently()) if not tag.leaving}
    readers = tuple(each.reader for each in owner.store.all(design.thrown_readers(game_id, row.thrown).consistently()))
    scores = None if row.scores is None else KeptScores(row.scores, row.response)
    new = NewGame(game, record, tuple(sorted(row.tags & known)), readers, scores, may_rename=True)

    def extend(transaction: Transaction, _: Game) -> Transaction:
        return _plan_exit(transaction, row, readers)

    gone = StepErrors(missing=NoSuchGame, unmet=NoSuchGame)
    with translate(missing=NoSuchGame, unmet=NoSuchGame, steps={"trash": gone}):
        kept = new_games.insert(owner, new, now, extend)
    return GameOutcome(kept, undo_by("throw_away", game_id=kept.game_id))


def delete(owner: Owner, thrown: datetime | str, game_id: str) -> None:
    """For good, from the trash."""
    _delete(owner.store, find_thrown(owner, thrown, game_id))


def empty(owner: Owner) -> int:
    """What is in the trash goes for good; how many."""
    rows = list(owner.store.all(design.thrown_heads(owner.username).consistently()))
    return sum(_delete(owner.store, row) for row in rows)


def find_thrown(owner: Owner, thrown: datetime | str, game_id: str) -> ThrownGame:
    try:
        plan = design.thrown_game(owner.username, parse_moment(thrown), game_id) if is_id(game_id) else None
    except RecordChanged:
        raise NoSuchGame from None
    found = None if plan is None else owner.store.get(plan.consistently())
    if found is None:
        raise NoSuchGame
    return found


def plan_removal(
    owner: Owner, game: Game, head: GameHead, tags: Sequence[str], readers: Sequence[str], now: datetime
) -> Transaction:
    """All that is of a game goes, held to its being as it was read: also who has it as tag, and who may read it."""
    held = {name: getattr(game, name) for name in ("latest_update", "slug", "public", "memo_shared")}
    transaction = Transaction().step("game", Game.delete(**game.own_key).existing().when(**held))
    gone = GameHead.delete(**head.own_key).existing().when(tags=head.tags, readers=head.readers)
    transaction = transaction.step("head", gone)
    transaction = quotas.plan_one_less(transaction, quotas.find_limits(owner), "games")
    transaction = transaction.step("scores", GameScores.delete(**game.own_key))
    transaction = transaction.step("former", FormerRecord.delete(**game.own_key))
    for tag_id in tags:
        row = GameTag.delete(game_id=game.game_id, tag_id=tag_id)
        transaction = transaction.step(f"tag {tag_id}", row)
    for reader in readers:
        transaction = transaction.step(f"reader {reader}", GameReader.delete(game_id=game.game_id, reader=reader))
    old = owner.store.get(design.position_list(game.owner, game.game_id).consistently())
    return transaction if old is None else transaction.step("positions", positions.change_list(old, (), now))


def _find_whole(owner: Owner, game_id: str) -> _Whole:
    game = find_game(owner, game_id)
    head = owner.store.get(design.head(owner.username, game_id).consistently())
    if head is None:
        raise NoSuchGame
    tags = {row.tag_id for row in owner.store.all(design.tags_of(game_id).consistently())}
    readers = {row.reader for row in owner.store.all(design.readers_of_game(game_id).consistently())}
    return _Whole(game, head, tuple(sorted(tags | head.tags)), tuple(sorted(readers | head.readers)))


def _new_thrown(whole: _Whole, scores: GameScores | None, now: datetime) -> ThrownGame:
    copied = {name: getattr(whole.game, name) for name in (*_COPIED, "latest_update")}
    said: dict[str, Any] = {name: getattr(whole.head, name) for name in _OF_HEAD}
    if scores is not None:
        said |= {"scores": scores.scores, "response": scores.response}
    return ThrownGame(
        **whole.game.own_key, **copied, **said, thrown=now, tags=frozenset(whole.tags), expired=trash.expiry(now)
    )


def _plan_exit(transaction: Transaction, row: ThrownGame | ThrownHead, readers: Sequence[str]) -> Transaction:
    key = {"owner": row.owner, "thrown": row.thrown, "game_id": row.game_id}
    transaction = transaction.step("trash", ThrownGame.delete(**key).existing())
    transaction = transaction.step("id", ThrownId.delete(game_id=row.game_id))
    for reader in readers:
        gone = ThrownReader.delete(game_id=row.game_id, thrown=row.thrown, reader=reader)
        transaction = transaction.step(f"thrown {reader}", gone)
    return transaction


def _delete(store: TypedStore, row: ThrownGame | ThrownHead) -> bool:
    readers = [each.reader for each in store.all(design.thrown_readers(row.game_id, row.thrown).consistently())]
    return failed_step(store, _plan_exit(Transaction(), row, readers)) is None
