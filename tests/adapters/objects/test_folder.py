"""Objects in a folder: closed to others, nothing half written, nothing outside."""

import os
import stat
import time
from pathlib import Path

import pytest

from chabudai.adapters.objects import FolderStorage
from chabudai.adapters.objects.errors import InvalidObjectKey, NoSuchObject, ObjectStorageUnavailable


@pytest.fixture
def folder(tmp_path: Path) -> FolderStorage:
    return FolderStorage(tmp_path / "kept" / "photos")


def test_only_the_owner_can_read_files_and_folders(folder: FolderStorage) -> None:
    before = os.umask(0)
    try:
        folder.put("wd_1/a/large.webp", b"1", "image/webp")
    finally:
        os.umask(before)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [folder.path, *folder.path.rglob("*")]}
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}


def test_no_empty_folder_stays_behind(folder: FolderStorage) -> None:
    folder.put("wd_1/a/large.webp", b"1", "image/webp")
    folder.delete("wd_1/a/large.webp")
    assert list(folder.path.iterdir()) == []


def test_a_link_that_leads_out_is_not_followed(folder: FolderStorage, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("secret")
    folder.path.mkdir(parents=True)
    (folder.path / "door").symlink_to(outside)
    (folder.path / "window").symlink_to(outside / "secret")
    for act in (folder.get, folder.delete, lambda key: folder.put(key, b"1", "image/webp")):
        with pytest.raises(InvalidObjectKey):
            act("door/secret")
    with pytest.raises(ObjectStorageUnavailable):
        folder.get("window")
    assert list(folder.list("door")) == []
    assert (outside / "secret").read_text() == "secret"


def test_a_key_that_begins_another_is_refused_and_harms_nothing(folder: FolderStorage) -> None:
    folder.put("a/b", b"1", "image/webp")
    for key in ("a", "a/b/c"):
        with pytest.raises(InvalidObjectKey):
            folder.put(key, b"2", "image/webp")
    with pytest.raises(NoSuchObject):
        folder.get("a")
    assert folder.get("a/b") == b"1"
    assert [entry.key for entry in folder.list("a")] == ["a/b"]


def test_what_a_killed_writer_left_is_no_object_and_goes_after_a_day(folder: FolderStorage) -> None:
    folder.put("a/b", b"1", "image/webp")
    fresh, old = folder.path / "a" / ".0011.part", folder.path / "a" / ".0022.part"
    for part in (fresh, old):
        part.write_bytes(b"half")
    long_ago = time.time() - 25 * 60 * 60
    os.utime(old, (long_ago, long_ago))
    assert [entry.key for entry in folder.list("a")] == ["a/b"]
    assert fresh.exists()
    assert not old.exists()


def test_a_folder_that_can_not_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises((InvalidObjectKey, ObjectStorageUnavailable)):
        FolderStorage(tmp_path / "file" / "photos").put("a", b"1", "image/webp")
