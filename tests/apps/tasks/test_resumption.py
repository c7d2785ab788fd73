"""What was interrupted is finished by whoever asks again or comes by, and when the site is started again."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.tasks.household import Household, find_faults
from tests.apps.tasks.site_house import SiteHouse

from chabudai.apps.tasks import members, resumption, tags, tasks, team_deletion, teams, trash
from chabudai.apps.tasks.entities import Tag, Team, TeamUser, ThrownTask
from chabudai.apps.tasks.leavings import LeavingQueue
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.resumption import ResumptionWorker
from chabudai.common.owner import Owner


def fill(member: Member) -> Tag:
    tag = tags.add(member, name="会場")
    for number in range(5):
        tasks.add(member, title=f"{number}", assignee="riku", tags=[tag.tag_id])
    return tag


def cut(owner: Owner, at: int) -> Owner:
    return meddled(owner, "TransactWriteItems", at, power_cut)


def worker_of(household: Household) -> ResumptionWorker:
    return ResumptionWorker(household.store, household.clock, LeavingQueue())


def faults_of(site: SiteHouse, team: Member) -> list[str]:
    return [fault for fault in find_faults(site.household) if team.team_id in fault]


def ids(site: SiteHouse, *kinds: type[Any]) -> set[str]:
    """The teams that have rows of these kinds."""
    return {row.team_id for row in site.household.rows(*kinds)}


@pytest.fixture
def team(site: SiteHouse) -> Member:
    return site.team("momo", "riku")


@pytest.mark.parametrize("at", [2, 3])
def test_a_team_half_deleted_is_gone_when_it_is_asked_for_again(site: SiteHouse, team: Member, at: int) -> None:
    fill(team)
    with pytest.raises(Interrupted):
        team_deletion.delete(cut(team.owner, at), team.team_id)
    team_deletion.delete(team.owner, team.team_id)
    assert team.team_id not in ids(site, Team, TeamUser)
    assert faults_of(site, team) == []


@pytest.mark.parametrize("visitor", ["momo", "riku"])
@pytest.mark.parametrize("path", ["/board", "/settings", "/members"])
def test_a_team_half_deleted_goes_with_the_next_visit(site: SiteHouse, team: Member, path: str, visitor: str) -> None:
    fill(team)
    with pytest.raises(Interrupted):
        team_deletion.delete(cut(team.owner, 2), team.team_id)
    assert site.browser(visitor).get(f"/tasks/{team.team_id}{path}").status_code == 404
    assert team.team_id not in ids(site, Team, TeamUser)


def test_a_stranger_finishes_nothing(site: SiteHouse, team: Member) -> None:
    stranger = site.household.owner("jiro")
    with pytest.raises(Interrupted):
        team_deletion.delete(cut(team.owner, 2), team.team_id)
    resumption.finish_for(stranger, team.team_id, LeavingQueue())
    assert team.team_id in ids(site, Team)


def test_whoever_was_interrupted_in_leaving_has_left_at_the_next_visit(site: SiteHouse, team: Member) -> None:
    fill(team)
    with pytest.raises(Interrupted):
        members.leave(cut(site.household.owner("riku"), 2), team.team_id)
    assert site.browser("riku").get(f"/tasks/{team.team_id}/board").status_code == 404
    assert {row.user_id for row in site.household.rows(TeamUser) if row.team_id == team.team_id} == {"momo"}
    assert faults_of(site, team) == []


def test_whoever_is_looked_at_on_their_way_out_has_left(site: SiteHouse, team: Member) -> None:
    fill(team)
    with pytest.raises(Interrupted):
        members.remove(replace(team, owner=cut(team.owner, 2)), "riku")
    assert site.browser("momo").get(f"/tasks/{team.team_id}/members").status_code == 200
    assert faults_of(site, team) == []


def test_a_tag_half_deleted_goes_with_a_look_at_the_settings(site: SiteHouse, team: Member) -> None:
    tag = fill(team)
    with pytest.raises(Interrupted):
        tags.delete(replace(team, owner=cut(team.owner, 3)), tag.tag_id)
    assert site.browser("momo").get(f"/tasks/{team.team_id}/settings").status_code == 200
    assert team.team_id not in ids(site, Tag)
    assert faults_of(site, team) == []


ACTS: dict[str, Callable[[Member], object]] = {
    "a team": lambda team: team_deletion.delete(team.owner, team.team_id),
    "a tag": lambda team: tags.delete(team, tags.find_all(team)[0].tag_id),
    "a leaving": lambda team: members.remove(team, "taro"),
    "a name": lambda team: teams.edit(team, {"name": "新年会"}),
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("at", [2, 3, 4])
def test_a_site_that_starts_again_finishes_what_was_interrupted(household: Household, act: str, at: int) -> None:
    team = household.team("hanako", "taro")
    tag = tags.add(team, name="会場")
    for number in range(3):
        tasks.add(team, title=f"{number}", assignee="taro", tags=[tag.tag_id])
    try:
        ACTS[act](replace(team, owner=cut(team.owner, at)))
    except Interrupted:
        assert len(worker_of(household).catch_up()) == 1
    assert find_faults(household) == []
    assert worker_of(household).catch_up() == []


def test_the_worker_finishes_beside_requests_and_stops(household: Household) -> None:
    team = household.team("hanako")
    with pytest.raises(Interrupted):
        team_deletion.delete(cut(team.owner, 2), team.team_id)
    with worker_of(household) as worker:
        worker.wait()
    assert household.rows(Team) == []


def test_two_tags_deleted_at_once_are_on_nothing_in_the_trash(household: Household) -> None:
    team = household.team("hanako")
    first, second = tags.add(team, name="a"), tags.add(team, name="b")
    task = tasks.add(team, title="x", tags=[first.tag_id, second.tag_id]).task
    trash.throw_away(team, task.task_id)
    slow = meddled(team.owner, "TransactWriteItems", 2, lambda: tags.delete(team, second.tag_id))
    tags.delete(replace(team, owner=slow), first.tag_id)
    assert [row.tags for row in household.rows(ThrownTask)] == [frozenset()]
    assert household.rows(Tag) == []
