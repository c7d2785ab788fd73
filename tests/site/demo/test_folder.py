"""The demo on the disk, with patterns of a few bytes: who gets a copy, who makes room, and what is gone when."""

import os
import stat
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from tests.adapters.clocks import SettableClock

from chabudai.site.demo.errors import DemoIsFull
from chabudai.site.demo.folder import FRESH_FOR, IN_USE_FOR, LIFE, DemoFolder, remove_others

SECOND = timedelta(seconds=1)


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock()


@pytest.fixture
def folder(tmp_path: Path, clock: SettableClock) -> DemoFolder:
    made = DemoFolder(tmp_path / "demo" / "tables", clock, most=3)
    made.add_pattern("ja", fill, for_now=True)
    made.add_pattern("en", fill_in_english, for_now=True)
    return made


def fill(path: Path, text: str = "ja") -> None:
    (path / "household.db").write_text(text)
    (path / "household-photos" / "wd_1").mkdir(parents=True)
    (path / "household-photos" / "wd_1" / "large.webp").write_text("photo")


def fill_in_english(path: Path) -> None:
    fill(path, "en")


def fill_anew(path: Path) -> None:
    fill(path, "new")


def read(folder: DemoFolder, id_: str) -> str:
    return (folder.household(id_) / "household.db").read_text()


def test_a_household_is_a_copy_of_the_pattern_in_the_visitors_language(folder: DemoFolder) -> None:
    one, other, third = (folder.create(language) for language in ("ja", "en", "ja"))
    (folder.household(one) / "household.db").write_text("changed")
    assert [read(folder, id_) for id_ in (one, other, third)] == ["changed", "en", "ja"]


def test_photos_are_shared_until_one_of_them_goes(folder: DemoFolder) -> None:
    one, other = (folder.household(folder.create("ja")) / "household-photos/wd_1/large.webp" for _ in range(2))
    assert one.stat().st_ino == other.stat().st_ino
    one.unlink()
    assert other.read_text() == "photo"


def test_a_copy_is_for_the_owner_of_the_site_alone(folder: DemoFolder) -> None:
    former = os.umask(0)
    try:
        path = folder.household(folder.create("ja"))
    finally:
        os.umask(former)
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE((path / "household-photos").stat().st_mode) == 0o700
    assert stat.S_IMODE((path / "household.db").stat().st_mode) == 0o600


def test_a_household_is_gone_after_a_day(folder: DemoFolder, clock: SettableClock) -> None:
    id_ = folder.create("ja")
    assert folder.ends_at(id_) == clock() + LIFE
    clock.set(folder.ends_at(id_) - SECOND)
    folder.sweep()
    assert folder.is_alive(id_)
    clock.advance(seconds=1)
    assert not folder.is_alive(id_)  # also before anybody has swept
    folder.sweep()
    assert list((folder.path / "households").iterdir()) == []


def test_whoever_has_been_away_for_longest_makes_room_and_nobody_who_is_there(
    folder: DemoFolder, clock: SettableClock
) -> None:
    first, second, third = (folder.create("ja") for _ in range(3))
    with pytest.raises(DemoIsFull):
        folder.create("ja")
    clock.advance(seconds=IN_USE_FOR.total_seconds())
    folder.touch(first)
    folder.touch(third)
    fourth = folder.create("ja")
    assert set(folder.ids()) == {first, third, fourth}
    assert not folder.household(second).exists()
    with pytest.raises(DemoIsFull):
        folder.create("ja")


def test_what_ended_makes_room_first(folder: DemoFolder, clock: SettableClock) -> None:
    for _ in range(3):
        folder.create("ja")
    clock.advance(days=1)
    assert folder.ids() != [last := folder.create("ja")]
    assert folder.ids() == [last]


def test_an_id_is_guessed_by_nobody_and_leads_nowhere_else(folder: DemoFolder) -> None:
    ids = {folder.create("ja")[10:] for _ in range(3)}
    assert len(ids) == 3
    assert not any(folder.is_alive(id_) for id_ in ("", ".", "..", "../patterns", "x" * 42, f"{'0' * 42}/..", "0" * 42))


def test_what_is_removed_is_gone_at_once_and_twice_is_no_error(folder: DemoFolder) -> None:
    id_ = folder.create("ja")
    folder.remove(id_)
    folder.remove(id_)
    folder.touch(id_)
    assert not folder.is_alive(id_)
    folder.sweep()
    assert list((folder.path / "households").iterdir()) == []


def test_a_pattern_is_of_today_and_made_anew_before_it_looks_old(folder: DemoFolder, clock: SettableClock) -> None:
    folder.add_pattern("ja", fill_anew, for_now=True)
    assert read(folder, folder.create("ja")) == "ja"
    clock.advance(seconds=FRESH_FOR.total_seconds())
    folder.add_pattern("ja", fill_anew, for_now=False)  # it is of the same day
    assert read(folder, folder.create("ja")) == "ja"
    folder.add_pattern("ja", fill_anew, for_now=True)
    assert read(folder, folder.create("ja")) == "new"


def test_at_midnight_in_tokyo_there_is_no_pattern_of_today_until_it_is_made(
    folder: DemoFolder, clock: SettableClock
) -> None:
    clock.advance(hours=11, minutes=59)
    assert folder.has_pattern("ja", for_now=False)
    clock.advance(minutes=1)
    assert not folder.has_pattern("ja", for_now=False)
    assert read(folder, folder.create("ja")) == "ja"  # nobody waits for it
    folder.add_pattern("ja", fill_anew, for_now=False)
    assert read(folder, folder.create("ja")) == "new"
    folder.sweep()
    assert len(list((folder.path / "patterns").iterdir())) == 2


def test_a_pattern_that_can_not_be_made_leaves_the_one_before(folder: DemoFolder, clock: SettableClock) -> None:
    def fail(path: Path) -> None:
        fill(path, "half")
        raise RuntimeError("no more ideas")

    clock.advance(days=1)
    with pytest.raises(RuntimeError):
        folder.add_pattern("ja", fail, for_now=True)
    assert read(folder, folder.create("ja")) == "ja"


def test_without_a_pattern_it_is_full(tmp_path: Path, clock: SettableClock) -> None:
    folder = DemoFolder(tmp_path / "demo" / "tables", clock, most=3)
    with pytest.raises(DemoIsFull):
        folder.create("ja")
    folder.sweep()
    assert folder.ids() == []


def test_what_a_process_left_halfway_is_swept_after_an_hour(folder: DemoFolder) -> None:
    draft = folder.path / "households" / ".draft"
    fill_path = draft / "household.db"
    draft.mkdir()
    fill_path.write_text("half")
    folder.sweep()
    assert draft.exists()
    os.utime(draft, (0, 0))
    folder.sweep()
    assert not draft.exists()


def test_households_of_other_tables_go(folder: DemoFolder) -> None:
    former = folder.path.parent / "former"
    (former / "households" / "a").mkdir(parents=True)
    remove_others(folder.path)
    assert not former.exists()
    assert folder.has_pattern("ja", for_now=True)


def test_many_processes_at_once_make_no_more_than_there_may_be(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from chabudai.adapters.clock import now
from chabudai.site.demo.errors import DemoIsFull
from chabudai.site.demo.folder import DemoFolder

folder = DemoFolder(Path({str(tmp_path)!r}) / "demo" / "tables", now, most=8)
folder.add_pattern("ja", lambda path: (path / "household.db").write_text("ja") and None, for_now=True)
made = 0
for _ in range(5):
    try:
        folder.create("ja")
        made += 1
    except DemoIsFull:
        pass
print(made)
"""
    processes = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert sum(int(each.communicate(timeout=120)[0]) for each in processes) == 8
    assert len(list((tmp_path / "demo" / "tables" / "households").iterdir())) == 8
    assert len(list((tmp_path / "demo" / "tables" / "patterns").iterdir())) == 1
