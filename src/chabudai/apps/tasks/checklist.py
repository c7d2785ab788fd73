"""The checklist of a task, line by line: each act is done to the list as it is, so that others' lines are kept.

A line is known by a key made of its text: it is the same wherever the line is moved to.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import blake2s
from typing import Final

from chabudai.apps.tasks.entities import TASK_FIELDS, Check, Task
from chabudai.apps.tasks.errors import NoSuchLine
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.task_writes import change_task
from chabudai.common.text import clean_line
from chabudai.common.undo import Undo, undo_by

Lines = tuple[Check, ...]
_KNOWN_PLACES: Final = 20  # that a line which comes back may stand before: a toast has room for no more


def line_keys(lines: Sequence[Check]) -> tuple[str, ...]:
    """One for each, in their order. Lines that say the same are told apart by which of them it is."""
    seen: Counter[str] = Counter()
    keys: list[str] = []
    for line in lines:
        mark = blake2s(line.text.encode(), digest_size=6).hexdigest()
        keys.append(f"{mark}-{seen[mark]}")
        seen[mark] += 1
    return tuple(keys)


def add(member: Member, task_id: str, text: str) -> Task:
    """At the end."""
    return _change(member, task_id, lambda lines: (*lines, Check.model_construct(text=clean_line(text), done=False)))


def tick(member: Member, task_id: str, key: str, *, done: bool) -> Task:
    def change(lines: Lines) -> Lines:
        at = _find(lines, key)
        return (*lines[:at], lines[at].model_copy(update={"done": done}), *lines[at + 1 :])

    return _change(member, task_id, change)


def reword(member: Member, task_id: str, key: str, text: str) -> Task:
    def change(lines: Lines) -> Lines:
        at = _find(lines, key)
        return (*lines[:at], lines[at].model_copy(update={"text": clean_line(text)}), *lines[at + 1 :])

    return _change(member, task_id, change)


def place(member: Member, task_id: str, key: str, following: Sequence[str]) -> Task:
    """Before the first of those that it should precede and that is still there; at the end when none is."""

    def change(lines: Lines) -> Lines:
        at = _find(lines, key)
        others = [*lines[:at], *lines[at + 1 :]]
        left = [each for each in line_keys(lines) if each != key]
        slot = next((left.index(each) for each in following if each in left), len(others))
        return (*others[:slot], lines[at], *others[slot:])

    return _change(member, task_id, change)


def move_up(member: Member, task_id: str, key: str) -> Task:
    """By one; the first stays."""

    def change(lines: Lines) -> Lines:
        at = _find(lines, key)
        return (*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]) if at else lines

    return _change(member, task_id, change)


def delete(member: Member, task_id: str, key: str) -> tuple[str, Undo]:
    """What it said, and how to take that back. What is gone already stays gone."""

    def change(lines: Lines) -> Lines:
        return tuple(line for line, each in zip(lines, line_keys(lines), strict=True) if each != key)

    before, _ = _change_task(member, task_id, change)
    keys = line_keys(before.checklist)
    if key not in keys:
        return "", Undo()
    at = keys.index(key)
    line = before.checklist[at]
    following = list(keys[at + 1 : at + 1 + _KNOWN_PLACES])
    return line.text, undo_by("put_line_back", task_id=task_id, **_plain(line), following=following)


def put_back(member: Member, task_id: str, text: str, done: bool, following: Sequence[str]) -> Task:
    """A line that was deleted, before the first of those that it preceded and that is still there."""
    line = Check.model_construct(text=clean_line(text), done=done)

    def change(lines: Lines) -> Lines:
        keys = line_keys(lines)
        slot = next((keys.index(each) for each in following if each in keys), len(lines))
        return (*lines[:slot], line, *lines[slot:])

    return _change(member, task_id, change)


def _change(member: Member, task_id: str, change: Callable[[Lines], Lines]) -> Task:
    return _change_task(member, task_id, change)[1]


def _change_task(member: Member, task_id: str, change: Callable[[Lines], Lines]) -> tuple[Task, Task]:
    return change_task(
        member, task_id, lambda task: TASK_FIELDS.check({"checklist": [*map(_plain, change(task.checklist))]})
    )


def _plain(line: Check) -> dict[str, object]:
    return {"text": line.text, "done": line.done}


def _find(lines: Lines, key: str) -> int:
    keys = line_keys(lines)
    if key not in keys:
        raise NoSuchLine
    return keys.index(key)
