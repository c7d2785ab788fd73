"""Somebody with very many tasks is taken out of a team: the answer comes at once, and the worker does the rest."""

import time
from threading import Thread

import pytest
from tests.apps.meddled_store import meddled, power_cut
from tests.apps.tasks.household import Household, find_faults
from tests.apps.tasks.site_house import SiteHouse

from chabudai.apps.tasks import design, members, tasks
from chabudai.apps.tasks.entities import Mine, Task, TeamUser, Total
from chabudai.apps.tasks.leavings import FEW, LeavingQueue
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.own_rows import rows_of
from chabudai.apps.tasks.resumption import ResumptionWorker
from chabudai.common.sweeps import batches
from chabudai.store import record_calls
from chabudai.table import BatchWrite, Put

MANY = 3000


def give_tasks(team: Member, user_id: str, count: int) -> None:
    """Behind everyone's back."""
    rows: list[Put[Task]] = []
    for number in range(count):
        task = Task(team_id=team.team_id, task_id=team.new_id(), title=f"{number}", end=team.today(), assignee=user_id)
        rows += [Put(task), *(Put(row) for row in rows_of(task))]  # type: ignore[list-item]
    for some in batches(rows, 1000):
        team.store.batch_write(BatchWrite(tuple(some)))
    team.store.put(Total(team_id=team.team_id, todo=count))


def tasks_of(team: Member, user_id: str) -> int:
    return sum(task.assignee == user_id for task in team.store.all(design.every_task(team.team_id)))


def is_in(team: Member, user_id: str) -> bool:
    return any(row.user_id == user_id for row in team.store.all(design.members(team.team_id)))


def worker_of(household: Household, leavings: LeavingQueue) -> ResumptionWorker:
    return ResumptionWorker(household.store, household.clock, leavings)


def test_an_admin_who_removes_somebody_with_3000_tasks_is_answered_at_once(site: SiteHouse) -> None:
    team = site.team("momo", "riku")
    give_tasks(team, "riku", MANY)
    browser = site.browser("momo")
    browser.get(f"/tasks/{team.team_id}/members")  # whoever comes for the first time is noted
    site.leavings.open()  # as the worker does, which is busy elsewhere for now
    page = browser.press(f"/tasks/{team.team_id}/members/riku/remove")
    assert "Removed Riku from the team." in page.text
    assert 'id="m-riku"' not in page.text
    writes = [call for calls in site.heard[-2:] for call in calls if call.operation == "TransactWriteItems"]
    assert len(writes) == 1  # neither the act nor the page that it leads to waits for the tasks
    assert tasks_of(team, "riku") == MANY
    assert site.browser("riku").get(f"/tasks/{team.team_id}/board").status_code == 404
    assert tasks_of(team, "riku") == MANY
    with worker_of(site.household, site.leavings) as worker:
        worker.wait()
    assert (tasks_of(team, "riku"), is_in(team, "riku")) == (0, False)


def test_the_worker_takes_leavings_while_it_runs(household: Household) -> None:
    team = household.team("hanako", "taro")
    give_tasks(team, "taro", FEW + 50)
    leavings = LeavingQueue()
    with worker_of(household, leavings) as worker:
        worker.wait()
        row = members.begin_removal(team, "taro")
        with record_calls() as calls:
            assert leavings.finish(team.owner, row) == FEW + 50
        assert [call.operation for call in calls] == ["Query"]
        assert leavings.finish(team.owner, row) == tasks_of(team, "taro")  # asked for twice, it is done once
        while is_in(team, "taro"):
            time.sleep(0.02)
    assert (tasks_of(team, "taro"), household.rows(Mine)) == (0, [])
    assert find_faults(household) == []


def test_few_tasks_are_given_back_at_once(household: Household) -> None:
    team = household.team("hanako", "taro")
    for number in range(3):
        tasks.add(team, title=f"{number}", assignee="taro")
    leavings = LeavingQueue()
    leavings.open()
    assert leavings.finish(team.owner, members.begin_removal(team, "taro")) == 3
    assert (tasks_of(team, "taro"), is_in(team, "taro")) == (0, False)


@pytest.mark.parametrize("was_open", [False, True])
def test_without_a_worker_all_is_done_at_once(household: Household, was_open: bool) -> None:
    team = household.team("hanako", "taro")
    give_tasks(team, "taro", FEW + 1)
    leavings = LeavingQueue()
    if was_open:
        leavings.open()
        leavings.close()
    assert leavings.finish(team.owner, members.begin_removal(team, "taro")) == FEW + 1
    assert (tasks_of(team, "taro"), is_in(team, "taro")) == (0, False)


def test_what_the_worker_did_not_come_to_is_done_when_the_site_starts_again(household: Household) -> None:
    team = household.team("hanako", "taro")
    give_tasks(team, "taro", FEW + 1)
    leavings = LeavingQueue()
    leavings.open()
    leavings.finish(team.owner, members.begin_removal(team, "taro"))
    leavings.close()
    leavings.work(team.owner)  # which ends, for it is closed
    assert [row.leaving for row in household.rows(TeamUser) if row.user_id == "taro"] == [True]
    with worker_of(household, LeavingQueue()) as worker:
        worker.wait()
    assert (tasks_of(team, "taro"), is_in(team, "taro")) == (0, False)
    assert find_faults(household) == []


def test_one_that_fails_keeps_nobody_from_the_others(household: Household) -> None:
    team = household.team("hanako", "taro", "jiro")
    for person in ("taro", "jiro"):
        give_tasks(team, person, FEW + 1)
    leavings = LeavingQueue()
    leavings.open()
    taro, jiro = (members.begin_removal(team, person) for person in ("taro", "jiro"))
    for row in (taro, jiro):
        leavings.finish(team.owner, row)
    failing = Thread(target=leavings.work, args=[meddled(team.owner, "TransactWriteItems", 1, power_cut)])
    failing.start()
    while is_in(team, "jiro"):
        time.sleep(0.02)
    leavings.close()
    failing.join()
    assert (tasks_of(team, "taro"), tasks_of(team, "jiro")) == (FEW + 1, 0)
