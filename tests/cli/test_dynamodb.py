"""`chabudai dynamodb` as a process: started, used, stopped by signals; and why it may not start."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.wire.conftest import TABLE
from tests.wire.rawhttp import RawConnection, call

from chabudai.cli import main


@dataclass(frozen=True, slots=True)
class Served:
    process: subprocess.Popen[str]
    port: int
    announced: str


@contextmanager
def serving(*arguments: str, environment: Mapping[str, str] | None = None) -> Iterator[Served]:
    process = subprocess.Popen(
        [sys.executable, "-m", "chabudai", "dynamodb", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        lines = [process.stdout.readline() for _ in range(3)]
        port = re.search(r"http://\S+:(\d+)", lines[0])
        assert port is not None, lines[0] or process.stderr.read()
        yield Served(process, int(port[1]), "".join(lines))
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_a_file_until_a_signal_and_keeps_what_was_written(tmp_path: Path, how: signal.Signals) -> None:
    path = tmp_path / "household.db"
    with serving("--db", str(path)) as served:
        assert call(served.port, "CreateTable", TABLE).status == 200
        assert call(served.port, "PutItem", {"TableName": "things", "Item": {"PK": {"S": "a"}}}).status == 200
        with RawConnection(served.port) as idle:
            assert idle.call("ListTables", {}).status == 200
            served.process.send_signal(how)
            out, err = served.process.communicate(timeout=20)
        assert (served.process.returncode, out, err) == (0, "", "")
    with serving("--db", str(path)) as served:
        assert call(served.port, "Scan", {"TableName": "things"}).json["Count"] == 1


def test_it_says_where_it_is_and_how_to_use_it() -> None:
    with serving("--db", ":memory:", "--durability", "relaxed") as served:
        url = f"http://127.0.0.1:{served.port}"
        assert f"DynamoDB on {url}" in served.announced
        assert f"aws dynamodb list-tables --endpoint-url {url}" in served.announced
        assert f'boto3.client("dynamodb", endpoint_url="{url}")' in served.announced


def test_a_key_in_the_environment_or_in_a_file_is_asked_for(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hidden\n")
    for arguments, environment in (
        (["--access-key", "AKID", "--secret-key-file", str(secret)], {}),
        ([], {"CHABUDAI_ACCESS_KEY_ID": "AKID", "CHABUDAI_SECRET_ACCESS_KEY": "hidden"}),
    ):
        with serving("--db", ":memory:", *arguments, environment=environment) as served:
            assert "AKID" in served.announced
            assert "hidden" not in served.announced
            assert "InvalidSignatureException" in call(served.port, "ListTables", {}).json["__type"]


def test_beyond_the_loopback_without_a_key_it_warns() -> None:
    with serving("--db", ":memory:", "--host", "0.0.0.0") as served:
        served.process.send_signal(signal.SIGTERM)
        assert "warning: everyone who reaches 0.0.0.0" in served.process.communicate(timeout=20)[1]


def test_a_port_in_use_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["dynamodb", "--db", ":memory:", "--port", str(port)]) == 1
    told = capsys.readouterr().err
    assert told == f"chabudai: Port {port} on 127.0.0.1 is in use; choose another with --port, or 0 for a free one.\n"


@pytest.mark.parametrize(
    ("arguments", "environment", "word"),
    [
        (["--host", "192.0.2.1"], {}, "192.0.2.1 is not an address of this machine"),
        (["--host", "no.such.host.invalid"], {}, "no.such.host.invalid"),
        (["--access-key", "AKID"], {}, "without its secret"),
        ([], {"CHABUDAI_SECRET_ACCESS_KEY": "hidden"}, "without its key"),
        (["--access-key", "AKID", "--secret-key-file", "missing"], {}, "cannot be read from missing"),
        (["--access-key", "AKID", "--secret-key-file", os.devnull], {}, "holds no secret"),
    ],
)
def test_what_keeps_it_from_starting_is_one_clear_line(
    arguments: list[str],
    environment: dict[str, str],
    word: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["dynamodb", "--db", ":memory:", "--port", "0", *arguments]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert word in lines[-1]
    assert lines[-1].startswith("chabudai: ")
    assert "hidden" not in lines[-1]


def test_without_the_endpoint_extra_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "httptools.py").write_text("raise ModuleNotFoundError(name='httptools')\n")
    told = subprocess.run(
        [sys.executable, "-m", "chabudai", "dynamodb", "--db", ":memory:"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert told.returncode == 1
    assert told.stderr == (
        "chabudai: The endpoint needs httptools: install chabudai with its extra, chabudai[endpoint].\n"
    )


def test_without_uvloop_it_serves_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "uvloop.py").write_text("raise ModuleNotFoundError(name='uvloop')\n")
    with serving("--db", ":memory:", environment={"PYTHONPATH": str(tmp_path)}) as served:
        assert call(served.port, "ListTables", {}).json == {"TableNames": []}
