"""A real engine: candidates, scores from sente's side, mates, and searches one after another."""

import os
import signal
from contextlib import closing

import pytest

from chabudai.adapters.usi import (
    EngineCommand,
    EngineDied,
    EnginePosition,
    EngineTimeouts,
    SearchLimits,
    SearchState,
    UsiEngine,
)

pytestmark = pytest.mark.usefixtures("nothing_left")
MATE_IN_3 = "7nl/5k3/4+P1p1p/9/9/9/9/9/4K4 b 2G2R2B2g4s3n3l15p 1"
MATED = "4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1"
SHORT = SearchLimits(5)  # thousands of positions, as the tests' engine counts its time


def last(engine: UsiEngine, position: EnginePosition, limits: SearchLimits = SHORT) -> SearchState:
    with closing(engine.search(position, limits)) as states:
        return list(states)[-1]


def test_several_candidates_come_best_first_each_with_its_line(engine_command: EngineCommand) -> None:
    with UsiEngine(engine_command) as engine:
        assert "Fairy-Stockfish" in engine.name
        found = last(engine, EnginePosition(moves=("7g7f", "3c3d")), SearchLimits(30, 4))
    assert found.is_final
    assert len(found.lines) == 4
    assert found.best_move in {line.moves[0] for line in found.lines}
    assert len({line.moves[0] for line in found.lines}) == 4
    assert found.depth >= 3


def test_scores_are_sentes_whoever_is_to_move(engine_command: EngineCommand) -> None:
    with UsiEngine(engine_command) as engine:
        for turn in "bw":
            no_large_pieces_for_gote = f"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {turn} - 1"
            assert last(engine, EnginePosition(no_large_pieces_for_gote)).lines[0].score.value > 500


@pytest.mark.parametrize("winner", ["sente", "gote"])
def test_a_mate_tells_its_length_and_who_wins(engine_command: EngineCommand, winner: str) -> None:
    turned = "4k4/9/9/9/9/9/P1P1+p4/3K5/LN7 w 2g2r2b2G4S3N3L15P 1"
    with UsiEngine(engine_command) as engine:
        found = last(engine, EnginePosition(MATE_IN_3 if winner == "sente" else turned), SearchLimits(100, 2))
    assert found.lines[0].score.mate_in == 3
    assert found.lines[0].score.winner == winner
    assert len(found.lines[0].moves) == 3


def test_who_is_mated_already_has_no_move(engine_command: EngineCommand) -> None:
    with UsiEngine(engine_command) as engine:
        found = last(engine, EnginePosition(MATED))
    assert found.best_move == ""
    assert found.lines[0].score.mate_in == 0
    assert found.lines[0].score.winner == "sente"
    assert found.lines[0].moves == ()


def test_the_number_of_candidates_may_change_from_search_to_search(engine_command: EngineCommand) -> None:
    with UsiEngine(engine_command) as engine:
        counts = [len(last(engine, EnginePosition(), SearchLimits(30, lines)).lines) for lines in (10, 1, 3)]
    assert counts == [10, 1, 3]


def test_a_search_that_is_left_stops_and_the_engine_is_good_for_the_next(engine_command: EngineCommand) -> None:
    with UsiEngine(engine_command, EngineTimeouts(stop=60.0)) as engine:
        with closing(engine.search(EnginePosition(), SearchLimits(3000, 2, tick=0.01))) as states:
            assert not next(states).is_final
        assert not engine.is_closed
        # Mate in the next search, nothing of the start position left over.
        assert last(engine, EnginePosition(MATE_IN_3), SearchLimits(100)).lines[0].score.mate_in == 3


def test_an_engine_that_is_killed_from_outside_is_told(engine_command: EngineCommand) -> None:
    with UsiEngine(engine_command) as engine:
        states = engine.search(EnginePosition(), SearchLimits(3000, tick=0.01))
        next(states)
        os.kill(engine.pid, signal.SIGKILL)
        with pytest.raises(EngineDied):
            list(states)
        assert engine.is_closed
        with pytest.raises(EngineDied):
            next(engine.search(EnginePosition(), SHORT))


def test_options_that_are_asked_for_reach_the_engine(engine_command: EngineCommand) -> None:
    asked = EngineCommand(engine_command.words, {"Threads": "1", "Skill Level": "-20"})
    with UsiEngine(asked) as weak, UsiEngine(engine_command) as strong:
        choices = {last(weak, EnginePosition(), SearchLimits(2)).best_move for _ in range(12)}
        assert len(choices) > 1  # the weakest plays any of several moves
        assert last(strong, EnginePosition()).is_final
