"""Games that another program stored: they get the rows that only we have, at the first look."""

import hashlib

from chabudai.apps.shogi import design, positions
from chabudai.apps.shogi.entities import Game, GameHead
from chabudai.apps.shogi.errors import RecordRefused
from chabudai.apps.shogi.heads import head_of
from chabudai.apps.shogi.record_texts import read_kept
from chabudai.common.store_errors import failed_step
from chabudai.table import Insert, Transaction, TypedStore, UnreadableItem


def adopt(store: TypedStore, owner: str, game_id: str) -> GameHead | None:
    """Its head and its positions, if it has none; None when there is no such game, or none that can be read.

    What counts it is the repair's.
    """
    try:
        return _adopt(store, owner, game_id)
    except UnreadableItem:
        return None


def _adopt(store: TypedStore, owner: str, game_id: str) -> GameHead | None:
    game = store.get(design.game(owner, game_id).consistently())
    if game is None:
        return None
    head, entries = _describe(game)
    tags = frozenset(row.tag_id for row in store.all(design.tags_of(game_id).consistently()))
    readers = frozenset(row.reader for row in store.all(design.readers_of_game(game_id).consistently()))
    whole = head.model_copy(update={"tags": tags, "readers": readers})
    held = Game.check(**game.own_key).when(latest_update=game.latest_update)
    plan = Transaction().step("game", held).step("head", Insert(whole))
    if store.get(design.position_list(owner, game_id).consistently()) is None:
        plan = plan.step("positions", positions.new_list(owner, game_id, entries, game.latest_update))
    if failed_step(store, plan) is not None:
        return store.get(design.head(owner, game_id).consistently())
    positions.finish(store, owner, game_id)
    return whole


def _describe(game: Game) -> tuple[GameHead, tuple[str, ...]]:
    """One whose record can't be read is listed all the same, by what its row says."""
    try:
        record = read_kept(game.record)
    except RecordRefused:
        digest = hashlib.blake2b(game.record.encode("utf-8", "replace"), digest_size=16).hexdigest()
        copied = {name: getattr(game, name) for name in ("side", "result", "memo", "public", "share", "created")}
        return GameHead(**game.own_key, **copied, digest=digest), ()
    return head_of(game, record), positions.list_entries(record)
