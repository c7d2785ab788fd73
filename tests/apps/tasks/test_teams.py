"""Teams: made, renamed in every row, deleted whole; and who may do what."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.tasks.household import Household, find_faults

from chabudai.apps.tasks import comments, design, members, names, people, tags, tasks, team_deletion, teams, trash, undo
from chabudai.apps.tasks.entities import Team, TeamUser, Total, User, UserTeam
from chabudai.apps.tasks.errors import AdminOnly, NoSuchTeam
from chabudai.apps.tasks.membership import Member, enter
from chabudai.common.owner import Owner
from chabudai.table import BatchWrite, Put, TypedStore
from chabudai.web import zones
from chabudai.web.errors import InvalidFields


def test_whoever_makes_a_team_is_its_admin_and_it_begins_with_nothing(household: Household) -> None:
    member = household.team("hanako", name="もちつき", description="年末の\n会")
    assert (member.role, member.team.zone) == ("admin", "Asia/Tokyo")
    assert [row.team_name for row in teams.find_all(member.owner)] == ["もちつき"]
    assert [row.user_name for row in members.find_all(member)] == ["Hanako"]
    assert household.store.get(design.total(member.team_id)) == Total(team_id=member.team_id)
    assert find_faults(household) == []


def test_the_first_visit_makes_a_row_and_a_team_and_the_second_nothing(household: Household) -> None:
    owner = Owner(household.store, "hanako", household.clock, zones.TOKYO)
    team = people.welcome(owner, name="花子", email="hanako@example.jp")
    assert team is not None
    assert team.name == "花子's team"
    assert people.welcome(owner, name="花子", email="hanako@example.jp") is None
    assert len(teams.find_all(owner)) == 1
    assert people.find(owner) == User(
        user_id="hanako", name="花子", email="hanako@example.jp", created_at=owner.today()
    )
    assert find_faults(household) == []


@pytest.mark.parametrize(
    "fields",
    [{"name": ""}, {"name": "x" * 41}, {"name": "a", "description": "x" * 1001}, {"name": "a", "zone": "Mars/Olympus"}],
)
def test_a_field_of_a_team_has_its_bounds(household: Household, fields: dict[str, str]) -> None:
    with pytest.raises(InvalidFields):
        teams.create(household.owner("hanako"), **fields)


def test_an_admin_edits_a_team_and_takes_it_back(household: Household) -> None:
    member = household.team("hanako", "taro")
    outcome = teams.edit(member, {"name": "新年会", "description": "一月", "zone": "Europe/Berlin"})
    assert (outcome.team.name, outcome.team.zone, outcome.team.renaming) == ("新年会", "Europe/Berlin", None)
    taro = household.owner("taro")
    assert [row.team_name for row in teams.find_all(taro)] == ["新年会"]
    undo.take_back(enter(member.owner, member.team_id), outcome.undo)
    assert [row.team_name for row in teams.find_all(taro)] == ["もちつき"]


def test_outsiders_find_no_team_and_members_do_not_do_what_admins_do(household: Household) -> None:
    member = household.team("hanako", "taro")
    for team_id in (member.team_id, "nowhere", "a#b", ""):
        with pytest.raises(NoSuchTeam):
            enter(household.owner("jiro"), team_id)
    taro = household.member(member.team_id, "taro")
    tag = tags.add(taro, name="会場")
    acts: list[Callable[[], object]] = [
        lambda: teams.edit(taro, {"name": "x"}),
        lambda: team_deletion.delete(taro.owner, taro.team_id),
        lambda: members.change_role(taro, "hanako", "member"),
        lambda: members.remove(taro, "hanako"),
        lambda: tags.delete(taro, tag.tag_id),
        lambda: trash.empty(taro),
    ]
    for act in acts:
        with pytest.raises(AdminOnly):
            act()
    with pytest.raises(NoSuchTeam):
        team_deletion.delete(household.owner("jiro"), member.team_id)


def test_an_admin_who_is_none_any_more_is_told_so_by_the_transaction(household: Household) -> None:
    hanako = household.team("hanako")
    taro = household.join(hanako.team_id, "taro", "admin")
    members.change_role(hanako, "taro", "member")
    for act in (
        lambda: teams.edit(taro, {"name": "x"}),
        lambda: members.remove(taro, "hanako"),
        lambda: members.change_role(taro, "hanako", "member"),
        lambda: tags.delete(taro, tags.add(taro, name="会場").tag_id),
    ):
        with pytest.raises(AdminOnly):
            act()


def crowd(household: Household, count: int) -> Member:
    """A team of so many, put there at once."""
    member = household.team("u000")
    rows: list[Put[User] | Put[UserTeam] | Put[TeamUser]] = []
    for number in range(1, count):
        name = f"u{number:03}"
        key: dict[str, Any] = {"user_id": name, "team_id": member.team_id}
        day = household.owner("u000").today()
        rows.append(Put(User(user_id=name, name=name, email="x", created_at=day)))
        rows.append(Put(UserTeam(**key, role="member", joined_at=day, team_name=member.team.name)))
        rows.append(Put(TeamUser(**key, role="member", joined_at=day, user_name=name)))
    household.store.batch_write(BatchWrite(tuple(rows)))
    return member


def team_names(household: Household) -> list[str]:
    return [row.team_name for row in household.rows(UserTeam)]


def test_a_new_name_reaches_all_250_members_however_often_it_is_interrupted(household: Household) -> None:
    member = crowd(household, 250)
    cut = meddled(member.owner, "TransactWriteItems", 3, power_cut)
    with pytest.raises(Interrupted):
        teams.edit(replace(member, owner=cut), {"name": "新年会"})
    assert household.store.one(design.team(member.team_id)).name == "新年会"
    progress = teams.rename_progress(member)
    assert (progress.done, progress.all, progress.is_complete) == (99, 250, False)
    assert team_names(household).count("新年会") == 99
    cut = meddled(member.owner, "TransactWriteItems", 2, power_cut)
    with pytest.raises(Interrupted):
        teams.finish_renaming(replace(member, owner=cut))
    assert teams.rename_progress(member).done == 198
    teams.finish_renaming(member)
    assert team_names(household) == ["新年会"] * 250
    assert teams.rename_progress(member).is_complete
    assert household.store.one(design.team(member.team_id)).renaming is None


def test_a_rename_during_a_rename_wins_everywhere_and_who_joins_or_leaves_is_right_too(household: Household) -> None:
    member = crowd(household, 130)

    def meanwhile() -> None:
        teams.edit(member, {"name": "二つ目"})
        household.join(member.team_id, "zzz")
        members.remove(enter(member.owner, member.team_id), "u005")

    teams.edit(replace(member, owner=meddled(member.owner, "TransactWriteItems", 2, meanwhile)), {"name": "一つ目"})
    assert set(team_names(household)) == {"二つ目"}
    assert len(team_names(household)) == 130
    assert find_faults(household) == []


def test_a_person_in_120_teams_has_their_new_name_in_each_also_after_an_interruption(household: Household) -> None:
    owner = household.owner("hanako")
    for number in range(120):
        teams.create(owner, name=f"{number}")
    cut = meddled(owner, "TransactWriteItems", 3, power_cut)
    with pytest.raises(Interrupted):
        people.save(cut, name="山田花子", email="hanako@example.jp")
    progress = names.user_progress(household.store, "hanako")
    assert (progress.done, progress.all, progress.is_complete) == (99, 120, False)
    people.save(owner, name="山田花子", email="new@example.jp")
    assert {row.user_name for row in household.rows(TeamUser)} == {"山田花子"}
    user = household.store.one(design.user("hanako"))
    assert (user.email, user.renaming) == ("new@example.jp", None)


def fill(household: Household, member: Member) -> None:
    tag = tags.add(member, name="会場")
    for number in range(30):
        outcome = tasks.add(member, title=f"{number}", tags=[tag.tag_id], assignee="taro")
        comments.add(member, outcome.task.task_id, "@Taro よろしく")
        if number % 3 == 0:
            trash.throw_away(member, outcome.task.task_id)
        elif number % 3 == 1:
            tasks.set_status(member, outcome.task.task_id, "done")


@pytest.mark.parametrize(
    ("operation", "cut_at"),
    [
        ("", None),
        ("TransactWriteItems", 2),
        ("TransactWriteItems", 4),
        ("TransactWriteItems", 6),
        ("TransactWriteItems", 5),
    ],
)
def test_a_deleted_team_leaves_nothing_however_it_was_interrupted(
    household: Household, operation: str, cut_at: int | None
) -> None:
    other = household.team("taro", "hanako", name="別")
    tasks.add(other, title="残る", assignee="hanako")
    before = sorted(map(str, household.items()))
    member = household.team("hanako", "taro")
    fill(household, member)
    assert find_faults(household) == []
    if cut_at is not None:
        with pytest.raises(Interrupted):
            team_deletion.delete(meddled(member.owner, operation, cut_at, power_cut), member.team_id)
        with pytest.raises(NoSuchTeam):
            enter(member.owner, member.team_id)
        with pytest.raises(NoSuchTeam):
            tasks.add(member, title="zu spät")
    team_deletion.delete(member.owner, member.team_id)
    assert sorted(map(str, household.items())) == before


def test_what_is_added_while_a_team_is_deleted_goes_or_is_refused(household: Household) -> None:
    member = household.team("hanako", "taro")
    fill(household, member)

    def meanwhile() -> None:
        for act in (lambda: tasks.add(member, title="x"), lambda: tags.add(member, name="x")):
            with pytest.raises(NoSuchTeam):
                act()

    team_deletion.delete(meddled(member.owner, "TransactWriteItems", 2, meanwhile), member.team_id)
    assert household.rows(Team) == []
    assert find_faults(household) == []


def test_the_store_of_a_member_is_that_of_the_owner(household: Household) -> None:
    member = household.team("hanako")
    assert isinstance(member.store, TypedStore)
    assert member.store is household.store
