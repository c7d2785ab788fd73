"""The checklist of a task, line by line: each act is done to the list as it is, so that others' lines are kept.

A line is known by a key made of its text: it is the same wherever the line is moved to.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import blake2s

from chabudai.apps.tasks.entities import TASK_FIELDS, Check, Task
from chabudai.apps.tasks.errors import NoSuchLine
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.task_writes import change_task
from chabudai.common.text import clean_line

Lines = tuple[Check, ...]


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


def delete(member: Member, task_id: str, key: str) -> Task:
    """What is gone already stays gone."""
    return _change(
        member,
        task_id,
        lambda lines: tuple(line for line, each in zip(lines, line_keys(lines), strict=True) if each != key),
    )


def _change(member: Member, task_id: str, change: Callable[[Lines], Lines]) -> Task:
    _, after = change_task(
        member, task_id, lambda task: TASK_FIELDS.check({"checklist": [*map(_plain, change(task.checklist))]})
    )
    return after


def _plain(line: Check) -> dict[str, object]:
    return {"text": line.text, "done": line.done}


def _find(lines: Lines, key: str) -> int:
    keys = line_keys(lines)
    if key not in keys:
        raise NoSuchLine
    return keys.index(key)
