"""Copies: a game that one may read, kept once more among one's own, with moves that were tried in it."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from chabudai.apps.shogi import design, games, record_texts, slugs
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.errors import MoveRefused, SlugTaken, TooBusy
from chabudai.apps.shogi.permissions import Access
from chabudai.apps.shogi.records import Address, IllegalMove, Record, TooManyVariations, UnknownAddress
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts


@dataclass(frozen=True)
class Copy:
    """`at` is the place in it to which the moves that were tried led."""

    game: Game
    at: Address


def copy(
    owner: Owner, access: Access, at: Address, moves: Sequence[str], *, own_name: str = "", folder: str = ""
) -> Copy:
    """Of one's own game also side, result, memo, folder and tags; of another's only the record."""
    record = record_texts.read_kept(access.game.record)
    try:
        changed = record.with_branch(at, moves)
    except IllegalMove as refusal:
        raise record_texts.refuse_move(refusal) from refusal
    except TooManyVariations as refusal:
        raise record_texts.refuse_variations(refusal) from refusal
    except UnknownAddress as refusal:
        raise MoveRefused from refusal
    text = record_texts.compose(changed) if moves else access.game.record
    end = find_end(changed, at, moves)
    if not access.is_own:
        return Copy(games.keep(owner, text, own_name=own_name, folder=folder).game, end)
    return Copy(_keep_beside(owner, access.game, text, folder), end)


def find_end(record: Record, at: Address, moves: Sequence[str]) -> Address:
    """Where moves lead from a place in a record that has them."""
    index = record.find(at).index
    for move in moves:
        nodes = record.nodes
        index = next((child for child in nodes[index].children if nodes[child].move == move), index)
    return record.address_of(index)


def _keep_beside(owner: Owner, game: Game, text: str, folder: str) -> Game:
    """Under the same name with a number, or under its last part in another folder."""
    given = {name: getattr(game, name) for name in ("side", "result", "memo", "memo_shared")}
    wanted = slugs.place_in(slugs.check_folder(folder, "folder"), game.slug.rpartition("/")[2]) if folder else game.slug
    for _ in attempts(TooBusy):
        free = slugs.find_free(owner.store, owner.username, wanted)
        with suppress(SlugTaken):
            return games.keep(owner, text, {**given, "slug": free}, tags=_find_tags(owner, game)).game
    raise AssertionError("attempts end by raising")


def _find_tags(owner: Owner, game: Game) -> tuple[str, ...]:
    head = owner.store.get(design.head(owner.username, game.game_id).consistently())
    known = {tag.tag_id for tag in owner.store.all(design.whole_tags(owner.username)) if not tag.leaving}
    return () if head is None else tuple(sorted(head.tags & known))
