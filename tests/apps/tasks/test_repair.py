"""Repair: whatever was interrupted is brought to its end, and a team that is worked in is counted right meanwhile."""

from dataclasses import replace
from typing import Any

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.tasks.household import Household, find_faults

from chabudai.apps.tasks import (
    comments,
    design,
    members,
    people,
    recount,
    repair,
    tags,
    tasks,
    team_deletion,
    teams,
    thread_repair,
    trash,
)
from chabudai.apps.tasks.entities import Comment, Tag, Task, Team, TeamUser, Total, UserTeam
from chabudai.apps.tasks.membership import Member


@pytest.fixture
def member(household: Household) -> Member:
    member = household.team("hanako", "taro")
    tag = tags.add(member, name="会場")
    for number in range(5):
        tasks.add(member, title=f"{number}", assignee="taro", tags=[tag.tag_id])
    return member


def cut(member: Member, at: int = 2) -> Member:
    return replace(member, owner=meddled(member.owner, "TransactWriteItems", at, power_cut))


def test_a_team_that_was_being_deleted_is_gone(household: Household, member: Member) -> None:
    with pytest.raises(Interrupted):
        team_deletion.delete(cut(member).owner, member.team_id)
    report = repair.repair_all(household.store, household.clock)
    assert report.finished == (f"{member.team_id} (もちつき): deleted",)
    assert household.rows(Team, TeamUser, UserTeam, Tag) == []
    assert find_faults(household) == []


def test_somebody_who_was_leaving_has_left(household: Household, member: Member) -> None:
    with pytest.raises(Interrupted):
        members.leave(meddled(household.owner("taro"), "TransactWriteItems", 2, power_cut), member.team_id)
    report = repair.repair_all(household.store, household.clock, member.team_id)
    assert report.finished == (f"{member.team_id} (もちつき): taro has left",)
    assert find_faults(household) == []


def test_a_tag_that_was_being_deleted_is_gone(household: Household, member: Member) -> None:
    with pytest.raises(Interrupted):
        tags.delete(cut(member, 3), tags.find_all(member)[0].tag_id)
    report = repair.repair_all(household.store, household.clock)
    assert report.finished == (f"{member.team_id} (もちつき): tag 会場 deleted",)
    assert household.rows(Tag) == []
    assert find_faults(household) == []


def test_names_that_were_being_changed_are_everywhere(household: Household, member: Member) -> None:
    with pytest.raises(Interrupted):
        teams.edit(cut(member), {"name": "新年会"})
    with pytest.raises(Interrupted):
        people.save(
            meddled(household.owner("taro"), "TransactWriteItems", 2, power_cut), name="太郎", email="t@example.jp"
        )
    assert len(repair.repair_all(household.store, household.clock).finished) == 2
    assert {row.team_name for row in household.rows(UserTeam)} == {"新年会"}
    assert {row.user_name for row in household.rows(TeamUser)} == {"Hanako", "太郎"}
    assert repair.repair_all(household.store, household.clock).finished == ()


def test_comments_follow_a_task_whose_throwing_away_was_interrupted(household: Household, member: Member) -> None:
    task = tasks.add(member, title="x").task
    comments.add(member, task.task_id, "x")
    with pytest.raises(Interrupted):
        trash.throw_away(cut(member), task.task_id)
    trash.throw_away(member, task.task_id)
    said = [row for row in household.rows(Comment) if row.task_id == task.task_id]
    assert None not in {row.expires_at for row in said}
    with pytest.raises(Interrupted):
        trash.restore(cut(member), task.task_id)
    trash.restore(member, task.task_id)
    said = [row for row in household.rows(Comment) if row.task_id == task.task_id]
    assert {row.expires_at for row in said} == {None}


def test_what_was_said_about_a_task_that_is_nowhere_is_gone(household: Household, member: Member) -> None:
    """As an older version left it, whose import was killed."""
    kept = tasks.add(member, title="x").task
    thrown = trash.throw_away(member, tasks.add(member, title="y").task.task_id).task
    said: dict[str, Any] = {"team_id": member.team_id, "author": "hanako", "text": "x", "created_at": 5}
    for number in range(120):
        household.store.put(Comment(task_id="nowhere", comment_id=f"c{number}", **said))
    household.store.put(Comment(task_id=kept.task_id, comment_id="c", **said))
    household.store.put(Comment(task_id=thrown.task_id, comment_id="c", **said))
    assert find_faults(household) != []
    report = repair.repair_all(household.store, household.clock)
    told = "120 comments of no task deleted, comments of 1 tasks counted anew"
    assert report.finished == (f"{member.team_id} (もちつき): {told}",)
    assert find_faults(household) == []
    assert repair.repair_all(household.store, household.clock).finished == ()


def test_a_comment_that_is_written_while_comments_are_counted_is_counted_once(
    household: Household, member: Member
) -> None:
    task = tasks.add(member, title="x").task
    household.store.write(Task.update(**task.own_key).set(comments=7))
    slow = meddled(member.owner, "TransactWriteItems", 1, lambda: comments.add(member, task.task_id, "x"))
    assert thread_repair.mend_threads(slow.store, member.team_id).recounted == 1
    assert household.store.one(design.task(member.team_id, task.task_id)).comments == 1
    assert find_faults(household) == []


def test_a_task_that_moves_during_a_recount_is_counted_once(household: Household, member: Member) -> None:
    task = tasks.add(member, title="x").task
    household.store.write(Total.update(team_id=member.team_id).set(todo=1))
    slow = meddled(member.owner, "TransactWriteItems", 1, lambda: tasks.set_status(member, task.task_id, "doing"))
    was, now = recount.recount(slow.store, member.team_id)
    assert now == {"todo": 5, "doing": 1, "done": 0}
    assert was != now
    assert find_faults(household) == []
