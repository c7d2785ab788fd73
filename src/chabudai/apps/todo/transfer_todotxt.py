"""todo.txt: one todo on each line, as plain text tools keep them. Descriptions and steps have no place in it."""

import re
from datetime import date, datetime, time
from typing import Any, Final

from chabudai.apps.todo import repeats, rules
from chabudai.apps.todo import transfer_records as records
from chabudai.apps.todo.design import Category, Todo, folded
from chabudai.apps.todo.todos import Kept, Todos
from chabudai.apps.todo.transfer import UNFIT, Entry, Fault, Reading, category_named, derived_id, digest_of, fault_of

_DATE = r"(\d{4}-\d\d-\d\d) +"
_HEAD = re.compile(rf"(?:(x) +)?(?:\(([A-Z])\) +)?(?:{_DATE})?(?:{_DATE})?(.*)", re.ASCII | re.DOTALL)
_TAG = re.compile(r"(due|time|repeat|rec|pri|id):(\S+)", re.ASCII)
_CATEGORY = re.compile(r"[+@](\S+)")
_REC = re.compile(r"\+?([1-9]\d?)([dwmyb])", re.ASCII)
_LETTERS: Final = {"high": "A", "low": "C"}
_UNITS: Final[dict[str, repeats.Kind]] = {"d": "daily", "w": "weekly", "m": "monthly", "y": "yearly"}


def written(kept: Kept, todos: Todos) -> str:
    """Everything but the trash."""
    names = {category.category_id: category.name for category in kept.categories}
    lines = [_line(todo, names.get(todo.category_id or ""), todos) for todo in kept.todos if todo.deleted_at is None]
    return "".join(f"{line}\n" for line in lines)


def read(todos: Todos, text: str) -> Reading:
    """Of several projects and contexts the last becomes the category; the others stay in the title."""
    entries: list[Entry] = []
    faults: list[Fault] = []
    categories: dict[str, Category] = {}
    file = digest_of(text)
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = _record(todos, derived_id(file, number), line.strip(), categories)
            entries.append(Entry(records.todo_of(todos.username, record), number, is_dated=False))
        except UNFIT as refusal:
            faults.append(fault_of(number, line, refusal))
    return Reading(tuple(entries), tuple(categories.values()), tuple(faults))


def _line(todo: Todo, category: str | None, todos: Todos) -> str:
    letter = _LETTERS.get(todo.priority)
    words = [*_head(todo, letter, todos), todo.title]
    if category is not None:
        words.append("+" + category.replace(" ", "_"))
    tags = {"due": todo.due, "time": todo.due_time, "repeat": todo.repeat, "pri": letter if todo.completed else None}
    words += [f"{name}:{value}" for name, value in tags.items() if value is not None]
    return " ".join([*words, f"id:{todo.todo_id}"])


def _head(todo: Todo, letter: str | None, todos: Todos) -> list[str]:
    """A mark, a priority, and the days on which it was done and made."""
    made = todo.created_at.astimezone(todos.zone).date().isoformat()
    if not todo.completed:
        return [f"({letter})", made] if letter else [made]
    done = (todo.completed_at or todo.updated_at).astimezone(todos.zone).date().isoformat()
    return ["x", done, made]


def _record(todos: Todos, todo_id: str, line: str, categories: dict[str, Category]) -> dict[str, Any]:
    match = _HEAD.fullmatch(line)
    assert match is not None  # every part of it may be missing
    done, letter, first, second, rest = match.groups()
    words, tags, name = _sorted_words(rest)
    letter = letter or tags.get("pri")
    made = (second or first) if done else first
    record: dict[str, Any] = {
        "id": tags.get("id", todo_id),
        "title": " ".join(words),
        "priority": _priority(letter),
        "completed": done is not None,
        "due": tags.get("due"),
        "dueTime": tags.get("time"),
        "repeat": _repeat(tags),
        "createdAt": _at(todos, made),
        "updatedAt": _at(todos, None),
        "completedAt": _at(todos, first) if done else None,
    }
    if name is not None:
        category = category_named(todos, rules.category_name(name.replace("_", " ")))
        record["categoryId"] = categories.setdefault(folded(category.name), category).category_id
    return {key: value for key, value in record.items() if value is not None}


def _sorted_words(text: str) -> tuple[list[str], dict[str, str], str | None]:
    """The title's words, the tags that we know, and a project or context: the last of each, where we write ours."""
    title: list[str] = []
    tags: dict[str, str] = {}
    category: str | None = None
    for word in reversed(text.split()):
        tag, project = _TAG.fullmatch(word), _CATEGORY.fullmatch(word)
        if tag is not None and tag[1] not in tags:
            tags[tag[1]] = tag[2]
        elif project is not None and category is None:
            category = project[1]
        else:
            title.append(word)
    return title[::-1], tags, category


def _priority(letter: str | None) -> str:
    """A is high, B medium as none, what follows low."""
    if letter is None:
        return "medium"
    return {"A": "high", "B": "medium"}.get(letter, "low")


def _repeat(tags: dict[str, str]) -> str | None:
    if "repeat" in tags or "rec" not in tags:
        return tags.get("repeat")
    match = _REC.fullmatch(tags["rec"])
    if match is None:
        return tags["rec"]
    return "weekdays" if match[2] == "b" else str(repeats.Repeat(_UNITS[match[2]], int(match[1])))


def _at(todos: Todos, day: str | None) -> str:
    """The beginning of a day, or now."""
    if day is None:
        return records.written(todos.now())
    return records.written(datetime.combine(date.fromisoformat(day), time(), todos.zone))
