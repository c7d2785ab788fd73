"""Files are whole or not there, closed to others, and leave no part behind."""

from pathlib import Path

import pytest

from chabudai.adapters.part_files import create_file, replace_file


def test_a_file_is_replaced_and_closed_to_others(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for content in (b"one", b"two"):
        replace_file(path, tmp_path / ".part", content)
        assert path.read_bytes() == content
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_created_and_never_in_place_of_another(tmp_path: Path) -> None:
    path = tmp_path / "a"
    create_file(path, tmp_path / ".part", b"one")
    with pytest.raises(FileExistsError):
        create_file(path, tmp_path / ".part", b"two")
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


def test_what_can_not_take_its_place_leaves_no_part(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(IsADirectoryError):
        replace_file(tmp_path / "a", tmp_path / ".part", b"one")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_part_that_another_writes_is_not_touched(tmp_path: Path) -> None:
    part = tmp_path / ".part"
    part.write_bytes(b"theirs")
    with pytest.raises(FileExistsError):
        replace_file(tmp_path / "a", part, b"ours")
    assert part.read_bytes() == b"theirs"
