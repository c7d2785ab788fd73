"""CSV: one line for each todo, with the category's name, for spreadsheets. Its columns are the fields of a record."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import count
from typing import Any, Final

from chabudai.apps.todo.design import Category, Todo, TodoStep
from chabudai.apps.todo.messages import lazy
from chabudai.apps.todo.records import TODO_RECORDS, read_todo
from chabudai.apps.todo.todos import TodosAndCategories
from chabudai.apps.todo.transfer import FileContent, FileEntry, category_finder, order_by_line
from chabudai.common import spreadsheets
from chabudai.common.imports import Problem, check_lines, derive_entry_id, digest, read_numbered
from chabudai.common.owner import Owner
from chabudai.common.records import to_plain
from chabudai.common.spreadsheets import BrokenLine
from chabudai.common.text import shorten
from chabudai.web.errors import InvalidFields, invalid_field

_NAMES: Final = {**TODO_RECORDS.names, "category_id": "category"}
_FIRST: Final = ("todo_id", *TODO_RECORDS.fields.names)
COLUMNS: Final = tuple(_NAMES[name] for name in dict.fromkeys((*_FIRST, *TODO_RECORDS.other)))
_BY_PLAIN_NAME = {name.lower(): name for name in COLUMNS}
_YES, _NO = ("true", "yes", "1", "x"), ("false", "no", "0", "")
_DONE, _UNDONE = "[x] ", "[ ] "


def write(rows: TodosAndCategories) -> str:
    names = {category.category_id: category.name for category in rows.categories}
    return spreadsheets.write(COLUMNS, (_cells(todo, names) for todo in rows.todos))


def _cells(todo: Todo, names: Mapping[str, str]) -> dict[str, object]:
    record = TODO_RECORDS.write(todo)
    category = names.get(record.pop("categoryId", ""), "")
    completed = "true" if todo.completed else "false"
    return {**record, "category": category, "completed": completed, "steps": _write_steps(todo.steps)}


def read(owner: Owner, text: str) -> FileContent:
    """The first line names the columns, of which only the title is needed."""
    check_lines(text)
    problems: list[Problem] = []
    rows = _rows(text, problems)
    columns = _read_columns(next(rows, (1, []))[1], problems)
    categories: dict[str, Category] = {}
    find_category = category_finder(owner, categories)
    file = digest(text)
    places = count()

    def read_line(number: int, cells: list[str]) -> FileEntry:
        line = _name_cells(columns, cells)
        made = order_by_line(owner.now(), next(places))
        record = _read_line(owner, derive_entry_id(file, number), line, made, find_category)
        return FileEntry(read_todo(owner.username, record), number, bool(line.get("updatedAt")))

    def excerpt(cells: list[str]) -> str:
        title = columns.index("title")
        return cells[title] if title < len(cells) <= len(columns) else ",".join(cells)

    entries = read_numbered(rows, read_line, excerpt, problems)
    return FileContent(tuple(entries), tuple(categories.values()), tuple(problems), has_colours=False)


def _rows(text: str, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    try:
        yield from spreadsheets.read(text)
    except BrokenLine as broken:
        problems.append(Problem(broken.number, "", lazy("We can't read the CSV from this line on.")))


def _name_cells(columns: list[str], cells: list[str]) -> dict[str, str]:
    if len(cells) > len(columns):
        raise invalid_field("", lazy("This line has more columns than the first."))
    return {name: cell for name, cell in zip(columns, cells, strict=False) if name}


def _read_columns(header: list[str], problems: list[Problem]) -> list[str]:
    """Our names of the columns, an empty one for each that is not ours."""
    plain = [cell.strip().replace("_", "").lower() for cell in header]
    if "title" not in plain or len(set(plain)) < len(plain):
        raise invalid_field("file", lazy("The first line must name each column once, and include “title”."))
    unknown = [cell for cell, name in zip(header, plain, strict=True) if name not in _BY_PLAIN_NAME]
    problems += [Problem(1, shorten(cell), lazy("Skipped: we don't know this column.")) for cell in unknown]
    return [_BY_PLAIN_NAME.get(name, "") for name in plain]


def _read_line(
    owner: Owner, todo_id: str, line: Mapping[str, str], made: datetime, find_category: Callable[[str], str]
) -> dict[str, Any]:
    said = {name: value for name, value in line.items() if value != "" and name not in ("category", "steps")}
    record: dict[str, Any] = {"id": todo_id, "createdAt": to_plain(made), "updatedAt": to_plain(owner.now()), **said}
    record["completed"] = _read_flag(line.get("completed", ""))
    record["steps"] = _read_steps(line.get("steps", ""))
    if name := line.get("category", ""):
        record["categoryId"] = _read_category(find_category, name)
    return record


def _read_category(find: Callable[[str], str], name: str) -> str:
    """What is wrong with its name is wrong with this column."""
    try:
        return find(name)
    except InvalidFields as refusal:
        raise InvalidFields(("category", sentence) for _, sentence in refusal.details) from refusal


def _read_flag(text: str) -> bool:
    plain = text.strip().lower()
    if plain not in (*_YES, *_NO):
        raise invalid_field("completed", lazy("Write true or false here."))
    return plain in _YES


def _write_steps(steps: tuple[TodoStep, ...]) -> str:
    return "\n".join((_DONE if step.done else _UNDONE) + step.text for step in steps)


def _read_steps(text: str) -> list[dict[str, Any]]:
    return [_read_step(line) for line in text.splitlines() if line.strip()]


def _read_step(line: str) -> dict[str, Any]:
    """Of a text that begins with such a mark itself, only ours is taken off."""
    is_done = line.startswith(_DONE)
    return {"text": line.removeprefix(_DONE if is_done else _UNDONE), "done": is_done}
