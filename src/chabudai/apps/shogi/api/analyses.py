"""Analyses for programs: asked for within the quota of an hour, looked at while they grow, and stopped."""

from chabudai.adapters.usi import EngineFinder
from chabudai.apps.shogi import analyses, analysis_requests
from chabudai.apps.shogi.analysis_entities import Analysis
from chabudai.apps.shogi.api.analysis_bodies import (
    AnalysisBody,
    AnalysisList,
    NewAnalysis,
    NewPositionAnalysis,
    NewReview,
    ScoresBody,
    analysis_body,
    find_scores_body,
)
from chabudai.apps.shogi.api.parameters import find_place, read_record
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.errors import NoEngine
from chabudai.apps.shogi.permissions import Access, Viewer
from chabudai.common.owner import Owner
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, post

_GAME = "/games/{game_id:str}"
_ANALYSIS = "/analyses/{analysis_id:str}"


@get("/analyses", **needs("own"))
def list_analyses(owner: Injected[Owner], cursor: FromQuery[str | None] = None) -> AnalysisList:
    """One's own, the latest first. Access pattern 4."""
    page = analyses.find_page(owner, cursor)
    return AnalysisList(analyses=[analysis_body(each) for each in page], cursor=page.cursor)


@post("/analyses", **needs("own"))
def analyse_any_position(
    data: JSONBody[NewPositionAnalysis], owner: Injected[Owner], engine: Injected[EngineFinder]
) -> AnalysisBody:
    """Ask the engine about any position. 429 when the quota of this hour is used up, 409 where there is no engine."""
    _require_engine(engine)
    request = analysis_requests.position_request(
        data.sfen, data.moves, seconds=data.seconds, candidates=data.candidates
    )
    return _tell(owner, analyses.ask_for_position(owner, analysis_requests.write(request)))


@get(_ANALYSIS, **needs("own"))
def find_analysis(analysis_id: FromPath[str], owner: Injected[Owner]) -> AnalysisBody:
    """How far it is, and what was found. Access pattern 20."""
    return _tell(owner, analyses.find(owner, analysis_id))


@delete(_ANALYSIS, **needs("own"))
def stop_analysis(analysis_id: FromPath[str], owner: Injected[Owner]) -> None:
    """One that waits goes at once; one that is under way ends with what it has."""
    analyses.cancel(owner, analysis_id)


@post(f"{_GAME}/analyses", **needs("analyse"))
def analyse_position(
    data: JSONBody[NewAnalysis], access: Injected[Access], owner: Injected[Owner], engine: Injected[EngineFinder]
) -> AnalysisBody:
    """Ask the engine about a position of a game, by whoever may read it and is signed in."""
    return ask_about(data, access.game, owner, engine)


@post(f"{_GAME}/reviews", **needs("write"))
def review_game(
    data: JSONBody[NewReview], access: Injected[Access], owner: Injected[Owner], engine: Injected[EngineFinder]
) -> AnalysisBody:
    """Every position of the main line until move 500, by its owner. One that waits for the same game already is the
    answer. A game takes 10 of the quota for each 150 moves."""
    _require_engine(engine)
    request = analysis_requests.write(analysis_requests.game_request(data.seconds))
    return _tell(owner, analyses.ask_for_game(owner, access.game.game_id, request))


@get(f"{_GAME}/scores", **needs("read"))
def find_scores(access: Injected[Access], viewer: Injected[Viewer]) -> ScoresBody:
    """What the analysis of the whole game came to; empty when there is none. Access pattern 24."""
    return find_scores_body(viewer.store, access.game)


def ask_about(data: NewAnalysis, game: Game, owner: Owner, engine: EngineFinder) -> AnalysisBody:
    _require_engine(engine)
    record = read_record(game)
    request = analysis_requests.request_at(
        record, find_place(record, data.at).index, data.moves, seconds=data.seconds, candidates=data.candidates
    )
    return _tell(owner, analyses.ask_for_position(owner, analysis_requests.write(request), game.game_id))


def _tell(owner: Owner, analysis: Analysis) -> AnalysisBody:
    before = analyses.count_before(owner, analysis) if analysis.status == "waiting" else None
    return analysis_body(analysis, before)


def _require_engine(engine: EngineFinder) -> None:
    if engine() is None:
        raise NoEngine
