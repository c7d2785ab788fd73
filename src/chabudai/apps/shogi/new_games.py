"""A game comes into being: with its head, tags, readers, list of positions and the quota, in one transaction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from chabudai.apps.shogi import design, positions, quotas, slugs
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.entities import Game, GameHead, GameReader, GameTag, Tag, ThrownId, new_game_id
from chabudai.apps.shogi.errors import GamesFull, NoSuchTag, SlugTaken, TooBusy
from chabudai.apps.shogi.heads import head_of
from chabudai.apps.shogi.imported_scores import read_scores
from chabudai.apps.shogi.records import Record
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.table import ConditionNotMet, Insert, NotUnique, Put, StepFailed, Transaction, Update

Extend = Callable[[Transaction, Game], Transaction]


@dataclass(frozen=True)
class KeptScores:
    """What an engine said of the main line, here or in another program; `response` as in the row."""

    scores: tuple[int, ...]
    response: str | None = None


@dataclass(frozen=True)
class NewGame:
    """`may_rename`: a slug that is taken gets a number; otherwise it is refused. An id that is taken gets another.

    `spare_id` is that other one where the id comes from a file: then a game in somebody's trash may have it, too.
    `is_in_trash`: the game of this id lies in the person's own trash, and gives it away.
    """

    game: Game
    record: Record
    tags: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()
    scores: KeptScores | None = None
    may_rename: bool = False
    spare_id: str | None = None
    is_in_trash: bool = False


def told_scores(record: Record) -> KeptScores | None:
    """Those that another program wrote into the comments: where it says nothing, the last ones stand."""
    found = read_scores(record)
    if found is None:
        return None
    last, scores = 0, []
    for score in found:
        last = last if score is None else score
        scores.append(last)
    return KeptScores(tuple(scores))


def insert(owner: Owner, new: NewGame, now: datetime, extend: Extend = lambda transaction, _: transaction) -> Game:
    """`extend` adds what has to happen in the same moment. Interrupted behind it, the positions are written later."""
    entries = positions.list_entries(new.record)
    for _ in attempts(TooBusy):
        limits = quotas.find_limits(owner)
        if limits.games.is_full:
            raise GamesFull(limits.games.most)
        transaction = _plan(owner, new, limits, entries, now)
        try:
            owner.store.transact(extend(transaction, new.game))
        except StepFailed as failure:
            new = _mend(owner, new, failure)
            continue
        positions.finish(owner.store, owner.username, new.game.game_id)
        return new.game
    raise AssertionError("attempts end by raising")


def _plan(owner: Owner, new: NewGame, limits: quotas.Limits, entries: Sequence[str], now: datetime) -> Transaction:
    game = new.game
    filled = {"tags": frozenset(new.tags), "readers": frozenset(new.readers)}
    head = GameHead.model_validate({**head_of(game, new.record).model_dump(), **filled})
    transaction = Transaction().step("game", Insert(game)).step("head", Insert(head))
    transaction = quotas.plan_one_more(transaction, owner, limits, "games")
    transaction = transaction.step("positions", positions.new_list(game.owner, game.game_id, entries, now))
    if new.spare_id is not None:
        given_away = ThrownId.delete(game_id=game.game_id).when(owner=game.owner)
        absent = ThrownId.check(game_id=game.game_id).absent()
        transaction = transaction.step("thrown id", given_away if new.is_in_trash else absent)
    if new.scores is not None:
        row = GameScores(
            **game.own_key,
            line=head.line,
            scores=new.scores.scores,
            response=new.scores.response,
            created=now,
        )
        transaction = transaction.step("scores", Put(row))
    for tag_id in new.tags:
        used: Update[Tag] = Tag.update(owner=game.owner, tag_id=tag_id).set(latest_access=now)
        transaction = transaction.step(f"check {tag_id}", used.when(leaving=False))
        transaction = transaction.step(f"tag {tag_id}", Insert(GameTag(game_id=game.game_id, tag_id=tag_id)))
    for reader in new.readers:
        may_read = GameReader(game_id=game.game_id, reader=reader, owner=game.owner)
        transaction = transaction.step(f"reader {reader}", Insert(may_read))
    return transaction


def _mend(owner: Owner, new: NewGame, failure: StepFailed) -> NewGame:
    """What can be tried next; otherwise what is wrong is raised."""
    if failure.step.startswith("check "):
        raise NoSuchTag from failure
    if failure.step == "positions":
        # Those of a game that had this id are still on their way out.
        positions.finish(owner.store, owner.username, new.game.game_id)
        return new
    if failure.step == "games":
        return new  # its limits are read again
    if failure.step == "thrown id":
        return _with_other_id(new)
    if failure.step not in ("game", "head") or not isinstance(failure.cause, (NotUnique, ConditionNotMet)):
        raise failure
    slug = new.game.slug
    if owner.store.first(design.game_at(owner.username, slug).consistently()) is None:
        return _with_other_id(new)
    if not new.may_rename:
        raise SlugTaken(slug) from failure
    free = slugs.find_free(owner.store, owner.username, slug)
    return replace(new, game=new.game.model_copy(update={"slug": free}))


def _with_other_id(new: NewGame) -> NewGame:
    other = new.spare_id or new_game_id()
    return replace(new, game=new.game.model_copy(update={"game_id": other}), spare_id=None)
