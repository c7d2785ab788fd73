"""Imports of many files: true progress, a report, each file once whatever cuts it off; archives under suspicion."""

import json
import os
import signal
import stat
import subprocess
import sys
import tracemalloc
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile, ZipInfo

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.shogi.club import NOON, Club, find_faults, kif

from chabudai import table
from chabudai.apps.shogi import (
    archives,
    design,
    games,
    imports,
    job_worker,
    jobs,
    personal_data,
    positions,
    repair,
    tags,
    transfer,
    trash,
)
from chabudai.apps.shogi.analysis_entities import QueueEntry
from chabudai.apps.shogi.entities import Game, System, Tag
from chabudai.apps.shogi.errors import ArchiveRefused, NoSuchJob
from chabudai.apps.shogi.job_entities import Job, JobFile
from chabudai.apps.shogi.records import parse
from chabudai.web.errors import InvalidFields, WebError


def packed(*files: tuple[str | ZipInfo, str | bytes]) -> bytes:
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return target.getvalue()


def run(club: Club) -> int:
    return job_worker.new_worker(club.store, club.clock).catch_up()


def take_in(club: Club, *uploads: tuple[str, bytes], **options: str) -> Job:
    job = imports.start(club.owner(), uploads, own_name="山田 健", **options)
    run(club)
    return jobs.find(club.owner(), job.job_id)


def test_a_zip_becomes_games_in_its_folders(club: Club) -> None:
    archive = packed(
        ("社団戦/2040/第一局.kif", kif(moves=1)),
        ("社団戦/2040/第二局.kif", kif(moves=2).encode("cp932")),
        ("__MACOSX/社団戦/._第一局.kif", b"\0"),
        ("社団戦/.DS_Store", b"\0"),
        ("社団戦/2040/", ""),
    )
    job = imports.start(club.owner(), [("games.zip", archive)], own_name="山田 健")
    assert (job.status, job.total, job.done) == ("waiting", 2, 0)
    assert run(club) == 1
    done = jobs.find(club.owner(), job.job_id)
    assert (done.status, done.done, done.kept, done.known, done.refused) == ("done", 2, 2, 0, 0)
    assert sorted(game.slug for game in club.rows(Game)) == ["社団戦/2040/第一局", "社団戦/2040/第二局"]
    assert {game.side for game in club.rows(Game)} == {"first"}
    assert {row.content for row in club.rows(JobFile)} == {None}
    assert club.rows(QueueEntry) == []
    assert find_faults(club) == []


def test_several_files_in_both_encodings_and_every_format(club: Club) -> None:
    job = take_in(
        club,
        ("a.kif", kif(moves=1).encode()),
        ("b.kif", b"\xef\xbb\xbf" + kif(moves=2).encode()),
        ("c.kif", kif(moves=3).replace("\n", "\r\n").encode("cp932")),
        ("d.csa", b"V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"),
        ("e.sfen", b"position startpos moves 7g7f 8c8d\n"),
        folder="入れた",
    )
    assert (job.status, job.kept, job.refused) == ("done", 5, 0)
    assert all(game.slug.startswith("入れた/") for game in club.rows(Game))
    assert find_faults(club) == []


def test_what_can_not_be_read_is_told_by_file_line_and_reason(club: Club) -> None:
    bad = kif().replace("２六歩(27)", "２四歩(27)")
    job = take_in(
        club,
        ("x.zip", packed(("a/good.kif", kif(moves=1)), ("a/bad.kif", bad), ("a/noise.kif", b"\xff\xfe\x00"))),
        ("same.kif", kif(moves=1).encode()),
        ("large.kif", b"a" * 700_000),
    )
    assert (job.total, job.done, job.kept, job.known, job.refused) == (5, 5, 1, 1, 3)
    report = imports.find_refused(club.owner(), job.job_id)
    told = [(file.path, file.line) for file in report.files]
    assert told == [("a/bad.kif", 9), ("a/noise.kif", None), ("large.kif", None)]
    assert all(str(file.reason) for file in report.files)
    assert "300" in str(report.files[2].reason)
    with ZipFile(BytesIO(imports.write_refused(club.owner(), job.job_id))) as archive:
        assert archive.namelist() == ["a/bad.kif", "a/noise.kif"]
        assert archive.read("a/bad.kif").decode() == bad
    for act in (imports.find_refused, imports.write_refused, imports.resume):
        with pytest.raises(NoSuchJob):
            act(club.owner("yuko"), job.job_id)


def test_it_stops_at_the_quota_says_at_which_file_and_goes_on_when_there_is_room(club: Club) -> None:
    club.store.put(System(kifu_max=2, tag_max=5))
    files = [(f"f/{number}.kif", kif(moves=number)) for number in range(1, 6)]
    job = take_in(club, ("x.zip", packed(*files)))
    assert (job.status, job.done, job.kept, job.stopped_at) == ("stopped", 2, 2, "f/3.kif")
    assert run(club) == 0
    club.store.put(System(kifu_max=9, tag_max=5))
    assert imports.resume(club.owner(), job.job_id).status == "waiting"
    assert run(club) == 1
    done = jobs.find(club.owner(), job.job_id)
    assert (done.status, done.done, done.kept, done.stopped_at) == ("done", 5, 5, None)
    assert find_faults(club) == []


@pytest.mark.parametrize("number", [1, 2, 3, 5, 8])
def test_an_import_that_was_cut_off_takes_each_file_once(club: Club, number: int) -> None:
    files = [(f"f/{each}.kif", kif(moves=each)) for each in range(1, 5)]
    imports.start(club.owner(), [("x.zip", packed(*files))])
    claimed = jobs.claim(club.store, club.clock, "dead")
    assert claimed is not None
    with pytest.raises(Interrupted):
        jobs.run(meddled(club.owner(), "TransactWriteItems", number, power_cut), claimed, imports.step)
    assert run(club) == 0
    club.clock.advance(minutes=2)
    assert run(club) == 1
    (job,) = jobs.find_page(club.owner())
    assert (job.status, job.done, job.kept, job.known) == ("done", 4, 4, 0)
    assert len(club.rows(Game)) == 4
    positions.finish_all(club.owner())
    assert find_faults(club) == []


MANY = packed(*((f"f/{each}.kif", kif(first=f"先手{each}", moves=1)) for each in range(1, 121)))


def cut_off(club: Club) -> Job:
    """An upload of 120 files, killed when some of them are there."""
    with pytest.raises(Interrupted):
        imports.start(meddled(club.owner(), "TransactWriteItems", 3, power_cut), [("x.zip", MANY)])
    (job,) = jobs.find_page(club.owner())
    assert (job.status, job.total, len(club.rows(JobFile))) == ("waiting", 120, 50)
    return job


def test_an_upload_that_was_cut_off_stops_and_goes_on_with_what_arrived(club: Club) -> None:
    job = cut_off(club)
    assert run(club) == 0  # for all that a worker knows, more comes
    club.clock.advance(minutes=1)
    assert run(club) == 1
    stopped = jobs.find(club.owner(), job.job_id)
    assert (stopped.status, stopped.done, stopped.total, stopped.arriving) == ("stopped", 0, 120, True)
    assert club.rows(Game) == club.rows(QueueEntry) == []
    assert imports.resume(club.owner(), job.job_id).total == 50
    assert run(club) == 1
    done = jobs.find(club.owner(), job.job_id)
    assert (done.status, done.done, done.total, done.arriving) == ("done", 50, 50, False)
    assert find_faults(club) == []


def test_an_upload_can_be_stopped_and_the_rest_of_it_does_not_come(club: Club) -> None:
    def stop() -> None:
        (job,) = jobs.find_page(club.owner())
        assert jobs.stop(club.owner(), job.job_id).status == "stopped"

    job = imports.start(meddled(club.owner(), "TransactWriteItems", 3, stop), [("x.zip", MANY)])
    assert (job.status, len(club.rows(JobFile))) == ("stopped", 50)
    assert run(club) == 0
    jobs.discard(club.owner(), job.job_id)
    assert club.items() == []


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_nothing_is_left_of_an_upload_whose_person_goes_meanwhile(club: Club, number: int) -> None:
    def leave() -> None:
        personal_data.erase(club.store, club.clock, "akira")

    with suppress(NoSuchJob):
        imports.start(meddled(club.owner(), "TransactWriteItems", number, leave), [("x.zip", MANY)])
    if number > 1:
        assert club.items() == []
    leave()
    assert club.items() == []


def test_repair_stops_an_import_that_stands_in_no_queue(club: Club) -> None:
    """As an older version left them, when it was killed while the files came."""
    job = imports.start(club.owner(), [("x.zip", packed(("a.kif", kif())))])
    club.store.write(Job.update(job_id=job.job_id).remove("due"))
    for entry in club.rows(QueueEntry):
        club.store.write(QueueEntry.delete(**entry.own_key))
    assert repair.finish_interrupted(club.owner()) == [f"akira: job {job.job_id} stopped"]
    assert repair.finish_interrupted(club.owner()) == []
    imports.resume(club.owner(), job.job_id)
    assert run(club) == 1
    assert jobs.find(club.owner(), job.job_id).status == "done"


def test_large_files_come_in_transactions_that_have_room_for_them(club: Club) -> None:
    files = [(f"{each}.kif", (kif(moves=each) + "*" + "x" * 280_000).encode()) for each in range(1, 31)]
    assert imports.start(club.owner(), files).status == "waiting"
    assert len(club.rows(JobFile)) == 30


def test_a_worker_that_is_killed_leaves_what_another_finishes(tmp_path: Path) -> None:
    """kill -9 in the midst of a real process on a real file."""
    database = tmp_path / "shogi.db"
    files = [(f"f/{each}.kif", kif(moves=each)) for each in range(1, 9)]
    clock = SettableClock(NOON)
    with table.open(database, clock=clock) as store:
        store.create(*design.design.tables)
        imports.start(Club(store, clock).owner(), [("x.zip", packed(*files))])
    command = [sys.executable, "-m", "tests.apps.shogi.killed_import", str(database)]
    ended = subprocess.run(command, check=False, env=os.environ.copy(), timeout=60)
    assert ended.returncode == -signal.SIGKILL
    with table.open(database, clock=clock) as store:
        club = Club(store, clock)
        (job,) = jobs.find_page(club.owner())
        assert 0 < job.done < 8
        clock.advance(minutes=2)
        assert run(club) == 1
        (job,) = jobs.find_page(club.owner())
        assert (job.status, job.done, job.kept) == ("done", 8, 8)
        positions.finish_all(club.owner())
        assert find_faults(club) == []


def link(name: str) -> ZipInfo:
    entry = ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


@pytest.mark.parametrize(
    "archive",
    [
        packed(("../a.kif", kif())),
        packed(("a/../../b.kif", kif())),
        packed(("/etc/a.kif", kif())),
        packed(("C:\\a.kif", kif())),
        packed(("..\\a.kif", kif())),
        packed((link("a.kif"), "/etc/passwd")),
        packed(("a.kif", kif()))[:-30],
        b"PK\x03\x04" + b"\0" * 100,
        packed(),
        packed(("a/", "")),
        packed(*((f"{number}.kif", "x") for number in range(archives.MOST_FILES + 1))),
        packed(*((f"{number}.kif", b"\0" * archives.LARGEST_FILE) for number in range(120))),
    ],
    ids=["up", "inner up", "root", "drive", "backslash", "link", "cut", "noise", "empty", "folder", "many", "bomb"],
)
def test_an_archive_that_can_not_be_trusted_is_refused_whole(club: Club, archive: bytes) -> None:
    with pytest.raises(ArchiveRefused):
        imports.start(club.owner(), [("x.zip", archive)])
    assert club.items() == []


def test_an_entry_that_lies_about_its_size_is_read_no_further_than_a_game_may_be(club: Club) -> None:
    archive = packed(("a.kif", b"\0" * (40 * 1024 * 1024)), ("b.kif", kif()))
    assert len(archive) < 60_000
    job = take_in(club, ("x.zip", archive))
    assert (job.kept, job.refused) == (1, 1)


@pytest.mark.parametrize("packing", [ZIP_BZIP2, ZIP_LZMA])
def test_what_is_packed_otherwise_than_usual_is_not_unpacked_but_told(club: Club, packing: int) -> None:
    """A block of it comes out whole, however little of it is asked for: 400 bytes would take all memory."""
    target = BytesIO()
    with ZipFile(target, "w") as archive:
        archive.writestr("a/bomb.kif", b"\0" * (40 * 1024 * 1024), packing)
        archive.writestr("a/small.kif", kif(moves=2), packing)
        archive.writestr("a/good.kif", kif(moves=1), ZIP_DEFLATED)
        archive.writestr("a/stored.kif", kif(moves=3), ZIP_STORED)
    tracemalloc.start()
    job = take_in(club, ("x.zip", target.getvalue()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 * 1024 * 1024
    assert (job.status, job.kept, job.refused) == ("done", 2, 2)
    told = imports.find_refused(club.owner(), job.job_id).files
    assert [file.path for file in told] == ["a/bomb.kif", "a/small.kif"]
    assert all("compressed" in str(file.reason) for file in told)
    assert imports.write_refused(club.owner(), job.job_id)


def test_what_says_that_it_is_larger_than_a_game_is_not_unpacked(club: Club) -> None:
    """Three thousand such entries of a small archive would take many seconds."""
    archive = packed(("large.kif", b"\0" * (archives.LARGEST_FILE + 1)), ("b.kif", kif()))
    begin = archive.index(b"large.kif") + len(b"large.kif")
    broken = archive[:begin] + b"\xff" * 20 + archive[begin + 20 :]  # whoever unpacked it would stumble
    job = take_in(club, ("x.zip", broken))
    assert (job.kept, job.refused) == (1, 1)
    (told,) = imports.find_refused(club.owner(), job.job_id).files
    assert "300" in str(told.reason)


def test_names_in_shift_jis_are_read(club: Club) -> None:
    name = "棋譜/対局.kif".encode("cp932")
    archive = packed(("x" * len(name), kif())).replace(b"x" * len(name), name)
    assert [file.path for file in archives.unpack([("x.zip", archive)])] == ["棋譜/対局.kif"]
    take_in(club, ("x.zip", archive))
    assert [game.slug for game in club.rows(Game)] == ["棋譜/対局"]


def test_an_export_comes_back_with_ids_tags_and_times(club: Club) -> None:
    game = club.keep(given={"memo": "メモ", "slug": "a/b"})
    tags.put_on(club.owner(), game.game_id, tags.add(club.owner(), "四間").tag_id)
    club.keep(moves=2)
    text = transfer.write_json(club.owner())
    known = take_in(club, ("x.json", text.encode()))
    assert (known.known, known.kept) == (2, 0)
    trash.throw_away(club.owner(), game.game_id)
    tags.delete(club.owner(), tags.find_all(club.owner())[0].tag_id)
    club.clock.advance(days=1)
    back = take_in(club, ("x.json", text.encode()))
    assert (back.known, back.kept) == (1, 1)
    found = games.find_game(club.owner(), game.game_id)
    assert found == game
    assert [(line.tag.name, line.games) for line in tags.find_lines(club.owner())] == [("四間", 1)]
    assert find_faults(club) == []


def test_an_id_that_is_another_persons_gets_a_new_one_the_same_each_time(club: Club) -> None:
    game = club.keep()
    text = transfer.write_json(club.owner()).encode()
    for kept, known in ((1, 0), (0, 1)):
        imports.start(club.owner("yuko"), [("x.json", text)])
        run(club)
        job = next(iter(jobs.find_page(club.owner("yuko"))))
        assert (job.kept, job.known) == (kept, known)
        club.clock.advance(seconds=5)
    (own,) = (row for row in club.rows(Game) if row.owner == "yuko")
    assert own.game_id != game.game_id
    assert own.record == game.record
    assert find_faults(club) == []


def test_a_document_that_is_not_ours_or_is_damaged_is_refused_or_told_by_entry(club: Club) -> None:
    for content in (b"{", b"{}", b'{"format": "x"}', b'{"format": "chabudai-shogi", "version": 2, "games": []}'):
        with pytest.raises((InvalidFields, WebError)):
            imports.start(club.owner(), [("x.json", content)])
    club.keep()
    document = transfer.write_document(club.owner())
    broken = [
        {**document["games"][0], "id": "n1", "record": "?"},
        {**document["games"][0], "id": "a#b"},
        {**document["games"][0], "id": "n2", "slug": "//"},
        {"id": "n3"},
        7,
    ]
    job = take_in(club, ("x.json", json.dumps({**document, "games": [*broken, *document["games"]]}).encode()))
    assert (job.refused, job.known, job.kept) == (5, 1, 0)
    assert all(str(file.reason) for file in imports.find_refused(club.owner(), job.job_id).files)


def test_tags_beyond_the_quota_are_left_out(club: Club) -> None:
    club.store.put(System(kifu_max=9, tag_max=1))
    game = club.keep()
    document = transfer.write_document(club.owner())
    document["games"][0] |= {"id": "new", "tags": ["a", "b"]}
    job = take_in(club, ("x.json", json.dumps(document).encode()))
    assert (job.kept, [tag.name for tag in club.rows(Tag)]) == (1, ["a"])
    assert game.game_id != "new"
    assert find_faults(club) == []


def test_all_games_as_a_zip_of_kif_in_their_folders(club: Club) -> None:
    club.keep(given={"slug": "社団戦/2040/A"}, moves=1)
    club.keep(given={"slug": "社団戦/2040/a"}, moves=2)
    club.keep(given={"slug": "x: 1?"}, moves=3)
    ki2 = "先手：A\n後手：B\n\n▲７六歩    △３四歩\nまで2手で後手の勝ち\n"
    games.keep(club.owner(), ki2, {"slug": "ki2"})
    target = BytesIO()
    assert transfer.write_zip(club.owner(), target) == 4
    with ZipFile(target) as archive:
        names = {name.casefold() for name in archive.namelist()}
        assert names == {"ki2.kif", "x： 1？.kif", "社団戦/2040/a.kif", "社団戦/2040/a (2).kif"}
        assert parse(archive.read("ki2.kif").decode()).main_moves == ("7g7f", "3c3d")
    folder = BytesIO()
    assert transfer.write_zip(club.owner(), folder, "社団戦") == 2
    club.clock.advance(days=1)
    for game in club.rows(Game):
        trash.throw_away(club.owner(), game.game_id)
    job = take_in(club, ("x.zip", target.getvalue()))
    assert (job.kept, job.refused) == (4, 0)


def test_a_job_is_gone_after_a_week(club: Club) -> None:
    take_in(club, ("a.kif", kif().encode()))
    club.clock.advance(days=7, seconds=1)
    assert club.rows(Job) == club.rows(JobFile) == []


def test_a_job_of_which_every_worker_dies_stops_and_can_be_gone_on_with(club: Club) -> None:
    job = imports.start(club.owner(), [("x.zip", packed(("a.kif", kif(moves=1))))])
    for number in range(jobs.MOST_TRIES):
        assert jobs.claim(club.store, club.clock, f"dead {number}") is not None
        club.clock.advance(minutes=1)
    assert jobs.claim(club.store, club.clock, "alive") is None
    assert jobs.find(club.owner(), job.job_id).status == "stopped"
    assert club.rows(QueueEntry) == []
    imports.resume(club.owner(), job.job_id)
    assert run(club) == 1
    assert jobs.find(club.owner(), job.job_id).status == "done"


def test_a_job_that_goes_on_forgets_the_workers_that_died_before(club: Club) -> None:
    files = [(f"f/{each}.kif", kif(moves=each)) for each in range(1, 4)]
    job = imports.start(club.owner(), [("x.zip", packed(*files))])
    for _ in range(jobs.MOST_TRIES - 1):
        jobs.claim(club.store, club.clock, "dead")
        club.clock.advance(minutes=1)
    assert run(club) == 1
    done = jobs.find(club.owner(), job.job_id)
    assert (done.status, done.kept) == ("done", 3)
