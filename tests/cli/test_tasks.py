"""`chabudai tasks recount`: planted drift is mended and told."""

from pathlib import Path

import pytest

from chabudai import table
from chabudai.adapters import clock
from chabudai.apps.tasks import design, people, tasks, teams
from chabudai.apps.tasks.entities import Total
from chabudai.apps.tasks.membership import enter
from chabudai.cli import main
from chabudai.common.owner import Owner
from chabudai.web import zones


def test_a_recount_mends_the_counters_and_tells_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = tmp_path / "household.db"
    with table.open(db) as store:
        store.create(*design.design.tables)
        owner = Owner(store, "hanako", clock.now, zones.TOKYO)
        people.save(owner, name="花子", email="hanako@example.jp")
        member = enter(owner, teams.create(owner, name="もちつき").team_id)
        tasks.add(member, title="杵を借りる")
        store.write(Total.update(team_id=member.team_id).set(todo=5, done=2))
    assert main(["tasks", "recount", "--db", str(db)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "1 tasks in 1 teams, 1 counters made right, 0 interrupted acts finished"
    assert second == f"{member.team_id} (もちつき): todo 5 → 1, done 2 → 0"
    assert main(["tasks", "recount", "--db", str(db), member.team_id]) == 0
    assert "0 counters" in capsys.readouterr().out
    assert main(["tasks", "recount", "--db", str(db), "nowhere"]) == 1
    assert "no such team" in capsys.readouterr().err


def test_a_store_that_can_not_be_opened_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "recount", "--db", "/nowhere/at/all.db"]) == 1
    assert capsys.readouterr().err.startswith("chabudai: ")
