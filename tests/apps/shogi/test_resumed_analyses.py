"""An analysis of a whole game that did not come to its end: what was found stays, and the next goes on from there."""

from pathlib import Path

from tests.adapters.usi.fake_engines import fake
from tests.apps.shogi.analysing import QUICK, ask_game, fake_tools, find, keep_game, tools
from tests.apps.shogi.club import NOON, Club
from tests.apps.shogi.test_analysis_worker import lane_of, reason

from chabudai.apps.shogi import analyses, analysis_answers
from chabudai.apps.shogi.analysis_entities import QueueEntry
from chabudai.apps.shogi.analysis_runs import AnalysisTools
from chabudai.apps.shogi.entities import GameHead
from chabudai.apps.shogi.reviews import Review, Unfinished

CALM = ("7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e")
LINE = f"line {len(CALM)}"
ALL = [0, 1, 2, 3, 4, 5, 6]


def noting(club: Club, folder: Path) -> tuple[AnalysisTools, Path]:
    """An engine that notes of how many moves each position is that it is asked for."""
    notes = folder / "asked"
    notes.write_text("")
    return tools(club, QUICK, fake("notes_what_it_is_asked", folder, str(notes))), notes


def asked_in(notes: Path) -> list[int]:
    told = [int(each) for each in notes.read_text().split()]
    notes.write_text("")
    return told


def work(given: AnalysisTools) -> None:
    with lane_of(given, "game") as lane:
        assert lane.work_once()


def crash(club: Club, folder: Path) -> None:
    work(fake_tools(club, "crashes_at_the_third_position", folder, QUICK))


def scores(club: Club) -> tuple[int, ...]:
    kept = analyses.find_scores("akira", club.store, "g1")
    return kept.scores if kept else ()


def test_what_an_engine_found_before_it_died_is_not_searched_again(club: Club, tmp_path: Path) -> None:
    keep_game(club, CALM)
    ask_game(club)
    crash(club, tmp_path)
    assert scores(club) == (20, -20)
    again = ask_game(club)
    given, notes = noting(club, tmp_path)
    work(given)
    assert asked_in(notes) == ALL[2:]
    assert find(club, again).status == "succeeded"
    assert scores(club) == (20, -20, 0, 0, 0, 0, 0)
    ask_game(club)
    work(given)
    assert asked_in(notes) == ALL, "one that came to its end begins anew when it is asked for again"
    assert scores(club) == (0,) * 7


def test_with_another_time_another_engine_or_another_main_line_it_begins_anew(club: Club, tmp_path: Path) -> None:
    given, notes = noting(club, tmp_path)
    for number, change in enumerate(("time", "engine", "line")):
        keep_game(club, CALM, f"g{number}")
        left = Unfinished("another" if change == "line" else LINE, 3 * QUICK.second)
        engine = "Fake 2" if change == "engine" else "Fake 1"
        begun = Review((5, 5), ("7g7f", "3c3d"), engine=engine, unfinished=left)
        asked = ask_game(club, f"g{number}", seconds=10 if change == "time" else 3)
        held = analyses.claim(club.store, club.clock, "dead", "game")
        assert held is not None
        analyses.report(
            club.store, club.clock, held, done=2, total=7, response=analysis_answers.write_review(begun, CALM)
        )
        club.clock.advance(minutes=2)
        work(given)
        assert asked_in(notes) == ALL, change
        assert find(club, asked).status == "succeeded"


def die(club: Club, name: str = "dead") -> None:
    """A worker takes the row, finds three scores, and is never heard of again."""
    held = analyses.claim(club.store, club.clock, name, "game")
    assert held is not None
    begun = Review((1, 2, 3), CALM[:3], engine="Fake 1", unfinished=Unfinished(LINE, 3 * QUICK.second))
    analyses.report(club.store, club.clock, held, done=3, total=7, response=analysis_answers.write_review(begun, CALM))
    club.clock.advance(minutes=2)


def test_what_a_worker_found_before_it_died_is_not_searched_again(club: Club, tmp_path: Path) -> None:
    keep_game(club, CALM)
    asked = ask_game(club)
    die(club)
    given, notes = noting(club, tmp_path)
    work(given)
    assert asked_in(notes) == ALL[3:]
    assert scores(club) == (1, 2, 3, 0, 0, 0, 0)
    assert find(club, asked).status == "succeeded"


def test_one_that_is_given_up_or_was_cancelled_leaves_what_its_workers_found(club: Club, tmp_path: Path) -> None:
    given, notes = noting(club, tmp_path)
    keep_game(club, CALM)
    asked = ask_game(club)
    for number in range(3):
        die(club, f"dead {number}")
    work(given)
    assert (asked_in(notes), reason(club, asked)) == ([], "given_up")
    assert scores(club) == (1, 2, 3)
    keep_game(club, CALM, "g2")
    cancelled = ask_game(club, "g2")
    held = analyses.claim(club.store, club.clock, "dead", "game")
    assert held is not None
    analyses.cancel(club.owner(), cancelled.analysis_id)
    club.clock.advance(minutes=2)
    work(given)
    assert reason(club, cancelled) == "cancelled"
    assert club.rows(QueueEntry) == []
    again = ask_game(club)
    work(given)
    assert asked_in(notes) == ALL[3:]
    assert find(club, again).status == "succeeded"


def test_what_was_found_of_another_main_line_stays_nowhere(club: Club, tmp_path: Path) -> None:
    keep_game(club, CALM)
    asked = ask_game(club)
    for number in range(3):
        die(club, f"dead {number}")
    club.store.put(GameHead(owner="akira", game_id="g1", digest="d", created=NOON, line="another"))
    work(noting(club, tmp_path)[0])
    assert reason(club, asked) == "given_up"
    assert scores(club) == ()
