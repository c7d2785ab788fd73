"""Engines of a site that runs in several processes: no more of them think at once than the setting says."""

import shlex
from itertools import accumulate
from pathlib import Path

from tests.adapters.usi.fake_engines import fake
from tests.apps.shogi.analysing import START, until
from tests.apps.shogi.test_killed_site import serving

from chabudai import table
from chabudai.adapters.clock import now
from chabudai.apps.shogi import analyses, analysis_requests
from chabudai.common.owner import Owner
from chabudai.web import zones

_ASKED = 8


def test_however_many_processes_serve_no_more_engines_think_than_the_setting_says(tmp_path: Path) -> None:
    """Each process could have one of its own: there are three of them, and enough to do for all."""
    db, log = tmp_path / "house.db", tmp_path / "log"
    command = fake("notes_when_it_thinks", tmp_path, str(log))
    environment = {"CHABUDAI_ENGINE": shlex.join(command.words), "CHABUDAI_ENGINES": "1"}
    with serving(db, "--workers", "3", environment=environment), table.open(str(db)) as store:
        request = analysis_requests.position_request(START, (), seconds=3, candidates=1)
        asked = [
            analyses.ask_for_position(Owner(store, f"u{number}", now, zones.TOKYO), analysis_requests.write(request))
            for number in range(_ASKED)
        ]
        until(lambda: all(analyses.find_any(store, each.analysis_id).status == "succeeded" for each in asked))
    steps = [1 if line.startswith("+") else -1 for line in log.read_text().splitlines()]
    assert steps.count(1) == _ASKED
    assert max(accumulate(steps)) == 1
