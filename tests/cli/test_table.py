"""`chabudai table`: a design's tables are made once, shown in words, and a table that differs is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.wire.endpoint import serving

from chabudai import store
from chabudai.cli import main
from chabudai.engine import Engine
from chabudai.wire.server import EndpointSettings

DESIGN = "tests.table.invitations:design"

OUTLINE = """\
design house

table HouseTable
  key PK / SK
  billing PAY_PER_REQUEST
  expiry expiresAt
  stream NEW_AND_OLD_IMAGES
  index ByVisits: STATUS_PK / VISITS_SK, ALL
  index ByNickname: STATUS_PK / NICK_SK, ALL
  entity Person
    PK = H#{house}
    SK = PERSON#{person_id}
    one_name: only one at H#{house}#NAMES / NAME#{name}
  entity Invitation
    PK = H#{house}
    SK = INVITATION#{invitation_id}
    STATUS_PK = H#{house}#INVITATION#{status}
    VISITS_SK = VISITS#{visits:06}#{invitation_id}
    NICK_SK = NICK#{nickname:tail}
  pattern 1: invitations, most visited first, 20 rows a page
    Query HouseTable/ByVisits
  pattern 2: the people of a house
    Query HouseTable
  pattern 3: invitations by nickname
    Query HouseTable/ByNickname
"""

LIBRARY = """
from chabudai.table import *

class LoanTable(Table, name="LoanTable", pk="PK", sk="day", capacity=(5, 2)):
    by_state = Gsi("ByState", ["state", "branch"], ["title"], projection=["reader"])
    by_title = Lsi("ByTitle", "title", projection="KEYS_ONLY")

class Loan(Entity, table=LoanTable):
    loan_id: InKey[str]
    day: str
    state: str
    branch: str
    title: str
    reader: str
    PK = key("LOAN#{loan_id}")

class Card(View, of=Loan):
    loan_id: InKey[str]
    day: str
    reader: str

class Title(View, of=Loan):
    loan_id: InKey[str]
    day: str
    title: str

class ShelfTable(Table, name="ShelfTable", pk="PK"):
    pass

class Shelf(Entity, table=ShelfTable):
    shelf_id: str
    books: int = 0
    PK = key("SHELF#{shelf_id}")

@LoanTable.pattern("1", "loans of a branch by state")
def loans(state: str, branch: str) -> Query[Card]:
    return LoanTable.by_state.query(Card, state=state, branch=branch)

@LoanTable.pattern("2", "titles of a loan")
def titles(loan_id: str) -> Query[Title]:
    return LoanTable.by_title.query(Title, loan_id=loan_id)

@ShelfTable.pattern("3", "one more book")
def add_book(shelf_id: str) -> Update[Shelf]:
    return Shelf.update(shelf_id=shelf_id).add(books=1)

design = Design("library", LoanTable, ShelfTable)
number = 7
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


def tables(path: Path) -> list[str]:
    with store.open(path) as opened:
        names: list[str] = opened.call("ListTables", {})["TableNames"]
    return names


def make_other(path: Path, name: str) -> None:
    """A table of this name with a key of its own."""
    with store.open(path) as opened:
        opened.call(
            "CreateTable",
            {
                "TableName": name,
                "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                "BillingMode": "PAY_PER_REQUEST",
            },
        )


def assert_one_line(capsys: pytest.CaptureFixture[str], *words: str) -> None:
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("chabudai: ")
    assert len(captured.err.splitlines()) == 1
    assert [word for word in words if word not in captured.err] == []


def test_tables_are_made_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "create", DESIGN]) == 0
    assert capsys.readouterr().out == "at household.db, since no --at says where\nHouseTable: made\n"
    assert main(["table", "create", DESIGN, "--at", "household.db"]) == 0
    assert capsys.readouterr().out == "HouseTable: already there, as the design says\n"
    assert tables(folder / "household.db") == ["HouseTable"]


def test_a_design_is_found_in_the_current_folder(folder: Path) -> None:
    (folder / "library.py").write_text(LIBRARY)
    command = [sys.executable, "-m", "chabudai", "table", "create", "library:design", "--at", "other.db"]
    made = subprocess.run(command, capture_output=True, text=True, check=True)
    assert made.stdout == "LoanTable: made\nShelfTable: made\n"
    script = [str(Path(sys.executable).parent / "chabudai"), *command[3:]]
    assert "already there" in subprocess.run(script, capture_output=True, text=True, check=True).stdout
    assert tables(folder / "other.db") == ["LoanTable", "ShelfTable"]


def test_a_table_that_differs_is_refused_and_nothing_is_made(folder: Path) -> None:
    (folder / "library.py").write_text(LIBRARY)
    make_other(folder / "household.db", "ShelfTable")
    command = [sys.executable, "-m", "chabudai", "table", "create", "library:design"]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stdout) == (1, "at household.db, since no --at says where\n")
    assert refused.stderr.splitlines() == [
        "chabudai: Nothing was made, since what is there differs from the design:",
        "  ShelfTable: key: PK in the design, id in the table",
    ]
    assert tables(folder / "household.db") == ["ShelfTable"]


def test_over_http_a_table_is_made_at_the_endpoint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    with Engine.open(":memory:") as engine, serving(engine, EndpointSettings(port=0)) as endpoint:
        assert main(["table", "create", DESIGN, "--at", endpoint.url]) == 0
        assert main(["table", "show", DESIGN, "--at", endpoint.url]) == 0
        assert engine.call("ListTables", {})["TableNames"] == ["HouseTable"]
    assert "HouseTable: there, as the design says" in capsys.readouterr().out


def test_a_design_is_shown_in_words_without_any_store(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "show", DESIGN]) == 0
    assert capsys.readouterr().out == OUTLINE
    assert list(folder.iterdir()) == []


def test_capacity_projections_and_every_kind_of_pattern_are_shown(folder: Path) -> None:
    (folder / "library.py").write_text(LIBRARY)
    command = [sys.executable, "-m", "chabudai", "table", "show", "library:design"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    for line in (
        "  billing PROVISIONED 5 / 2",
        "  index ByState: state + branch / title, INCLUDE reader",
        "  index ByTitle: PK / title, KEYS_ONLY",
        "    day = {day}",
        "    Query LoanTable/ByState",
        "  pattern 3: one more book",
        "    UpdateItem",
    ):
        assert line in shown, line


def test_show_tells_whether_a_table_is_there_and_differs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "other.db"
    with store.open(path):
        pass
    assert main(["table", "show", DESIGN, "--at", str(path)]) == 1
    assert capsys.readouterr().out == f"{OUTLINE}\nat {path}\n  HouseTable: not there\n"
    assert main(["table", "create", DESIGN, "--at", str(path)]) == 0
    assert main(["table", "show", DESIGN, "--at", str(path)]) == 0
    assert "HouseTable: there, as the design says" in capsys.readouterr().out
    second = folder / "second.db"
    make_other(second, "HouseTable")
    assert main(["table", "show", DESIGN, "--at", str(second)]) == 1
    told = capsys.readouterr().out
    assert "  HouseTable: there, but it differs\n    key: PK / SK in the design, id in the table\n" in told


@pytest.mark.parametrize(
    ("design", "words"),
    [
        ("nowhere.design:design", ["There is no module nowhere"]),
        ("tests.table.nowhere:design", ["There is no module tests.table.nowhere"]),
        ("tests.table.invitations:designs", ["tests.table.invitations has no attribute designs"]),
        ("tests.table.invitations:HouseTable", ["HouseTable is not a Design"]),
        ("tests.table.invitations:", ["MODULE:ATTRIBUTE"]),
        (":design", ["MODULE:ATTRIBUTE"]),
        ("no-such-app", ["There is no design no-such-app"]),
        ("../todo", ["There is no design ../todo"]),
    ],
)
@pytest.mark.parametrize("command", [["table", "create"], ["table", "show"], ["doctor"]])
def test_a_design_that_is_not_there_is_one_clear_line(
    folder: Path, command: list[str], design: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, design]) == 1
    assert_one_line(capsys, *words)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import nothing_of_this_name", ["can't be imported", "nothing_of_this_name"]),
        ("def design(:", ["can't be imported", "SyntaxError"]),
        ("raise RuntimeError('two\\nlines')", ["can't be imported", "RuntimeError: two lines"]),
        ("from chabudai.table import *\nDesign('empty')", ["DesignError", "the design empty has no table"]),
    ],
)
def test_a_module_that_cannot_be_imported_is_one_clear_line(
    folder: Path, source: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.py").write_text(source)
    assert main(["table", "show", "broken:design"]) == 1
    assert_one_line(capsys, "broken", *words)


@pytest.mark.parametrize(
    ("address", "word"), [("ftp://here", "address ftp://here"), ("letter.txt", "letter.txt"), ("", "missing")]
)
def test_a_store_that_cannot_be_opened_is_one_clear_line(
    folder: Path, address: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "letter.txt").write_text("Dear all, " * 1000)
    assert main(["table", "create", DESIGN, "--at", address]) == 1
    assert_one_line(capsys, word)


def test_show_makes_no_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "show", DESIGN, "--at", "missing.db"]) == 1
    assert "There is no database file at missing.db" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["table"], "ACTION"),
        (["table", "drop", DESIGN], "invalid choice"),
        (["table", "create"], "DESIGN"),
        (["table", "show", DESIGN, "--json"], "--json"),
        (["doctor"], "DESIGN"),
        (["doctor", DESIGN, "--at"], "--at"),
    ],
)
def test_wrong_arguments_are_named_with_exit_code_2(
    arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert word in capsys.readouterr().err


@pytest.mark.parametrize("app", ["wardrobe", "tasks", "shogi", "todo", "kondate"])
def test_an_app_is_known_by_its_short_name(app: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "create", app]) == 0
    assert main(["table", "show", app, "--at", "household.db"]) == 0
    assert main(["doctor", app]) == 0
    assert capsys.readouterr().out.endswith("all is well\n")


def test_the_other_commands_do_not_wait_for_the_toolkit_to_load() -> None:
    program = "import sys, chabudai.cli; sys.exit(any(name.startswith('chabudai.table') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_table_may_be_stored_under_another_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = str(tmp_path / "house.db")
    assert main(["table", "create", DESIGN, "--at", where, "--table", "mine"]) == 0
    with store.open(where) as made:
        assert made.call("ListTables", {})["TableNames"] == ["mine"]
    assert main(["table", "show", DESIGN, "--at", where, "--table", "mine"]) == 0
    assert main(["table", "show", DESIGN, "--at", where]) == 1
    assert main(["doctor", DESIGN, "--at", where, "--table", "mine"]) == 0
    capsys.readouterr()
