"""Analyses: exact quotas, one worker at a time, dead ones taken over, cancelled ones told, scores kept with games."""

import threading
from collections import Counter

import pytest
from tests.apps.shogi.club import NOON, Club

from chabudai.apps.shogi import analyses, analysis_requests, design, quotas
from chabudai.apps.shogi.analysis_answers import write_details
from chabudai.apps.shogi.analysis_entities import Analysis, AnalysisHour, GameScores, QueueEntry
from chabudai.apps.shogi.entities import GameHead
from chabudai.apps.shogi.errors import AnalysesUsedUp, LeaseLost, NoSuchAnalysis, NoSuchGame
from chabudai.apps.shogi.reviews import Review, Unfinished
from chabudai.store import record_calls


def head(club: Club, game_id: str = "g", line: str = "line", *, moves: int = 0, username: str = "akira") -> GameHead:
    return club.store.put(GameHead(owner=username, game_id=game_id, digest="d", created=NOON, line=line, moves=moves))


def test_the_longest_waiting_is_taken_first_and_by_one_worker_alone(club: Club) -> None:
    first = analyses.ask_for_position(club.owner(), "{}")
    second = analyses.ask_for_position(club.owner("yuko"), "{}")
    assert analyses.count_before(club.owner(), first) == 0
    assert analyses.count_before(club.owner(), second) == 1
    taken = analyses.claim(club.store, club.clock, "w1")
    assert taken is not None
    assert (taken.analysis_id, taken.worker) == (first.analysis_id, "w1")
    assert analyses.find(club.owner(), first.analysis_id) == taken
    assert analyses.count_before(club.owner(), second) == 0
    other = analyses.claim(club.store, club.clock, "w2")
    assert other is not None
    assert other.analysis_id == second.analysis_id
    assert analyses.claim(club.store, club.clock, "w3") is None


def test_people_take_turns_however_much_one_of_them_has_asked_for(club: Club) -> None:
    asked = [("akira", 4), ("yuko", 2), ("ken", 1)]
    rows = [analyses.ask_for_position(club.owner(who), "{}") for who, many in asked for _ in range(many)]
    places = [analyses.count_before(club.owner(), row) for row in rows]
    assert places == [0, 3, 5, 6, 1, 4, 2]
    turns: dict[str, int] = {}
    served: list[str] = []
    while (taken := analyses.claim(club.store, club.clock, "w", turns=turns)) is not None:
        served.append(taken.username)
        turns[taken.username] = len(served)
        analyses.succeed(club.store, taken, "{}")
    assert served == ["akira", "yuko", "ken", "akira", "yuko", "akira", "akira"]


def test_whoever_has_nothing_with_a_worker_comes_first(club: Club) -> None:
    """Also to a worker that has never had anything of anybody."""
    for who in ("akira", "akira", "yuko"):
        analyses.ask_for_position(club.owner(who), "{}")
    taken = [analyses.claim(club.store, club.clock, worker) for worker in ("w1", "w2", "w3")]
    assert [each.username for each in taken if each] == ["akira", "yuko", "akira"]


@pytest.mark.parametrize(("moves", "used"), [(0, 10), (150, 10), (151, 20), (500, 40), (15_000, 40)])
def test_a_long_game_takes_more_of_the_quota(club: Club, moves: int, used: int) -> None:
    head(club, moves=moves)
    analyses.ask_for_game(club.owner(), "g", "{}")
    assert quotas.find_analyses(club.owner()).used == used
    head(club, moves=moves, username="yuko")
    analyses.ask_for_game(club.owner("yuko"), "g", "{}", most=10)
    assert quotas.find_analyses(club.owner("yuko"), most=10).left == 0


@pytest.mark.parametrize(("line", "seconds", "used"), [("line", 3, 10), ("line", 10, 40), ("another", 3, 40)])
def test_what_was_begun_takes_of_the_quota_only_for_the_moves_that_are_left(
    club: Club, line: str, seconds: int, used: int
) -> None:
    """With another time, or of another main line, it begins anew."""
    head(club, moves=500)
    begun = Review((0,) * 401, ("7g7f",) * 401, unfinished=Unfinished(line, 3))
    details = write_details(begun)
    club.store.put(
        GameScores(owner="akira", game_id="g", line=line, scores=begun.scores, response=details, created=NOON)
    )
    analyses.ask_for_game(club.owner(), "g", analysis_requests.write(analysis_requests.game_request(seconds)))
    assert quotas.find_analyses(club.owner()).used == used


def test_who_has_too_few_left_for_a_game_is_told_how_many_it_needs(club: Club) -> None:
    head(club, moves=500)
    analyses.ask_for_position(club.owner(), "{}", most=40)
    with pytest.raises(AnalysesUsedUp) as refused:
        analyses.ask_for_game(club.owner(), "g", "{}", most=40)
    assert str(refused.value.message) == "This game needs 40 analyses, and only 39 are left for this hour."
    assert quotas.find_analyses(club.owner(), most=40).left == 39


def test_what_workers_ask_is_the_same_however_many_analyses_are_done(club: Club) -> None:
    for _ in range(20):
        analyses.ask_for_position(club.owner(), "{}")
        taken = analyses.claim(club.store, club.clock, "w")
        assert taken is not None
        analyses.succeed(club.store, taken, '{"moves": [], "evaluation": []}')
    with record_calls() as calls:
        assert analyses.claim(club.store, club.clock, "w") is None
    assert [(call.operation, call.items) for call in calls] == [("Query", 0)]
    analyses.ask_for_position(club.owner(), "{}")
    with record_calls() as calls:
        assert analyses.claim(club.store, club.clock, "w") is not None
    assert [call.operation for call in calls] == ["Query", "GetItem", "TransactWriteItems", "Query"]


def test_the_row_of_a_worker_that_died_is_taken_over_after_its_lease(club: Club) -> None:
    asked = analyses.ask_for_position(club.owner(), "{}")
    dead = analyses.claim(club.store, club.clock, "dead")
    assert dead is not None
    club.clock.advance(seconds=59)
    assert analyses.claim(club.store, club.clock, "alive") is None
    club.clock.advance(seconds=1)
    taken = analyses.claim(club.store, club.clock, "alive")
    assert taken is not None
    assert taken.analysis_id == asked.analysis_id
    with pytest.raises(LeaseLost):
        analyses.report(club.store, club.clock, dead, done=1, total=2)
    with pytest.raises(LeaseLost):
        analyses.succeed(club.store, dead, "{}")
    analyses.succeed(club.store, taken, "{}")
    assert club.rows(QueueEntry) == []
    assert analyses.find(club.owner(), asked.analysis_id).status == "succeeded"


def test_a_worker_that_reports_keeps_its_row(club: Club) -> None:
    asked = analyses.ask_for_position(club.owner(), "{}")
    taken = analyses.claim(club.store, club.clock, "w")
    assert taken is not None
    for done in range(5):
        club.clock.advance(seconds=50)
        taken = analyses.report(club.store, club.clock, taken, done=done, total=5, response=f"[{done}]")
        assert analyses.claim(club.store, club.clock, "other") is None
    taken = analyses.report(club.store, club.clock, taken, done=5, total=5)
    assert (taken.done, taken.total, taken.response) == (5, 5, "[4]")
    analyses.fail(club.store, taken, '{"error": "x"}')
    found = analyses.find(club.owner(), asked.analysis_id)
    assert (found.status, found.worker, found.due) == ("error", None, None)
    assert club.rows(QueueEntry) == []


def test_many_workers_at_once_take_each_row_once(club: Club) -> None:
    asked = [analyses.ask_for_position(club.owner(f"u{number % 3}"), "{}").analysis_id for number in range(12)]
    taken: list[str] = []

    def work(name: str) -> None:
        while (row := analyses.claim(club.store, club.clock, name)) is not None:
            taken.append(row.analysis_id)

    threads = [threading.Thread(target=work, args=(f"w{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    while (row := analyses.claim(club.store, club.clock, "last")) is not None:
        taken.append(row.analysis_id)
    assert Counter(taken) == Counter(asked)


def test_a_cancelled_one_goes_at_once_or_is_told_to_its_worker(club: Club) -> None:
    waiting = analyses.ask_for_position(club.owner(), "{}")
    with pytest.raises(NoSuchAnalysis):
        analyses.cancel(club.owner("yuko"), waiting.analysis_id)
    analyses.cancel(club.owner(), waiting.analysis_id)
    assert club.rows(Analysis) == club.rows(QueueEntry) == []
    asked = analyses.ask_for_position(club.owner(), "{}")
    taken = analyses.claim(club.store, club.clock, "w")
    assert taken is not None
    analyses.cancel(club.owner(), asked.analysis_id)
    analyses.cancel(club.owner(), asked.analysis_id)
    taken = analyses.report(club.store, club.clock, taken, done=1, total=9)
    assert taken.cancelled
    analyses.succeed(club.store, taken, "{}")
    analyses.cancel(club.owner(), asked.analysis_id)
    assert analyses.find(club.owner(), asked.analysis_id).status == "succeeded"


def test_an_answer_lives_for_a_day(club: Club) -> None:
    asked = analyses.ask_for_position(club.owner(), "{}")
    club.clock.advance(hours=23, minutes=59)
    assert analyses.find(club.owner(), asked.analysis_id) == asked
    assert list(analyses.find_page(club.owner())) == [asked]
    club.clock.advance(minutes=1, seconds=1)
    with pytest.raises(NoSuchAnalysis):
        analyses.find(club.owner(), asked.analysis_id)
    assert list(analyses.find_page(club.owner())) == []
    assert analyses.claim(club.store, club.clock, "w") is None
    assert club.rows(QueueEntry) == []


def test_the_quota_is_exact_also_for_many_at_once_and_begins_anew_with_the_hour(club: Club) -> None:
    refused: list[AnalysesUsedUp] = []

    def ask() -> None:
        for _ in range(4):
            try:
                analyses.ask_for_position(club.owner(), "{}", most=10)
            except AnalysesUsedUp as refusal:
                refused.append(refusal)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(refused), len(club.rows(Analysis))) == (6, 10)
    assert refused[0].retry_after == 3600
    usage = quotas.find_analyses(club.owner(), most=10)
    assert (usage.used, usage.left, usage.is_full) == (10, 0, True)
    assert usage.until is not None
    assert usage.until.hour == 13
    assert analyses.ask_for_position(club.owner("yuko"), "{}", most=10)
    club.clock.advance(hours=1)
    assert quotas.find_analyses(club.owner(), most=10).left == 10
    head(club)
    analyses.ask_for_game(club.owner(), "g", "{}", most=10)
    assert quotas.find_analyses(club.owner(), most=10).left == 0
    club.clock.advance(hours=2)
    assert club.store.get(design.analysis_hour("akira", NOON)) is None
    assert len(club.rows(AnalysisHour)) <= 1


def test_a_game_is_analysed_once_at_a_time_and_by_its_owner(club: Club) -> None:
    head(club)
    asked = analyses.ask_for_game(club.owner(), "g", "{}")
    assert analyses.ask_for_game(club.owner(), "g", "{}") == asked
    with pytest.raises(NoSuchGame):
        analyses.ask_for_game(club.owner("yuko"), "g", "{}")
    assert len(club.rows(Analysis)) == 1


def test_scores_are_kept_with_the_game_unless_it_has_other_moves_by_now(club: Club) -> None:
    kept = head(club)
    analyses.ask_for_game(club.owner(), "g", "{}")
    taken = analyses.claim(club.store, club.clock, "w", "game")
    assert taken is not None

    def end(line: str) -> bool:
        return analyses.succeed_with_scores(
            club.store, club.clock, taken, line=line, scores=[0, 31, -2000], response="{}", details='{"marks": {}}'
        )

    assert not end("another")
    assert analyses.find(club.owner(), taken.analysis_id).status == "waiting"
    assert end(kept.line)
    assert analyses.find(club.owner(), taken.analysis_id).status == "succeeded"
    assert club.rows(QueueEntry) == []
    club.clock.advance(days=400)
    scores = analyses.find_scores("akira", club.store, "g")
    assert scores is not None
    assert (scores.scores, scores.response) == ((0, 31, -2000), '{"marks": {}}')
    with record_calls() as calls:
        lines = analyses.find_score_lines("akira", club.store, ["g", "other"])
    assert {game_id: line.scores for game_id, line in lines.items()} == {"g": (0, 31, -2000)}
    assert [call.operation for call in calls] == ["BatchGetItem"]
    with pytest.raises(LeaseLost):
        end(kept.line)


def test_nothing_is_left_of_a_persons_analyses(club: Club) -> None:
    analyses.ask_for_position(club.owner("yuko"), "{}")
    analyses.ask_for_position(club.owner(), "{}")
    taken = analyses.claim(club.store, club.clock, "w")
    analyses.ask_for_position(club.owner(), "{}")
    analyses.forget_all(club.store, "akira")
    analyses.forget_all(club.store, "yuko")
    assert taken is not None
    assert club.rows(Analysis) == club.rows(QueueEntry) == []
    with pytest.raises(LeaseLost):
        analyses.report(club.store, club.clock, taken, done=1, total=2)


def test_a_worker_that_has_to_go_gives_its_row_back_and_it_stands_where_it_stood(club: Club) -> None:
    first = analyses.ask_for_position(club.owner(), "{}")
    club.clock.advance(seconds=5)
    analyses.ask_for_position(club.owner(), "{}")
    taken = analyses.claim(club.store, club.clock, "w")
    assert taken is not None
    club.clock.advance(seconds=5)
    taken = analyses.report(club.store, club.clock, taken, done=1, total=2, response="{}")
    analyses.give_back(club.store, taken)
    with pytest.raises(LeaseLost):
        analyses.give_back(club.store, taken)
    again = analyses.claim(club.store, club.clock, "other")
    assert again is not None
    assert (again.analysis_id, again.worker, again.tries) == (first.analysis_id, "other", 1)
    assert len(club.rows(QueueEntry)) == 2


def test_every_take_is_counted(club: Club) -> None:
    asked = analyses.ask_for_position(club.owner(), "{}")
    for number in (1, 2, 3):
        taken = analyses.claim(club.store, club.clock, f"w{number}")
        assert taken is not None
        assert taken.tries == number
        assert analyses.find(club.owner(), asked.analysis_id) == taken
        club.clock.advance(minutes=5)


def test_a_position_that_has_its_answer_is_done(club: Club) -> None:
    asked = analyses.ask_for_position(club.owner(), "{}")
    taken = analyses.claim(club.store, club.clock, "w", "position")
    assert taken is not None
    held = analyses.report(club.store, club.clock, taken, done=0, total=1)
    analyses.succeed(club.store, held, "{}")
    found = analyses.find(club.owner(), asked.analysis_id)
    assert (found.done, found.total) == (1, 1)


def test_a_position_does_not_wait_behind_a_whole_game(club: Club) -> None:
    head(club)
    game = analyses.ask_for_game(club.owner(), "g", "{}")
    position = analyses.ask_for_position(club.owner(), "{}")
    assert analyses.count_before(club.owner(), position) == 0
    taken = analyses.claim(club.store, club.clock, "w", "position")
    assert taken is not None
    assert taken.analysis_id == position.analysis_id
    assert analyses.claim(club.store, club.clock, "w", "position") is None
    other = analyses.claim(club.store, club.clock, "w", "game")
    assert other is not None
    assert other.analysis_id == game.analysis_id
