"""One's own tasks of all teams: the first page of the app."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar, Final, Literal

from litestar import Response

from chabudai.accounts.design import Person
from chabudai.apps.tasks import design, own_tasks, teams
from chabudai.apps.tasks.entities import Mine, MineDone, UserTeam
from chabudai.apps.tasks.messages import lazy
from chabudai.apps.tasks.own_tasks import Group
from chabudai.apps.tasks.pages.cards import Card, Names, own_card
from chabudai.apps.tasks.pages.looks import Look
from chabudai.apps.tasks.pages.shell import Shell, count_own
from chabudai.common.owner import Owner
from chabudai.common.quick_add.forms import ONCE
from chabudai.common.text import is_id
from chabudai.table import Page
from chabudai.web.context import RequestContext
from chabudai.web.lists import CursorAddress
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get
from chabudai.web.translations import Text

GROUPS: Final[dict[Group, Text]] = {
    "overdue": lazy("Overdue"),
    "today": lazy("Today"),
    "week": lazy("This week"),
    "later": lazy("Later"),
    "undated": lazy("No date"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MyTasksAddress(CursorAddress):
    """`after` is the group with which the rows above ended."""

    PATH: ClassVar[str] = "/tasks"
    PASSING: ClassVar[tuple[str, ...]] = ("cursor", "after")

    view: Literal["open", "done"] = "open"
    team: str = ""
    after: str = ""

    @property
    def team_id(self) -> str | None:
        return self.team if self.team and is_id(self.team) else None


@dataclass(frozen=True, slots=True)
class CardGroup:
    key: str
    name: Text
    cards: tuple[Card, ...]


@get("/")
def show_my_tasks(
    owner: Injected[Owner],
    person: Injected[Person],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """On the first day with a welcome, until something is done."""
    address = MyTasksAddress.parse(context.query)
    page, groups = _find(owner, address)
    is_new = person.is_new(owner.now())
    has_done = own_tasks.has_done(owner) if is_new or not groups else True
    mine = teams.find_all(owner)
    more = address.but(cursor=page.cursor, after=groups[-1].key).url if page.cursor and groups else None
    return pages.page(
        "tasks/my_tasks.html",
        shell=count_own(shell, owner) if context.is_swap else shell,
        look=Look("/tasks/revision"),
        address=address,
        groups=groups,
        more=more,
        teams=_labels(mine),
        days=_offered_days(owner.today()),
        once=ONCE,
        is_welcome=is_new and not has_done and address.view == "open",
        has_done=has_done,
        person=person,
    )


def _find(owner: Owner, address: MyTasksAddress) -> tuple[Page[Mine] | Page[MineDone], tuple[CardGroup, ...]]:
    today = owner.today()
    if address.view == "done":
        done = own_tasks.find_done(owner, address.cursor, team_id=address.team_id)
        cards = _cards(owner, done.items, today)
        return done, (CardGroup("done", lazy("Done"), cards),) if cards else ()
    page = own_tasks.find_page(owner, address.cursor, team_id=address.team_id)
    names = _names(owner, page.items)
    found = own_tasks.group(page.items, today)
    groups = (
        CardGroup(key, GROUPS[key], tuple(own_card(row, names, today) for row in rows)) for key, rows in found.items()
    )
    return page, tuple(each for each in groups if each.cards)


def _cards(owner: Owner, rows: Sequence[MineDone], today: date) -> tuple[Card, ...]:
    names = _names(owner, rows)
    return tuple(own_card(row, names, today) for row in rows)


def _names(owner: Owner, rows: Iterable[Mine | MineDone]) -> Names:
    """Of the tags of those teams whose tasks here have any: one query each."""
    tagged = sorted({row.team_id for row in rows if row.tags})
    return Names.of((), [tag for team_id in tagged for tag in owner.store.all(design.tags(team_id))])


def _labels(mine: Iterable[UserTeam]) -> dict[str, str]:
    return {row.team_id: row.team_name for row in mine}


def _offered_days(today: date) -> tuple[tuple[Text, str], ...]:
    """For a due date that is put off."""
    friday = today + timedelta(days=(4 - today.weekday()) % 7 or 7)
    monday = today + timedelta(days=7 - today.weekday())
    return (
        (lazy("Today"), today.isoformat()),
        (lazy("Tomorrow"), (today + timedelta(days=1)).isoformat()),
        (lazy("Friday"), friday.isoformat()),
        (lazy("Next week"), monday.isoformat()),
        (lazy("No date"), ""),
    )
