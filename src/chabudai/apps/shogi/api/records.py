"""Records for programs: in each format, replaced, and changed at a place; what was there before comes back."""

from typing import Annotated, Literal

from litestar import MediaType, Response
from litestar.params import QueryParameter
from msgspec import Meta

from chabudai.apps.shogi import games, transfer
from chabudai.apps.shogi.api.game_bodies import GameBody
from chabudai.apps.shogi.api.games import own_body
from chabudai.apps.shogi.api.new_game_bodies import LARGEST_RECORD_BODY, NewRecord, record_text
from chabudai.apps.shogi.api.parameters import At, Seen, SeenQuery, Usi, parse_address, seen_or_now
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.games import GameOutcome
from chabudai.apps.shogi.permissions import Access, Viewer
from chabudai.apps.shogi.record_texts import MOST_MOVES
from chabudai.apps.shogi.records import Ending, EndingKind, Format
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.files import download
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, post, put

RecordFormat = Annotated[Format, QueryParameter(name="format")]
RecordEncoding = Literal["UTF-8", "Shift_JIS"]
_GAME = "/games/{game_id:str}"
_RECORD = f"{_GAME}/record"


class NewBranch(Body):
    """Moves after a place; those that are there already are followed, not doubled."""

    at: At
    moves: Annotated[list[Usi], Meta(min_length=1, max_length=MOST_MOVES)]
    seen: Seen = None


class NewMoveComment(Body):
    """Empty takes the words away."""

    text: Annotated[str, Meta(max_length=20_000)]
    seen: Seen = None


class NewMainLine(Body):
    """The line through `at` becomes the main line."""

    at: At
    seen: Seen = None


class NewEnding(Body):
    """How the main line ends; null when it does not yet. The result follows where it was what the record said."""

    ending: EndingKind | None
    seen: Seen = None


class FormerRecordWanted(Body):
    seen: Seen = None


@get(_RECORD, media_type=MediaType.TEXT, **needs("read"))
def find_record(
    access: Injected[Access], wanted: RecordFormat = Format.KIF, encoding: FromQuery[RecordEncoding] = "UTF-8"
) -> Response[bytes]:
    """The record as a file: KIF as it is kept, the others as far as they go. 422 for what Shift_JIS can't spell."""
    return record_file(access, wanted, encoding)


@put(_RECORD, request_max_body_size=LARGEST_RECORD_BODY, **needs("write"))
def replace_record(
    data: JSONBody[NewRecord], access: Injected[Access], owner: Injected[Owner], viewer: Injected[Viewer]
) -> GameBody:
    """Another record in its place."""
    game = access.game
    return _told(viewer, games.replace_record(owner, game.game_id, record_text(data), seen_or_now(game, data.seen)))


@post(f"{_RECORD}/restore", status_code=200, **needs("write"))
def restore_record(
    data: JSONBody[FormerRecordWanted], access: Injected[Access], owner: Injected[Owner], viewer: Injected[Viewer]
) -> GameBody:
    """Take back the last change of the record, within a day; 409 when there is none, or another followed."""
    game = access.game
    return _told(viewer, games.restore_record(owner, game.game_id, seen_or_now(game, data.seen)))


@post(f"{_GAME}/branches", status_code=200, **needs("write"))
def add_branch(
    data: JSONBody[NewBranch], access: Injected[Access], owner: Injected[Owner], viewer: Injected[Viewer]
) -> GameBody:
    """Moves kept as a variation, or as more of the line."""
    seen = seen_or_now(access.game, data.seen)
    return _told(viewer, games.keep_branch(owner, access.game.game_id, parse_address(data.at), data.moves, seen))


@delete(f"{_GAME}/branches/{{at:str}}", status_code=200, **needs("write"))
def delete_branch(
    at: FromPath[str],
    access: Injected[Access],
    owner: Injected[Owner],
    viewer: Injected[Viewer],
    seen: SeenQuery = None,
) -> GameBody:
    """The move at a place and all that follows it."""
    moment = seen_or_now(access.game, seen)
    return _told(viewer, games.delete_from(owner, access.game.game_id, parse_address(at), moment))


@put(f"{_GAME}/comments/{{at:str}}", **needs("write"))
def comment_move(
    at: FromPath[str],
    data: JSONBody[NewMoveComment],
    access: Injected[Access],
    owner: Injected[Owner],
    viewer: Injected[Viewer],
) -> GameBody:
    """What is said of the move at a place, in the place of what was said before."""
    moment = seen_or_now(access.game, data.seen)
    return _told(viewer, games.comment(owner, access.game.game_id, parse_address(at), data.text, moment))


@delete(f"{_GAME}/comments/{{at:str}}", status_code=200, **needs("write"))
def delete_comment(
    at: FromPath[str],
    access: Injected[Access],
    owner: Injected[Owner],
    viewer: Injected[Viewer],
    seen: SeenQuery = None,
) -> GameBody:
    """Nothing is said of that move any more."""
    moment = seen_or_now(access.game, seen)
    return _told(viewer, games.comment(owner, access.game.game_id, parse_address(at), "", moment))


@put(f"{_GAME}/main-line", **needs("write"))
def set_main_line(
    data: JSONBody[NewMainLine], access: Injected[Access], owner: Injected[Owner], viewer: Injected[Viewer]
) -> GameBody:
    """A variation becomes the main line; what that was stays as a variation."""
    seen = seen_or_now(access.game, data.seen)
    return _told(viewer, games.promote(owner, access.game.game_id, parse_address(data.at), seen))


@put(f"{_GAME}/ending", **needs("write"))
def set_ending(
    data: JSONBody[NewEnding], access: Injected[Access], owner: Injected[Owner], viewer: Injected[Viewer]
) -> GameBody:
    """How the main line ends."""
    ending = None if data.ending is None else Ending(data.ending)
    return _told(viewer, games.end(owner, access.game.game_id, ending, seen_or_now(access.game, data.seen)))


def record_file(access: Access, wanted: Format, encoding: RecordEncoding) -> Response[bytes]:
    """Named by the slug for the owner alone: it tells the folder."""
    name = transfer.file_name(access.game, wanted.value) if access.is_own else f"game.{wanted.value}"
    content = transfer.write_file(access.game, wanted, encoding)
    return download(content, name, f"text/plain; charset={encoding.lower()}")


def _told(viewer: Viewer, outcome: GameOutcome) -> GameBody:
    return own_body(viewer, outcome.game)
