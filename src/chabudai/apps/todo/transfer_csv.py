"""CSV: one line for each todo, with the category's name, for spreadsheets."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any, Final

from chabudai.apps.todo import rules
from chabudai.apps.todo import transfer_records as records
from chabudai.apps.todo.design import Category, Step, folded
from chabudai.apps.todo.errors import FileUnreadable
from chabudai.apps.todo.todos import Kept, Todos
from chabudai.apps.todo.transfer import UNFIT, Entry, Fault, Reading, category_named, derived_id, digest_of, fault_of
from chabudai.web.translations import lazy

_DATES = ("createdAt", "updatedAt", "completedAt", "deletedAt")
COLUMNS: Final = (
    *("id", "title", "description", "priority", "completed", "category", "due", "dueTime", "repeat", "steps"),
    *_DATES,
    *("sortOrder", "nextId"),
)
_BY_PLAIN_NAME = {name.lower(): name for name in COLUMNS}
_YES, _NO = ("true", "yes", "1", "x"), ("false", "no", "0", "")
_DONE, _UNDONE = "[x] ", "[ ] "


def written(kept: Kept) -> str:
    """With a mark at its beginning by which spreadsheets know UTF-8."""
    names = {category.category_id: category.name for category in kept.categories}
    file = io.StringIO(newline="")
    lines = csv.DictWriter(file, COLUMNS, restval="", lineterminator="\r\n")
    lines.writeheader()
    for todo in kept.todos:
        record = records.record_of(todo)
        category_id = record.pop("categoryId", "")
        record |= {"category": names.get(category_id, ""), "completed": "true" if todo.completed else "false"}
        lines.writerow(record | {"steps": _steps_text(todo.steps)})
    return "\ufeff" + file.getvalue()


def read(todos: Todos, text: str) -> Reading:
    """The first line names the columns, of which only the title is needed."""
    entries: list[Entry] = []
    faults: list[Fault] = []
    categories: dict[str, Category] = {}
    file = digest_of(text)
    for number, line in _lines(text.removeprefix("\ufeff"), faults):
        try:
            record = _record(todos, derived_id(file, number), line, categories)
            entries.append(Entry(records.todo_of(todos.username, record), number, bool(line.get("updatedAt"))))
        except UNFIT as refusal:
            faults.append(fault_of(number, line.get("title", ""), refusal))
    return Reading(tuple(entries), tuple(categories.values()), tuple(faults))


def _lines(text: str, faults: list[Fault]) -> Iterator[tuple[int, dict[str, str]]]:
    """Each with the number of the line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        columns = _columns(next(reader, []), faults)
        begins = reader.line_num + 1
        for cells in reader:
            number, begins = begins, reader.line_num + 1
            if len(cells) > len(columns):
                faults.append(Fault(number, ",".join(cells)[:40], lazy("This line has more columns than the first.")))
            elif any(cells):
                yield number, {name: cell for name, cell in zip(columns, cells, strict=False) if name}
    except csv.Error:
        faults.append(Fault(reader.line_num, "", lazy("We can't read the CSV from this line on.")))


def _columns(header: list[str], faults: list[Fault]) -> list[str]:
    """Our names of the columns, an empty one for each that is not ours."""
    plain = [cell.strip().replace("_", "").lower() for cell in header]
    if "title" not in plain or len(set(plain)) < len(plain):
        raise FileUnreadable(lazy("The first line must name each column once, and include “title”."))
    unknown = [cell for cell, name in zip(header, plain, strict=True) if name not in _BY_PLAIN_NAME]
    faults += [Fault(1, cell[:40], lazy("Skipped: we don't know this column.")) for cell in unknown]
    return [_BY_PLAIN_NAME.get(name, "") for name in plain]


def _record(todos: Todos, todo_id: str, line: Mapping[str, str], categories: dict[str, Category]) -> dict[str, Any]:
    now = records.written(todos.now())
    said = {name: value for name, value in line.items() if value != "" and name not in ("category", "steps")}
    record: dict[str, Any] = {"id": todo_id, "createdAt": now, "updatedAt": now, **said}
    record["completed"] = _is_yes(line.get("completed", ""))
    record["steps"] = _steps(line.get("steps", ""))
    if name := line.get("category", ""):
        category = category_named(todos, rules.category_name(name))
        record["categoryId"] = categories.setdefault(folded(category.name), category).category_id
    return record


def _is_yes(text: str) -> bool:
    plain = text.strip().lower()
    if plain not in (*_YES, *_NO):
        raise ValueError(f"{text!r} is neither yes nor no")
    return plain in _YES


def _steps_text(steps: tuple[Step, ...]) -> str:
    return "\n".join((_DONE if step.done else _UNDONE) + step.text for step in steps)


def _steps(text: str) -> list[dict[str, Any]]:
    lines = [line for line in text.splitlines() if line.strip()]
    return [{"text": line.removeprefix(_DONE).removeprefix(_UNDONE), "done": line.startswith(_DONE)} for line in lines]
