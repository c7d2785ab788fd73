"""What engines say, scores as numbers, positions as commands, and the engine that the settings name."""

import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.adapters.usi import EnginePosition, InvalidEngineSetting, Line, Score, SearchLimits, finder
from chabudai.adapters.usi.lines import LineBuffer
from chabudai.adapters.usi.messages import parse_best_move, parse_info, parse_option
from chabudai.adapters.usi.search import FoundLines


def test_a_score_is_turned_to_sentes_side() -> None:
    text = "info depth 12 seldepth 16 multipv 2 score cp -130 nodes 136983 nps 341603 time 401 pv 3a2b B*4e 8h2b+"
    line = parse_info(text, "gote")
    assert line is not None
    assert (line.rank, line.depth, line.score.value, line.moves) == (2, 12, 130, ("3a2b", "B*4e", "8h2b+"))
    assert parse_info(text, "sente") != line


@pytest.mark.parametrize(
    ("said", "turn", "winner", "moves"),
    [
        ("mate 11", "sente", "sente", 11),
        ("mate 11", "gote", "gote", 11),
        ("mate -4", "sente", "gote", 4),
        ("mate -4", "gote", "sente", 4),
        ("mate 0", "gote", "sente", 0),
        ("mate +", "gote", "gote", None),
        ("mate -", "gote", "sente", None),
        ("mate 999999999", "sente", "sente", 9999),
    ],
)
def test_a_mate_is_told_by_who_wins(said: str, turn: str, winner: str, moves: int | None) -> None:
    line = parse_info(f"info depth 1 score {said} pv 7g7f", "sente" if turn == "sente" else "gote")
    assert line is not None
    assert line.score.is_mate
    assert (line.score.winner, line.score.mate_in) == (winner, moves)


def test_a_mate_is_beyond_all_points_and_a_shorter_one_beyond_a_longer() -> None:
    short, long, unknown = (Score.of_mate("sente", moves) for moves in (3, 11, None))
    assert short > long > unknown > Score.of_points(999_999) > Score.of_points(-999_999) > Score.of_mate("gote", None)
    assert not Score.of_points(999_999).is_mate
    assert short.seen_by("gote") == -short.value


@pytest.mark.parametrize(
    "text",
    [
        "info",
        "info depth 3",
        "info string score cp 3 pv 7g7f",
        "info depth 3 score cp 20 lowerbound pv 7g7f",
        "info depth 3 score cp x pv 7g7f",
        "info depth 3 score",
        "info depth 3 score cp 99999999999 pv 7g7f",
        "bestmove 7g7f",
        "score cp 3",
    ],
)
def test_what_is_no_sound_evaluation_is_none(text: str) -> None:
    assert parse_info(text, "sente") is None


@given(st.text(max_size=80), st.sampled_from(["", "info ", "info score cp ", "info depth 1 score mate ", "bestmove "]))
def test_no_text_breaks_the_reading(text: str, beginning: str) -> None:
    parse_info(beginning + text, "sente")
    parse_best_move(beginning + text)
    parse_option(beginning + text)


def test_answers_are_moves_or_none_to_play() -> None:
    assert parse_best_move("bestmove 8h2b+ ponder 3a2b") == "8h2b+"
    assert parse_best_move("bestmove resign") == parse_best_move("bestmove win") == ""
    assert parse_best_move("bestmove e2e4q") is None
    assert parse_best_move("bestmove") is None


def test_options_may_have_blanks_in_their_names() -> None:
    assert parse_option("option name Analysis Contempt type combo default Both var Both") == "Analysis Contempt"
    assert parse_option("option name Clear Hash type button") == "Clear Hash"
    assert parse_option("option type spin") is None


@given(st.binary(max_size=200), st.lists(st.integers(0, 200)))
def test_lines_are_the_same_however_the_bytes_are_cut(text: bytes, cuts: list[int]) -> None:
    buffer = LineBuffer()
    places = sorted({0, len(text), *(min(cut, len(text)) for cut in cuts)})
    pieces = [text[start:end] for start, end in pairwise(places)]
    cut = [line for piece in pieces for line in buffer.feed(piece)]
    assert cut == list(LineBuffer().feed(text))


def test_a_position_says_whose_turn_it_is_and_lets_no_second_line_in() -> None:
    assert EnginePosition().turn == EnginePosition(moves=("7g7f", "3c3d")).turn == "sente"
    assert EnginePosition(moves=("7g7f",)).command == "position startpos moves 7g7f"
    gote_first = EnginePosition("4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1")
    assert gote_first.turn == "gote"
    assert gote_first.command.startswith("position sfen 4k4/9")
    for wrong in ({"sfen": "x"}, {"sfen": f"{EnginePosition().sfen}\nquit"}, {"moves": ("7g7f\nquit",)}):
        with pytest.raises(ValueError, match="is wanted"):
            EnginePosition(**wrong)
    for seconds, lines in ((0, 1), (1, 0), (1, 11), (9999, 1)):
        with pytest.raises(ValueError, match="Invalid search"):
            SearchLimits(seconds, lines)


def test_the_settings_name_an_engine_or_one_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = finder(f"{sys.executable} '/a b/engine.py' --usi", "Threads=2, Analysis Contempt=Off")()
    assert named is not None
    assert named.words == (sys.executable, "/a b/engine.py", "--usi")
    assert dict(named.options) == {"Threads": "2", "Analysis Contempt": "Off"}
    assert finder("off")() is None
    missing = finder("no-such-engine")()
    assert missing is not None
    assert missing.words == ("no-such-engine",)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("chabudai.adapters.usi.commands._GAMES", str(tmp_path / "games"))
    find = finder()
    assert find() is None
    program = tmp_path / "fairy-stockfish"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    found = find()  # installed a moment ago
    assert found is not None
    assert found.words == (str(program),)
    assert found.folder == tmp_path


@pytest.mark.parametrize(
    ("command", "options"), [("'", ""), ("a\x07b", ""), ("", "Threads"), ("", "=3"), ("", "a=b\nc=d")]
)
def test_settings_that_make_no_sense_are_told(command: str, options: str) -> None:
    with pytest.raises(InvalidEngineSetting):
        finder(command, options)


def candidates(most: int, *said: tuple[int, str, int]) -> list[tuple[str, int]]:
    """What is told once lines of this rank, move and depth have come."""
    found = FoundLines(most)
    for rank, move, depth in said:
        found.add(Line(rank, Score(0), (move, "3c3d"), depth))
    return [(line.moves[0], line.depth) for line in found.best_first()]


FIFTH = ((1, "7g7f", 5), (2, "2g2f", 5), (3, "6i7h", 5))
SIXTH = ((1, "2g2f", 6), (2, "9g9f", 6), (3, "7g7f", 6))


@pytest.mark.parametrize("more", [SIXTH[:1], SIXTH[:2], ((1, "2g2f", 6), (2, "7g7f", 5), (3, "6i7h", 5))])
def test_candidates_are_those_of_the_last_depth_that_is_whole(more: tuple[tuple[int, str, int], ...]) -> None:
    assert candidates(3, *FIFTH, *more) == [("7g7f", 5), ("2g2f", 5), ("6i7h", 5)]
    whole = [("2g2f", 6), ("9g9f", 6), ("7g7f", 6)]
    assert candidates(3, *FIFTH, *more, *SIXTH) == whole
    assert candidates(3, *FIFTH, *SIXTH, (4, "1g1f", 6), (0, "1g1f", 6)) == whole


def test_before_a_depth_is_whole_there_are_the_candidates_so_far() -> None:
    assert candidates(3, *FIFTH[:2]) == [("7g7f", 5), ("2g2f", 5)]
    assert candidates(3, (1, "7g7f", 5), (2, "2g2f", 4), (1, "2g2f", 6)) == [("2g2f", 6), ("7g7f", 5)]


def test_fewer_moves_than_candidates_are_whole_too() -> None:
    assert candidates(5, *FIFTH, *SIXTH) == [("2g2f", 6), ("9g9f", 6), ("7g7f", 6)]
    assert candidates(5, *FIFTH, *SIXTH[:2]) == [("7g7f", 5), ("2g2f", 5), ("6i7h", 5)]
