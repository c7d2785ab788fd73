"""What the sheet of a game shows before it is rendered: its lines, its link, and who is named."""

from dataclasses import dataclass

from chabudai.apps.shogi import design, sharing
from chabudai.apps.shogi.errors import NoSuchGame
from chabudai.apps.shogi.pages.opened_game import OpenedGame
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.views.game_page import title_of
from chabudai.apps.shogi.views.visibility import describe_visibility, visibility_icon


@dataclass(frozen=True, slots=True)
class SheetAddress:
    """`game_url` is that of the game, `at` the move that is looked at, with its number."""

    game_url: str
    at: str
    ply: int
    starts_at_move: bool

    @property
    def path(self) -> str:
        return f"{self.game_url}/sharing"

    @property
    def url(self) -> str:
        return self.url_from("move" if self.starts_at_move else "")

    def url_from(self, start: str) -> str:
        return f"{self.path}?at={self.at}" + (f"&start={start}" if start else "")


@dataclass(frozen=True, slots=True)
class SharingSheet:
    """`link` is None while there is none. `readers` are pairs of username and name."""

    address: SheetAddress
    game_id: str
    title: str
    is_public: bool
    public_page: str
    link: str | None
    is_memo_shared: bool
    readers: tuple[tuple[str, str], ...]
    readers_of_all: tuple[str, ...]
    seen_by: str
    seen_icon: str


def view_sheet(opened: OpenedGame, people: People, site: str, address: SheetAddress) -> SharingSheet:
    owner, game = opened.require_owner(), opened.access.game
    head = owner.store.get(design.head(owner.username, game.game_id).consistently())
    if head is None:
        raise NoSuchGame
    readers, of_all = sharing.find_readers(owner, game.game_id), sharing.find_readers_of_all(owner)
    names = people.names_of([*readers, *of_all])
    at = f"?at={address.at}" if address.starts_at_move else ""
    return SharingSheet(
        address=address,
        game_id=game.game_id,
        title=title_of(opened.record),
        is_public=game.public,
        public_page=f"/shogi/u/{owner.username}",
        link=f"{site}/s/{game.share_code}{at}" if game.share and game.share_code else None,
        is_memo_shared=game.memo_shared,
        readers=tuple((reader, names[reader]) for reader in readers),
        readers_of_all=tuple(names[reader] for reader in of_all),
        seen_by=describe_visibility(head, of_all),
        seen_icon=visibility_icon(head, of_all),
    )
