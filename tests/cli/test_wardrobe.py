"""`chabudai wardrobe repair`: planted drift is mended and told."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from chabudai import table
from chabudai.adapters import objects
from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import House
from chabudai.apps.wardrobe.entities import Clothing, WardrobeTable
from chabudai.cli import main


def test_a_count_that_drifted_is_mended_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    db = tmp_path / "household.db"
    with table.open(db) as store:
        store.create(WardrobeTable)
        house = House(store, objects.open(tmp_path / "photos"), lambda: datetime(2026, 11, 15, tzinfo=UTC))
        closet = service.create_wardrobe(house, name="ours")
        piece = service.add_clothing(closet, {"name": "shirt"})
        key = {"wardrobe_id": closet.wardrobe_id, "clothing_id": piece.clothing_id}
        store.write(Clothing.update(**key).set(wear_count=7))
    assert main(["wardrobe", "repair", "--db", str(db)]) == 0
    assert "1 pieces in 1 wardrobes, 1 made right, 0 idle photo files removed" in capsys.readouterr().out
    assert main(["wardrobe", "repair", "--db", str(db), service.key_of(closet)]) == 0
    assert "1 pieces in 1 wardrobes, 0 made right" in capsys.readouterr().out
    assert main(["wardrobe", "repair", "--db", str(db), "ed_guessed"]) == 1
    assert capsys.readouterr().err == "chabudai: There is no such wardrobe.\n"
    with table.open(db) as store:
        assert store.one(Clothing.get(**key)).wear_count == 0


def test_a_store_that_can_not_be_opened_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wardrobe", "repair", "--db", "/nowhere/at/all.db"]) == 1
    assert capsys.readouterr().err.startswith("chabudai: ")
