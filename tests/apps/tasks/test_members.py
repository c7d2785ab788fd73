"""Members: roles, leaving and being removed; a team never loses its last admin."""

import threading
from dataclasses import replace

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.tasks.household import Household, find_faults

from chabudai.apps.tasks import comments, design, members, tasks, teams, undo
from chabudai.apps.tasks.entities import Mine, MineDone, Notice, TeamUser
from chabudai.apps.tasks.errors import AdminOnly, LastAdmin, NoSuchAssignee, NoSuchMember, NoSuchTeam
from chabudai.apps.tasks.membership import enter
from chabudai.store import record_calls


def admins(household: Household, team_id: str) -> list[str]:
    rows = household.store.all(design.members(team_id))
    return [row.user_id for row in rows if row.role == "admin" and not row.leaving]


def test_a_role_is_changed_in_both_rows_and_taken_back(household: Household) -> None:
    member = household.team("hanako", "taro")
    back = members.change_role(member, "taro", "admin")
    assert admins(household, member.team_id) == ["hanako", "taro"]
    assert [row.role for row in teams.find_all(household.owner("taro"))] == ["admin"]
    assert not members.change_role(member, "taro", "admin")
    undo.take_back(member, back)
    assert admins(household, member.team_id) == ["hanako"]
    assert household.member(member.team_id, "taro").role == "member"


def test_the_last_admin_stays(household: Household) -> None:
    member = household.team("hanako", "taro")
    for act in (
        lambda: members.leave(member.owner, member.team_id),
        lambda: members.remove(member, "hanako"),
        lambda: members.change_role(member, "hanako", "member"),
    ):
        with pytest.raises(LastAdmin):
            act()
    members.change_role(member, "taro", "admin")
    members.change_role(member, "hanako", "member")
    assert admins(household, member.team_id) == ["taro"]


def test_who_is_not_in_the_team_is_not_found(household: Household) -> None:
    member = household.team("hanako")
    household.owner("jiro")
    for user_id in ("jiro", "nobody", "a#b"):
        with pytest.raises(NoSuchMember):
            members.remove(member, user_id)
        with pytest.raises(NoSuchMember):
            members.change_role(member, user_id, "admin")
    with pytest.raises(NoSuchTeam):
        members.leave(household.owner("jiro"), member.team_id)


@pytest.mark.parametrize("act", ["leave", "demote", "remove each other", "demote each other"])
@pytest.mark.parametrize("count", [2, 5])
def test_of_admins_who_go_at_once_one_stays(household: Household, act: str, count: int) -> None:
    names = [f"a{number}" for number in range(count)]
    first = household.team(names[0])
    for name in names[1:]:
        household.join(first.team_id, name, "admin")
    everyone = [household.member(first.team_id, name) for name in names]
    outcomes: list[str] = []
    ready = threading.Barrier(count)

    def go(number: int) -> None:
        member, other = everyone[number], names[(number + 1) % count]
        ready.wait()
        try:
            match act:
                case "leave":
                    members.leave(member.owner, member.team_id)
                case "demote":
                    members.change_role(member, member.user_id, "member")
                case "remove each other":
                    members.remove(member, other)
                case _:
                    members.change_role(member, other, "member")
            outcomes.append("gone")
        except (LastAdmin, AdminOnly, NoSuchTeam, NoSuchMember) as refusal:
            outcomes.append(type(refusal).__name__)

    threads = [threading.Thread(target=go, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == count
    assert outcomes.count("gone") < count
    assert admins(household, first.team_id) != []
    assert find_faults(household) == []


def test_two_admins_who_rely_on_each_other_do_not_both_leave(household: Household) -> None:
    """The one is between having looked for another admin, and writing."""
    hanako = household.team("hanako", "jiro")
    taro = household.join(hanako.team_id, "taro", "admin")
    slow = meddled(hanako.owner, "TransactWriteItems", 1, lambda: members.leave(taro.owner, taro.team_id))
    with pytest.raises(LastAdmin):
        members.leave(slow, hanako.team_id)
    assert admins(household, hanako.team_id) == ["hanako"]


def test_who_is_removed_leaves_tasks_to_nobody_and_nothing_else(household: Household) -> None:
    member = household.team("hanako", "taro")
    ids = [tasks.add(member, title=f"{number}", assignee="taro").task.task_id for number in range(5)]
    for task_id in ids:
        comments.add(member, task_id, "@Taro これ")
    tasks.set_status(member, ids[0], "done")
    other = household.team("taro", name="別")
    tasks.add(other, title="残る", assignee="taro")
    taro = household.member(member.team_id, "taro")
    assert members.remove(member, "taro") == 5
    assert [row.team_name for row in teams.find_all(taro.owner)] == ["別"]
    assert [row.team_id for row in household.rows(Mine, MineDone)] == [other.team_id]
    assert household.rows(Notice) == []
    assert find_faults(household) == []
    with pytest.raises(NoSuchTeam):
        enter(taro.owner, member.team_id)
    with pytest.raises(NoSuchAssignee):
        tasks.add(member, title="x", assignee="taro")
    household.join(member.team_id, "taro")
    assert find_faults(household) == []


def test_many_tasks_become_nobodys_in_few_transactions(household: Household) -> None:
    member = household.team("hanako", "taro")
    for number in range(70):
        tasks.add(member, title=f"{number}", assignee="taro", status="done" if number % 2 else "todo")
    with record_calls() as calls:
        assert members.remove(member, "taro") == 70
    # The mark, three times thirty, and once what they were told.
    assert sum(call.operation == "TransactWriteItems" for call in calls) == 5
    assert len(calls) < 20
    assert find_faults(household) == []


def test_a_task_that_is_changed_while_many_become_nobodys_keeps_the_change(household: Household) -> None:
    member = household.team("hanako", "taro")
    for number in range(5):
        tasks.add(member, task_id=f"k{number}", title=f"{number}", assignee="taro")
    slow = meddled(member.owner, "TransactWriteItems", 2, lambda: tasks.edit(member, "k3", {"title": "new"}))
    assert members.remove(replace(member, owner=slow), "taro") == 5
    assert tasks.find_task(member, "k3").title == "new"
    assert find_faults(household) == []


@pytest.mark.parametrize("cut_at", [2, 4])
def test_leaving_goes_on_where_it_was_interrupted(household: Household, cut_at: int) -> None:
    member = household.team("hanako", "taro")
    for number in range(70):
        tasks.add(member, title=f"{number}", assignee="taro")
    taro = household.owner("taro")
    with pytest.raises(Interrupted):
        members.leave(meddled(taro, "TransactWriteItems", cut_at, power_cut), member.team_id)
    with pytest.raises(NoSuchTeam):
        enter(taro, member.team_id)
    with pytest.raises(NoSuchAssignee):
        tasks.add(member, title="x", assignee="taro")
    if cut_at == 2:
        members.leave(taro, member.team_id)
    else:
        members.remove(member, "taro")
    assert [row.user_id for row in household.rows(TeamUser)] == ["hanako"]
    assert find_faults(household) == []


def test_a_task_given_to_somebody_at_the_moment_when_they_leave_is_not_theirs(household: Household) -> None:
    member = household.team("hanako", "taro")
    task = tasks.add(member, title="x").task
    slow = meddled(
        member.owner, "TransactWriteItems", 1, lambda: members.leave(household.owner("taro"), member.team_id)
    )
    with pytest.raises(NoSuchAssignee):
        tasks.edit(replace(member, owner=slow), task.task_id, {"assignee": "taro"})
    assert find_faults(household) == []


def test_a_removal_that_ends_after_the_person_came_back_leaves_them_in(household: Household) -> None:
    member = household.team("hanako", "taro")
    row = members.begin_leaving(household.owner("taro"), member.team_id)
    members.finish_leaving(member.owner, row)
    household.join(member.team_id, "taro")
    members.finish_leaving(member.owner, row)  # the slower of two
    assert household.member(member.team_id, "taro").role == "member"
    assert find_faults(household) == []


def test_two_who_finish_the_same_leaving_at_once_both_end_well(household: Household) -> None:
    member = household.team("hanako", "taro")
    taro = household.owner("taro")
    row = members.begin_leaving(taro, member.team_id)
    slow = meddled(taro, "DeleteItem", 1, lambda: members.finish_leaving(member.owner, row))
    members.finish_leaving(slow, row)
    assert find_faults(household) == []
