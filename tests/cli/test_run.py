"""`chabudai run`: what it refuses before anything is served. How it serves is told in tests/site."""

import socket
from pathlib import Path

import pytest

from chabudai.cli import main


@pytest.mark.parametrize("count", ["0", "-1", "65", "many", "1.5", "²"])
def test_a_number_of_workers_that_can_not_be_meant_is_refused(count: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["run", "--workers", count])
    assert refused.value.code == 2
    assert f"invalid number of workers: '{count}' is not in 1 to 64" in capsys.readouterr().err


def test_several_workers_need_tables_that_they_can_share(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--db", ":memory:", "--port", "0", "--workers", "2"]) == 1
    assert "can't share a database in :memory:" in capsys.readouterr().err


def test_a_port_in_use_is_told_before_anything_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["run", "--db", str(tmp_path / "a.db"), "--port", str(port), "--workers", "2"]) == 1
    assert f"Port {port} on 127.0.0.1 is in use" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
