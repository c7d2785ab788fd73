"""The keys of rows beside people: those from before a key named the team are written anew, as the tasks say.

Until then such a row is read as any other. Nothing writes to it: what becomes of its task has the new key.
"""

from collections.abc import Iterator
from contextlib import suppress

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Mine, MineDone, Task
from chabudai.apps.tasks.errors import TooBusy
from chabudai.apps.tasks.own_rows import own_row
from chabudai.apps.tasks.task_writes import HELD
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.table import Put, Transaction, TypedStore, UnreadableItem


def renew_keys(store: TypedStore) -> int:
    """Of everybody's rows; how many. A task that can't be read leaves its row as it is."""
    count = 0
    for row in list(_find_old(store)):
        with suppress(UnreadableItem):
            count += _renew(store, row)
    return count


def _find_old(store: TypedStore) -> Iterator[Mine | MineDone]:
    yield from (row for row in store.scan(design.every_own_task()) if row.has_old_key)
    yield from (row for row in store.scan(design.every_own_done_task()) if row.has_old_key)


def _renew(store: TypedStore, row: Mine | MineDone) -> bool:
    """Held to the task as it was read. False when somebody else was faster."""
    for _ in attempts(TooBusy):
        task = store.get(design.task(row.team_id, row.task_id).consistently())
        failed = failed_step(store, _plan(row, task))
        if failed is None or failed == "old":
            return failed is None
    raise AssertionError("attempts end by raising")


def _plan(row: Mine | MineDone, task: Task | None) -> Transaction:
    plan = Transaction().step("old", type(row).delete(**row.own_key).existing())
    if task is None:
        return plan.step("task", Task.check(team_id=row.team_id, task_id=row.task_id).absent())
    plan = plan.step("task", Task.check(**task.own_key).when(**{name: getattr(task, name) for name in HELD}))
    new = own_row(task)
    return plan.step("new", Put(new)) if new is not None and new.user_id == row.user_id else plan
