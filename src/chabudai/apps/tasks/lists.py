"""Lists of a team's tasks: each filter is served by the access pattern that fits it, and pages are full."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final, Literal, TypeAlias

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import (
    NO_DATE,
    Lack,
    Order,
    Sort,
    Status,
    Statuses,
    TagMatch,
    Task,
    Unfinished,
)
from chabudai.apps.tasks.membership import Member
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.text import fold_search
from chabudai.table import Cursors, Query, TypedStore

Late: TypeAlias = Literal["start", "end"]

STATUSES: Final[Mapping[frozenset[Status], Statuses]] = {
    frozenset({"todo"}): "todo",
    frozenset({"doing"}): "doing",
    frozenset({"done"}): "done",
    frozenset({"todo", "doing"}): "todo_doing",
    frozenset({"doing", "done"}): "doing_done",
    frozenset({"todo", "done"}): "todo_done",
    frozenset({"todo", "doing", "done"}): "all",
}
"""Three toggles, of which at least one is on: the seed's seven filters."""
CHUNK: Final = 100  # rows that are looked through at a time, where not all of them are wanted
_ORDER: tuple[Status, ...] = ("todo", "doing", "done")


@dataclass(frozen=True)
class TaskSelection:
    """What a person wants to see. The period is of the date by which it is sorted, its ends included.

    `late`: "start" for what should have been started before today, "end" for what should have been done; these fix the
    statuses and the order. Words are looked for in titles, descriptions and names of tags; all of them must be there.
    """

    statuses: Statuses = "todo_doing"
    sort: Sort = "start"
    order: Order = "asc"
    first: date | None = None
    last: date | None = None
    tags: tuple[str, ...] = ()
    match: TagMatch = "any"
    late: Late | None = None
    assignee: str | None = None
    words: str = ""

    @property
    def has_period(self) -> bool:
        return self.first is not None or self.last is not None

    @property
    def each_status(self) -> tuple[Status, ...]:
        return tuple(each for each in _ORDER if self.statuses == "all" or each in self.statuses.split("_"))

    def settle(self) -> "TaskSelection":
        """With what `late` fixes."""
        if self.late == "start":
            return replace(self, statuses="todo", sort="start", order="asc")
        if self.late == "end":
            return replace(
                self, statuses="doing" if self.statuses == "doing" else "todo_doing", sort="end", order="asc"
            )
        return self


@dataclass(frozen=True)
class TaskPage:
    tasks: tuple[Task, ...]
    cursor: str | None


def find_page(member: Member, selection: TaskSelection, cursor: str | None, cursors: Cursors) -> TaskPage:
    """Those that have the date by which they are sorted."""
    wanted = selection.settle()
    source = query_of(member.team_id, wanted, member.today())
    return _page(member, wanted, "dated", [source], list, cursor, cursors)


def find_undated(member: Member, selection: TaskSelection, cursor: str | None, cursors: Cursors) -> TaskPage:
    """Those that lack that date, status by status: the last group of a list. None of them is late, or in a period."""
    wanted = selection.settle()
    if wanted.late is not None or wanted.has_period:
        return TaskPage((), None)
    lacks: Lack = wanted.sort
    sources = [design.undated(member.team_id, lacks, status) for status in wanted.each_status]

    def fetch(rows: Sequence[Any]) -> list[Task | None]:
        return member.store.batch(design.tasks_by_id(member.team_id, [row.task_id for row in rows])) if rows else []

    return _page(member, wanted, "undated", sources, fetch, cursor, cursors)


def query_of(team_id: str, selection: TaskSelection, today: date) -> Query[Task]:
    """The access pattern for a selection; words are not looked for here."""
    query = _dated(team_id, selection, today)
    return query if selection.assignee is None else query.filter(assignee=selection.assignee)


def _dated(team_id: str, wanted: TaskSelection, today: date) -> Query[Task]:
    if wanted.has_period:
        return _in_period(team_id, wanted, today)
    match wanted:
        case TaskSelection(late="start"):
            return _late(team_id, wanted, today)
        case TaskSelection(late="end"):
            return _overdue(team_id, wanted, today)
        case TaskSelection(statuses="todo", sort="start", order="asc"):
            return _to_do(team_id, wanted)
        case TaskSelection(statuses="todo_doing", sort="start", order="asc", tags=()):
            return design.open_tasks(team_id)
        case TaskSelection(statuses="all", sort="start", order="asc", tags=()):
            return design.all_tasks(team_id)
        case _:
            return _tagged(design.tasks(team_id, wanted.statuses, wanted.sort, wanted.order), wanted)


def _late(team_id: str, wanted: TaskSelection, today: date) -> Query[Task]:
    if wanted.tags:
        return design.late_to_start_tagged(team_id, today, wanted.tags, wanted.match)
    return design.late_to_start(team_id, today)


def _overdue(team_id: str, wanted: TaskSelection, today: date) -> Query[Task]:
    statuses: Unfinished = "doing" if wanted.statuses == "doing" else "todo_doing"
    if wanted.tags:
        return design.overdue_tagged(team_id, today, wanted.tags, wanted.match, statuses)
    return design.overdue(team_id, today, statuses)


def _to_do(team_id: str, wanted: TaskSelection) -> Query[Task]:
    match wanted.tags:
        case ():
            return design.todo_tasks(team_id)
        case (tag_id,):
            return design.todo_tasks_with(team_id, tag_id)
        case several:
            return design.todo_tasks_tagged(team_id, several, wanted.match)


def _in_period(team_id: str, wanted: TaskSelection, today: date) -> Query[Task]:
    first, last = wanted.first or date.min, wanted.last or NO_DATE
    if wanted.late is not None:
        last = min(last, today - timedelta(days=1))
    if first > last:
        first, last = NO_DATE, NO_DATE  # nothing lies there
    query = design.tasks_between(team_id, wanted.statuses, wanted.sort, first, last, wanted.order)
    return _tagged(query, wanted)


def _tagged(query: Query[Task], wanted: TaskSelection) -> Query[Task]:
    return query.filter(design.tagged(wanted.tags, wanted.match)) if wanted.tags else query


def _page(
    member: Member,
    wanted: TaskSelection,
    name: str,
    sources: Sequence[Query[Any]],
    fetch: Callable[[Sequence[Any]], Sequence[Task | None]],
    cursor: str | None,
    cursors: Cursors,
) -> TaskPage:
    """A cursor is good for this list of this team alone: it says in which source, from where, and how many to pass."""
    list_ = {"team": member.team_id, **{key: str(value) for key, value in vars(wanted).items()}}
    with refuse_wrong_cursor():
        at = _START if cursor is None else _Place(**cursors.read(list_, name, cursor))
        found, more = _fill(member.store, sources, fetch, _keeps(member, wanted, name), at)
    return TaskPage(tuple(found), None if more is None else cursors.write(list_, name, vars(more)))


@dataclass(frozen=True)
class _Place:
    source: int
    inner: str | None  # where the chunk begins
    skip: int  # rows of the chunk that were looked at


_START = _Place(0, None, 0)


def _fill(
    store: TypedStore,
    sources: Sequence[Query[Any]],
    fetch: Callable[[Sequence[Any]], Sequence[Task | None]],
    keeps: Callable[[Task], bool] | None,
    at: _Place,
) -> tuple[list[Task], _Place | None]:
    """As many as a page has, and where the next one begins; None when nothing is left to look at."""
    found: list[Task] = []
    while at.source < len(sources):
        chunk = store.page(sources[at.source], at.inner, size=design.PAGE if keeps is None else CHUNK)
        rows = fetch(chunk.items)
        for number, task in enumerate(rows):
            if number < at.skip or task is None or (keeps is not None and not keeps(task)):
                continue
            if len(found) == design.PAGE:
                return found, _Place(at.source, at.inner, number)
            found.append(task)
        at = _Place(at.source, chunk.cursor, 0) if chunk.cursor else _Place(at.source + 1, None, 0)
        if len(found) == design.PAGE and keeps is None:
            break
    return found, at if at.source < len(sources) else None


def _keeps(member: Member, wanted: TaskSelection, name: str) -> Callable[[Task], bool] | None:
    """What the table itself can't filter; None when there is nothing of that kind."""
    words = fold_search(wanted.words).split()
    is_undated = name == "undated"
    if not words and not (is_undated and (wanted.tags or wanted.assignee)):
        return None
    names = {tag.tag_id: tag.name for tag in member.store.all(design.tags(member.team_id))} if words else {}

    def keeps(task: Task) -> bool:
        return (not is_undated or fits(task, wanted)) and says(task, words, names)

    return keeps


def fits(task: Task, wanted: TaskSelection) -> bool:
    """Whether it has the tags that are wanted, and is whose it should be."""
    if wanted.assignee not in (None, task.assignee):
        return False
    chosen = frozenset(wanted.tags)
    return not chosen or (bool(chosen & task.tags) if wanted.match == "any" else chosen <= task.tags)


def says(task: Task, words: Sequence[str], names: Mapping[str, str]) -> bool:
    """Whether all of the words, folded, stand in its title, its description, or the names of its tags."""
    pieces = (task.title, task.description, *(names.get(tag_id, "") for tag_id in task.tags))
    text = "\n".join(map(fold_search, pieces)) if words else ""
    return all(word in text for word in words)
