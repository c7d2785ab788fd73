"""Several processes as one: replaced when they die, stopped together, and never left behind. The processes are real."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.site.processes import IS_TOLD, children, descendants, is_alive, until

pytestmark = pytest.mark.skipif(not IS_TOLD, reason="needs /proc to see what became of processes")

ROOT = Path(__file__).parents[2]


@contextmanager
def supervising(folder: Path, work: str) -> Iterator["subprocess.Popen[str]"]:
    """A supervisor and its two workers, in a session of their own as at a terminal; all are gone in the end."""
    command = [sys.executable, "-m", "tests.site.tiny_worker", str(folder), work]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as supervisor:
        try:
            yield supervisor
        finally:
            if supervisor.poll() is None:
                os.killpg(supervisor.pid, signal.SIGKILL)


def read_line(supervisor: "subprocess.Popen[str]") -> str:
    assert supervisor.stdout is not None
    return supervisor.stdout.readline().strip()


def pids(folder: Path) -> set[int]:
    return {int(path.name) for path in folder.iterdir() if path.suffix == ""}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stopping_lets_every_worker_close_what_it_has_open_and_leaves_no_process(tmp_path: Path, number: int) -> None:
    with supervising(tmp_path, "wait") as supervisor:
        assert read_line(supervisor) == "ready"
        started = descendants(supervisor.pid)
        assert pids(tmp_path) <= started
        supervisor.send_signal(number)
        assert supervisor.wait(30) == 0
        assert {f"{pid}.closed" for pid in pids(tmp_path)} == {path.name for path in tmp_path.glob("*.closed")}
        until(lambda: not any(map(is_alive, started)), "no process is left")


def test_ctrl_c_at_a_terminal_reaches_all_and_stops_them_once(tmp_path: Path) -> None:
    with supervising(tmp_path, "wait") as supervisor:
        assert read_line(supervisor) == "ready"
        os.killpg(supervisor.pid, signal.SIGINT)
        output, _ = supervisor.communicate(timeout=30)
        assert (supervisor.returncode, output) == (0, "")
        assert len(list(tmp_path.glob("*.closed"))) == 2


def test_a_supervisor_that_is_killed_takes_its_workers_along(tmp_path: Path) -> None:
    with supervising(tmp_path, "wait") as supervisor:
        assert read_line(supervisor) == "ready"
        started = descendants(supervisor.pid)
        supervisor.kill()
        supervisor.wait(30)
        until(lambda: not any(map(is_alive, started)), "no process is left")
        assert len(list(tmp_path.glob("*.closed"))) == 2


def test_a_worker_that_is_killed_is_replaced_and_the_other_stays(tmp_path: Path) -> None:
    with supervising(tmp_path, "wait") as supervisor:
        assert read_line(supervisor) == "ready"
        one, other = pids(tmp_path)
        os.kill(one, signal.SIGKILL)
        assert read_line(supervisor) == f"worker {one} ended (signal SIGKILL): another is started"
        until(lambda: len(pids(tmp_path)) == 3, "another worker")
        (third,) = pids(tmp_path) - {one, other}
        assert {other, third} <= children(supervisor.pid)
        supervisor.terminate()
        output, _ = supervisor.communicate(timeout=30)
        assert (supervisor.returncode, output) == (0, "")  # above all no second "ready"
        assert not any(map(is_alive, (other, third)))


def test_a_worker_that_does_not_stop_is_killed(tmp_path: Path) -> None:
    with supervising(tmp_path, "hang") as supervisor:
        assert read_line(supervisor) == "ready"
        started = descendants(supervisor.pid)
        supervisor.terminate()
        assert supervisor.wait(30) == 0
        assert len(list(tmp_path.glob("*.asked"))) == 2
        until(lambda: not any(map(is_alive, started)), "no process is left")


def test_a_second_signal_does_not_wait(tmp_path: Path) -> None:
    with supervising(tmp_path, "hang") as supervisor:
        assert read_line(supervisor) == "ready"
        supervisor.terminate()
        until(lambda: len(list(tmp_path.glob("*.asked"))) == 2, "both workers were asked")
        supervisor.send_signal(signal.SIGINT)
        assert supervisor.wait(1.5) == 0  # they would have two seconds


def test_workers_that_cannot_start_end_it_all_with_a_reason(tmp_path: Path) -> None:
    with supervising(tmp_path, "fail") as supervisor:
        output, _ = supervisor.communicate(timeout=30)
        assert (supervisor.returncode, output) == (1, "A worker ended before it served (exit code 3).\n")


def test_a_replacement_that_cannot_start_is_tried_again_slowly_while_the_other_serves(tmp_path: Path) -> None:
    with supervising(tmp_path, "fail_later") as supervisor:
        assert read_line(supervisor) == "ready"
        one, other = pids(tmp_path)
        os.kill(one, signal.SIGKILL)
        until(lambda: len(list(tmp_path.glob("*.failed"))) >= 3, "three more tries")
        assert is_alive(other)
        supervisor.terminate()
        supervisor.communicate(timeout=30)
        assert supervisor.returncode == 0
        assert not is_alive(other)


def test_supervising_loads_nothing_of_the_web() -> None:
    """Whoever only waits for workers should take no second to start and little memory."""
    asked = "import sys, chabudai.site.supervisor; print(*(name for name in sys.modules if 'litestar' in name))"
    told = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout == "\n"
