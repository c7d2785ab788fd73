"""Lists: each filter by the access pattern that fits it, full pages, cursors that are good for one list alone."""

from datetime import date, timedelta
from typing import Any

import pytest
from tests.apps.tasks.household import Household

from chabudai.apps.tasks import design, figures, lists, own_tasks, tags, tasks, trash
from chabudai.apps.tasks.entities import Task
from chabudai.apps.tasks.lists import TaskPage, TaskSelection
from chabudai.apps.tasks.membership import Member
from chabudai.store import record_calls
from chabudai.table import Cursors
from chabudai.web.errors import WrongCursor

CURSORS = Cursors(b"secret")
TODAY = date(2040, 11, 15)


@pytest.fixture
def member(household: Household) -> Member:
    return household.team("hanako", "taro")


def ids(member: Member, selection: TaskSelection, find: Any = lists.find_page) -> list[str]:
    """Of all pages, each of which but the last must be full."""
    found: list[str] = []
    cursor = None
    while True:
        page: TaskPage = find(member, selection, cursor, CURSORS)
        found += [task.task_id for task in page.tasks]
        if page.cursor is None:
            return found
        assert len(page.tasks) == 10
        cursor = page.cursor


def fill(member: Member) -> list[Task]:
    """Of every status, with dates around today, tags and people by turns; a fifth has no start, a seventh no end."""
    a, b = tags.add(member, name="会場").tag_id, tags.add(member, name="お金").tag_id
    chosen: list[list[str]] = [[], [a], [b], [a, b]]
    for number in range(84):
        day = TODAY + timedelta(days=number % 40 - 20)
        tasks.add(
            member,
            task_id=f"k{number:03}",
            title=f"仕事 {number}",
            status=("todo", "doing", "done")[number % 3],
            start=None if number % 5 == 0 else day,
            end=None if number % 7 == 0 else day + timedelta(days=3),
            tags=chosen[number % 4],
            assignee=(None, "hanako", "taro")[number // 4 % 3],
            description="もち米" if number % 6 == 0 else "",
        )
    return list(member.store.all(design.every_task(member.team_id)))


def expected(rows: list[Task], wanted: TaskSelection, names: dict[str, str]) -> tuple[list[str], list[str]]:
    """Dated and undated ones, by hand."""
    wanted = wanted.settle()
    statuses = ("todo", "doing", "done") if wanted.statuses == "all" else wanted.statuses.split("_")
    chosen = set(wanted.tags)
    kept = [
        row
        for row in rows
        if row.status in statuses
        and (not chosen or (chosen & row.tags if wanted.match == "any" else chosen <= row.tags))
        and wanted.assignee in (None, row.assignee)
        and wanted.words in " ".join((row.title, row.description, *(names[tag] for tag in row.tags)))
    ]
    dated = [row for row in kept if (day := getattr(row, wanted.sort)) is not None and is_within(day, wanted)]
    dated.sort(key=lambda row: (getattr(row, wanted.sort), row.task_id), reverse=wanted.order == "desc")
    is_plain = wanted.late is None and not wanted.has_period
    undated = [row for row in kept if getattr(row, wanted.sort) is None and is_plain]
    other = "end" if wanted.sort == "start" else "start"
    undated.sort(
        key=lambda row: (("todo", "doing", "done").index(row.status), getattr(row, other) or date.max, row.task_id)
    )
    return [row.task_id for row in dated], [row.task_id for row in undated]


def is_within(day: date, wanted: TaskSelection) -> bool:
    if wanted.late is not None and day >= TODAY:
        return False
    return (wanted.first or date.min) <= day <= (wanted.last or date.max)


def test_every_selection_shows_what_fits_it_in_full_pages(member: Member) -> None:
    rows = fill(member)
    names = {tag.tag_id: tag.name for tag in tags.find_all(member)}
    a, b = names
    periods: list[dict[str, Any]] = [{}, {"first": TODAY}, {"first": TODAY - timedelta(days=5), "last": TODAY}]
    some: list[dict[str, Any]] = [
        {},
        {"tags": (a,)},
        {"tags": (a, b)},
        {"tags": (a, b), "match": "all"},
        {"assignee": "taro"},
        {"words": "もち米"},
        {"words": "会場", "assignee": "hanako"},
    ]
    for statuses in lists.STATUSES.values():
        for sort in ("start", "end"):
            for order in ("asc", "desc"):
                for period in periods:
                    for more in some[:: 1 if order == "asc" and not period else 3]:
                        wanted = TaskSelection(statuses=statuses, sort=sort, order=order, **period, **more)
                        dated, undated = expected(rows, wanted, names)
                        found = ids(member, wanted)
                        assert sorted(found) == sorted(dated), wanted
                        assert dates(rows, found, sort) == dates(rows, dated, sort), wanted
                        assert ids(member, wanted, lists.find_undated) == undated, wanted
    for late in ("start", "end"):
        for more in some:
            for statuses in ("todo_doing", "doing", "done"):
                wanted = TaskSelection(late=late, statuses=statuses, **more)
                dated, undated = expected(rows, wanted, names)
                assert sorted(ids(member, wanted)) == sorted(dated), wanted
                assert ids(member, wanted, lists.find_undated) == undated == []


def dates(rows: list[Task], found: list[str], sort: str) -> list[Any]:
    by_id = {row.task_id: row for row in rows}
    return [getattr(by_id[task_id], sort) for task_id in found]


def test_both_ends_of_the_period_before_today_bound_what_is_late(member: Member) -> None:
    fill(member)
    late = TaskSelection(late="end", first=TODAY - timedelta(days=2), last=TODAY + timedelta(days=9))
    assert {task.end for task in lists.find_page(member, late, None, CURSORS).tasks} == {
        TODAY - timedelta(days=2),
        TODAY - timedelta(days=1),
    }
    assert ids(member, TaskSelection(first=TODAY, last=TODAY - timedelta(days=1))) == []
    assert ids(member, TaskSelection(late="start", first=TODAY)) == []


@pytest.mark.parametrize(
    ("wanted", "number", "index"),
    [
        ({}, "7", "Start_Sort_Group2"),
        ({"statuses": "todo"}, "8", "Start_Sort_Group1"),
        ({"statuses": "todo", "tags": ("a",)}, "9", "Start_Sort_Group1"),
        ({"statuses": "todo", "tags": ("a", "b")}, "10", "Start_Sort_Group1"),
        ({"statuses": "all"}, "11", "Start_Sort_All"),
        ({"late": "start"}, "12", "Start_Sort_Group1"),
        ({"late": "start", "tags": ("a",)}, "13", "Start_Sort_Group1"),
        ({"late": "end"}, "14", "End_Sort_Group2"),
        ({"late": "end", "statuses": "doing"}, "14", "End_Sort_Group3"),
        ({"late": "end", "tags": ("a",)}, "15", "End_Sort_Group2"),
        ({"sort": "end"}, "17", "End_Sort_Group2"),
        ({"order": "desc"}, "17", "Start_Sort_Group2"),
        ({"tags": ("a",)}, "17", "Start_Sort_Group2"),
        ({"statuses": "doing"}, "17", "Start_Sort_Group3"),
        ({"first": TODAY}, "17", "Start_Sort_Group2"),
        ({"assignee": "taro"}, "7", "Start_Sort_Group2"),
        ({"statuses": "todo", "sort": "end"}, "17", "End_Sort_Group1"),
        ({"statuses": "all", "sort": "end"}, "17", "End_Sort_All"),
        ({"statuses": "done", "sort": "end", "order": "desc"}, "17", "End_Sort_Group2"),
    ],
)
def test_a_first_page_is_one_query_of_the_index_that_fits(
    member: Member, wanted: dict[str, Any], number: str, index: str
) -> None:
    with record_calls() as calls:
        lists.find_page(member, TaskSelection(**wanted), None, CURSORS)
    assert [(call.operation, call.pattern, call.index) for call in calls] == [("Query", number, f"GSI_Status_{index}")]


def test_undated_tasks_are_a_query_and_a_batch_not_a_walk_through_the_team(member: Member) -> None:
    fill(member)
    with record_calls() as calls:
        page = lists.find_undated(member, TaskSelection(statuses="doing"), None, CURSORS)
    assert [(call.operation, call.pattern) for call in calls] == [("Query", "20"), ("BatchGetItem", "20")]
    assert sum(call.items or 0 for call in calls) == 2 * len(page.tasks)


def test_a_cursor_is_good_for_its_list_alone(household: Household, member: Member) -> None:
    fill(member)
    other = household.team("hanako", name="別")
    for find in (lists.find_page, lists.find_undated):
        cursor = find(member, TaskSelection(statuses="all"), None, CURSORS).cursor
        assert cursor is not None
        for wrong in (
            TaskSelection(),
            TaskSelection(statuses="all", words="x"),
            TaskSelection(statuses="all", sort="end"),
        ):
            with pytest.raises(WrongCursor):
                find(member, wrong, cursor, CURSORS)
        for text in (f"{cursor[:-2]}AA", "x", ""):
            with pytest.raises(WrongCursor):
                find(member, TaskSelection(statuses="all"), text, CURSORS)
        with pytest.raises(WrongCursor):
            find(other, TaskSelection(statuses="all"), cursor, CURSORS)
        with pytest.raises(WrongCursor):
            find(member, TaskSelection(statuses="all"), cursor, Cursors(b"another"))


def test_a_search_folds_case_width_and_kana_and_wants_all_words(member: Member) -> None:
    tag = tags.add(member, name="Ｂａｎｄ")
    tasks.add(member, task_id="a", title="モチ米を買う", start=TODAY, tags=[tag.tag_id])
    tasks.add(member, task_id="b", title="きねを借りる", start=TODAY, description="もちつき")
    assert ids(member, TaskSelection(words="もち")) == ["a", "b"]
    assert ids(member, TaskSelection(words="もち band")) == ["a"]
    assert ids(member, TaskSelection(words="うす")) == []


def test_own_tasks_of_all_teams_are_one_query_in_the_order_of_their_dates(household: Household, member: Member) -> None:
    other = household.team("hanako", name="別")
    tasks.add(member, title="c", assignee="hanako")
    tasks.add(other, title="b", assignee="hanako", end=TODAY + timedelta(days=30))
    tasks.add(member, title="a", assignee="hanako", end=TODAY - timedelta(days=1))
    tasks.add(other, title="t", assignee="hanako", end=TODAY)
    tasks.add(other, title="w", assignee="hanako", end=TODAY + timedelta(days=1))
    tasks.add(member, title="x", assignee="taro")
    tasks.add(member, title="d", assignee="hanako", status="done")
    owner = member.owner
    with record_calls() as calls:
        rows = own_tasks.find_page(owner).items
    assert [(call.operation, call.pattern) for call in calls] == [("Query", "21")]
    assert [row.title for row in rows] == ["a", "t", "w", "b", "c"]
    grouped = {name: [row.title for row in group] for name, group in own_tasks.group(rows, TODAY).items()}
    assert grouped == {"overdue": ["a"], "today": ["t"], "week": ["w"], "later": ["b"], "undated": ["c"]}
    assert [row.title for row in own_tasks.find_page(owner, team_id=other.team_id)] == ["t", "w", "b"]
    assert [row.title for row in own_tasks.find_done(owner)] == ["d"]
    counted = own_tasks.count_figures(owner)
    assert (counted.open, counted.overdue, counted.today) == (5, 1, 1)
    assert counted.first is not None
    assert counted.first.title == "a"
    with pytest.raises(WrongCursor):
        own_tasks.find_page(owner, "x")


def test_the_overview_costs_five_requests_and_says_what_needs_someone(household: Household, member: Member) -> None:
    clock = household.clock
    clock.advance(days=-20)
    for number in range(6):
        tasks.add(member, title=f"{number}", start=TODAY - timedelta(days=3), end=TODAY + timedelta(days=number - 1))
    clock.advance(days=20)
    tasks.set_status(member, tasks.add(member, title="heute").task.task_id, "done")
    with record_calls() as calls:
        seen = figures.overview(member)
    assert sorted(call.pattern or "" for call in calls) == ["12", "14", "16", "16", "17"]
    assert (seen.total.todo, seen.total.done) == (6, 1)
    assert (seen.today.created, seen.today.completed, seen.month.created) == (1, 1, 1)
    assert (len(seen.late.tasks), seen.late.more) == (6, False)
    assert [task.title for task in seen.overdue.tasks] == ["0"]
    assert [task.title for task in seen.soon.tasks] == ["1", "2", "3", "4", "5"]


def test_what_was_left_is_counted_back_week_by_week(household: Household, member: Member) -> None:
    clock = household.clock
    clock.advance(weeks=-3)
    first = [tasks.add(member, title=f"{number}").task.task_id for number in range(4)]
    clock.advance(weeks=1)
    tasks.set_status(member, first[0], "done")
    tasks.set_status(member, first[1], "doing")
    clock.advance(weeks=2)
    tasks.add(member, title="x")
    trash.throw_away(member, first[2])
    weeks = figures.trend(member, 4)
    assert [(week.created, week.completed, week.left) for week in weeks] == [(4, 0, 4), (0, 1, 3), (0, 0, 3), (1, 0, 3)]
    assert weeks[-1].first == date(2040, 11, 12)
