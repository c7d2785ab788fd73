"""The columns of a board: what each shows of the tasks of one status, and what became of those that were shown."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Final, get_args

from chabudai.apps.tasks import column_pages, design
from chabudai.apps.tasks.activity import find_movers
from chabudai.apps.tasks.entities import Status, Task, Total
from chabudai.apps.tasks.lists import TaskPage, TaskSelection
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.pages.board_address import BoardAddress
from chabudai.apps.tasks.pages.cards import Card, Names, card_of
from chabudai.common.text import is_id
from chabudai.table import Cursors
from chabudai.web.errors import WrongCursor

STATUSES: Final[tuple[Status, ...]] = get_args(Status)
FindPage = Callable[[Member, TaskSelection, str | None, Cursors], TaskPage]
Movers = tuple[tuple[str, str], ...]
"""Tasks, and the names of those who moved them."""
MOST_SEEN: Final = 200
MOST_MOVES: Final = 10  # of others that are told with a name


@dataclass(frozen=True, slots=True)
class Column:
    """`count` is how many tasks have this status, None where only some of them are wanted.

    `undated` are those without any date, None while nobody has asked for them; `undated_count` is None when it would
    have to be asked for.
    """

    status: Status
    by_start: bool
    cards: tuple[Card, ...]
    more: str | None
    count: int | None
    undated: tuple[Card, ...] | None = None
    more_undated: str | None = None

    @property
    def undated_count(self) -> int | None:
        """All that are not shown, once everything that has a date is."""
        return None if self.count is None or self.more else max(self.count - len(self.cards), 0)

    @property
    def has_fold(self) -> bool:
        return self.undated_count != 0

    @property
    def is_short(self) -> bool:
        """Whether what has no date fits on its first page, too; without anything before it, it begins one."""
        undated = self.undated_count or 0
        return bool(undated) and (not self.cards or len(self.cards) + undated <= design.PAGE)

    @property
    def is_empty(self) -> bool:
        return not self.cards and not self.more and not self.undated and not self.undated_count


@dataclass(frozen=True, slots=True)
class Seen:
    """A card that a page shows: where it stands there."""

    task_id: str
    status: Status


@dataclass(frozen=True)
class BoardReader:
    member: Member
    address: BoardAddress
    names: Names
    cursors: Cursors

    @cached_property
    def added(self) -> Card | None:
        """What was just made here, if the board shows it."""
        task_id = self.address.added
        task = self.member.store.get(design.task(self.member.team_id, task_id)) if task_id and is_id(task_id) else None
        return self.cards([task])[0] if task is not None and self._is_wanted(task) else None

    def find_columns(self, total: Total) -> tuple[Column, ...]:
        return tuple(self.find_column(status, total) for status in STATUSES)

    def find_column(self, status: Status, total: Total) -> Column:
        """Its first page, or the one that the address names. What has no date is shown with it where all of it fits."""
        address = self.address
        selection = address.selection(status, self.member.user_id)
        cursor = address.cursor if address.more == status else None
        page = _page_or_first(column_pages.find_page, self.member, selection, cursor, self.cursors)
        count = None if address.is_narrowed else int(getattr(total, status))
        found = page.tasks if status != "done" else _latest_first(page.tasks)
        cards = self._with_added(status, self.cards(found))
        column = Column(status, selection.sort == "start", cards, page.cursor, count)
        if address.undated == status or (cursor is None and column.is_short):
            return self._with_undated(column)
        return column

    def find_undated(self, status: Status) -> Column:
        """The fold alone."""
        return self._with_undated(Column(status, False, (), None, None))

    def find_others(
        self, seen: Iterable[Seen], shown: Iterable[Column]
    ) -> tuple[tuple[Card, ...], Movers, tuple[str, ...]]:
        """Cards that a page shows beside the columns' first; who moved those that are elsewhere now; what is gone."""
        known = {card.task_id: card.status for column in shown for card in (*column.cards, *(column.undated or ()))}
        seen = list(seen)
        missing = [each.task_id for each in seen if each.task_id not in known]
        rows = self.member.store.batch(design.tasks_by_id(self.member.team_id, missing)) if missing else []
        gone = tuple(task_id for task_id, task in zip(missing, rows, strict=True) if task is None)
        tasks = [task for task in rows if task is not None and self._is_wanted(task)]
        known |= {task.task_id: task.status for task in tasks}
        moved = [each.task_id for each in seen if known.get(each.task_id, each.status) != each.status]
        return self.cards(tasks), self._movers(moved[:MOST_MOVES]), gone

    def cards(self, tasks: Iterable[Task]) -> tuple[Card, ...]:
        today = self.member.today()
        return tuple(card_of(task, self.names, today) for task in tasks)

    def _with_added(self, status: Status, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        added = self.added
        if added is None or added.status != status:
            return cards
        return (added, *(card for card in cards if card.task_id != added.task_id))

    def _with_undated(self, column: Column) -> Column:
        selection = self.address.selection(column.status, self.member.user_id)
        cursor = self.address.cursor if self.address.undated == column.status else None
        page = _page_or_first(column_pages.find_without_dates, self.member, selection, cursor, self.cursors)
        shown = {card.task_id for card in column.cards}  # one that was just added
        undated = self.cards(task for task in page.tasks if task.task_id not in shown)
        return replace(column, undated=undated, more_undated=page.cursor)

    def _is_wanted(self, task: Task) -> bool:
        tags = frozenset(self.address.tags)
        return (not tags or bool(tags & task.tags)) and self.address.who in (None, self._whose(task))

    def _whose(self, task: Task) -> str:
        return "me" if task.assignee == self.member.user_id else ""

    def _movers(self, task_ids: Iterable[str]) -> Movers:
        """Names of others; nobody is told of what they did themselves."""
        last = {task_id: next(iter(find_movers(self.member, task_id)), None) for task_id in task_ids}
        others = {user_id: label for user_id, label in self.names.people.items() if user_id != self.member.user_id}
        return tuple((task_id, others[user_id].name) for task_id, user_id in last.items() if user_id in others)


def read_seen(text: str) -> list[Seen]:
    """`id:status/…` as the script says it: no id holds a slash. What it says wrongly is not heard."""
    pairs = (each.rpartition(":") for each in text.split("/")[:MOST_SEEN])
    by_name: Mapping[str, Status] = {status: status for status in STATUSES}
    return [Seen(task_id, by_name[said]) for task_id, _, said in pairs if is_id(task_id) and said in by_name]


def _page_or_first(
    find: FindPage, member: Member, selection: TaskSelection, cursor: str | None, cursors: Cursors
) -> TaskPage:
    """A cursor that is none of this list begins it again."""
    try:
        return find(member, selection, cursor, cursors)
    except WrongCursor:
        return find(member, selection, None, cursors)


def _latest_first(tasks: Iterable[Task]) -> list[Task]:
    """By the day on which each was done."""
    return sorted(tasks, key=lambda task: task.done_at or date.min, reverse=True)
