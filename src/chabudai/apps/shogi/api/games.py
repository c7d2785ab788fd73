"""Games for programs: listed by each order and filter, looked at, kept, changed and copied."""

from datetime import date
from typing import Annotated

from litestar.params import QueryParameter

from chabudai.accounts.design import Person
from chabudai.apps.shogi import copies, games, lists, slugs
from chabudai.apps.shogi.api.game_bodies import GameBody, GameList, game_body, game_list
from chabudai.apps.shogi.api.new_game_bodies import (
    LARGEST_RECORD_BODY,
    GameChanges,
    NewCopy,
    NewGame,
    NewPreview,
    PreviewBody,
    preview_body,
    record_text,
)
from chabudai.apps.shogi.api.parameters import Words, find_place, parse_address, read_record, seen_or_now
from chabudai.apps.shogi.api.position_bodies import PlaceBody, place_body
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.entities import Game, Order, Result, Side
from chabudai.apps.shogi.errors import NoSuchTag
from chabudai.apps.shogi.lists import GameSelection, Sort
from chabudai.apps.shogi.permissions import Access, Viewer
from chabudai.apps.shogi.statistics import ENDLESS
from chabudai.common.bodies import sent_fields
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.table import Cursors
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, get, patch, post

_GAME = "/games/{game_id:str}"

Name = Annotated[str, QueryParameter(max_length=200, description="A part of the name.")]
WholeName = Annotated[str, QueryParameter(max_length=200, description="The whole name, as statistics count by it.")]
OpeningName = Annotated[str, QueryParameter(name="openingName", max_length=200, description="The same of openings.")]
Fewest = Annotated[int, QueryParameter(ge=0, le=ENDLESS, description="Of moves.")]
Most = Annotated[int, QueryParameter(ge=0, le=ENDLESS, description="Of moves.")]
InFolder = Annotated[str, QueryParameter(max_length=1000, description="And in the folders below it.")]
First = Annotated[date | None, QueryParameter(name="from", description="Played on this day or later, or else kept.")]
Last = Annotated[date | None, QueryParameter(name="to", description="This day included.")]
WithTag = Annotated[str | None, QueryParameter(max_length=200, description="The id of a tag.")]
Ordered = Annotated[Order | None, QueryParameter(description="Names ascending, times descending, if nothing is said.")]


@get("/games", **needs("own"))
def list_games(
    owner: Injected[Owner],
    cursors: Injected[Cursors],
    sort: FromQuery[Sort] = "accessed",
    order: Ordered = None,
    folder: InFolder = "",
    side: FromQuery[Side | None] = None,
    result: FromQuery[Result | None] = None,
    tag: WithTag = None,
    player: Name = "",
    opening: Name = "",
    opponent: WholeName = "",
    opening_name: OpeningName = "",
    fewest: Fewest = 0,
    most: Most = ENDLESS,
    first: First = None,
    last: Last = None,
    q: Words = "",
    public: FromQuery[bool] = False,
    cursor: FromQuery[str | None] = None,
) -> GameList:
    """One's own, 25 at a time, without their records. Access patterns 1, 5, 6 and 7, with 9 and 21 for filters."""
    if tag is not None and not is_id(tag):
        raise NoSuchTag
    selection = GameSelection(
        sort=sort,
        order=order or ("asc" if sort == "name" else "desc"),
        folder=slugs.check_folder(folder, "folder") if folder else "",
        side=side,
        result=result,
        tag=tag,
        player=player,
        opening=opening,
        opponent=opponent,
        opening_name=opening_name,
        lengths=None if (fewest, most) == (0, ENDLESS) else (fewest, most),
        first=first,
        last=last,
        words=q,
        public=public,
    )
    return game_list(lists.find_page(owner.store, owner.username, selection, cursor, cursors))


@post("/games", request_max_body_size=LARGEST_RECORD_BODY, **needs("own"))
def keep_game(
    data: JSONBody[NewGame], owner: Injected[Owner], viewer: Injected[Viewer], person: Injected[Person]
) -> GameBody:
    """Keep a game. One that can't be read is refused with line, reason and what could be read until there."""
    sent = sent_fields(data)
    given = {name: sent[name] for name in games.GAME_FIELDS.names if name in sent}
    outcome = games.keep(owner, record_text(data), given, own_name=person.name, folder=data.folder, tags=data.tags)
    return own_body(viewer, outcome.game)


@post("/games/preview", status_code=200, request_max_body_size=LARGEST_RECORD_BODY, **needs("own"))
def preview_game(data: JSONBody[NewPreview], owner: Injected[Owner], person: Injected[Person]) -> PreviewBody:
    """What a record would be kept as; nothing is written."""
    return preview_body(games.preview(owner, record_text(data), person.name, data.folder))


@get(_GAME, **needs("read"))
def find_game(access: Injected[Access], viewer: Injected[Viewer]) -> GameBody:
    """A game with its moves and variations, by whoever may read it. Access pattern 13."""
    return game_body(viewer, access)


@patch(_GAME, **needs("write"))
def edit_game(
    data: JSONBody[GameChanges], access: Injected[Access], owner: Injected[Owner], viewer: Injected[Viewer]
) -> GameBody:
    """Its name, which is its folder too, and what people fill in. A name that another game has is 409."""
    given = {name: value for name, value in sent_fields(data).items() if name != "seen"}
    outcome = games.edit(owner, access.game.game_id, given, seen_or_now(access.game, data.seen))
    return own_body(viewer, outcome.game)


@post(f"{_GAME}/look", status_code=200, **needs("write"))
def look_at_game(access: Injected[Access], owner: Injected[Owner], viewer: Injected[Viewer]) -> GameBody:
    """Its owner looks at it: `latestAccess` moves, at most once in ten minutes."""
    return own_body(viewer, games.look_at(owner, access.game))


@post(f"{_GAME}/copies", **needs("read"))
def copy_game(
    data: JSONBody[NewCopy],
    access: Injected[Access],
    owner: Injected[Owner],
    viewer: Injected[Viewer],
    person: Injected[Person],
) -> GameBody:
    """Once more among one's own games, with moves that were tried; of one's own also memo and tags."""
    return copy_body(data, access, owner, viewer, person.name)


@get(f"{_GAME}/places/{{at:str}}", **needs("read"))
def find_position(at: FromPath[str], access: Injected[Access]) -> PlaceBody:
    """The position at a place of the record, with the moves that the rules allow there."""
    record = read_record(access.game)
    return place_body(record, find_place(record, at))


def own_body(viewer: Viewer, game: Game) -> GameBody:
    return game_body(viewer, Access(game, "owner", is_signed_in=True))


def copy_body(data: NewCopy, access: Access, owner: Owner, viewer: Viewer, name: str) -> GameBody:
    at = parse_address(data.at)
    return own_body(viewer, copies.copy(owner, access, at, data.moves, own_name=name, folder=data.folder).game)
