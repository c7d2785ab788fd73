"""Folders: segments of slugs with true counts, moved some at a time, resumable, refused where a name is taken."""

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.shogi.club import Club, find_faults
from tests.apps.shogi.crowd import crowd

from chabudai.apps.shogi import folders, games, job_worker, jobs, personal_data
from chabudai.apps.shogi.analysis_entities import QueueEntry
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.errors import (
    FolderBeingMoved,
    FolderIntoItself,
    NamesTooLong,
    NoSuchFolder,
    NoSuchJob,
    SlugTaken,
)
from chabudai.apps.shogi.folders import Folder
from chabudai.apps.shogi.job_entities import FolderLock, Job
from chabudai.store import record_calls
from chabudai.web.errors import InvalidFields


def fill(club: Club, *slugs: str) -> list[Game]:
    return [club.keep(given={"slug": slug}, moves=1) for slug in slugs]


def names(club: Club) -> list[str]:
    return sorted(game.slug for game in club.rows(Game))


def test_folders_are_what_slugs_say(club: Club) -> None:
    fill(club, "社団戦/2039/a", "社団戦/2040/a", "社団戦/2040/b", "道場/c", "d", "社団戦")
    assert folders.find_folders(club.store, "akira") == [Folder("社団戦", "社団戦", 3), Folder("道場", "道場", 1)]
    assert folders.find_folders(club.store, "akira", "社団戦") == [
        Folder("社団戦/2039", "2039", 1),
        Folder("社団戦/2040", "2040", 2),
    ]
    assert folders.find_folders(club.store, "akira", "道場") == []
    assert folders.count_games(club.store, "akira", "社団戦") == 3
    assert folders.find_all_folders(club.store, "akira") == ["社団戦", "社団戦/2039", "社団戦/2040", "道場"]
    assert folders.find_folders(club.store, "yuko") == []


def test_a_folder_is_renamed_and_named_back(club: Club) -> None:
    kept = fill(club, "a/1", "a/b/2", "ab/3", "a")
    moved = folders.move(club.owner(), "a", "x/y")
    assert (moved.job.status, moved.job.total, moved.job.done) == ("done", 2, 2)
    assert names(club) == ["a", "ab/3", "x/y/1", "x/y/b/2"]
    assert games.find_game(club.owner(), kept[0].game_id).latest_update == kept[0].latest_update
    (act,) = moved.undo.acts
    folders.move(club.owner(), **act.arguments)
    assert names(club) == ["a", "a/1", "a/b/2", "ab/3"]
    assert club.rows(QueueEntry) == []
    assert find_faults(club) == []


def test_a_folder_goes_into_another_where_no_name_is_taken(club: Club) -> None:
    fill(club, "a/1", "b/2")
    assert not folders.move(club.owner(), "a", "b").undo  # they could not be told apart any more
    assert names(club) == ["b/1", "b/2"]
    fill(club, "c/1")
    with pytest.raises(SlugTaken) as refusal:
        folders.move(club.owner(), "c", "b")
    assert refusal.value.details[0][0] == "target"
    assert refusal.value.slug == "b/1"
    assert names(club) == ["b/1", "b/2", "c/1"]


def test_a_move_that_can_not_be_is_refused(club: Club) -> None:
    fill(club, "a/1", f"b/{'x' * 90}")
    with pytest.raises(FolderIntoItself):
        folders.move(club.owner(), "a", "a/b")
    with pytest.raises(FolderIntoItself):
        folders.move(club.owner(), "a", "a")
    with pytest.raises(NoSuchFolder):
        folders.move(club.owner(), "z", "y")
    with pytest.raises(NoSuchFolder):
        folders.move(club.owner("yuko"), "a", "y")
    with pytest.raises(NamesTooLong):
        folders.move(club.owner(), "b", "y" * 20)
    with pytest.raises(InvalidFields) as refusal:
        folders.move(club.owner(), "a", "/y")
    assert refusal.value.details[0][0] == "target"


def test_a_large_folder_moves_in_bounded_transactions_and_can_be_left(club: Club) -> None:
    crowd(club, 600)
    with record_calls() as calls:
        moved = folders.move(club.owner(), "社団戦", "大会")
    assert (moved.job.status, moved.job.done, moved.job.total) == ("waiting", 90, 200)
    assert sum(call.operation == "TransactWriteItems" for call in calls) <= 6
    assert not moved.undo
    assert jobs.find(club.owner(), moved.job.job_id).done == 90
    with pytest.raises(NoSuchJob):
        jobs.find(club.owner("yuko"), moved.job.job_id)
    with pytest.raises(FolderBeingMoved):
        folders.move(club.owner(), "道場", "x")
    assert job_worker.new_worker(club.store, club.clock).catch_up() == 1
    done = jobs.find(club.owner(), moved.job.job_id)
    assert (done.status, done.done, done.total) == ("done", 200, 200)
    assert folders.count_games(club.store, "akira", "社団戦") == 0
    assert folders.count_games(club.store, "akira", "大会") == 200
    assert club.rows(QueueEntry) == []


def test_of_two_moves_at_once_one_is_refused(club: Club) -> None:
    fill(club, "a/1", "b/1")
    refused: list[FolderBeingMoved] = []

    def move_too() -> None:
        """While the first one is under way, whatever the index of jobs knows of it."""
        with pytest.raises(FolderBeingMoved) as refusal:
            folders.move(club.owner(), "b", "d")
        refused.append(refusal.value)

    moved = folders.move(meddled(club.owner(), "TransactWriteItems", 2, move_too), "a", "c")
    assert [each.job_id for each in refused] == [moved.job.job_id]
    assert names(club) == ["b/1", "c/1"]
    assert folders.move(club.owner(), "b", "d").job.status == "done"
    assert club.rows(FolderLock) == []


def test_a_move_that_began_at_the_same_moment_is_met(club: Club) -> None:
    """Both have looked whether another is under way, and found none."""
    crowd(club, 600)
    first: list[Job] = []

    def move_first() -> None:
        first.append(folders.move(club.owner(), "社団戦", "大会").job)

    with pytest.raises(FolderBeingMoved) as refusal:
        folders.move(meddled(club.owner(), "TransactWriteItems", 1, move_first), "道場", "x")
    assert (first[0].status, first[0].job_id) == ("waiting", refusal.value.job_id)
    personal_data.erase(club.store, club.clock, "akira")
    assert club.items() == []


@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_a_move_that_was_cut_off_goes_on(club: Club, number: int) -> None:
    crowd(club, 150)
    with pytest.raises(Interrupted):
        folders.move(meddled(club.owner(), "TransactWriteItems", number, power_cut), "社団戦", "大会")
    club.clock.advance(minutes=2)
    job_worker.new_worker(club.store, club.clock).catch_up()
    left = folders.count_games(club.store, "akira", "社団戦")
    assert (left, folders.count_games(club.store, "akira", "大会")) == ((50, 0) if number == 1 else (0, 50))
    if number > 1:
        (job,) = jobs.find_page(club.owner())
        assert (job.status, job.done, job.total) == ("done", 50, 50)


def test_games_that_come_or_go_meanwhile_are_met(club: Club) -> None:
    fill(club, *(f"a/{number:02}" for number in range(40)))

    def meddle() -> None:
        club.keep(given={"slug": "b/05"}, moves=1)  # a name that the move wants
        club.keep(given={"slug": "a/new"}, moves=1)

    moved = folders.move(meddled(club.owner(), "TransactWriteItems", 3, meddle), "a", "b").job
    assert moved.status == "done"
    assert folders.count_games(club.store, "akira", "a") == 0
    assert folders.count_games(club.store, "akira", "b") == 42
    assert "b/05 2" in names(club)
    assert find_faults(club) == []


def test_the_folders_of_three_thousand_games_are_two_queries(large_club: Club) -> None:
    with record_calls() as calls:
        found = folders.find_folders(large_club.store, "akira")
    assert [folder.games for folder in found] == [1000, 1000, 1000]
    assert {(call.operation, call.index) for call in calls} == {("Query", "CommonLSI")}
    assert len(calls) <= 2
