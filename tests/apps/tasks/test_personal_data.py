"""An account that goes: all that is the person's is handed over, and nothing is left, however it was interrupted."""

import json

import pytest
from tests.apps.meddled_store import Interrupted, meddled, power_cut
from tests.apps.tasks.household import Household, find_faults

from chabudai.apps.tasks import comments, design, members, personal_data, tags, tasks, team_deletion, trash
from chabudai.apps.tasks.entities import Comment, LeftTeam, Team
from chabudai.apps.tasks.invitation_entities import Invitation, Invited
from chabudai.apps.tasks.membership import Member


def fill(household: Household) -> tuple[Member, Member, Member]:
    """A team of their own alone, one in which they are the only admin, and one in which they are a member."""
    alone, led = household.team("taro", name="ひとり"), household.team("taro", "jiro", "hanako", name="まとめ役")
    joined = household.team("hanako", "taro", name="参加")
    for member in (alone, led, household.member(joined.team_id, "taro")):
        tag = tags.add(member, name="会場")
        task = tasks.add(member, title="x", assignee="taro", tags=[tag.tag_id]).task
        tasks.set_status(member, tasks.add(member, title="y", assignee="taro").task.task_id, "done")
        trash.throw_away(member, tasks.add(member, title="z", assignee="taro").task.task_id)
        comments.add(member, task.task_id, "@Hanako @Jiro です")
    household.store.insert(invitation(led.team_id, "i1", "taro"))
    household.store.insert(Invited(team_id=led.team_id, email="a@example.jp", invite_id="i1", expires_at=4102444800))
    household.store.insert(invitation(joined.team_id, "i2", "hanako"))
    return alone, led, joined


def invitation(team_id: str, invite_id: str, by: str) -> Invitation:
    return Invitation(
        team_id=team_id,
        invite_id=invite_id,
        email="a@example.jp",
        role="member",
        created_at=1,
        expires_at=4102444800,
        invited_by=by,
        token="t",
        team_name="x",
    )


@pytest.mark.parametrize("cut_at", [None, 1, 3, 6, 10, 15])
def test_nothing_names_a_person_who_is_gone(household: Household, cut_at: int | None) -> None:
    _, led, joined = fill(household)
    if cut_at is not None:
        cut = meddled(household.owner("taro"), "TransactWriteItems", cut_at, power_cut)
        with pytest.raises(Interrupted):
            personal_data.erase(cut.store, household.clock, "taro")
    personal_data.erase(household.store, household.clock, "taro")
    assert "taro" not in json.dumps(household.items(), ensure_ascii=False, default=sorted)
    assert {row.team_id for row in household.rows(Team)} == {led.team_id, joined.team_id}
    assert household.member(led.team_id, "hanako").role == "admin"
    assert household.member(led.team_id, "jiro").role == "member"
    assert len([row for row in household.rows(Comment) if row.type == "comment"]) == 2
    assert [row.invite_id for row in household.rows(Invitation, Invited)] == ["i2"]
    assert find_faults(household) == []
    personal_data.erase(household.store, household.clock, "taro")


def test_everything_of_a_person_is_handed_over(household: Household) -> None:
    fill(household)
    document = personal_data.export(household.store, "taro")
    kinds = [row["type"] for row in document["rows"]]
    assert (kinds.count("user"), kinds.count("user_team"), kinds.count("mine"), kinds.count("mine_done")) == (
        1,
        3,
        3,
        3,
    )
    assert [row["text"] for row in document["comments"] if row["type"] == "comment"] == ["@Hanako @Jiro です"] * 3
    json.dumps(document)


def test_a_person_who_was_leaving_is_gone_too(household: Household) -> None:
    _, led, joined = fill(household)
    with pytest.raises(Interrupted):
        members.leave(meddled(household.owner("taro"), "TransactWriteItems", 2, power_cut), joined.team_id)
    personal_data.erase(household.store, household.clock, "taro")
    assert find_faults(household) == []
    assert household.store.get(design.member(led.team_id, "taro")) is None


@pytest.mark.parametrize("cut_at", [None, 1, 2, 3])
def test_nothing_names_a_person_who_had_left_a_team_before(household: Household, cut_at: int | None) -> None:
    _, led, joined = fill(household)
    members.leave(household.owner("taro"), joined.team_id)
    members.remove(household.member(led.team_id, "taro"), "jiro")
    written = personal_data.export(household.store, "taro")["comments"]
    assert len([row for row in written if row["type"] == "comment"]) == 3
    if cut_at is not None:
        cut = meddled(household.owner("taro"), "TransactWriteItems", cut_at, power_cut)
        with pytest.raises(Interrupted):
            personal_data.erase(cut.store, household.clock, "taro")
    personal_data.erase(household.store, household.clock, "taro")
    assert "taro" not in json.dumps(household.items(), ensure_ascii=False, default=sorted)
    assert find_faults(household) == []


def test_a_team_that_goes_is_remembered_by_nobody_who_left_it(household: Household) -> None:
    member = household.team("hanako", "taro", "jiro")
    members.leave(household.owner("taro"), member.team_id)
    members.leave(household.owner("jiro"), member.team_id)
    household.join(member.team_id, "jiro")
    assert [row.user_id for row in household.rows(LeftTeam)] == ["taro"]
    team_deletion.delete(member.owner, member.team_id)
    assert household.rows(LeftTeam) == []
    assert find_faults(household) == []
