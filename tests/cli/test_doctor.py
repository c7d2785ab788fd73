"""`chabudai doctor`: what it says, what it mends, and with which exit code it leaves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.table.invitations import HouseTable, Invitation

from chabudai import table
from chabudai.cli import main

DESIGN = "tests.table.invitations:design"
KEY = {"PK": {"S": "H#h"}, "SK": {"S": "INVITATION#i1"}}


@pytest.fixture(autouse=True)
def household(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The usual file, with one invitation whose key has drifted."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "household.db"
    with table.open(path) as store:
        store.create(HouseTable)
        store.insert(Invitation(house="h", invitation_id="i1", address="ann@x.org", visits=3))
        change = {"UpdateExpression": "REMOVE VISITS_SK"}
        store.raw.call("UpdateItem", {"TableName": "HouseTable", "Key": KEY, **change})
    return path


def test_a_fault_is_told_with_exit_code_1_and_nothing_is_changed(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert main(["doctor", DESIGN]) == 1
        captured = capsys.readouterr()
        assert captured.err == ""
        assert captured.out.splitlines() == [
            "HouseTable: 1 row, 0 of them expired",
            "  Invitation: 1",
            "  drift (a key of an index is not what the row's fields make of it): 1",
            "    Invitation at PK='H#h', SK='INVITATION#i1': VISITS_SK is none, 'VISITS#000003#i1' would be right",
            "1 fault left",
        ]


def test_repair_mends_and_leaves_with_0(household: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", DESIGN, "--repair", "--at", str(household)]) == 0
    assert "1, 1 repaired" in capsys.readouterr().out
    assert main(["doctor", DESIGN]) == 0
    assert capsys.readouterr().out.endswith("all is well\n")


def test_json_is_all_that_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", DESIGN, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["healthy"] is False
    assert told["tables"][0]["found"] == {"drift": 1}
    assert told["tables"][0]["samples"][0]["key"] == KEY


def test_a_table_that_is_not_there_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.db"
    table.open(empty).close()
    assert main(["doctor", DESIGN, "--at", str(empty)]) == 1
    assert capsys.readouterr().err == (
        f"chabudai: HouseTable of the design house is not at {empty}: --at says where it is, and --table under which "
        "name.\n"
    )
    assert main(["doctor", DESIGN, "--at", str(empty), "--table", "other"]) == 1
    assert capsys.readouterr().err == (
        f"chabudai: There is no table other at {empty}: --table has the name that it is stored under.\n"
    )
    assert main(["doctor", DESIGN, "--at", str(empty), "--table", "no name"]) == 1
    assert "HouseTable is to be stored as 'no name', which is no name that DynamoDB takes" in capsys.readouterr().err


def test_a_missing_file_is_named_and_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", DESIGN, "--at", "missing.db"]) == 1
    assert (
        capsys.readouterr().err
        == "chabudai: There is no database file at missing.db: --at says where the tables are.\n"
    )
    assert not (tmp_path / "missing.db").exists()
