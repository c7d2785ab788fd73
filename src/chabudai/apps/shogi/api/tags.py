"""Tags for programs: made, renamed, deleted and brought back, put on games and taken off."""

from typing import Annotated

from litestar.params import QueryParameter

from chabudai.apps.shogi import lists, tags
from chabudai.apps.shogi.api.game_bodies import GameList, game_list
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.entities import Order, Tag
from chabudai.apps.shogi.lists import GameSelection, Sort
from chabudai.apps.shogi.permissions import Access
from chabudai.apps.shogi.tags import TAG_FIELDS
from chabudai.common.bodies import entity_body, fill, new_body, sent_fields
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web.bodies import Body
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, patch, post, put

_TAG = "/tags/{tag_id:str}"
_ON_GAME = "/games/{game_id:str}/tags/{tag_id:str}"

Beginning = Annotated[str, QueryParameter(max_length=40, description="Only those whose names begin so.")]


@new_body(TAG_FIELDS)
class NewTag(Body):
    """Each name once for a person, without regard to case and width."""


@entity_body(Tag, "name", "created", "latest_access", "latest_update", id="tag_id")
class TagBody(Body):
    """A tag of a person's games."""


@entity_body(Tag, "name", "created", "latest_access", "latest_update", id="tag_id")
class TagRow(Body):
    """A tag in the list, with how many games have it."""

    games: int


class TagList(Body):
    """By name."""

    tags: list[TagRow]


@get("/tags", **needs("own"))
def list_tags(owner: Injected[Owner], beginning: Beginning = "") -> TagList:
    """Every tag with its count. Access patterns 16 and 21; 3 for those that begin so."""
    found = tags.find_lines(owner)
    wanted = set(tags.find_beginning(owner, beginning)) if beginning else {line.tag.tag_id for line in found}
    rows = [fill(TagRow, line.tag, games=line.games) for line in found if line.tag.tag_id in wanted]
    return TagList(tags=rows)


@post("/tags", **needs("own"))
def add_tag(data: JSONBody[NewTag], owner: Injected[Owner]) -> TagBody:
    """Make a tag; 409 when the name is taken."""
    return fill(TagBody, tags.add(owner, **sent_fields(data)))


@get(_TAG, **needs("own"))
def find_tag(tag_id: FromPath[str], owner: Injected[Owner]) -> TagBody:
    """A tag. Access pattern 16."""
    return fill(TagBody, tags.find_tag(owner, tag_id))


@patch(_TAG, **needs("own"))
def rename_tag(tag_id: FromPath[str], data: JSONBody[NewTag], owner: Injected[Owner]) -> TagBody:
    """Its games keep it."""
    return fill(TagBody, tags.rename(owner, tag_id, **sent_fields(data)).tag)


@post(f"{_TAG}/look", status_code=200, **needs("own"))
def look_at_tag(tag_id: FromPath[str], owner: Injected[Owner]) -> TagBody:
    """It is opened: `latestAccess` moves."""
    return fill(TagBody, tags.open_tag(owner, tag_id))


@delete(_TAG, status_code=200, **needs("own"))
def delete_tag(tag_id: FromPath[str], owner: Injected[Owner]) -> TagBody:
    """Games stay without it; it can be restored for 30 days."""
    return fill(TagBody, tags.delete(owner, tag_id).tag)


@post(f"{_TAG}/restore", status_code=200, **needs("own"))
def restore_tag(tag_id: FromPath[str], owner: Injected[Owner]) -> TagBody:
    """Back on the games that had it. If its name is another's by now, they get that one."""
    return fill(TagBody, tags.restore(owner, tag_id))


@get(f"{_TAG}/games", **needs("own"))
def list_games_of_tag(
    tag_id: FromPath[str],
    owner: Injected[Owner],
    cursors: Injected[Cursors],
    sort: FromQuery[Sort] = "accessed",
    order: FromQuery[Order] = "desc",
    cursor: FromQuery[str | None] = None,
) -> GameList:
    """The games that have it, 25 at a time. Access pattern 9."""
    tag = tags.find_tag(owner, tag_id)
    selection = GameSelection(sort=sort, order=order, tag=tag.tag_id)
    return game_list(lists.find_page(owner.store, owner.username, selection, cursor, cursors))


@put(_ON_GAME, status_code=204, **needs("tag"))
def put_on_tag(tag_id: FromPath[str], access: Injected[Access], owner: Injected[Owner]) -> None:
    """What it has already stays as it is."""
    tags.put_on(owner, access.game.game_id, tag_id)


@delete(_ON_GAME, **needs("tag"))
def take_off_tag(tag_id: FromPath[str], access: Injected[Access], owner: Injected[Owner]) -> None:
    """Also when it does not have it."""
    tags.take_off(owner, access.game.game_id, tag_id)
