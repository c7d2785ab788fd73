"""A worker's process that is killed (-9) while it thinks: its engine ends with it, and another takes its row over.

Slow, since a process is started.
"""

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

from tests.adapters.clocks import SettableClock
from tests.apps.shogi.analysing import ask_position, find, tools, until
from tests.apps.shogi.club import Club

from chabudai import table
from chabudai.adapters import clock
from chabudai.apps.shogi.analysis_worker import AnalysisWorker
from chabudai.apps.shogi.design import design

ROOT = Path(__file__).parents[3]


def test_what_a_killed_process_was_thinking_about_is_taken_over_after_its_lease(tmp_path: Path) -> None:
    database = tmp_path / "household.db"
    with table.open(database) as store:
        store.create(*design.tables)
        club = Club(store, SettableClock(clock.now()))
        asked = ask_position(club, "7g7f")
        command = [sys.executable, "-m", "tests.apps.shogi.killed_analysis_worker", str(database)]
        environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}
        with subprocess.Popen(command, cwd=ROOT, env=environment) as process:
            until(lambda: find(club, asked).response is not None or process.poll() is not None)
            engines = _children(process.pid)
            process.kill()
        assert engines
        until(lambda: not any(map(_is_alive, engines)))
        left = find(club, asked)
        assert left.status == "waiting"
        assert left.worker is not None
        assert left.due is not None
        club.clock.set(left.due - timedelta(seconds=1))
        with AnalysisWorker(tools(club)):
            club.clock.set(left.due)
            until(lambda: find(club, asked).status == "succeeded")
        assert find(club, asked).tries == 2


def _children(pid: int) -> list[int]:
    return [
        int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()
    ]


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return False
