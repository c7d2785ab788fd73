"""todo.txt: one todo on each line, as plain text tools keep them. Descriptions and steps have no place in it."""

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from itertools import count
from typing import Any, Final

from chabudai.apps.todo import repeats
from chabudai.apps.todo.design import Category, Todo
from chabudai.apps.todo.lists import done_at
from chabudai.apps.todo.records import read_todo
from chabudai.apps.todo.todos import TodosAndCategories
from chabudai.apps.todo.transfer import FileContent, FileEntry, category_finder, order_by_line
from chabudai.common.imports import MOST_ENTRIES, Problem, check_lines, derive_entry_id, digest, read_numbered
from chabudai.common.owner import Owner
from chabudai.common.records import to_plain
from chabudai.web.zones import to_zone

_DATE = r"(\d{4}-\d\d-\d\d) +"
_HEAD = re.compile(rf"(?:(x) +)?(?:\(([A-Z])\) +)?(?:{_DATE})?(?:{_DATE})?(.*)", re.ASCII | re.DOTALL)
_TAG = re.compile(r"(due|time|repeat|rec|pri|id):(\S+)", re.ASCII)
_CATEGORY = re.compile(r"[+@](\S+)")
_REC = re.compile(r"\+?([1-9]\d?)([dwmyb])", re.ASCII)
_LETTERS: Final = {"high": "A", "low": "C"}
_UNITS: Final[dict[str, repeats.RepeatKind]] = {"d": "daily", "w": "weekly", "m": "monthly", "y": "yearly"}


def write(rows: TodosAndCategories, owner: Owner) -> str:
    """Everything but the trash."""
    names = {category.category_id: category.name for category in rows.categories}
    lines = [
        _write_line(todo, names.get(todo.category_id or ""), owner) for todo in rows.todos if todo.deleted_at is None
    ]
    return "".join(f"{line}\n" for line in lines)


def read(owner: Owner, text: str) -> FileContent:
    """Of several projects and contexts the last becomes the category; the others stay in the title."""
    check_lines(text)
    problems: list[Problem] = []
    categories: dict[str, Category] = {}
    find_category = category_finder(owner, categories)
    file = digest(text)
    places = count()

    def read_line(number: int, line: str) -> FileEntry:
        record = _read_line(owner, derive_entry_id(file, number), line, next(places), find_category)
        return FileEntry(read_todo(owner.username, record), number, is_dated=False)

    lines = enumerate(map(str.strip, text.removeprefix("\ufeff").splitlines()), 1)
    entries = read_numbered(((number, line) for number, line in lines if line), read_line, str, problems)
    return FileContent(tuple(entries), tuple(categories.values()), tuple(problems), has_colours=False)


def _write_line(todo: Todo, category: str | None, owner: Owner) -> str:
    letter = _LETTERS.get(todo.priority)
    words = [*_write_head(todo, letter, owner), todo.title]
    if category is not None:
        words.append("+" + category.replace(" ", "_"))
    tags = {"due": todo.due, "time": todo.due_time, "repeat": todo.repeat, "pri": letter if todo.completed else None}
    words += [f"{name}:{value}" for name, value in tags.items() if value is not None]
    return " ".join([*words, f"id:{todo.todo_id}"])


def _write_head(todo: Todo, letter: str | None, owner: Owner) -> list[str]:
    """A mark, a priority, and the days on which it was done and made."""
    made = to_zone(todo.created_at, owner.zone).date().isoformat()
    if not todo.completed:
        return [f"({letter})", made] if letter else [made]
    done = to_zone(done_at(todo), owner.zone).date().isoformat()
    return ["x", done, made]


def _read_line(
    owner: Owner, todo_id: str, line: str, place: int, find_category: Callable[[str], str]
) -> dict[str, Any]:
    match = _HEAD.fullmatch(line)
    assert match is not None  # every part of it may be missing
    done, letter, first, second, rest = match.groups()
    words, tags, name = _sort_words(rest)
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
        "createdAt": to_plain(order_by_line(_newest_of(owner, made), place)),
        "updatedAt": to_plain(owner.now()),
        "completedAt": to_plain(_begin_of(owner, first)) if done else None,
    }
    if name is not None:
        record["categoryId"] = find_category(name.replace("_", " "))
    return {key: value for key, value in record.items() if value is not None}


def _sort_words(text: str) -> tuple[list[str], dict[str, str], str | None]:
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


def _newest_of(owner: Owner, day: str | None) -> datetime:
    """For the first line of a file: now, or so late in its day that every other line's place is in the same day."""
    return owner.now() if day is None else _begin_of(owner, day) + timedelta(milliseconds=MOST_ENTRIES)


def _begin_of(owner: Owner, day: str | None) -> datetime:
    """The beginning of a day, or now."""
    return owner.now() if day is None else datetime.combine(date.fromisoformat(day), time(), owner.zone)
