"""Threads made right: nothing stays of tasks that are gone, and every task says how many comments it has."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Comment, Task, ThrownTask, Total
from chabudai.apps.tasks.errors import TooBusy
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.sweeps import sweep
from chabudai.table import Check, StepFailed, Transaction, TypedStore, UnreadableItem


@dataclass(frozen=True, slots=True)
class ThreadRepair:
    """How many rows were of no task any more, and are gone; and how many tasks said a wrong number."""

    gone: int = 0
    recounted: int = 0

    def __bool__(self) -> bool:
        return bool(self.gone or self.recounted)

    def __str__(self) -> str:
        return f"{self.gone} comments of no task deleted, comments of {self.recounted} tasks counted anew"


def mend_threads(store: TypedStore, team_id: str) -> ThreadRepair:
    """While others read and write: what is said first and read last is of a task that was there."""
    threads: dict[str, list[Comment]] = defaultdict(list)
    for row in store.all(design.every_comment(team_id).consistently()):
        threads[row.task_id].append(row)
    tasks = list(store.all(design.every_task(team_id).consistently()))
    thrown = {row.task_id for row in store.all(design.thrown_tasks(team_id).consistently())}
    lone = threads.keys() - thrown - {task.task_id for task in tasks}
    gone = sum(_delete_lone(store, team_id, task_id, threads[task_id]) for task_id in sorted(lone))
    wrong = [task for task in tasks if task.comments != _count(threads[task.task_id])]
    return ThreadRepair(gone, sum(_recount(store, team_id, task.task_id) for task in wrong))


def _delete_lone(store: TypedStore, team_id: str, task_id: str, rows: Sequence[Comment]) -> int:
    """Held to the task being nowhere, also where it can't be read."""
    key = {"team_id": team_id, "task_id": task_id}
    nowhere: dict[str, Check[Any]] = {"task": Task.check(**key).absent(), "trash": ThrownTask.check(**key).absent()}
    try:
        return len(sweep(store, rows, lambda row: Comment.delete(**row.own_key), nowhere))
    except StepFailed:
        return 0


def _recount(store: TypedStore, team_id: str, task_id: str) -> bool:
    """Held to the revision, which every comment raises."""
    for _ in attempts(TooBusy):
        try:
            total = store.get(design.total(team_id).consistently())
            task = store.get(design.task(team_id, task_id).consistently())
        except UnreadableItem:
            return False
        count = _count(store.all(design.comments(team_id, task_id).consistently()))
        if total is None or task is None or task.comments == count:
            return False
        revision = Total.update(team_id=team_id).add(revision=1).when(revision=total.revision)
        plan = Transaction().step("task", Task.update(**task.own_key).set(comments=count)).step("total", revision)
        if failed_step(store, plan) is None:
            return True
    raise AssertionError("attempts end by raising")


def _count(rows: Iterable[Comment]) -> int:
    return sum(row.type == "comment" for row in rows)
