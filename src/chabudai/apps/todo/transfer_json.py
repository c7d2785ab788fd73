"""JSON: everything of a person, whole; what is taken in again is the same to the last millisecond."""

import json
from typing import Any, Final

from chabudai.apps.todo import transfer_records as records
from chabudai.apps.todo.design import Category
from chabudai.apps.todo.errors import FileUnreadable
from chabudai.apps.todo.todos import Kept, Todos
from chabudai.apps.todo.transfer import UNFIT, Entry, Fault, Reading, fault_of
from chabudai.web.translations import lazy

FORMAT: Final = "chabudai-todo"
VERSION: Final = 1


def document(kept: Kept) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "categories": [records.category_record(category) for category in kept.categories],
        "todos": [records.record_of(todo) for todo in kept.todos],
    }


def written(kept: Kept) -> str:
    return json.dumps(document(kept), ensure_ascii=False, indent=1)


def read(todos: Todos, text: str) -> Reading:
    """What is in the file, entry by entry; what can't be read of it is told."""
    said = _document(text)
    categories: list[Category] = []
    entries: list[Entry] = []
    faults: list[Fault] = []
    for number, record in enumerate(_list(said, "categories"), 1):
        try:
            categories.append(records.category_of(todos.username, record))
        except UNFIT as refusal:
            faults.append(fault_of(number, str(record), refusal))
    for number, record in enumerate(_list(said, "todos"), 1):
        try:
            entries.append(Entry(records.todo_of(todos.username, record), number))
        except UNFIT as refusal:
            faults.append(fault_of(number, str(record), refusal))
    return Reading(tuple(entries), tuple(categories), tuple(faults))


def _document(text: str) -> dict[str, Any]:
    try:
        said = json.loads(text)
    except json.JSONDecodeError as error:
        raise FileUnreadable(lazy("This isn't valid JSON (line %(line)s).", line=error.lineno)) from None
    except RecursionError:
        raise FileUnreadable(lazy("This isn't a to-do export.")) from None
    if not isinstance(said, dict) or said.get("format") != FORMAT or said.get("version") != VERSION:
        raise FileUnreadable(lazy("This isn't a to-do export."))
    return said


def _list(said: dict[str, Any], name: str) -> list[Any]:
    found = said.get(name, [])
    if not isinstance(found, list):
        raise FileUnreadable(lazy("This isn't a to-do export."))
    return found
