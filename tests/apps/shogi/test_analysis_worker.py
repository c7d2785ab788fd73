"""Workers with a real engine: answers, progress, mishaps, leases, cancelling, stopping. Slow: it has to think."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.adapters.usi.fake_engines import QUICK as SHORT_TIMEOUTS
from tests.apps.meddled_store import meddled
from tests.apps.shogi.analysing import (
    BLUNDER,
    COUNTED,
    FOREVER,
    QUICK,
    ask_game,
    ask_position,
    fake_tools,
    find,
    keep_game,
    tools,
    until,
)
from tests.apps.shogi.club import NOON, Club

from chabudai.adapters.usi import EngineCommand, EngineTurns
from chabudai.apps.shogi import analyses, analysis_answers
from chabudai.apps.shogi.analysis_entities import Analysis, QueueEntry
from chabudai.apps.shogi.analysis_runs import AnalysisTools
from chabudai.apps.shogi.analysis_worker import AnalysisWorker, Lane
from chabudai.apps.shogi.entities import Game, GameHead
from chabudai.apps.shogi.evaluation import Mark
from chabudai.store import record_calls


@contextmanager
def lane_of(tools: AnalysisTools, kind: str = "position") -> Iterator[Lane]:
    lane = Lane(tools, "position" if kind == "position" else "game", lambda: False)
    yield lane
    lane.close_engine()


def reason(club: Club, asked: Analysis) -> str:
    found = find(club, asked)
    assert found.status == "error"
    return analysis_answers.read_failure(found.response).reason


def test_a_position_is_answered_with_its_candidates(club: Club) -> None:
    asked = ask_position(club, "7g7f", "3c3d", seconds=10, candidates=4)
    with lane_of(tools(club)) as lane:
        assert lane.work_once()
        assert not lane.work_once()
    found = find(club, asked)
    answer = analysis_answers.read_position(found.response)
    assert (found.status, found.worker, found.due) == ("succeeded", None, None)
    assert answer is not None
    assert len(answer.candidates) == 4
    assert club.rows(QueueEntry) == []


def test_what_has_no_turn_yet_waits_and_is_no_worker_s(club: Club, tmp_path: Path) -> None:
    """Workers of many households share the turns of a process."""
    asked = ask_position(club, "7g7f")
    shared = replace(fake_tools(club, "answers_at_once", tmp_path, QUICK), turns=EngineTurns(1))
    with lane_of(shared) as lane:
        with shared.turns.take("position"):
            assert not lane.work_once()
        assert (find(club, asked).status, find(club, asked).worker) == ("waiting", None)
        assert lane.work_once()
    assert find(club, asked).status != "waiting"  # answered, whatever this engine says of it


def test_a_whole_game_is_answered_and_its_scores_stay_with_it(club: Club) -> None:
    keep_game(club)
    asked = ask_game(club, seconds=10)
    with lane_of(tools(club), "game") as lane:
        assert lane.work_once()
    review = analysis_answers.read_review(find(club, asked).response)
    kept = analyses.find_scores("akira", club.store, "g1")
    assert review is not None
    assert kept is not None
    assert review.scores == kept.scores
    assert analysis_answers.read_details(kept.scores, kept.response) == review
    assert len(review.scores) == len(BLUNDER) + 1
    assert review.marks[3] == Mark.MISTAKE
    club.clock.advance(days=400)
    assert analyses.find_scores("akira", club.store, "g1") == kept


def test_of_a_very_long_game_the_first_moves_are_analysed(club: Club, tmp_path: Path) -> None:
    keep_game(club, ("4i4h", "6a6b", "4h4i", "6b6a") * 130)
    asked = ask_game(club)
    with lane_of(fake_tools(club, "answers_at_once", tmp_path, QUICK), "game") as lane:
        assert lane.work_once()
    done = find(club, asked)
    kept = analyses.find_scores("akira", club.store, "g1")
    assert (done.status, kept and len(kept.scores)) == ("succeeded", analyses.MOST_MOVES + 1)


def test_progress_is_seen_while_it_runs_and_written_seldom(club: Club) -> None:
    keep_game(club)
    asked = ask_game(club)
    with AnalysisWorker(tools(club)):
        until(lambda: find(club, asked).done >= 2 or find(club, asked).status != "waiting")
        seen = find(club, asked)
        until(lambda: find(club, asked).status == "succeeded")
    assert seen.total == len(BLUNDER) + 1
    review = analysis_answers.read_review(seen.response)
    assert review is not None
    assert len(review.scores) >= seen.done
    ask_game(club)
    with lane_of(tools(club, replace(COUNTED, report=3600.0)), "game") as lane, record_calls() as calls:
        lane.work_once()
    assert [call.operation for call in calls] == [
        "Query",  # what waits, and how many run
        "GetItem",
        "TransactWriteItems",
        "Query",  # how many run now
        "TransactGetItems",
        "GetItem",  # what was begun before
        "TransactWriteItems",
        "GetItem",
        "TransactWriteItems",
    ]


def test_an_engine_that_is_killed_ends_its_row_and_the_next_gets_a_fresh_one(club: Club) -> None:
    broken = ask_position(club, "7g7f")
    with lane_of(tools(club, FOREVER)) as lane:
        thread = threading.Thread(target=lane.work_once)
        thread.start()
        until(lambda: find(club, broken).response is not None)
        assert lane._engine is not None
        first = lane._engine.pid
        os.kill(first, signal.SIGKILL)
        thread.join()
        assert reason(club, broken) == "died"
        lane._tools = tools(club)
        fine = ask_position(club, "2g2f")
        assert lane.work_once()
        assert find(club, fine).status == "succeeded"
        assert lane._engine.pid != first


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ends_at_once", "died"),
        ("crashes_while_it_thinks", "died"),
        ("silent_while_it_thinks", "silent"),
        ("floods", "silent"),
        ("answers_no_move", "rubbish"),
        ("answers_without_score", "rubbish"),
    ],
)
def test_a_bad_engine_ends_the_row_with_its_reason(club: Club, tmp_path: Path, name: str, expected: str) -> None:
    keep_game(club)
    position, game = ask_position(club), ask_game(club)
    timing = replace(QUICK, engine=SHORT_TIMEOUTS) if expected == "silent" else QUICK
    for kind in ("position", "game"):
        with lane_of(fake_tools(club, name, tmp_path, timing), kind) as lane:
            assert lane.work_once()
    assert reason(club, position) == reason(club, game) == expected
    assert analyses.find_scores("akira", club.store, "g1") is None
    assert club.rows(QueueEntry) == []


def test_an_engine_that_dies_within_a_game_leaves_what_it_found(club: Club, tmp_path: Path) -> None:
    keep_game(club)
    asked = ask_game(club)
    with lane_of(fake_tools(club, "crashes_at_the_third_position", tmp_path, QUICK), "game") as lane:
        assert lane.work_once()
    assert reason(club, asked) == "died"
    kept = analyses.find_scores("akira", club.store, "g1")
    assert kept is not None
    assert kept.scores == (20, -20)
    assert club.rows(QueueEntry) == []
    again = ask_game(club)
    with lane_of(tools(club), "game") as lane:
        assert lane.work_once()
    assert find(club, again).status == "succeeded"
    whole = analyses.find_scores("akira", club.store, "g1")
    assert whole is not None
    assert len(whole.scores) == len(BLUNDER) + 1
    broken = ask_game(club)
    with lane_of(fake_tools(club, "crashes_at_the_third_position", tmp_path, QUICK), "game") as lane:
        assert lane.work_once()
    assert reason(club, broken) == "died"
    assert analyses.find_scores("akira", club.store, "g1") == whole


def test_no_more_engines_run_than_may_in_however_many_processes(club: Club) -> None:
    """Workers share nothing but the table."""
    asked = [ask_position(club, username=f"u{number}") for number in range(6)]
    busiest = 0
    bounded = replace(tools(club), engines=1)
    with AnalysisWorker(bounded), AnalysisWorker(bounded), AnalysisWorker(bounded):
        while not all(find(club, each).status == "succeeded" for each in asked):
            at_work = [each for each in club.rows(Analysis) if each.worker is not None and each.response is not None]
            busiest = max(busiest, len(at_work))
    assert busiest <= 1
    assert [find(club, each).tries for each in asked] == [1] * 6


def test_a_worker_that_finds_one_too_many_gives_it_back(club: Club) -> None:
    first, second = ask_position(club), ask_position(club, username="yuko")
    assert analyses.claim(club.store, club.clock, "a", most=1) is not None
    assert analyses.claim(club.store, club.clock, "b", most=1) is None
    club.clock.advance(minutes=2)  # the first one's worker has died: its engine counts no more
    held = analyses.claim(club.store, club.clock, "c", most=1)
    assert held is not None
    assert held.analysis_id in {first.analysis_id, second.analysis_id}


def test_two_who_take_at_the_same_moment_do_not_both_keep(club: Club) -> None:
    ask_position(club)
    ask_position(club, username="yuko")
    rival: list[Analysis | None] = []

    def take_too() -> None:
        rival.append(analyses.claim(club.store, club.clock, "rival", most=1))

    meddled_store = meddled(club.owner(), "TransactWriteItems", 1, take_too).store
    late = analyses.claim(meddled_store, club.clock, "late", most=1)
    assert rival[0] is not None
    assert late is None
    assert [find(club, each).worker for each in club.rows(Analysis)].count(None) == 1


def test_without_an_engine_the_row_says_so_and_one_installed_later_is_found(club: Club) -> None:
    gone = ask_position(club)
    with lane_of(replace(tools(club), find_engine=lambda: None)) as lane:
        assert lane.work_once()
        assert reason(club, gone) == "missing"
    wrong = ask_position(club)
    with lane_of(tools(club, QUICK, EngineCommand(("/no/such/engine",)))) as lane:
        assert lane.work_once()
        assert reason(club, wrong) == "missing"
        lane._tools = tools(club)
        fine = ask_position(club)
        assert lane.work_once()
        assert find(club, fine).status == "succeeded"


def test_an_engine_that_names_illegal_moves_is_not_believed(club: Club, tmp_path: Path) -> None:
    asked = ask_position(club, "7g7f")  # the fake answers 2g2f, and it is gote's turn
    timing = replace(QUICK, engine=replace(QUICK.engine, search=0.05))
    with lane_of(fake_tools(club, "waits_for_stop", tmp_path, timing)) as lane:
        assert lane.work_once()
    assert reason(club, asked) == "rubbish"


def test_a_worker_that_is_stopped_gives_its_row_back(club: Club) -> None:
    before = set(threading.enumerate())
    keep_game(club)
    position, game = ask_position(club), ask_game(club)
    with AnalysisWorker(tools(club, FOREVER)):
        until(lambda: find(club, position).response is not None and find(club, game).response is not None)
    for asked in (position, game):
        back = find(club, asked)
        assert (back.status, back.worker, back.due, back.tries) == ("waiting", None, asked.created, 0)
    with AnalysisWorker(tools(club)):
        until(lambda: {find(club, position).status, find(club, game).status} == {"succeeded"})
    assert set(threading.enumerate()) <= before


def test_cancelling_keeps_what_is_there(club: Club) -> None:
    keep_game(club)
    game, position = ask_game(club, seconds=3), ask_position(club)
    with AnalysisWorker(tools(club, replace(FOREVER, second=1.0))):
        until(lambda: find(club, game).done >= 1)
        analyses.cancel(club.owner(), game.analysis_id)
        until(lambda: find(club, game).status != "waiting")
        until(lambda: find(club, position).status != "waiting")
    kept = analyses.find_scores("akira", club.store, "g1")
    assert find(club, game).status == "succeeded"
    assert kept is not None
    assert 1 <= len(kept.scores) <= len(BLUNDER) + 1


def test_one_cancelled_after_its_worker_died_ends(club: Club) -> None:
    asked = ask_position(club)
    assert analyses.claim(club.store, club.clock, "dead") is not None
    analyses.cancel(club.owner(), asked.analysis_id)
    club.clock.advance(minutes=2)
    with lane_of(tools(club)) as lane:
        assert lane.work_once()
    assert reason(club, asked) == "cancelled"


def test_the_row_of_a_dead_worker_is_taken_over_when_its_lease_ends(club: Club) -> None:
    asked = ask_position(club)
    assert analyses.claim(club.store, club.clock, "dead") is not None
    with lane_of(tools(club)) as lane:
        club.clock.advance(seconds=59)
        assert not lane.work_once()
        club.clock.advance(seconds=1)
        assert lane.work_once()
    assert find(club, asked).status == "succeeded"


def test_a_worker_that_was_away_too_long_drops_what_another_has(club: Club) -> None:
    asked = ask_position(club)
    with lane_of(tools(club, FOREVER)) as slow, lane_of(tools(club)) as other:
        thread = threading.Thread(target=slow.work_once)
        thread.start()
        until(lambda: find(club, asked).response is not None)
        worker = find(club, asked).worker
        club.store.write(Analysis.update(analysis_id=asked.analysis_id).set(worker="another"))
        thread.join()  # its next report was refused
        assert worker != "another"
        assert find(club, asked).status == "waiting"
        club.clock.advance(minutes=5)
        assert other.work_once()
    assert find(club, asked).status == "succeeded"


def test_one_that_was_taken_in_vain_three_times_is_given_up(club: Club) -> None:
    asked = ask_position(club)
    for number in range(3):
        assert analyses.claim(club.store, club.clock, f"dead {number}") is not None
        club.clock.advance(minutes=5)
    with lane_of(tools(club)) as lane:
        assert lane.work_once()
    assert reason(club, asked) == "given_up"


def test_two_workers_share_the_work_and_take_no_row_twice(club: Club) -> None:
    asked = [ask_position(club, username=f"u{number}") for number in range(10)]
    with AnalysisWorker(tools(club)), AnalysisWorker(tools(club)):
        until(lambda: all(find(club, each).status == "succeeded" for each in asked))
    assert [find(club, each).tries for each in asked] == [1] * 10
    assert club.rows(QueueEntry) == []


def test_a_game_that_changed_or_went_away_in_the_meantime_is_told(club: Club) -> None:
    keep_game(club)
    changed = ask_game(club)
    with lane_of(tools(club), "game") as lane:
        original = lane._open_engine

        def change_first() -> object:
            club.store.put(GameHead(owner="akira", game_id="g1", digest="d", created=NOON, line="another"))
            return original()

        lane._open_engine = change_first  # type: ignore[method-assign,assignment]
        assert lane.work_once()
        assert reason(club, changed) == "changed"
        lane._open_engine = original  # type: ignore[method-assign]
        gone = ask_game(club)
        club.store.write(Game.delete(owner="akira", game_id="g1"))
        assert lane.work_once()
        assert reason(club, gone) == "gone"
    assert analyses.find_scores("akira", club.store, "g1") is None


def test_what_can_not_be_read_ends_too(club: Club) -> None:
    position = analyses.ask_for_position(club.owner(), "{}")
    game = keep_game(club)
    club.store.put(game.model_copy(update={"record": "no game at all"}))
    asked = ask_game(club)
    for kind in ("position", "game"):
        with lane_of(tools(club), kind) as lane:
            assert lane.work_once()
    assert reason(club, position) == reason(club, asked) == "unreadable"
