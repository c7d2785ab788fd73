"""What shogi keeps of a person: handed over whole, and let go of with the account; others' games go on without them."""

from typing import Any

from chabudai.adapters.clock import Clock
from chabudai.apps.shogi import analyses, design, jobs, positions, preferences, queues, transfer
from chabudai.apps.shogi.analysis_entities import AnalysisHour, GameScores
from chabudai.apps.shogi.entities import (
    FormerRecord,
    Game,
    GameHead,
    GameReader,
    GameTag,
    OwnerReader,
    Tag,
    ThrownGame,
    ThrownId,
    ThrownReader,
    ThrownTag,
    User,
)
from chabudai.apps.shogi.errors import TooBusy
from chabudai.apps.shogi.job_entities import FolderLock
from chabudai.apps.shogi.moments import this_second
from chabudai.apps.shogi.position_entities import Occurrence
from chabudai.apps.shogi.sharing import drop_reader, find_readers_of_all
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.sweeps import write_all
from chabudai.common.unreadable_rows import get_readable
from chabudai.table import Query, Row, Transaction, TypedStore
from chabudai.web import zones


def export(store: TypedStore, clock: Clock, username: str) -> dict[str, Any]:
    """The export that can be imported again, and beside it what only this place has."""
    owner = Owner(store, username, clock, zones.TOKYO)
    heads = store.all(design.all_heads(username))
    return {
        **transfer.write_document(owner),
        "board": preferences.find_board(store, username),
        "sharedWith": {head.game_id: sorted(head.readers) for head in heads if head.readers},
        "sharedAllWith": find_readers_of_all(owner),
        "sharedWithMe": [_plain(row) for row in store.all(design.readable_by(username))],
        "trash": [_plain(row) for row in store.all(design.whole_trash(username))],
        "analyses": [_plain(row) for row in store.all(design.analyses(username))],
        "scores": [_plain(row) for row in store.all(design.all_scores(username))],
        "jobs": [_plain(row) for row in store.all(design.jobs(username))],
    }


def erase(store: TypedStore, clock: Clock, username: str) -> None:
    """Again and again, until it is gone: what was interrupted is begun anew and finds less."""
    owner = Owner(store, username, clock, zones.TOKYO)
    analyses.forget_all(store, username)
    jobs.forget_all(store, username)
    queues.forget_all(store, username)
    for head in list(store.all(design.all_heads(username).consistently())):
        _erase_game(owner, head.game_id)
    for place in list(store.all(design.games_by_name(username).consistently())):
        _erase_game(owner, place.game_id)
    positions.finish_all(owner)
    _forget_elsewhere(store, username)
    _erase_rows(store, username)
    _erase_guarded(owner)
    _erase_unreadable(store, username)


def _erase_game(owner: Owner, game_id: str) -> None:
    """Whatever of it is there."""
    store, key = owner.store, {"owner": owner.username, "game_id": game_id}
    tags = [row.tag_id for row in store.all(design.tags_of(game_id).consistently())]
    readers = [row.reader for row in store.all(design.readers_of_game(game_id).consistently())]
    for _ in attempts(TooBusy):
        plan = Transaction().step("game", Game.delete(**key)).step("head", GameHead.delete(**key))
        plan = plan.step("scores", GameScores.delete(**key)).step("former", FormerRecord.delete(**key))
        for tag_id in tags:
            plan = plan.step(f"tag {tag_id}", GameTag.delete(game_id=game_id, tag_id=tag_id))
        for reader in readers:
            plan = plan.step(f"reader {reader}", GameReader.delete(game_id=game_id, reader=reader))
        listed = get_readable(store, design.position_list(owner.username, game_id).consistently())
        if listed is not None:
            plan = plan.step("positions", positions.change_list(listed, (), this_second(owner.clock)))
        if failed_step(store, plan) is None:
            positions.finish(store, owner.username, game_id)
            return


def _forget_elsewhere(store: TypedStore, username: str) -> None:
    """What others let this person read, also what lies in their trash."""
    for row in list(store.all(design.readable_by(username))):
        if isinstance(row, GameReader):
            place = None if row.owner else store.first(design.game_of_anyone(row.game_id))
            drop_reader(store, row.owner or (place.owner if place else username), row.game_id, username)
        else:
            store.write(OwnerReader.delete(**row.own_key))
    for key in list(store.all(design.reader_keys(username))):
        place = store.first(design.game_of_anyone(key.game_id))
        if place is not None:
            drop_reader(store, place.owner, key.game_id, username)
    thrown = list(store.all(design.thrown_games_readable_by(username)))
    write_all(store, [ThrownReader.delete(**row.own_key) for row in thrown])


def _erase_rows(store: TypedStore, username: str) -> None:
    trash = list(store.all(design.whole_trash(username).consistently()))
    for row in list(store.all(design.thrown_keys(username).consistently())):
        store.delete_rows(design.thrown_readers(row.game_id, row.thrown).consistently())
        store.write(ThrownId.delete(game_id=row.game_id))
    write_all(store, [ThrownGame.delete(**row.own_key) for row in trash if isinstance(row, ThrownGame)])
    write_all(store, [ThrownTag.delete(**row.own_key) for row in trash if isinstance(row, ThrownTag)])
    write_all(store, [Tag.delete(**row.own_key) for row in store.all(design.whole_tags(username).consistently())])
    readers_of_all = store.all(design.readers_of_owner(username).consistently())
    write_all(store, [OwnerReader.delete(**row.own_key) for row in readers_of_all])
    hours = store.all(design.analysis_hours(username).consistently())
    write_all(store, [AnalysisHour.delete(**row.own_key) for row in hours])
    write_all(
        store, [GameScores.delete(**row.own_key) for row in store.all(design.all_scores(username).consistently())]
    )
    left = store.all(design.all_occurrences(username).consistently())
    write_all(store, [Occurrence.delete(**row.own_key) for row in left])
    former = store.all(design.former_records(username).consistently())
    write_all(store, [FormerRecord.delete(**row.own_key) for row in former])
    store.write(User.delete(username=username))
    store.write(FolderLock.delete(username=username))


def _erase_guarded(owner: Owner) -> None:
    """What can't be read, and what a request has kept since: with their guards, which no deletion by a key takes."""
    for game in list(owner.store.all(design.game_keys(owner.username).consistently())):
        _erase_game(owner, game.game_id)
    for tag in list(owner.store.all(design.tag_keys(owner.username).consistently())):
        owner.store.write(Tag.delete(**tag.own_key))


def _erase_unreadable(store: TypedStore, username: str) -> None:
    """By their keys, when nothing is left that can be read."""
    by_key: tuple[Query[Any], ...] = (
        design.all_heads(username),
        design.former_records(username),
        design.position_lists(username),
        design.all_occurrences(username),
        design.all_scores(username),
        design.whole_trash(username),
        design.readers_of_owner(username),
        design.analysis_hours(username),
        design.analyses(username),
        design.jobs(username),
        design.readable_by(username),
        design.thrown_games_readable_by(username),
    )
    for query in by_key:
        store.delete_rows(query)


def _plain(row: Row) -> dict[str, Any]:
    return row.model_dump(mode="json", exclude_none=True)
