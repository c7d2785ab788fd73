"""`chabudai kondate`: what was counted wrong is put right and told, and indexes are rolled out beside the site."""

from pathlib import Path

import pytest

from chabudai import table
from chabudai.apps.kondate.market import staged_indexes
from chabudai.cli import main


@pytest.fixture
def db(tmp_path: Path) -> str:
    path = str(tmp_path / "household.db")
    with table.open(path) as store:
        staged_indexes.create_table(store, {"GSI1"})
    return path


def test_an_index_is_added_and_taken_away(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kondate", "index", "GSI2", "on", "--db", db]) == 0
    with table.open(db) as store:
        assert staged_indexes.enabled(store) == {"GSI1", "GSI2"}
    assert main(["kondate", "index", "GSI2", "off", "--db", db]) == 0
    with table.open(db) as store:
        assert staged_indexes.present(store) == {"GSI1"}
    assert capsys.readouterr().out == "GSI2 is on.\nGSI2 is off.\n"


def test_a_repair_of_what_is_right_says_so(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kondate", "repair", "--db", db]) == 0
    assert capsys.readouterr().out == "Nothing was wrong.\n"


def test_a_store_that_can_not_be_opened_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kondate", "repair", "--db", "/nowhere/at/all.db"]) == 1
    assert capsys.readouterr().err.startswith("chabudai: ")
