"""Settings from the environment, and what follows from them."""

from pathlib import Path

import pytest
from tests.apps.shogi.club import kif

from chabudai import store as stores
from chabudai.adapters.clock import now
from chabudai.apps.shogi import design, games
from chabudai.common.owner import Owner
from chabudai.site import settings
from chabudai.site.compose import compose
from chabudai.site.errors import BadSetting
from chabudai.web import zones


def test_what_is_given_goes_before_the_environment_and_that_before_the_default() -> None:
    found = settings.read({"CHABUDAI_DB": "there.db", "CHABUDAI_ZONE": "UTC"}, db="given.db", is_demo=None)
    assert (found.db, found.zone, found.is_demo, found.has_call_log) == ("given.db", "UTC", False, None)


def test_flags_are_on_or_off_and_nothing_else() -> None:
    assert settings.read({"CHABUDAI_CALL_LOG": "off", "CHABUDAI_DEMO": "1"}).is_demo
    assert settings.read({"CHABUDAI_CALL_LOG": "off"}).has_call_log is False
    with pytest.raises(BadSetting, match="CHABUDAI_CALL_LOG is 'perhaps', where on or off is wanted"):
        settings.read({"CHABUDAI_CALL_LOG": "perhaps"})


@pytest.mark.parametrize(
    ("environment", "is_shown"),
    [
        ({}, False),
        ({"CHABUDAI_DEMO": "on"}, True),
        ({"CHABUDAI_CALL_LOG": "on"}, True),
        ({"CHABUDAI_DEMO": "on", "CHABUDAI_CALL_LOG": "off"}, False),
    ],
)
def test_the_call_log_is_for_those_who_build_and_for_the_demo(environment: dict[str, str], is_shown: bool) -> None:
    assert settings.read(environment).shows_call_log is is_shown


def test_what_belongs_to_the_site_is_kept_beside_its_database(tmp_path: Path) -> None:
    found = settings.read({}, db=str(tmp_path / "home.db"))
    assert found.secret_path == tmp_path / "home.secret"
    assert found.mail_address == str(tmp_path / "home-outbox")


@pytest.mark.parametrize("db", [":memory:", "dynamodb://ap-northeast-1", "http://127.0.0.1:9000"])
def test_a_database_elsewhere_leaves_the_rest_here(db: str) -> None:
    assert settings.read({}, db=db).secret_path == Path.cwd() / "chabudai.secret"


@pytest.mark.parametrize(
    ("address", "is_local"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:1", True),
        ("https://example.jp", False),
        ("http://10.0.0.2", False),
    ],
)
def test_a_site_is_local_when_only_this_machine_reaches_it(address: str, is_local: bool) -> None:
    assert settings.read({"CHABUDAI_ADDRESS": address}).is_local is is_local


def test_tables_may_have_other_names_and_the_todos_table_by_the_variable_that_it_always_had() -> None:
    assert settings.read({}).table_names == {}
    found = settings.read({"DYNAMODB_TABLE": "mine", "CHABUDAI_TABLES": "WardrobeTable = clothes,"}).table_names
    assert found == {"wambda-table-ssr001": "mine", "WardrobeTable": "clothes"}
    for text in ("clothes", "a=b=c", "=b"):
        with pytest.raises(BadSetting, match="CHABUDAI_TABLES is"):
            _ = settings.read({"CHABUDAI_TABLES": text}).table_names


def test_the_site_keeps_its_tables_under_the_names_that_are_set(tmp_path: Path) -> None:
    named = settings.read({"DYNAMODB_TABLE": "mine"}, db=str(tmp_path / "home.db"))
    with compose(named) as site:
        assert "wambda-table-ssr001" in site.store.raw.call("ListTables", {})["TableNames"]
    with stores.open(tmp_path / "home.db") as raw:
        names = raw.call("ListTables", {})["TableNames"]
    assert "mine" in names
    assert "wambda-table-ssr001" not in names


def test_the_games_may_lie_in_a_table_of_another_name(tmp_path: Path) -> None:
    """`shogi` is its name by itself; what is written goes to the other, and is found there again."""
    named = settings.read({"CHABUDAI_TABLES": "shogi=kifu"}, db=str(tmp_path / "home.db"))
    for _ in range(2):
        with compose(named) as site:
            owner = Owner(site.store, "akira", now, zones.TOKYO)
            games.keep(owner, kif())
    with stores.open(tmp_path / "home.db") as raw:
        names = raw.call("ListTables", {})["TableNames"]
        found = raw.call("Scan", {"TableName": "kifu", "Select": "COUNT"})["Count"]
    assert "kifu" in names
    assert "shogi" not in names
    assert found > 0
    with compose(named) as site:
        assert len(list(site.store.all(design.games_by_name("akira")))) == 2


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ("Wardrobe=clothes", "CHABUDAI_TABLES names Wardrobe; the tables are"),
        ("WardrobeTable=chabudai-accounts", "Two tables would be"),
    ],
)
def test_a_name_that_can_not_be_meant_is_refused_before_anything_is_made(
    tmp_path: Path, tables: str, sentence: str
) -> None:
    with pytest.raises(BadSetting, match=sentence):
        compose(settings.read({"CHABUDAI_TABLES": tables}, db=str(tmp_path / "home.db")))


def test_an_engine_that_makes_no_sense_is_told_at_the_start(tmp_path: Path) -> None:
    for given in ({"engine": "'"}, {"engine": '"/opt/engine --x'}, {"engine_options": "Threads"}):
        with pytest.raises(BadSetting, match=r"CHABUDAI_ENGINE .* Invalid (command|options) of the engine"):
            compose(settings.read({}, db=":memory:", secret_file=str(tmp_path / "secret"), **given))
