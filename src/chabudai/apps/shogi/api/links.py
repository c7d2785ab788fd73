"""A game by its link for programs, signed in or not: read, analysed, copied; never its folder, tags or owner."""

from litestar import MediaType, Response

from chabudai.accounts.design import Person
from chabudai.adapters.usi import EngineFinder
from chabudai.apps.shogi.api.analyses import ask_about
from chabudai.apps.shogi.api.analysis_bodies import AnalysisBody, NewAnalysis, ScoresBody, find_scores_body
from chabudai.apps.shogi.api.game_bodies import GameBody, game_body
from chabudai.apps.shogi.api.games import copy_body
from chabudai.apps.shogi.api.new_game_bodies import NewCopy
from chabudai.apps.shogi.api.parameters import find_place, read_record
from chabudai.apps.shogi.api.position_bodies import PlaceBody, place_body
from chabudai.apps.shogi.api.records import RecordEncoding, RecordFormat, record_file
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.permissions import Access, Viewer
from chabudai.apps.shogi.records import Format
from chabudai.common.owner import Owner
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, get, post

_LINK = "/links/{share_code:str}"


@get(_LINK, **needs("read"))
def find_linked_game(linked: Injected[Access], viewer: Injected[Viewer]) -> GameBody:
    """The game. A link that was revoked or replaced is 404, as one that never was. Access pattern 2."""
    return game_body(viewer, linked)


@get(f"{_LINK}/record", media_type=MediaType.TEXT, **needs("read"))
def find_linked_record(
    linked: Injected[Access], wanted: RecordFormat = Format.KIF, encoding: FromQuery[RecordEncoding] = "UTF-8"
) -> Response[bytes]:
    """Its record as a file."""
    return record_file(linked, wanted, encoding)


@get(f"{_LINK}/places/{{at:str}}", **needs("read"))
def find_linked_position(at: FromPath[str], linked: Injected[Access]) -> PlaceBody:
    """The position at a place of its record."""
    record = read_record(linked.game)
    return place_body(record, find_place(record, at))


@get(f"{_LINK}/scores", **needs("read"))
def find_linked_scores(linked: Injected[Access], viewer: Injected[Viewer]) -> ScoresBody:
    """What the analysis of the whole game came to; empty when there is none."""
    return find_scores_body(viewer.store, linked.game)


@post(f"{_LINK}/analyses", **needs("analyse"))
def analyse_linked_position(
    data: JSONBody[NewAnalysis], linked: Injected[Access], owner: Injected[Owner], engine: Injected[EngineFinder]
) -> AnalysisBody:
    """Ask the engine about a position of it, within one's own quota."""
    return ask_about(data, linked.game, owner, engine)


@post(f"{_LINK}/copies", **needs("read"))
def copy_linked_game(
    data: JSONBody[NewCopy],
    linked: Injected[Access],
    owner: Injected[Owner],
    viewer: Injected[Viewer],
    person: Injected[Person],
) -> GameBody:
    """Once more among one's own games."""
    return copy_body(data, linked, owner, viewer, person.name)
