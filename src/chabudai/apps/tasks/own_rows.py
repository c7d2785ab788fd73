"""The rows that follow from a task: one beside whoever it is assigned to, and those that say which date it lacks."""

from collections.abc import Iterator
from typing import Any

from chabudai.apps.tasks.entities import NO_DATE, CardFields, Mine, MineDone, Task, Undated, place_of
from chabudai.table import Delete, Entity, Put

CARD_FIELDS = tuple(CardFields.model_fields)


def own_row(task: Task) -> Mine | MineDone | None:
    """Beside the person who has it; None when nobody has."""
    if task.assignee is None:
        return None
    card: dict[str, Any] = {name: getattr(task, name) for name in CARD_FIELDS}
    card |= {"user_id": task.assignee, "place": place_of(task.task_id, task.team_id), "team_id": task.team_id}
    if task.status == "done":
        return MineDone(**card, done_at=task.done_at or task.end or NO_DATE)
    return Mine(**card, due=task.end or NO_DATE)


def undated_rows(task: Task) -> Iterator[Undated]:
    known: dict[str, Any] = {"team_id": task.team_id, "task_id": task.task_id, "status": task.status}
    if task.start is None:
        yield Undated(**known, lacks="start", other=task.end or NO_DATE)
    if task.end is None:
        yield Undated(**known, lacks="end", other=task.start or NO_DATE)


def rows_of(task: Task | None) -> list[Entity]:
    if task is None:
        return []
    own = own_row(task)
    return [*([own] if own is not None else []), *undated_rows(task)]


def plan_rows(before: Task | None, after: Task | None) -> list[Put[Any] | Delete[Any]]:
    """What has to be written so that the rows of a task are those of what it becomes."""
    old = {_place(row): row for row in rows_of(before)}
    new = {_place(row): row for row in rows_of(after)}
    gone = [type(row).delete(**row.own_key) for place, row in old.items() if place not in new]
    return [*gone, *(Put(row) for place, row in new.items() if old.get(place) != row)]


def _place(row: Entity) -> tuple[type[Entity], frozenset[tuple[str, Any]]]:
    return type(row), frozenset(row.own_key.items())
