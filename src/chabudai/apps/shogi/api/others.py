"""Games of others for programs: what they share with a person, and what they show to everybody."""

from typing import Literal, TypeAlias

from chabudai.accounts.logins import is_username
from chabudai.apps.shogi import design, lists, permissions, sharing
from chabudai.apps.shogi.api.game_bodies import OthersList, OthersRow
from chabudai.apps.shogi.api.parameters import Words
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.entities import Order
from chabudai.apps.shogi.errors import NoSuchPerson
from chabudai.apps.shogi.lists import GameSelection
from chabudai.apps.shogi.permissions import RIGHTS, Viewer
from chabudai.common.bodies import fill
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web.bodies import Body
from chabudai.web.routes import FromPath, FromQuery, Injected, delete, get

OthersSort: TypeAlias = Literal["created", "updated"]


class OwnerList(Body):
    """Usernames of those who let a person read all of their games."""

    owners: list[str]


@get("/shared/games", **needs("own"))
def list_shared_games(owner: Injected[Owner], cursor: FromQuery[str | None] = None) -> OthersList:
    """Single games that others let this person read. Access pattern 10."""
    found = sharing.find_shared_games(owner, cursor)
    return OthersList(games=[fill(OthersRow, each.head) for each in found.games], cursor=found.cursor)


@get("/shared/people", **needs("own"))
def list_owners(owner: Injected[Owner]) -> OwnerList:
    """Those who let this person read all of their games. Access pattern 10."""
    return OwnerList(owners=sharing.find_owners(owner))


@delete("/shared/games/{game_id:str}", **needs("own"))
def leave_game(game_id: FromPath[str], owner: Injected[Owner]) -> None:
    """Of one's own accord: it is not shared with this person any more."""
    sharing.leave_game(owner, game_id)


@delete("/shared/people/{username:str}", **needs("own"))
def leave_owner(username: FromPath[str], owner: Injected[Owner]) -> None:
    """The same for all games of a person."""
    sharing.leave_owner(owner, username)


@get("/people/{username:str}/games", **needs("list"))
def list_games_of_person(
    username: FromPath[str],
    viewer: Injected[Viewer],
    cursors: Injected[Cursors],
    sort: FromQuery[OthersSort] = "created",
    order: FromQuery[Order] = "desc",
    q: Words = "",
    cursor: FromQuery[str | None] = None,
) -> OthersList:
    """What a person shows to everybody, or all of it to those who may read all; 25 at a time.

    Whoever shows nothing is 404, as whoever is not there.
    """
    if not is_username(username):
        raise NoSuchPerson
    role = permissions.role_in(viewer, username)
    is_public = "list" not in RIGHTS[role]
    selection = GameSelection(sort=sort, order=order, words=q, public=is_public, is_own=False)
    page = lists.find_page(viewer.store, username, selection, cursor, cursors)
    if is_public and not page.games and viewer.store.first(design.public_heads(username)) is None:
        raise NoSuchPerson
    return OthersList(games=[fill(OthersRow, each.head) for each in page.games], cursor=page.cursor)
