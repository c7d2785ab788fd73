"""The list: filters in the address, each served by the access pattern that fits it; rows in groups, ten at a time."""

from dataclasses import dataclass, replace
from typing import Any, Final

from litestar import Response

from chabudai.apps.tasks import column_pages, design, figures, lists, members, search, tags
from chabudai.apps.tasks.entities import Order, Sort, Total
from chabudai.apps.tasks.lists import TaskPage, TaskSelection
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.membership_proof import MembershipProofs
from chabudai.apps.tasks.messages import gettext, lazy
from chabudai.apps.tasks.pages import texts
from chabudai.apps.tasks.pages.addresses import TaskListAddress
from chabudai.apps.tasks.pages.cards import Names, PersonLabel
from chabudai.apps.tasks.pages.groups import RowGroup, group_rows, name_undated
from chabudai.apps.tasks.pages.looks import Look, look_at_team
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.apps.tasks.pages.tag_choices import TagChoices, choose_few
from chabudai.apps.tasks.pages.task_fields import near_days
from chabudai.common.list_cursors import take_page
from chabudai.common.quick_add.forms import ONCE
from chabudai.common.text import shorten
from chabudai.table import Cursors
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get
from chabudai.web.translations import Text

ORDERS: Final[dict[tuple[Sort, Order], Text]] = {
    ("start", "asc"): lazy("Start, earliest first"),
    ("start", "desc"): lazy("Start, latest first"),
    ("end", "asc"): lazy("Due, earliest first"),
    ("end", "desc"): lazy("Due, latest first"),
}
_NAMED_STATUSES: Final[dict[str, Text]] = {
    "todo": lazy("Not started"),
    "doing": lazy("In progress"),
    "done": lazy("Done"),
    "todo_doing": lazy("Not started and in progress"),
    "doing_done": lazy("In progress and done"),
    "todo_done": lazy("Not started and done"),
    "all": lazy("Everything"),
}


@dataclass(frozen=True, slots=True)
class ListContent:
    """`found` rows are seen so far of `total`, if that is known; `has_undated` when the last group can be opened.

    `undated_count` is how many are in that group, None when it would have to be asked for. `counters` are the team's.
    """

    counters: Total
    address: TaskListAddress
    selection: TaskSelection
    groups: tuple[RowGroup, ...]
    found: int
    total: int | None
    more: str | None
    has_undated: bool
    undated_count: int | None
    undated_name: Text
    tags: TagChoices
    people: tuple[PersonLabel, ...]
    summary: str


@get("/list")
def show_list(
    member: Injected[Member],
    shell: Injected[Shell],
    cursors: Injected[Cursors],
    proofs: Injected[MembershipProofs],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    content = read_list(member, TaskListAddress.parse(context.query), cursors)
    return render_list(pages, member, shell, content, look_at_team(member, proofs, content.counters))


def read_list(member: Member, address: TaskListAddress, cursors: Cursors) -> ListContent:
    """One page of one list, with the names of the team's tags and people. Without any date in it, those without one."""
    selection = address.selection(member.user_id)
    counters = figures.find_total(member)  # before the rest: what is written meanwhile is found by the next look
    page, total = _find(member, address, selection, cursors)
    undated_count = None
    if not address.is_narrowed and not address.undated:
        total = sum(getattr(counters, status) for status in address.statuses)
        undated_count = max(0, total - address.seen - len(page.tasks))
    is_all = selection.words or page.cursor or address.undated or selection.late or selection.has_period
    has_undated = not is_all and undated_count != 0
    if has_undated and not page.tasks and not address.seen:
        has_undated, undated = False, _find_undated(member, selection, None, cursors)
        if undated.tasks:
            address, page = address.but(undated=True), undated
    found_tags, people = tags.find_all(member), members.find_all(member)
    names = Names.of(people, found_tags)
    seen = address.seen + len(page.tasks)
    groups = group_rows(page.tasks, selection.sort, names, member.today())
    last = groups[-1].key if groups else address.after
    more = address.but(undated=address.undated, cursor=page.cursor, seen=seen, after=last).url if page.cursor else None
    return ListContent(
        counters=counters,
        address=address,
        selection=selection,
        groups=groups,
        found=seen,
        total=total if total is not None or page.cursor else seen,
        more=more,
        has_undated=has_undated,
        undated_count=undated_count,
        undated_name=name_undated(selection.sort),
        tags=choose_few(names.tags.values(), selection.tags),
        people=tuple(names.people[each.user_id] for each in people),
        summary=_summarize(selection, names, address),
    )


def render_list(
    pages: Pages,
    member: Member,
    shell: Shell,
    content: ListContent,
    look: Look,
    marked: tuple[str, ...] = (),
    **values: Any,
) -> Response[str]:
    return pages.page(
        "tasks/list.html",
        shell=shell,
        content=content,
        look=look,
        base=f"/tasks/{member.team_id}",
        orders=ORDERS,
        priorities=texts.PRIORITIES,
        statuses=texts.STATUSES,
        marked=marked,
        days=near_days(member.today()),
        once=ONCE,
        **values,
    )


def address_of_form(form: Form, member: Member) -> TaskListAddress:
    """The list that a form was sent from."""
    said = form["next"].removeprefix(f"/tasks/{member.team_id}")
    return replace(TaskListAddress.at(said), cursor=None, seen=0, after="", undated=False)


def _find(
    member: Member, address: TaskListAddress, selection: TaskSelection, cursors: Cursors
) -> tuple[TaskPage, int | None]:
    """And how many there are of all pages, where that is known: words are looked for in every task."""
    if selection.words:
        found = search.find_all(member, selection)
        list_ = {"team": member.team_id, **{key: str(value) for key, value in vars(selection).items()}}
        rows, more = take_page(cursors, "search", list_, found, lambda task: task.task_id, address.cursor, design.PAGE)
        return TaskPage(tuple(rows), more), len(found)
    if address.undated:
        return _find_undated(member, selection, address.cursor, cursors), None
    is_whole = selection.sort == "start" and selection.late is None and not selection.has_period
    find = column_pages.find_page if is_whole else lists.find_page
    return find(member, selection, address.cursor, cursors), None


def _find_undated(member: Member, selection: TaskSelection, cursor: str | None, cursors: Cursors) -> TaskPage:
    """By start, what only has a due date stands among the others: nobody misses what is due today."""
    find = column_pages.find_without_dates if selection.sort == "start" else lists.find_undated
    return find(member, selection, cursor, cursors)


def _summarize(selection: TaskSelection, names: Names, address: TaskListAddress) -> str:
    """未着手と進行中 ・ 会場かお金, or: Not started and in progress · Venue or Money."""
    quoted = [gettext("“%(words)s”", words=shorten(selection.words, 40))] if selection.words else []
    parts = [*quoted, str(_NAMED_STATUSES[selection.statuses])]
    if selection.late:
        parts.append(gettext("Late to start") if selection.late == "start" else gettext("Overdue"))
    if selection.assignee:
        parts.append(gettext("Assigned to me"))
    chosen = [names.tags[tag_id].name for tag_id in selection.tags if tag_id in names.tags]
    if chosen:
        joint = gettext("%(one)s or %(other)s") if selection.match == "any" else gettext("%(one)s and %(other)s")
        joined = chosen[0]
        for name in chosen[1:]:
            joined = joint % {"one": joined, "other": name}
        parts.append(joined)
    if selection.has_period:
        parts.append(gettext("%(first)s to %(last)s", first=address.first, last=address.last))
    return gettext(" · ").join(parts)
