"""A person's own tasks of all teams: one query of the rows beside them, in the order of the date."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal, TypeAlias

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import NO_DATE, Mine, MineDone
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.table import Page

Group: TypeAlias = Literal["overdue", "today", "week", "later", "undated"]


@dataclass(frozen=True)
class OwnFigures:
    """Of all teams: how many are open, of these how many should have been done, or are due today; and the first."""

    open: int
    overdue: int
    today: int
    first: Mine | None


def find_page(owner: Owner, cursor: str | None = None, *, team_id: str | None = None) -> Page[Mine]:
    """Open ones, those without a date last."""
    query = design.my_tasks(owner.username)
    with refuse_wrong_cursor():
        return owner.store.page(query if team_id is None else query.filter(team_id=team_id), cursor)


def find_done(owner: Owner, cursor: str | None = None, *, team_id: str | None = None) -> Page[MineDone]:
    """Latest first."""
    query = design.my_done_tasks(owner.username)
    with refuse_wrong_cursor():
        return owner.store.page(query if team_id is None else query.filter(team_id=team_id), cursor)


def has_done(owner: Owner) -> bool:
    """Whether anything was ever done; what was done long ago counts, too."""
    return bool(owner.store.page(design.my_done_tasks(owner.username), size=1).items)


def count_open(owner: Owner) -> int:
    return owner.store.count(design.my_tasks(owner.username))


def count_figures(owner: Owner) -> OwnFigures:
    """For the home page."""
    rows = list(owner.store.all(design.my_tasks(owner.username)))
    today = owner.today()
    overdue = sum(row.due < today for row in rows)
    return OwnFigures(len(rows), overdue, sum(row.due == today for row in rows), rows[0] if rows else None)


def group(rows: Iterable[Mine], today: date) -> dict[Group, list[Mine]]:
    """By when they are due; the week ends on Sunday."""
    found: dict[Group, list[Mine]] = {"overdue": [], "today": [], "week": [], "later": [], "undated": []}
    for row in rows:
        found[group_of(row.due, today)].append(row)
    return found


def group_of(due: date, today: date) -> Group:
    sunday = today + timedelta(days=6 - today.weekday())
    if due == NO_DATE:
        return "undated"
    if due < today:
        return "overdue"
    if due == today:
        return "today"
    return "week" if due <= sunday else "later"
