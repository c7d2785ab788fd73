"""Workers with a real engine, quick ones, and games for them to look at."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests import engines
from tests.adapters.usi.fake_engines import PATIENT, fake
from tests.apps.shogi.club import NOON, Club

from chabudai.adapters.usi import EngineCommand
from chabudai.apps.shogi import analyses, analysis_requests
from chabudai.apps.shogi.analysis_entities import Analysis
from chabudai.apps.shogi.analysis_runs import AnalysisTiming, AnalysisTools
from chabudai.apps.shogi.entities import Game, GameHead
from chabudai.apps.shogi.records import EVEN, HANDICAPS, Format, Record, write
from chabudai.table import Put

START = HANDICAPS[EVEN]
QUICK = AnalysisTiming(second=0.01, idle=0.01, report=0.0, engine=PATIENT)
COUNTED = replace(QUICK, second=5.0)
"""For the real engine: five thousand positions a second, however long that takes."""
FOREVER = replace(QUICK, second=300.0)
"""A search that ends only when something happens."""
BLUNDER = ("7g7f", "3c3d", "8h3c+", "2b3c", "2g2f", "8c8d")


def tools(club: Club, timing: AnalysisTiming = COUNTED, command: EngineCommand | None = None) -> AnalysisTools:
    counts = timing.second == COUNTED.second
    found = command or (engines.require_counting() if counts else engines.require())
    return AnalysisTools(club.store, club.clock, lambda: found, timing)


def fake_tools(club: Club, name: str, folder: Path, timing: AnalysisTiming) -> AnalysisTools:
    return tools(club, timing, fake(name, folder))


def ask_position(club: Club, *moves: str, username: str = "akira", seconds: int = 3, candidates: int = 3) -> Analysis:
    request = analysis_requests.position_request(START, moves, seconds=seconds, candidates=candidates)
    return analyses.ask_for_position(club.owner(username), analysis_requests.write(request))


def keep_game(club: Club, moves: tuple[str, ...] = BLUNDER, game_id: str = "g1") -> Game:
    """As much of a game as an analysis reads."""
    record = Record.from_moves(moves)
    club.store.put(GameHead(owner="akira", game_id=game_id, digest="d", created=NOON, line=f"line {len(moves)}"))
    times: dict[str, Any] = {"created": NOON, "latest_access": NOON, "latest_update": NOON}
    text = write(record, Format.KIF)
    return club.store.write(Put(Game(owner="akira", game_id=game_id, slug=game_id, record=text, **times)))


def ask_game(club: Club, game_id: str = "g1", seconds: int = 3) -> Analysis:
    return analyses.ask_for_game(
        club.owner(), game_id, analysis_requests.write(analysis_requests.game_request(seconds))
    )


def find(club: Club, asked: Analysis) -> Analysis:
    return analyses.find_any(club.store, asked.analysis_id)


def until(is_so: Callable[[], bool]) -> None:
    """As long as it takes; the test's own timeout ends what never comes."""
    while not is_so():
        time.sleep(0.01)
