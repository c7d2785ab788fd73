"""JSON: everything of a person, whole; what is imported again is the same to the last millisecond."""

import json
from typing import Any, Final

from chabudai.apps.todo.messages import lazy
from chabudai.apps.todo.records import CATEGORY_RECORDS, TODO_RECORDS, read_category, read_todo
from chabudai.apps.todo.todos import TodosAndCategories
from chabudai.apps.todo.transfer import FileContent, FileEntry
from chabudai.common.imports import Problem, check_document, list_in, parse_document, read_each
from chabudai.common.owner import Owner

FORMAT: Final = "chabudai-todo"
VERSION: Final = 1
_NOT_OURS: Final = lazy("This isn't a to-do export.")


def write_document(rows: TodosAndCategories) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "categories": [CATEGORY_RECORDS.write(category) for category in rows.categories],
        "todos": [TODO_RECORDS.write(todo) for todo in rows.todos],
    }


def write(rows: TodosAndCategories) -> str:
    return json.dumps(write_document(rows), ensure_ascii=False, indent=1)


def read(owner: Owner, text: str) -> FileContent:
    """What is in the file, entry by entry; what can't be read of it is told."""
    return _read(owner, parse_document(text, FORMAT, VERSION, _NOT_OURS))


def read_document(owner: Owner, document: object) -> FileContent:
    """The same of what is no text any more, as the API has it."""
    return _read(owner, check_document(document, FORMAT, VERSION, _NOT_OURS, "format"))


def _read(owner: Owner, document: dict[str, Any]) -> FileContent:
    problems: list[Problem] = []
    categories = read_each(
        list_in(document, "categories", _NOT_OURS), lambda record: read_category(owner.username, record), problems
    )
    todos = read_each(list_in(document, "todos", _NOT_OURS), lambda record: read_todo(owner.username, record), problems)
    entries = tuple(FileEntry(todo, number) for number, todo in todos)
    return FileContent(entries, tuple(category for _, category in categories), tuple(problems))
