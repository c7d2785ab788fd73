"""Games: read, kept, looked at and changed by the person whose they are; a change is held to what the person saw."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Final, Self

from pydantic import BaseModel

from chabudai.apps.shogi import design, heads, line_scores, own_names, positions, record_texts, slugs
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.entities import (
    LONGEST_MEMO,
    LONGEST_NAME,
    FormerRecord,
    Game,
    GameHead,
    Result,
    Side,
)
from chabudai.apps.shogi.errors import MoveRefused, NoSuchGame, RecordChanged, SlugTaken, TooManyTags
from chabudai.apps.shogi.moments import later_than, this_second
from chabudai.apps.shogi.new_games import NewGame, insert, told_scores
from chabudai.apps.shogi.permissions import Viewer, open_game
from chabudai.apps.shogi.record_texts import ReadText
from chabudai.apps.shogi.records import Address, Ending, IllegalMove, Record, TooManyVariations, UnknownAddress
from chabudai.common.fields import Fields, Prose
from chabudai.common.owner import Owner
from chabudai.common.store_errors import StepErrors, translate, write_if_met
from chabudai.common.text import is_id
from chabudai.common.undo import InvalidUndo, Undo, undo_by
from chabudai.store.errors import StoreFull
from chabudai.table import Field, Put, Transaction, Update

MOST_TAGS: Final = 20  # of one game
ACCESS_PAUSE: Final = timedelta(minutes=10)
UNDO_LIFETIME: Final = timedelta(days=1)


class GameForm(BaseModel):
    """What people fill in of a game beside its record. The lower ones stand in the record's own head."""

    slug: str = Field(max_length=1000)
    side: Side | None = None
    result: Result | None = None
    memo: Annotated[str, Prose()] = Field(default="", max_length=LONGEST_MEMO)
    memo_shared: bool = False
    first_player: str | None = Field(default=None, max_length=LONGEST_NAME)
    second_player: str | None = Field(default=None, max_length=LONGEST_NAME)
    played: date | None = None
    event: str | None = Field(default=None, max_length=LONGEST_NAME)
    place: str | None = Field(default=None, max_length=LONGEST_NAME)
    opening: str | None = Field(default=None, max_length=LONGEST_NAME)


GAME_FIELDS: Final = Fields(GameForm)
_IN_RECORD: Final = ("first_player", "second_player", "played", "event", "place", "opening")
_IN_HEAD: Final = ("side", "result", "memo")


@dataclass(frozen=True)
class GamePreview:
    """What a text was read as, and what is proposed; `same` are the person's games with its moves and players."""

    read: ReadText
    slug: str
    side: Side | None
    result: Result | None
    same: tuple[str, ...]


@dataclass(frozen=True)
class GameOutcome:
    """`same` are games that were kept before with the same moves and players: it is kept none the less."""

    game: Game
    undo: Undo
    same: tuple[str, ...] = ()


def preview(owner: Owner, text: str, own_name: str = "", folder: str = "") -> GamePreview:
    """RecordRefused says what can't be read. Nothing is written."""
    read = record_texts.read(text)
    folder = slugs.check_folder(folder, "folder") if folder else ""
    side = own_names.guess_side(owner, read.record, own_name)
    proposed = slugs.find_free(owner.store, owner.username, slugs.propose(read.record, side, folder))
    result = heads.result_for(read.record, side)
    return GamePreview(read, proposed, side, result, find_same(owner, read.record))


def keep(
    owner: Owner,
    text: str,
    given: Mapping[str, Any] | None = None,
    *,
    own_name: str = "",
    folder: str = "",
    tags: Sequence[str] = (),
) -> GameOutcome:
    """What is not given is guessed: slug and result from the record, the side from the person's own name.

    A slug that is given and taken is refused; a guessed one gets a number.
    """
    read = record_texts.read(text)
    fields = _check(given or {})
    folder = slugs.check_folder(folder, "folder") if folder else ""
    if len(set(tags)) > MOST_TAGS:
        raise TooManyTags(MOST_TAGS)
    record, kept_text = read.record, read.text
    if in_record := {name: value for name, value in fields.items() if name in _IN_RECORD}:
        record = heads.with_head(record, in_record)
        kept_text = record_texts.compose(record)
    side: Side | None = fields["side"] if "side" in fields else own_names.guess_side(owner, record, own_name)
    slug = fields.get("slug")
    same = find_same(owner, record)
    now = this_second(owner.clock)
    proposed = slug or slugs.find_free(owner.store, owner.username, slugs.propose(record, side, folder))
    game = Game(
        owner=owner.username,
        slug=proposed,
        record=kept_text,
        side=side,
        result=fields["result"] if "result" in fields else heads.result_for(record, side),
        memo=fields.get("memo", ""),
        memo_shared=fields.get("memo_shared", False),
        created=now,
        latest_access=now,
        latest_update=now,
    )
    new = NewGame(game, record, tuple(dict.fromkeys(tags)), scores=told_scores(record), may_rename=slug is None)
    kept = insert(owner, new, now)
    return GameOutcome(kept, undo_by("throw_away", game_id=kept.game_id), same)


def find_same(owner: Owner, record: Record) -> tuple[str, ...]:
    """The person's games with the same moves and players."""
    return tuple(place.game_id for place in owner.store.all(design.same_games(owner.username, record.digest)))


def find_game(owner: Owner, game_id: str) -> Game:
    """One of the person's own, as it is at this moment. OwnerOnly for another's that they may read."""
    found = owner.store.get(design.game(owner.username, game_id).consistently()) if is_id(game_id) else None
    if found is None:
        return open_game(Viewer(owner.store, owner.username), game_id).require("write")
    return found


def look_at(owner: Owner, game: Game) -> Game:
    """The owner opens it: the time of the last look moves, at most once in ten minutes."""
    now = this_second(owner.clock)
    if now - game.latest_access < ACCESS_PAUSE:
        return game
    row: Update[Game] = Game.update(**game.own_key).set(latest_access=now)
    with suppress(StoreFull), translate(missing=NoSuchGame):  # a full disk can still be read
        return write_if_met(owner.store, row.when(latest_access=game.latest_access)) or game
    return game


def fill_form(game: Game) -> GameForm:
    """A game as people fill it in."""
    return GameForm.model_construct(**_values(game, GameForm.model_fields))


def edit(owner: Owner, game_id: str, given: Mapping[str, Any], seen: datetime) -> GameOutcome:
    """What people fill in. RecordChanged when the game is not as it was at `seen`, its `latest_update`."""
    fields = _check(given)
    game = _find_as_seen(owner, game_id, seen)
    before = _values(game, fields)
    changed = {name: value for name, value in fields.items() if before[name] != value}
    if not changed:
        return GameOutcome(game, Undo())
    if "side" in changed and "result" not in fields:
        changed |= (followed := _result_of_side(game, changed["side"]))
        before |= dict.fromkeys(followed, game.result)
    in_record = {name: value for name, value in changed.items() if name in _IN_RECORD}
    record = heads.with_head(record_texts.read_kept(game.record), in_record) if in_record else None
    own = {name: value for name, value in changed.items() if name not in _IN_RECORD}
    after = _write(owner, game, own, record)
    old = {name: before[name] for name in changed}
    undo = undo_by("edit_game", game_id=game_id, given=old, seen=after.latest_update)
    return GameOutcome(after, undo)


def _result_of_side(game: Game, side: Side | None) -> dict[str, Any]:
    """The result follows the side where it was what the record said before."""
    record = record_texts.read_kept(game.record)
    result = heads.result_for(record, side)
    return {} if game.result != heads.result_for(record, game.side) or result == game.result else {"result": result}


def replace_record(owner: Owner, game_id: str, text: str, seen: datetime) -> GameOutcome:
    """Another text in its place."""
    read = record_texts.read(text)
    game = _find_as_seen(owner, game_id, seen)
    if read.text == game.record:
        return GameOutcome(game, Undo())
    return _with_undo(_write(owner, game, {}, read.record, read.text))


def keep_branch(owner: Owner, game_id: str, address: Address, moves: Sequence[str], seen: datetime) -> GameOutcome:
    """Moves that were tried, appended as a variation."""
    return _edit_record(owner, game_id, seen, lambda record: record.with_branch(address, moves))


def comment(owner: Owner, game_id: str, address: Address, text: str, seen: datetime) -> GameOutcome:
    """Empty takes the words away."""
    return _edit_record(owner, game_id, seen, lambda record: record.with_comment(address, text))


def delete_from(owner: Owner, game_id: str, address: Address, seen: datetime) -> GameOutcome:
    """The move at this address and all that follows."""
    return _edit_record(owner, game_id, seen, lambda record: record.without(address))


def promote(owner: Owner, game_id: str, address: Address, seen: datetime) -> GameOutcome:
    """The line through this address becomes the main line."""
    return _edit_record(owner, game_id, seen, lambda record: record.promote(address))


def end(owner: Owner, game_id: str, ending: Ending | None, seen: datetime) -> GameOutcome:
    """How the main line ends; the result follows where it was what the record said before."""
    return _edit_record(owner, game_id, seen, lambda record: record.with_ending(ending))


def restore_record(owner: Owner, game_id: str, seen: str | datetime) -> GameOutcome:
    """Take back the last change of the record; RecordChanged when another has followed."""
    game = _find_as_seen(owner, game_id, parse_moment(seen))
    former = owner.store.get(design.former_record(owner.username, game_id).consistently())
    if former is None or former.replaced != game.latest_update:
        raise RecordChanged
    record = record_texts.read_kept(former.record)
    return GameOutcome(_write(owner, game, {"result": former.result}, record, former.record, former), Undo())


def parse_moment(seen: str | datetime) -> datetime:
    """What travelled in a form or an undo; RecordChanged for what is no moment."""
    try:
        moment = datetime.fromisoformat(seen) if isinstance(seen, str) else seen
    except ValueError:
        raise RecordChanged from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _check(given: Mapping[str, Any]) -> dict[str, Any]:
    fields = GAME_FIELDS.check(given)
    return {**fields, "slug": slugs.check(fields["slug"])} if "slug" in fields else fields


def _find_as_seen(owner: Owner, game_id: str, seen: datetime) -> Game:
    game = find_game(owner, game_id)
    if game.latest_update != seen:
        raise RecordChanged
    return game


def _values(game: Game, names: Iterable[str]) -> dict[str, Any]:
    """Those fields as the game has them; the record is read only for what stands in it."""
    said: dict[str, Any] = {}
    if set(names) & set(_IN_RECORD):
        record = record_texts.read_kept(game.record)
        said = {**heads.describe(record), "place": heads.place_of(record)}
    return {name: said[name] if name in _IN_RECORD else getattr(game, name) for name in names}


def _edit_record(owner: Owner, game_id: str, seen: datetime, change: Callable[[Record], Record]) -> GameOutcome:
    game = _find_as_seen(owner, game_id, seen)
    record = record_texts.read_kept(game.record)
    try:
        changed = change(record)
    except IllegalMove as refusal:
        raise record_texts.refuse_move(refusal) from refusal
    except TooManyVariations as refusal:
        raise record_texts.refuse_variations(refusal) from refusal
    except UnknownAddress as refusal:
        raise MoveRefused from refusal
    if changed == record:
        return GameOutcome(game, Undo())
    own: dict[str, Any] = {}
    if game.result == heads.result_for(record, game.side):
        own["result"] = heads.result_for(changed, game.side)
    return _with_undo(_write(owner, game, own, changed))


def _with_undo(game: Game) -> GameOutcome:
    return GameOutcome(game, undo_by("restore_record", game_id=game.game_id, seen=game.latest_update))


def _write(
    owner: Owner,
    game: Game,
    own: Mapping[str, Any],
    record: Record | None,
    text: str | None = None,
    restored: FormerRecord | None = None,
) -> Game:
    """The game with its head, and what follows from another record, in one moment; held to the game being as read.

    `restored` is what the record comes back from, with the analysis of that time.
    """
    now = this_second(owner.clock)
    moment = later_than(game.latest_update, now)
    changes = {**own, "latest_update": moment}
    in_head = {name: value for name, value in own.items() if name in _IN_HEAD}
    if record is not None:
        changes["record"] = text if text is not None else record_texts.compose(record)
        in_head |= heads.describe(record)
    held: dict[str, Any] = {"latest_update": game.latest_update}
    if "slug" in own:
        held["slug"] = game.slug
    row: Update[Game] = Game.update(**game.own_key).set(**changes)
    transaction = Transaction().step("game", row.when(**held))
    if in_head:
        transaction = transaction.step("head", GameHead.update(**game.own_key).set(**in_head))
    if record is not None:
        change = _LineChange.of(owner, game, record)
        transaction = _plan_former(transaction, game, change, moment, now)
        transaction = _plan_line(transaction, owner, change, restored, now) if change else transaction
    changed = StepErrors(missing=NoSuchGame, unmet=RecordChanged, taken=lambda: SlugTaken(str(own.get("slug"))))
    with translate(missing=NoSuchGame, steps={"game": changed, "positions": StepErrors(unmet=RecordChanged)}):
        owner.store.transact(transaction)
    if record is not None:
        positions.finish(owner.store, owner.username, game.game_id)
    return find_game(owner, game.game_id)


@dataclass(frozen=True)
class _LineChange:
    """A game gets another main line: `scores` is what an engine said of the one before."""

    game: Game
    record: Record
    scores: GameScores | None

    @classmethod
    def of(cls, owner: Owner, game: Game, record: Record) -> Self | None:
        head = owner.store.get(design.head(game.owner, game.game_id).consistently())
        if head is None or head.line == heads.digest_line(record):
            return None
        scores = owner.store.get(design.scores(game.owner, game.game_id).consistently())
        return cls(game, record, scores if scores and scores.line == head.line else None)


def _plan_former(
    transaction: Transaction, game: Game, change: _LineChange | None, moment: datetime, now: datetime
) -> Transaction:
    scores = change.scores if change else None
    former = FormerRecord(
        owner=game.owner,
        game_id=game.game_id,
        record=game.record,
        result=game.result,
        scores=scores.scores if scores else None,
        response=scores.response if scores else None,
        replaced=moment,
        expired=int((now + UNDO_LIFETIME).timestamp()),
    )
    return transaction.step("former", Put(former))


def _plan_line(
    transaction: Transaction, owner: Owner, change: _LineChange, restored: FormerRecord | None, now: datetime
) -> Transaction:
    """Another main line has other positions; what the engine said holds as far as the lines are the same."""
    game = change.game
    scores = _scores_of_line(change, restored, now)
    transaction = transaction.step("scores", Put(scores) if scores else GameScores.delete(**game.own_key))
    old = owner.store.get(design.position_list(game.owner, game.game_id).consistently())
    entries = positions.list_entries(change.record)
    if old is None:
        return transaction.step("positions", positions.new_list(game.owner, game.game_id, entries, now))
    return transaction.step("positions", positions.change_list(old, entries, now))


def _scores_of_line(change: _LineChange, restored: FormerRecord | None, now: datetime) -> GameScores | None:
    game, record = change.game, change.record
    if restored is not None and restored.scores is not None:
        return GameScores(
            **game.own_key,
            line=heads.digest_line(record),
            scores=restored.scores,
            response=restored.response,
            created=now,
        )
    if change.scores is None:
        return None
    return line_scores.carry_over(change.scores, record_texts.read_kept(game.record), record)


def take_back_edit(owner: Owner, game_id: str, given: Mapping[str, Any], seen: str) -> GameOutcome:
    """For undo: the fields as they were, unless the game has changed since."""
    if not isinstance(given, Mapping) or not isinstance(seen, str):
        raise InvalidUndo
    return edit(owner, game_id, given, parse_moment(seen))
