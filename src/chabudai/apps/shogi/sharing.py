"""Sharing: on the public page, by a link, with a person one game or all; and what others share with oneself."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from chabudai.apps.shogi import design, quotas
from chabudai.apps.shogi.entities import Game, GameHead, GameReader, OwnerReader, User, new_share_code
from chabudai.apps.shogi.errors import NoSuchGame, OwnName, TooBusy, TooManyReaders
from chabudai.apps.shogi.games import GameOutcome, find_game
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.permissions import find_own_head
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import StepErrors, failed_step, translate
from chabudai.common.text import is_id
from chabudai.common.undo import Undo, undo_by
from chabudai.table import Put, Transaction, TypedStore, Update, lt, size, where

Visibility: TypeAlias = Literal["public", "link", "people", "private"]

MOST_READERS: Final = 30  # of one game: they go to the trash with it, in one transaction
MOST_READERS_OF_ALL: Final = 100


@dataclass(frozen=True)
class SharedGame:
    """A game that somebody lets a person read."""

    owner: str
    head: GameHead


@dataclass(frozen=True)
class SharedGames:
    games: tuple[SharedGame, ...]
    cursor: str | None


def visibility(head: GameHead, readers_of_all: Collection[str] = ()) -> Visibility:
    """The widest, in a word."""
    if head.public:
        return "public"
    if head.share:
        return "link"
    return "people" if head.readers or readers_of_all else "private"


def set_public(owner: Owner, game_id: str, *, public: bool) -> GameOutcome:
    """On the owner's public page, or not."""
    return _set(owner, game_id, {"public": public}, {"public": public}, "set_public")


def set_memo_shared(owner: Owner, game_id: str, *, memo_shared: bool) -> GameOutcome:
    """Whether those who may read the game read the memo too."""
    return _set(owner, game_id, {"memo_shared": memo_shared}, {}, "set_memo_shared")


def start_link(owner: Owner, game_id: str) -> Game:
    """One that is there stays as it is, also when another tab starts it at this moment."""
    for _ in attempts(TooBusy):
        game = find_game(owner, game_id)
        if game.share and game.share_code:
            return game
        if _try_link(owner, game, new_share_code()):
            return find_game(owner, game_id)
    raise AssertionError("attempts end by raising")


def reissue_link(owner: Owner, game_id: str) -> Game:
    """Another link; the one before is dead at once."""
    return _write_link(owner, game_id, new_share_code())


def revoke_link(owner: Owner, game_id: str) -> Game:
    """No link from now on; one that is started later is another."""
    return _write_link(owner, game_id, None)


def add_reader(owner: Owner, game_id: str, typed: str, people: People) -> Undo:
    """A person may read this game. Who is named may be typed as it is said."""
    find_game(owner, game_id)
    return let_read(owner, game_id, _find_other(owner, typed, people))


def let_read(owner: Owner, game_id: str, reader: str) -> Undo:
    """The same for a username that is known to be right."""
    head: Update[GameHead] = GameHead.update(owner=owner.username, game_id=game_id).add_to_set(readers={reader})
    if reader in find_own_head(owner, game_id).readers:
        return Undo()
    plan = Transaction().step("head", head.when(where(readers=size(lt(MOST_READERS)))))
    plan = plan.step("row", Put(GameReader(game_id=game_id, reader=reader, owner=owner.username)))
    full = StepErrors(missing=NoSuchGame, unmet=lambda: TooManyReaders(MOST_READERS))
    with translate(steps={"head": full}):
        owner.store.transact(plan)
    return undo_by("remove_reader", game_id=game_id, reader=reader)


def remove_reader(owner: Owner, game_id: str, reader: str) -> Undo:
    """At once; whoever could not read it is not told."""
    find_game(owner, game_id)
    if not is_id(reader) or owner.store.get(design.may_read_game(game_id, reader).consistently()) is None:
        return Undo()
    drop_reader(owner.store, owner.username, game_id, reader)
    return undo_by("add_reader", game_id=game_id, reader=reader)


def find_readers(owner: Owner, game_id: str) -> list[str]:
    find_game(owner, game_id)
    return [row.reader for row in owner.store.all(design.readers_of_game(game_id).consistently())]


def add_reader_of_all(owner: Owner, typed: str, people: People) -> Undo:
    """A person may read all games, also those that will be kept."""
    reader = _find_other(owner, typed, people)
    for _ in attempts(TooBusy):
        changes = (quotas.find_limits(owner).user or User(username=owner.username)).reader_changes
        known = find_readers_of_all(owner)
        if reader in known:
            return Undo()
        if len(known) >= MOST_READERS_OF_ALL:
            raise TooManyReaders(MOST_READERS_OF_ALL)
        counted = User.upsert(username=owner.username).add(reader_changes=1).when(reader_changes=changes)
        row = Put(OwnerReader(owner=owner.username, reader=reader))
        if failed_step(owner.store, Transaction().step("user", counted).step("row", row)) is None:
            return undo_by("remove_reader_of_all", reader=reader)
    raise AssertionError("attempts end by raising")


def remove_reader_of_all(owner: Owner, reader: str) -> Undo:
    if not is_id(reader) or owner.store.get(design.may_read_owner(owner.username, reader).consistently()) is None:
        return Undo()
    owner.store.write(OwnerReader.delete(owner=owner.username, reader=reader))
    return undo_by("add_reader_of_all", reader=reader)


def find_readers_of_all(owner: Owner) -> list[str]:
    return [row.reader for row in owner.store.all(design.readers_of_owner(owner.username).consistently())]


def find_shared_games(owner: Owner, cursor: str | None = None) -> SharedGames:
    """Single games that others let this person read."""
    with refuse_wrong_cursor():
        page = owner.store.page(design.games_readable_by(owner.username), cursor)
    keys = [(each.owner or _find_owner(owner.store, each.game_id), each.game_id) for each in page]
    found = find_heads_of([(whose, game_id) for whose, game_id in keys if whose is not None], owner.store)
    return SharedGames(tuple(SharedGame(head.owner, head) for head in found), page.cursor)


def find_owners(owner: Owner) -> list[str]:
    """Those who let this person read all of their games."""
    return [row.owner for row in owner.store.all(design.owners_readable_by(owner.username))]


def leave_game(owner: Owner, game_id: str) -> None:
    """Of one's own accord: the owner may share it again."""
    row = owner.store.get(design.may_read_game(game_id, owner.username).consistently()) if is_id(game_id) else None
    if row is None:
        raise NoSuchGame
    whose = row.owner or _find_owner(owner.store, game_id)
    if whose is None:
        owner.store.write(GameReader.delete(**row.own_key))
    else:
        drop_reader(owner.store, whose, game_id, owner.username)


def leave_owner(owner: Owner, other: str) -> None:
    if is_id(other):
        owner.store.write(OwnerReader.delete(owner=other, reader=owner.username))


def drop_reader(store: TypedStore, owner: str, game_id: str, reader: str) -> None:
    """Row and head in one moment; without its head, a row is of no game, and goes alone."""
    row = GameReader.delete(game_id=game_id, reader=reader)
    head = GameHead.update(owner=owner, game_id=game_id).remove_from_set(readers={reader})
    if failed_step(store, Transaction().step("row", row).step("head", head)) is not None:
        store.write(row)


def find_heads_of(keys: list[tuple[str, str]], store: TypedStore) -> list[GameHead]:
    """Of several owners in one request; those that are gone are left out."""
    found = store.batch(design.heads_of_people(keys)) if keys else ()
    return [head for head in found if head is not None]


def _find_other(owner: Owner, typed: str, people: People) -> str:
    reader = people.find(owner.username, typed)
    if reader == owner.username:
        raise OwnName
    return reader


def _find_owner(store: TypedStore, game_id: str) -> str | None:
    place = store.first(design.game_of_anyone(game_id))
    return None if place is None else place.owner


def _set(owner: Owner, game_id: str, own: dict[str, Any], in_head: dict[str, Any], undo: str) -> GameOutcome:
    """No change of the game itself: its time of the last change stays."""
    before = find_game(owner, game_id)
    (name,) = own
    if getattr(before, name) == own[name]:
        return GameOutcome(before, Undo())
    plan = Transaction().step("game", Game.update(**before.own_key).set(**own))
    if in_head:
        plan = plan.step("head", GameHead.update(**before.own_key).set(**in_head))
    with translate(missing=NoSuchGame):
        owner.store.transact(plan)
    return GameOutcome(find_game(owner, game_id), undo_by(undo, game_id=game_id, **{name: getattr(before, name)}))


def _write_link(owner: Owner, game_id: str, code: str | None) -> Game:
    for _ in attempts(TooBusy):
        game = find_game(owner, game_id)
        if code is None and not game.share and game.share_code is None:
            return game
        if _try_link(owner, game, code):
            return find_game(owner, game_id)
    raise AssertionError("attempts end by raising")


def _try_link(owner: Owner, game: Game, code: str | None) -> bool:
    """Held to the link that was read."""
    row: Update[Game] = Game.update(**game.own_key).set(share_code=code, share=code is not None)
    plan = Transaction().step("game", row.when(share_code=game.share_code, share=game.share))
    plan = plan.step("head", GameHead.update(**game.own_key).set(share=code is not None))
    return failed_step(owner.store, plan) is None


UNDO: Final[dict[str, Callable[..., object]]] = {
    "set_public": set_public,
    "set_memo_shared": set_memo_shared,
    "remove_reader": remove_reader,
    "remove_reader_of_all": remove_reader_of_all,
}
"""What takes an act of sharing back, by the name that it has in an undo; each is given the owner first."""
