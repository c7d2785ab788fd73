"""CSV of any app: no cell of it is run by a spreadsheet, and what an app takes back comes back whole.

Todos are written and read as CSV, tasks are written; the other apps have files of other kinds.
"""

import ast
import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.tasks.household import NOON, Household

import chabudai
from chabudai import table
from chabudai.apps.tasks import design as tasks_design
from chabudai.apps.tasks import tags, tasks
from chabudai.apps.tasks import transfer_csv as tasks_csv
from chabudai.apps.todo import categories, service, transfer, transfer_csv
from chabudai.apps.todo import design as todo_design
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web.zones import TOKYO

SOURCE = Path(chabudai.__file__).parent
FORMULAS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
CELLS = [
    "=1+1",
    '=HYPERLINK("https://example.jp","click")',
    "=cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "+81 3 0000 0000",
    "-2+3+cmd|' /C calc'!A0",
    "＝1+1",
    "＋1",
    "－1",
    "＠here",
    "'=1",
    "''=1",
    "'plain",
    "-",
    "a;=1+1",
    'a,"=1+1"',
    "1-2",
]


@pytest.fixture
def store() -> Iterator[TypedStore]:
    clock = SettableClock(NOON)
    with table.open(":memory:", clock=clock) as store:
        store.create(*todo_design.design.tables, *tasks_design.design.tables)
        yield store


def cells_of(text: str) -> list[dict[str, str]]:
    """As a spreadsheet reads them, which knows nothing of apostrophes that we set."""
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    for cell in (cell for row in rows for cell in row.values()):
        assert not cell.startswith(FORMULAS), cell
        assert not cell.lstrip("\u3000\u200b ").startswith(FORMULAS), cell
    return rows


@pytest.mark.parametrize("cell", CELLS)
def test_todos_go_out_defused_and_come_back_whole(store: TypedStore, cell: str) -> None:
    hanako, taro = (Owner(store, name, SettableClock(NOON), TOKYO) for name in ("hanako", "taro"))
    category = categories.add(hanako, name=cell)
    steps = [{"text": cell, "done": True}, {"text": f"[ ] {cell}", "done": True}, {"text": cell, "done": False}]
    service.add(hanako, title=cell, description=f"{cell}\n{cell}", category_id=category.category_id, steps=steps)
    text = transfer_csv.write(service.everything(hanako))
    assert len(cells_of(text)) == 1
    report = transfer.import_content(taro, transfer_csv.read(taro, text))
    assert (report.added, report.problems) == (1, ())
    (before,), (after,) = service.everything(hanako).todos, service.everything(taro).todos
    names = ("title", "description", "steps")
    assert [getattr(after, name) for name in names] == [getattr(before, name) for name in names]
    assert [each.name for each in service.everything(taro).categories] == [category.name]


@pytest.mark.parametrize("cell", CELLS)
def test_tasks_go_out_defused(store: TypedStore, cell: str) -> None:
    member = Household(store, SettableClock(NOON)).team("hanako")
    tag = tags.add(member, name=cell[:20])
    checklist = ({"text": cell, "done": False},)
    tasks.add(member, title=cell, description=cell, tags={tag.tag_id}, checklist=checklist)
    (row,) = cells_of(tasks_csv.write(member))
    assert row["title"].removeprefix("'") in (cell, cell.removeprefix("'"))


def test_nothing_but_the_one_module_for_it_writes_or_reads_csv() -> None:
    """So whatever an app adds is defused as well."""
    importers = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import) and any(name.name == "csv" for name in node.names)
    }
    assert importers == {"common/spreadsheets.py"}
    tellers = {path.relative_to(SOURCE).parts[:2] for path in SOURCE.rglob("*.py") if "text/csv" in path.read_text()}
    assert tellers == {("apps", "todo"), ("apps", "tasks")}
