"""The team's overview as a page: figures, what needs someone, and the trend."""

import pytest
from tests.apps.tasks.team_library import day
from tests.apps.tasks.team_library import hanako as hanako
from tests.apps.tasks.team_library import member as member
from tests.apps.tasks.team_library import site as site
from tests.common.library import Library, ReaderBrowser

from chabudai.apps.tasks import tasks, teams
from chabudai.apps.tasks.entities import DayCount
from chabudai.apps.tasks.figures import Week
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.pages.trend_chart import FOOT, TOP, trend_chart
from chabudai.web.translations import Translations, use_translations


def show(browser: ReaderBrowser, member: Member, query: str = "") -> str:
    answer = browser.get(f"/tasks/{member.team_id}/overview?{query}")
    assert answer.status_code == 200
    return answer.text


def count_day(member: Member, number: int, *, created: int, completed: int) -> None:
    row = DayCount(
        team_id=member.team_id,
        day=day(number),
        todo=created - completed,
        done=completed,
        created=created,
        completed=completed,
        expires_at=member.seconds() + 10_000_000,
    )
    member.store.put(row)


def test_a_new_team_has_figures_of_nothing_and_no_trend_yet(hanako: ReaderBrowser, member: Member) -> None:
    page = show(hanako, member)
    assert "After two weeks" in page
    assert '<svg class="chart"' not in page
    assert 'class="share"' not in page
    assert page.count("<dd>Nothing yet</dd>") == 3


def test_what_there_is_none_of_is_not_counted(hanako: ReaderBrowser, member: Member) -> None:
    tasks.add(member, title="one")
    assert "<dd>1 added</dd>" in show(hanako, member)


def test_figures_and_what_needs_someone(hanako: ReaderBrowser, member: Member) -> None:
    tasks.add(member, title="overdue one", end=day(-3), status="doing")
    tasks.add(member, title="late one", start=day(-1))
    for number in range(4):
        tasks.add(member, title=f"soon {number}", end=day(number))
    tasks.add(member, title="over", status="done", end=day(1))
    page = show(hanako, member)
    assert "1 done, 7 added" in page
    assert [page.count(f">{title}<") for title in ("overdue one", "late one", "soon 2", "soon 3", "over")] == [
        1,
        1,
        1,
        0,
        0,
    ]
    assert '<span class="soft">4 tasks</span>' in page
    for number in range(8):
        tasks.add(member, title=f"more {number}", end=day(2))
    assert '<span class="soft">10 or more</span>' in show(hanako, member)


def test_the_trend_of_weeks_is_drawn_with_a_table_behind_it(hanako: ReaderBrowser, member: Member) -> None:
    count_day(member, -20, created=3, completed=1)
    count_day(member, -8, created=2, completed=2)
    tasks.add(member, title="left over")
    page = show(hanako, member, "weeks=4")
    assert "In 4 weeks: 6 added, 3 done, 1 left." in page
    assert page.count('scope="row"') == 4
    assert 'aria-current="true" data-swap="#overview"' in page
    assert "52" in show(hanako, member, "weeks=nonsense")


def test_what_the_description_says_is_text(site: Library, hanako: ReaderBrowser, member: Member) -> None:
    teams.edit(member, {"description": "<img src=x onerror=alert(1)>"})
    assert "<img src=x" not in show(hanako, member)


@pytest.mark.parametrize("numbers", [[0], [1, 0, 7], [100_000, 3], [-5, 2]])
def test_every_shape_lies_within_the_chart(numbers: list[int]) -> None:
    weeks = [Week(day(7 * place), max(0, number), 1, number) for place, number in enumerate(numbers)]
    with use_translations(Translations("en")):
        chart = trend_chart(weeks)
    for mark in chart.weeks:
        assert TOP <= mark.y <= FOOT
        for bar in (mark.added, mark.done):
            assert TOP <= bar.y <= FOOT
            assert bar.y + bar.height == pytest.approx(FOOT)
    assert len(chart.lines) <= 6
    assert max(value for _, value in chart.lines) >= max(numbers)
