"""Pages of a column, or of a list: its tasks by one date, and in their midst, by their other date, those that lack it.

The first are in an index; the rows that say what a task lacks have the other in the order of that date. So a page reads
one short list of the first and one of the others for each status from where the last one ended, however large the team
is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, TypeAlias

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Status, Task
from chabudai.apps.tasks.lists import CHUNK, TaskPage, TaskSelection, fits, query_of
from chabudai.apps.tasks.membership import Member
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.table import Cursors, Query, TypedStore

_NAME: Final = "dates"
_OTHER_NAME: Final = "no dates"
_DATED: Final = "dated"


def find_page(member: Member, selection: TaskSelection, cursor: str | None, cursors: Cursors) -> TaskPage:
    """Those that have any date. The selection is neither of what is late nor of a period, and has no words."""
    list_ = _describe(member, selection)
    start: dict[str, _Place] = dict.fromkeys((_DATED, *selection.each_status), _START)
    with refuse_wrong_cursor():
        places = start if cursor is None else cursors.read(list_, _NAME, cursor)
        streams = _streams(member, selection, places)
        found = _merge(streams, selection)
    left = {name: stream.place for name, stream in streams.items()}
    return TaskPage(tuple(found), cursors.write(list_, _NAME, left) if any(left.values()) else None)


def find_without_dates(member: Member, selection: TaskSelection, cursor: str | None, cursors: Cursors) -> TaskPage:
    """Those that have none at all, status by status."""
    list_ = _describe(member, selection)
    statuses = selection.each_status
    with refuse_wrong_cursor():
        places = dict.fromkeys(statuses, _START) if cursor is None else cursors.read(list_, _OTHER_NAME, cursor)
        streams = {status: _undated(member, status, selection, places[status]) for status in statuses}
        found: list[Task] = []
        for stream in streams.values():
            while len(found) < design.PAGE and (task := stream.peek()) is not None:
                found.append(task)
                stream.step()
        more = any(stream.peek() is not None for stream in streams.values())
    left: dict[str, _Place | None] = {status: stream.place for status, stream in streams.items()}
    return TaskPage(tuple(found), cursors.write(list_, _OTHER_NAME, left) if more else None)


_Place: TypeAlias = tuple[str | None, int]
_START: Final[_Place] = (None, 0)


@dataclass
class _Stream:
    """Tasks one after the other, read a chunk at a time.

    `place` is where the next one is found again: the cursor of its chunk, and how many of that are behind it; None at
    the end.
    """

    store: TypedStore
    query: Query[Any]
    fetch: Callable[[Sequence[Any]], Sequence[Task | None]]
    keeps: Callable[[Task], bool]
    size: int
    place: _Place | None
    _chunk: Sequence[Task | None] | None = None
    _next: str | None = None

    def peek(self) -> Task | None:
        """The next one that is wanted; None at the end."""
        while self.place is not None:
            if self._chunk is None:
                page = self.store.page(self.query, self.place[0], size=self.size)
                self._chunk, self._next = self.fetch(page.items), page.cursor
                self._turn(self.place)
                continue
            task = self._chunk[self.place[1]]
            if task is not None and self.keeps(task):
                return task
            self.step()
        return None

    def step(self) -> None:
        if self.place is not None:
            self._turn((self.place[0], self.place[1] + 1))

    def _turn(self, place: _Place) -> None:
        """Behind the last of a chunk the next one begins, if there is any."""
        self.place = place
        if self._chunk is not None and place[1] >= len(self._chunk):
            self.place, self._chunk = (self._next, 0) if self._next else None, None


def _streams(member: Member, selection: TaskSelection, places: Mapping[str, Any]) -> dict[str, _Stream]:
    dated = query_of(member.team_id, selection, member.today())
    others = {
        status: design.half_dated(member.team_id, selection.sort, status, selection.order)
        for status in selection.each_status
    }
    return {
        _DATED: _Stream(member.store, dated, list, lambda _: True, design.PAGE, places[_DATED]),
        **{status: _pointed(member, other, selection, places[status]) for status, other in others.items()},
    }


def _undated(member: Member, status: Status, selection: TaskSelection, place: _Place | None) -> _Stream:
    return _pointed(member, design.without_dates(member.team_id, selection.sort, status), selection, place)


def _pointed(member: Member, query: Query[Any], selection: TaskSelection, place: _Place | None) -> _Stream:
    """Of rows that name tasks: what the table can't filter of those is looked through in larger chunks."""

    def fetch(rows: Sequence[Any]) -> Sequence[Task | None]:
        return member.store.batch(design.tasks_by_id(member.team_id, [row.task_id for row in rows])) if rows else []

    size = CHUNK if selection.tags or selection.assignee else design.PAGE
    return _Stream(member.store, query, fetch, lambda task: fits(task, selection), size, place)


def _merge(streams: dict[str, _Stream], selection: TaskSelection) -> list[Task]:
    found: list[Task] = []
    first = min if selection.order == "asc" else max
    while len(found) < design.PAGE:
        heads = [(stream, task) for stream in streams.values() if (task := stream.peek()) is not None]
        if not heads:
            break
        stream, task = first(heads, key=lambda head: _day(head[1], selection))
        found.append(task)
        stream.step()
    return found


def _day(task: Task, selection: TaskSelection) -> date:
    """The one that it is sorted by, else the other; a row may be a moment behind its task, which has none by now."""
    days = (task.start, task.end) if selection.sort == "start" else (task.end, task.start)
    return next((day for day in days if day is not None), date.max)


def _describe(member: Member, selection: TaskSelection) -> dict[str, str]:
    return {"team": member.team_id, **{key: str(value) for key, value in vars(selection).items()}}
