"""Engines that are silent, crash, flood or lie: each is told apart, and killed with all that it has started."""

import os
import stat
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.adapters.usi.fake_engines import PATIENT, QUICK, fake

from chabudai.adapters.usi import (
    EngineCommand,
    EngineDied,
    EngineError,
    EngineNotStarted,
    EnginePosition,
    EngineSilent,
    EngineTimeouts,
    EngineUnreadable,
    SearchLimits,
    SearchState,
    UsiEngine,
)

pytestmark = pytest.mark.usefixtures("nothing_left")
LIMITS = SearchLimits(0.05, 2, tick=0.02)
AT_ONCE = EngineTimeouts(start=0.3, ready=0.3, search=0.1, stop=0.3, quit=0.1)


def think(command: EngineCommand, timeouts: EngineTimeouts = PATIENT) -> SearchState:
    with UsiEngine(command, timeouts) as engine, closing(engine.search(EnginePosition(), LIMITS)) as states:
        return list(states)[-1]


@pytest.mark.parametrize("name", ["silent_while_it_thinks", "floods", "floods_without_end_of_line"])
def test_one_that_neither_answers_nor_stops_is_silent_however_much_it_says(tmp_path: Path, name: str) -> None:
    with pytest.raises(EngineSilent, match="did not stop thinking"):
        think(fake(name, tmp_path), QUICK)


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("ends_at_once", EngineDied, "no such file: nn.bin"),
        ("crashes_while_it_thinks", EngineDied, "ended"),
        ("closes_its_output", EngineDied, "ended"),
        ("answers_no_move", EngineUnreadable, "banana"),
        ("answers_without_score", EngineUnreadable, "no evaluation"),
    ],
)
def test_what_goes_wrong_is_told_apart(tmp_path: Path, name: str, error: type[EngineError], words: str) -> None:
    with pytest.raises(error, match=words):
        think(fake(name, tmp_path))


@pytest.mark.parametrize("name", ["silent_from_the_start", "rubbish_from_the_start"])
def test_one_that_never_greets_is_silent(tmp_path: Path, name: str) -> None:
    with pytest.raises(EngineSilent, match="did not answer usi within"):
        UsiEngine(fake(name, tmp_path), AT_ONCE)


def test_a_program_that_is_not_there_or_may_not_be_run_is_not_started(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("no program")
    for program in (str(tmp_path / "nothing"), str(plain), str(tmp_path)):
        with pytest.raises(EngineNotStarted, match="can't be started"):
            UsiEngine(EngineCommand((program,)))
    plain.chmod(plain.stat().st_mode | stat.S_IXUSR)
    with pytest.raises((EngineNotStarted, EngineDied)):
        UsiEngine(EngineCommand((str(plain),)))


def test_one_that_reads_nothing_is_given_up(tmp_path: Path) -> None:
    engine = UsiEngine(fake("waits_for_stop", tmp_path), replace(PATIENT, search=0.05))
    long = EnginePosition(moves=("7g7f", "3c3d") * 40_000)  # more than any pipe holds
    with engine, closing(engine.search(long, LIMITS)) as states:
        list(states)  # it reads, so all is well
    deaf = fake("reads_nothing", tmp_path)
    with pytest.raises(EngineSilent):
        UsiEngine(EngineCommand(deaf.words, {"x": "y" * 200_000}), AT_ONCE)


def test_what_an_engine_has_started_ends_with_it(tmp_path: Path) -> None:
    noted = tmp_path / "child"
    with pytest.raises(EngineSilent):
        think(fake("has_a_child", tmp_path, str(noted)), QUICK)
    child = int(noted.read_text())
    while _state(child) not in ("", "Z", "X"):  # whoever takes in orphans here may not bury it at all
        time.sleep(0.01)


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def test_words_that_come_in_pieces_are_put_together(tmp_path: Path) -> None:
    found = think(fake("speaks_in_pieces", tmp_path))
    assert (found.best_move, found.depth, found.lines[0].score.value) == ("7g7f", 7, 44)
    assert found.lines[0].moves == ("7g7f", "3c3d")


def test_a_huge_line_and_rubbish_within_a_line_are_passed_over(tmp_path: Path) -> None:
    found = think(fake("says_a_huge_line", tmp_path))
    assert (found.depth, found.lines[0].score.value, found.lines[0].moves) == (2, 7, ("7g7f",))


def test_one_that_thinks_too_long_is_told_to_stop_and_used_again(tmp_path: Path) -> None:
    timeouts = replace(PATIENT, search=0.05)
    with UsiEngine(fake("waits_for_stop", tmp_path), timeouts) as engine:
        for _ in range(2):
            with closing(engine.search(EnginePosition(), LIMITS)) as states:
                assert list(states)[-1].best_move == "2g2f"


def test_an_engine_of_usi_alone_is_asked_by_byoyomi(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    found = think(fake("tells_what_it_heard", tmp_path, str(heard)))
    assert heard.read_text() == "go btime 0 wtime 0 byoyomi 50"
    assert found.lines[0].score.is_mate
    assert found.lines[0].score.mate_in is None


def test_one_that_does_not_quit_is_killed(tmp_path: Path) -> None:
    engine = UsiEngine(fake("refuses_to_quit", tmp_path), QUICK)
    engine.close()
    engine.close()
    assert engine.is_closed
    with pytest.raises(ProcessLookupError):
        os.kill(engine.pid, 0)
