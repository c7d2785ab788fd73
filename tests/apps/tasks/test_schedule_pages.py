"""The schedule as pages: a month by the day on which tasks end, and six weeks of bars."""

import re
from datetime import timedelta
from html import unescape

import pytest
from httpx import Response
from tests.apps.tasks.team_library import TODAY, day
from tests.apps.tasks.team_library import hanako as hanako
from tests.apps.tasks.team_library import member as member
from tests.apps.tasks.team_library import site as site
from tests.common.html_forms import form_to
from tests.common.library import Library, ReaderBrowser, toast

from chabudai.apps.tasks import design, schedules, tasks
from chabudai.apps.tasks.entities import Task
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.pages.cards import Names
from chabudai.apps.tasks.pages.month_sheet import month_sheet
from chabudai.apps.tasks.pages.timeline import DAYS, Window
from chabudai.common.days import Month

_BAR = re.compile(r'class="stretch c(\d+) w(\d+)([^"]*)"[^>]*data-task="([^"]+)"')


def show(browser: ReaderBrowser, member: Member, query: str = "") -> Response:
    answer = browser.get(f"/tasks/{member.team_id}/schedule?{query}")
    assert answer.status_code == 200
    return answer


def cell(page: Response, text: str) -> str:
    """What stands in the month on a day."""
    found = re.search(rf'aria-label="{text}[^"]*">.*?</td>', page.text, re.DOTALL)
    assert found, text
    return unescape(found[0])


def test_tasks_stand_on_the_day_on_which_they_end(hanako: ReaderBrowser, member: Member) -> None:
    tasks.add(member, title="today's", end=day(0))
    tasks.add(member, title="begins here", start=day(1))
    page = show(hanako, member)
    assert "today's" in cell(page, "Thu 15 Nov")
    assert "begins here" not in page.text
    assert 'aria-current="date"' in page.text


def test_of_many_on_a_day_some_are_told_as_a_number(hanako: ReaderBrowser, member: Member) -> None:
    for number in range(5):
        tasks.add(member, title=f"number {number}", end=day(3))
    found = cell(show(hanako, member), "Sun 18 Nov")
    assert [f"number {number}" in found for number in range(5)] == [True, True, True, False, False]
    assert "2 more" in found
    below = show(hanako, member, "day=2040-11-18").text.partition('id="day"')[2]
    assert all(f"number {number}" in below for number in range(5))


def test_three_on_a_day_are_all_shown(hanako: ReaderBrowser, member: Member) -> None:
    for number in range(3):
        tasks.add(member, title=f"number {number}", end=day(3))
    found = cell(show(hanako, member), "Sun 18 Nov")
    assert all(f"number {number}" in found for number in range(3))
    assert "more" not in found


@pytest.mark.parametrize(
    "query", ["month=2040-13", "month=nonsense", "month=0001-01", "month=9999-12", "day=2040-02-30"]
)
def test_any_month_can_be_asked_for(hanako: ReaderBrowser, member: Member, query: str) -> None:
    show(hanako, member, query)


@pytest.mark.parametrize("month", [Month(2040, 11), Month(2040, 2), Month(1, 1), Month(9999, 12)], ids=str)
def test_a_sheet_is_whole_weeks_with_every_day_of_its_month(month: Month) -> None:
    weeks = month_sheet(month, {}, Names({}, {}), TODAY)
    days = [each.day for week in weeks for each in week]
    assert (days[0], days[-1]) == month.sheet
    assert next(each.day for week in weeks for each in week if each.is_of_month) == month.first
    assert days == [days[0] + timedelta(days=number) for number in range(len(days))]


def test_a_bar_reaches_from_start_to_end_and_a_pin_has_one_date(hanako: ReaderBrowser, member: Member) -> None:
    made = {
        name: tasks.add(member, title=name, start=start and day(start), end=end and day(end)).task.task_id
        for name, start, end in (
            ("within", 1, 3),
            ("from before", -60, 2),
            ("all the time", -60, 90),
            ("a pin", None, 5),
            ("gone by", -90, -60),
            ("to come", 80, 90),
        )
    }
    page = show(hanako, member, "view=timeline")
    bars = {
        task_id: (int(column), int(span), kinds.split()) for column, span, kinds, task_id in _BAR.findall(page.text)
    }
    assert bars.keys() == {made[name] for name in ("within", "from before", "all the time", "a pin")}
    first = Window.around(TODAY).first
    assert bars[made["within"]][:2] == ((day(1) - first).days + 1, 3)
    assert bars[made["from before"]][0] == 1
    assert "open-before" in bars[made["from before"]][2]
    assert bars[made["all the time"]][:2] == (1, DAYS)
    assert "pin" in bars[made["a pin"]][2]


@pytest.mark.parametrize("query", ["from=nonsense", "from=0001-01-01", "from=9999-12-31", "from=2041-01-01"])
def test_any_weeks_can_be_asked_for(hanako: ReaderBrowser, member: Member, query: str) -> None:
    show(hanako, member, f"view=timeline&{query}")


def move(browser: ReaderBrowser, member: Member, task: Task, start: str, end: str) -> Response:
    page = show(browser, member, "view=timeline")
    fields = form_to(page.text, f"/tasks/{member.team_id}/dates").with_values(
        id=task.task_id,
        start=start,
        end=end,
        seen_start=task.start.isoformat() if task.start else "",
        seen_end=task.end.isoformat() if task.end else "",
    )
    answer = browser.ask("POST", f"/tasks/{member.team_id}/dates", data=fields)
    assert answer.status_code == 303
    return browser.get(answer.headers["location"])


def test_both_dates_move_together_and_are_taken_back(hanako: ReaderBrowser, member: Member) -> None:
    task = tasks.add(member, title="put off", start=day(0), end=day(2)).task
    page = move(hanako, member, task, "2040-11-20", "2040-11-22")
    assert toast(page) == "Moved “put off”."
    after = member.store.one(design.task(member.team_id, task.task_id).consistently())
    assert (after.start, after.end) == (day(5), day(7))
    hanako.send(page, f"/tasks/{member.team_id}/undo")
    back = member.store.one(design.task(member.team_id, task.task_id).consistently())
    assert (back.start, back.end) == (day(0), day(2))


def test_dates_that_somebody_else_changed_are_not_overwritten(hanako: ReaderBrowser, member: Member) -> None:
    task = tasks.add(member, title="two hands", start=day(0), end=day(2)).task
    tasks.edit(member, task.task_id, {"end": day(9)})
    page = move(hanako, member, task, "2040-11-16", "2040-11-18")
    assert "Someone else changed these dates" in page.text
    assert member.store.one(design.task(member.team_id, task.task_id).consistently()).end == day(9)


def test_an_end_before_the_start_is_told(hanako: ReaderBrowser, member: Member) -> None:
    task = tasks.add(member, title="the wrong way", start=day(0), end=day(2)).task
    assert "on or after the start date" in move(hanako, member, task, "2040-11-15", "2040-11-14").text


def test_a_month_is_one_query_and_the_weeks_are_three(site: Library, member: Member) -> None:
    tasks.add(member, title="x", start=day(0), end=day(2))
    assert [row.title for row in schedules.tasks_within(member, day(1), day(1))] == ["x"]
    assert schedules.tasks_ending(member, day(3), day(9)) == {}


def test_nobody_else_sees_or_moves_anything(site: Library, hanako: ReaderBrowser, member: Member) -> None:
    taro = site.reader("taro")
    assert taro.get(f"/tasks/{member.team_id}/schedule").status_code == 404
