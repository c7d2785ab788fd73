"""Demo data: two teams in which no screen is empty, written as rows that agree with each other."""

from datetime import timedelta

import pytest
from tests.apps.tasks.household import Household, find_faults

from chabudai import table
from chabudai.accounts.design import Language
from chabudai.accounts.logins import is_username
from chabudai.apps.tasks import comments, demo, design, figures, invitations, members, notices, own_tasks, recount, tags
from chabudai.apps.tasks import lists as task_lists
from chabudai.apps.tasks.entities import Comment, Notice, Task, TeamUser, User
from chabudai.apps.tasks.lists import TaskSelection
from chabudai.apps.tasks.membership import Member, enter
from chabudai.common import markdown
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web import zones

CURSORS = Cursors(b"k" * 32)


def fill(household: Household, username: str = "yamada", language: Language = "ja") -> list[Member]:
    """The teams as the demo's person sees them."""
    owner = Owner(household.store, username, household.clock, zones.TOKYO)
    demo.fill(owner, name="山田家", email=f"{username}@example.com", language=language, sends_mail=False)
    return [enter(owner, row.team_id) for row in household.store.all(design.teams(username))]


def tasks_of(member: Member) -> list[Task]:
    return list(member.store.all(design.every_task(member.team_id)))


def test_no_screen_is_empty(household: Household) -> None:
    party, family = fill(household)
    assert (party.team.name, family.team.name) == ("もちつき大会 実行委員", "山田家の年末")
    for member in (party, family):
        assert len(members.find_all(member)) >= 4
        assert len(tags.find_all(member)) >= 4
        for status in ("todo", "doing", "done"):
            assert (
                len(task_lists.find_page(member, TaskSelection(statuses=status, sort="end"), None, CURSORS).tasks) >= 3
            )
        found = figures.overview(member)
        assert found.overdue.tasks
        assert found.late.tasks
        assert found.soon.tasks
    assert len(tasks_of(party)) + len(tasks_of(family)) >= 60
    assert list(household.store.all(design.thrown_tasks(party.team_id)))
    assert len(invitations.find_all(party)) == 2
    grouped = own_tasks.group(household.store.all(design.my_tasks("yamada")), party.today())
    assert all(grouped.values())
    assert 2 <= notices.count_unread(party.owner) < len(household.rows(Notice))


def test_counters_are_what_a_recount_finds_and_what_the_days_sum_up_to(household: Household) -> None:
    for member in fill(household):
        was, now = recount.recount(household.store, member.team_id)
        assert was == now
        first = member.today() - timedelta(days=400)
        days = list(household.store.all(design.day_counts(member.team_id, first, member.today())))
        assert {status: sum(getattr(day, status) for day in days) for status in now} == now
        assert sum(day.completed for day in days) == now["done"]
        assert max(day.day for day in days) <= member.today()
        weeks = figures.trend(member, 12)
        assert min(week.left for week in weeks) >= 0
        assert sum(bool(week.created) for week in weeks) >= 6


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_row_agrees_with_the_others(household: Household, language: Language) -> None:
    fill(household, language=language)
    assert find_faults(household) == []


def test_the_thread_of_a_task_is_in_the_order_of_time_and_nothing_is_in_the_future(household: Household) -> None:
    now = int(household.clock().timestamp())
    for member in fill(household):
        for task in tasks_of(member):
            thread = comments.find_all(member, task.task_id)
            times = [comment.created_at for comment in thread]
            assert thread[0].about == "added"
            assert times == sorted(times)
            assert times[-1] <= now
            assert task.done_at is None or task.done_at <= member.today()
    assert max(row.created_at for row in household.rows(Notice)) <= now


def test_whoever_is_told_of_a_mention_is_mentioned(household: Household) -> None:
    for member in fill(household):
        (me,) = [row for row in members.find_all(member) if row.user_id == "yamada"]
        for notice in household.store.all(design.notices("yamada")):
            if notice.about == "mentioned" and notice.team_id == member.team_id:
                thread = comments.find_all(member, notice.task_id or "")
                assert any(notices.is_mentioned(me, row.text) for row in thread if row.author == notice.sender)


def test_a_demo_in_english_has_no_japanese_but_the_names_that_people_chose(household: Household) -> None:
    fill(household, language="en")
    written = [row.title + row.description for row in household.rows(Task)]
    written += [row.text.replace("山田家", "") for row in household.rows(Comment)] + [
        check.text for row in household.rows(Task) for check in row.checklist
    ]
    written += [row.user_name for row in household.rows(TeamUser) if row.user_id != "yamada"]
    assert [text for text in written if not text.isascii() and any(ord(each) > 0x3000 for each in text)] == []


def test_both_languages_stand_side_by_side(household: Household) -> None:
    japanese, english = fill(household), fill(household, "yamadas", "en")
    assert not {each.team_id for each in japanese} & {each.team_id for each in english}
    assert [len(tasks_of(each)) for each in japanese] == [len(tasks_of(each)) for each in english]
    assert find_faults(household) == []


def test_those_beside_the_person_can_have_no_account(household: Household) -> None:
    fill(household)
    others = [row.user_id for row in household.rows(User) if row.user_id != "yamada"]
    assert len(others) == 7
    assert not any(map(is_username, others))


def test_descriptions_are_markdown(household: Household) -> None:
    fill(household)
    rendered = "".join(markdown.render(row.description) for row in household.rows(Task) if row.description)
    assert all(f"<{tag}>" in rendered for tag in ("strong", "li", "table"))


def test_a_second_filling_changes_nothing_and_what_a_person_has_is_left_alone(household: Household) -> None:
    fill(household)
    before = household.items()
    fill(household)
    assert household.items() == before
    household.team("hanako")
    assert [each.team.name for each in fill(household, "hanako")] == ["もちつき"]


def test_it_is_the_same_each_time(household: Household) -> None:
    first = {row.task_id: row for member in fill(household) for row in tasks_of(member)}
    with table.open(":memory:", clock=household.clock) as store:
        store.create(*design.design.tables)
        again = Household(store, household.clock)
        assert {row.task_id: row for member in fill(again) for row in tasks_of(member)} == first
