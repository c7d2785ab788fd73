"""The household's secret: made once, the same for everyone who starts, and nobody else's to read."""

import logging
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from chabudai.web import secrets
from chabudai.web.errors import UnsafeSecret
from chabudai.web.secrets import Secret

_START = """
import pathlib, sys
from chabudai.web import secrets
print(secrets.load_or_create(pathlib.Path(sys.argv[1])).root.hex())
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "household.key"


def test_the_first_start_makes_a_secret_and_the_next_finds_it(path: Path) -> None:
    assert secrets.load_or_create(path) == secrets.load_or_create(path)
    assert len(secrets.load_or_create(path).root) == 32


def test_two_households_have_different_secrets(tmp_path: Path) -> None:
    assert secrets.load_or_create(tmp_path / "a") != secrets.load_or_create(tmp_path / "b")


def test_only_the_owner_can_read_it_whatever_the_umask_is(path: Path) -> None:
    before = os.umask(0)
    try:
        secrets.load_or_create(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_processes_that_start_at_once_get_the_same_secret_and_leave_no_drafts(path: Path) -> None:
    starting = [
        subprocess.Popen([sys.executable, "-c", _START, str(path)], stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    answers = {process.communicate(timeout=60)[0].strip() for process in starting}
    assert answers == {secrets.load_or_create(path).root.hex()}
    assert list(path.parent.iterdir()) == [path]


def test_permissions_that_are_too_open_are_tightened_and_told(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept = secrets.load_or_create(path)
    path.chmod(0o644)
    with caplog.at_level(logging.WARNING):
        assert secrets.load_or_create(path) == kept
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "could be read by others" in caplog.text


@pytest.mark.parametrize("content", [b"", b"\n", b"abc", b"zz" * 32, b"00" * 31, b"00" * 40, "鍵".encode() * 20])
def test_a_damaged_secret_is_refused_rather_than_replaced(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(UnsafeSecret, match="damaged"):
        secrets.load_or_create(path)
    assert path.read_bytes() == content


def test_a_link_to_somewhere_else_is_refused(path: Path, tmp_path: Path) -> None:
    secrets.load_or_create(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UnsafeSecret):
        secrets.load_or_create(path)


def test_a_link_to_nowhere_is_refused(path: Path, tmp_path: Path) -> None:
    path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(UnsafeSecret):
        secrets.load_or_create(path)


def test_a_folder_in_its_place_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(UnsafeSecret):
        secrets.load_or_create(path)


def test_a_pipe_in_its_place_is_refused_without_waiting_for_it(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(UnsafeSecret, match="not a file"):
        secrets.load_or_create(path)


def test_a_folder_that_is_not_there_is_told_by_name(tmp_path: Path) -> None:
    with pytest.raises(UnsafeSecret, match="missing"):
        secrets.load_or_create(tmp_path / "missing" / "key")


def test_each_purpose_has_a_key_of_its_own() -> None:
    secret = Secret(b"k" * 32)
    assert secret.key("cookie") == secret.key("cookie")
    assert len({secret.root, secret.key("cookie"), secret.key("csrf"), Secret(b"l" * 32).key("cookie")}) == 4


def test_it_is_not_shown_when_something_is_printed() -> None:
    assert "kkk" not in repr(Secret(b"k" * 32))
