"""Several tasks at once: the same act for each that is marked, and one way back for all of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from chabudai.apps.tasks import tasks, trash
from chabudai.apps.tasks.entities import TASK_FIELDS, Task
from chabudai.apps.tasks.errors import NoSuchAssignee, NoSuchTag, NoSuchTask, TagBeingDeleted, TooManyTasks
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.tasks import TaskOutcome
from chabudai.common.undo import Undo, join
from chabudai.web.errors import Conflict, InvalidFields

MOST: Final = 100


@dataclass(frozen=True)
class BulkOutcome:
    """`missed` are the ids that nothing was done to: gone, in the trash, changed at this moment, or not fit for it."""

    tasks: tuple[Task, ...]
    missed: tuple[str, ...]
    undo: Undo


def edit(member: Member, ids: Sequence[str], given: Mapping[str, Any]) -> BulkOutcome:
    """The same fields of each: a status, an assignee, a date."""
    TASK_FIELDS.check(given)  # what no task takes is refused for all
    return _act_on_each(ids, lambda task_id: tasks.edit(member, task_id, given))


def add_tag(member: Member, ids: Sequence[str], tag_id: str) -> BulkOutcome:
    return _act_on_each(ids, lambda task_id: tasks.add_tag(member, task_id, tag_id))


def throw_away(member: Member, ids: Sequence[str]) -> BulkOutcome:
    return _act_on_each(ids, lambda task_id: trash.throw_away(member, task_id))


def restore(member: Member, ids: Sequence[str]) -> BulkOutcome:
    return _act_on_each(ids, lambda task_id: trash.restore(member, task_id))


def _act_on_each(ids: Sequence[str], act: Callable[[str], TaskOutcome]) -> BulkOutcome:
    if len(ids) > MOST:
        raise TooManyTasks(MOST)
    outcomes: list[TaskOutcome] = []
    missed: list[str] = []
    for task_id in dict.fromkeys(ids):
        try:
            outcomes.append(act(task_id))
        except (NoSuchAssignee, NoSuchTag, TagBeingDeleted):
            if not outcomes:
                raise  # for none of them there is
            missed.append(task_id)  # it went while others had it already
        except (NoSuchTask, Conflict, InvalidFields):
            missed.append(task_id)
    undo = join([outcome.undo for outcome in outcomes])
    return BulkOutcome(tuple(outcome.task for outcome in outcomes), tuple(missed), undo)
