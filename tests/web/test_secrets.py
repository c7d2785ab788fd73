"""The household's secret: made once, the same for everyone who starts, and nobody else's to read."""

import logging
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from chabudai.web import secrets
from chabudai.web.errors import SecretUnsafe
from chabudai.web.secrets import Secret

_START = """
import pathlib, sys
from chabudai.web import secrets
print(secrets.kept_at(pathlib.Path(sys.argv[1])).root.hex())
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "household.key"


def test_the_first_start_makes_a_secret_and_the_next_finds_it(path: Path) -> None:
    assert secrets.kept_at(path) == secrets.kept_at(path)
    assert len(secrets.kept_at(path).root) == 32


def test_two_households_have_different_secrets(tmp_path: Path) -> None:
    assert secrets.kept_at(tmp_path / "a") != secrets.kept_at(tmp_path / "b")


def test_only_the_owner_can_read_it_whatever_the_umask_is(path: Path) -> None:
    before = os.umask(0)
    try:
        secrets.kept_at(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_processes_that_start_at_once_get_the_same_secret_and_leave_no_drafts(path: Path) -> None:
    starting = [
        subprocess.Popen([sys.executable, "-c", _START, str(path)], stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    answers = {process.communicate(timeout=60)[0].strip() for process in starting}
    assert answers == {secrets.kept_at(path).root.hex()}
    assert list(path.parent.iterdir()) == [path]


def test_permissions_that_are_too_open_are_tightened_and_told(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept = secrets.kept_at(path)
    path.chmod(0o644)
    with caplog.at_level(logging.WARNING):
        assert secrets.kept_at(path) == kept
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "could be read by others" in caplog.text


@pytest.mark.parametrize("content", [b"", b"\n", b"abc", b"zz" * 32, b"00" * 31, b"00" * 40, "鍵".encode() * 20])
def test_a_damaged_secret_is_refused_rather_than_replaced(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(SecretUnsafe, match="damaged"):
        secrets.kept_at(path)
    assert path.read_bytes() == content


def test_a_link_to_somewhere_else_is_refused(path: Path, tmp_path: Path) -> None:
    secrets.kept_at(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SecretUnsafe):
        secrets.kept_at(path)


def test_a_link_to_nowhere_is_refused(path: Path, tmp_path: Path) -> None:
    path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(SecretUnsafe):
        secrets.kept_at(path)


def test_a_folder_in_its_place_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(SecretUnsafe):
        secrets.kept_at(path)


def test_a_pipe_in_its_place_is_refused_without_waiting_for_it(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(SecretUnsafe, match="not a file"):
        secrets.kept_at(path)


def test_a_folder_that_is_not_there_is_told_by_name(tmp_path: Path) -> None:
    with pytest.raises(SecretUnsafe, match="missing"):
        secrets.kept_at(tmp_path / "missing" / "key")


def test_each_purpose_has_a_key_of_its_own() -> None:
    secret = Secret(b"k" * 32)
    assert secret.key("cookie") == secret.key("cookie")
    assert len({secret.root, secret.key("cookie"), secret.key("csrf"), Secret(b"l" * 32).key("cookie")}) == 4


def test_it_is_not_shown_when_something_is_printed() -> None:
    assert "kkk" not in repr(Secret(b"k" * 32))
