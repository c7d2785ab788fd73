"""Search: words in all tasks of a team, whatever their status and whether or not they have a date."""

from datetime import date

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import NO_DATE, Task
from chabudai.apps.tasks.lists import TaskSelection, fits, says
from chabudai.apps.tasks.membership import Member
from chabudai.common.text import fold_search


def find_all(member: Member, selection: TaskSelection) -> tuple[Task, ...]:
    """All that have the words and are selected besides, in the order of their date; those that lack it come last.

    No index knows words: every task of the team is read, and so their true number is known.
    """
    wanted = selection.settle()
    words = fold_search(wanted.words).split()
    names = {tag.tag_id: tag.name for tag in member.store.all(design.tags(member.team_id))}
    today = member.today()
    found = [
        task
        for task in member.store.all(design.every_task(member.team_id))
        if _is_selected(task, wanted, today) and fits(task, wanted) and says(task, words, names)
    ]
    dated = [task for task in found if _day(task, wanted) is not None]
    dated.sort(key=lambda task: (_day(task, wanted) or NO_DATE, task.task_id), reverse=wanted.order == "desc")
    return (*dated, *(task for task in found if _day(task, wanted) is None))


def _is_selected(task: Task, wanted: TaskSelection, today: date) -> bool:
    if wanted.statuses != "all" and task.status not in wanted.statuses.split("_"):
        return False
    if wanted.late is None and not wanted.has_period:
        return True
    day = _day(task, wanted)
    if day is None or (wanted.late is not None and day >= today):
        return False
    return (wanted.first or date.min) <= day <= (wanted.last or NO_DATE)


def _day(task: Task, wanted: TaskSelection) -> date | None:
    return task.start if wanted.sort == "start" else task.end
