"""Permissions: who may do what to a game, as one table; and how a game is opened by its id or by its link."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from chabudai.apps.shogi import design
from chabudai.apps.shogi.entities import Game, GameHead
from chabudai.apps.shogi.errors import NoSuchGame, OwnerOnly
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.table import TypedStore
from chabudai.web.errors import NotSignedIn

Role: TypeAlias = Literal["owner", "reader_of_all", "reader", "link", "public", "none"]
Right: TypeAlias = Literal["read", "list", "write", "tag", "share", "analyse", "delete"]

RIGHTS: Final[Mapping[Role, frozenset[Right]]] = {
    "owner": frozenset({"read", "list", "write", "tag", "share", "analyse", "delete"}),
    "reader_of_all": frozenset({"read", "list", "analyse"}),
    "reader": frozenset({"read", "analyse"}),
    "link": frozenset({"read", "analyse"}),
    "public": frozenset({"read", "analyse"}),
    "none": frozenset(),
}
"""What each may do. To analyse one has to be signed in, since the quota is the person's own."""


@dataclass(frozen=True)
class Viewer:
    """Whoever looks: None for a guest."""

    store: TypedStore
    username: str | None = None


@dataclass(frozen=True)
class Access:
    """A game as somebody may see it."""

    game: Game
    role: Role
    is_signed_in: bool

    def may(self, right: Right) -> bool:
        return right in RIGHTS[self.role] and (right != "analyse" or self.is_signed_in)

    def require(self, right: Right) -> Game:
        """OwnerOnly for those who see the game and may not do this; NotSignedIn where that would help."""
        if self.may(right):
            return self.game
        raise OwnerOnly if self.is_signed_in else NotSignedIn

    @property
    def memo(self) -> str:
        """Others read it only if the owner says so."""
        return self.game.memo if self.is_own or self.game.memo_shared else ""

    @property
    def is_own(self) -> bool:
        """Folder and tags are shown to the owner alone."""
        return self.role == "owner"


def open_game(viewer: Viewer, game_id: str) -> Access:
    """By its id. NoSuchGame for one that never was, and for one that this viewer may not read."""
    if not is_id(game_id):
        raise NoSuchGame
    if viewer.username is not None:
        own = viewer.store.get(design.game(viewer.username, game_id).consistently())
        if own is not None:
            return Access(own, "owner", is_signed_in=True)
    place = viewer.store.first(design.game_of_anyone(game_id))
    game = None if place is None else viewer.store.get(design.game(place.owner, game_id).consistently())
    return _open(viewer, game, "public" if game is not None and game.public else "none")


def find_own_head(owner: Owner, game_id: str) -> GameHead:
    """What lists know of one's own game. OwnerOnly for another's that one may read."""
    found = owner.store.get(design.head(owner.username, game_id).consistently()) if is_id(game_id) else None
    if found is None:
        open_game(Viewer(owner.store, owner.username), game_id).require("write")
        raise NoSuchGame
    return found


def open_link(viewer: Viewer, share_code: str) -> Access:
    """By its link: a code that was revoked or replaced a moment ago opens nothing."""
    place = viewer.store.first(design.shared_game(share_code)) if is_id(share_code) else None
    game = None if place is None else viewer.store.get(design.game(place.owner, place.game_id).consistently())
    is_open = game is not None and game.share and game.share_code == share_code
    return _open(viewer, game if is_open else None, "link")


def role_in(viewer: Viewer, owner: str) -> Role:
    """What a viewer is to a person's list of games: its owner, a reader of all, or one who sees the public ones."""
    if viewer.username == owner:
        return "owner"
    if viewer.username is None:
        return "public"
    reader = viewer.store.get(design.may_read_owner(owner, viewer.username).consistently())
    return "public" if reader is None else "reader_of_all"


def _open(viewer: Viewer, game: Game | None, otherwise: Role) -> Access:
    if game is None:
        raise NoSuchGame
    role = _find_role(viewer, game, otherwise)
    if role == "none":
        raise NoSuchGame
    return Access(game, role, viewer.username is not None)


def _find_role(viewer: Viewer, game: Game, otherwise: Role) -> Role:
    if viewer.username is None:
        return otherwise
    if viewer.username == game.owner:
        return "owner"
    of_all, of_this = viewer.store.transact_get(
        design.may_read_owner(game.owner, viewer.username), design.may_read_game(game.game_id, viewer.username)
    )
    if of_all is not None:
        return "reader_of_all"
    return otherwise if of_this is None else "reader"
