"""`chabudai shogi repair`: planted drift is mended and told."""

from pathlib import Path

import pytest
from tests.apps.shogi.club import kif

from chabudai import table
from chabudai.adapters import clock
from chabudai.apps.shogi import design, games
from chabudai.apps.shogi.entities import User
from chabudai.cli import main
from chabudai.common.owner import Owner
from chabudai.web import zones


def test_a_repair_mends_the_counts_and_tells_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = tmp_path / "household.db"
    with table.open(db) as store:
        store.create(*design.design.tables)
        games.keep(Owner(store, "akira", clock.now, zones.TOKYO), kif())
        store.write(User.update(username="akira").set(kifu_count=5))
    assert main(["shogi", "repair", "--db", str(db)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "1 games of 1 people, 1 counts made right, 0 interrupted acts finished"
    assert second == "akira: games 5 → 1, tags 0 → 0"
    assert main(["shogi", "repair", "--db", str(db), "akira"]) == 0
    assert "0 counts" in capsys.readouterr().out
    assert main(["shogi", "repair", "--db", str(db), "nobody"]) == 1
    assert "no games" in capsys.readouterr().err


def test_a_store_that_can_not_be_opened_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shogi", "repair", "--db", "/nowhere/at/all.db"]) == 1
    assert capsys.readouterr().err.startswith("chabudai: ")
