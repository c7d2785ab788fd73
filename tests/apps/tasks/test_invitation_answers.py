"""Notices of invitations: who gets one, what becomes of it, how it is answered; and which notices a person wants."""

from collections.abc import Iterator

import pytest
from tests.apps.tasks.invited_team import TEAM, InvitedTeam, invited_team, link_of
from tests.apps.tasks.test_acceptance import at_once

from chabudai.apps.tasks import (
    acceptance,
    comments,
    design,
    invitation_answers,
    invitations,
    notices,
    personal_data,
    tasks,
    team_deletion,
)
from chabudai.apps.tasks.entities import Notice, NoticeKind, TeamUser
from chabudai.apps.tasks.errors import EmailNeeded, InvitationUnusable, JoinedAlready
from chabudai.apps.tasks.invitation_entities import Invitation

MIO = "mio@example.jp"


@pytest.fixture
def team() -> Iterator[InvitedTeam]:
    with invited_team() as opened:
        yield opened


def told(team: InvitedTeam, username: str) -> list[Notice]:
    return list(team.store.all(design.notices(username)))


def test_whoever_has_the_invited_address_is_told_for_as_long_as_the_invitation_lives(team: InvitedTeam) -> None:
    made = team.invite("MIO@example.jp", role="admin")
    [notice] = told(team, "mio")
    assert (notice.about, notice.notice_id, notice.team_id) == ("invited", made.invite_id, TEAM)
    assert (notice.title, notice.sender, notice.email) == ("もちつき大会 実行委員", "sakura", MIO)
    assert notice.expires_at == made.expires_at
    team.clock.pass_by(hours=24)
    assert told(team, "mio") == []


def test_an_address_of_nobody_and_a_link_tell_nobody(team: InvitedTeam) -> None:
    assert team.invite("nobody@example.jp").invited_user is None
    assert team.invite_by_link().invited_user is None
    assert [told(team, name) for name in ("sakura", "ken", "mio", "ren")] == [[], [], [], []]


def test_a_cancelled_invitation_takes_its_notice_along_and_brings_it_back(team: InvitedTeam) -> None:
    made = team.invite()
    invitations.revoke(team.member(), made.invite_id)
    assert told(team, "mio") == []
    invitations.restore(team.member(), made.invite_id)
    assert [each.notice_id for each in told(team, "mio")] == [made.invite_id]


def test_what_is_sent_again_is_one_notice_which_is_new_again(team: InvitedTeam) -> None:
    made = team.invite()
    notices.mark_read(team.owner("mio"))
    team.clock.pass_by(hours=3)
    again = invitations.resend(team.inviter(), made.invite_id)
    [notice] = told(team, "mio")
    assert (notice.read_at, notice.expires_at) == (None, again.expires_at)


def test_who_has_got_the_address_since_is_told_when_it_is_sent_again(team: InvitedTeam) -> None:
    made = team.invite()
    moved = invitations.Inviter(team.member(), "ja", lambda _: "ren", lambda _: True)
    assert invitations.resend(moved, made.invite_id).invited_user == "ren"
    assert [len(told(team, name)) for name in ("mio", "ren")] == [0, 1]


def test_whoever_joins_by_the_email_has_no_notice_left(team: InvitedTeam) -> None:
    made = team.invite()
    team.accept("ren", link_of(made), knows_address=True)
    assert told(team, "mio") == []


def test_one_joins_from_the_notice_without_the_email(team: InvitedTeam) -> None:
    made = team.invite(role="admin")
    joined = invitation_answers.accept(team.owner("mio"), made.invite_id, MIO)
    assert (joined.user_id, joined.role) == ("mio", "admin")
    assert all(team.memberships("mio"))
    assert (team.rows(), told(team, "mio")) == ([], [])


@pytest.mark.parametrize("proven", [None, "ren@example.jp", ""])
def test_an_address_that_is_not_proven_wants_the_email(team: InvitedTeam, proven: str | None) -> None:
    made = team.invite()
    for act in (invitation_answers.accept, invitation_answers.decline):
        with pytest.raises(EmailNeeded) as refused:
            act(team.owner("mio"), made.invite_id, proven)
        assert refused.value.status == 403
    assert team.memberships("mio") == (None, None)
    assert team.invitation(made) == made


def test_nobody_answers_for_somebody_else(team: InvitedTeam) -> None:
    made = team.invite()
    for username in ("ren", "sakura"):
        for invite_id in (made.invite_id, "nothing", "a#b"):
            with pytest.raises(InvitationUnusable):
                invitation_answers.accept(team.owner(username), invite_id, MIO)
            with pytest.raises(InvitationUnusable):
                invitation_answers.decline(team.owner(username), invite_id, MIO)


def test_a_notice_of_something_else_is_no_invitation(team: InvitedTeam) -> None:
    made = team.invite()
    team.clock.pass_by(hours=25)
    acceptance.ask_again(team.store, link_of(made), team.clock)
    [notice] = told(team, "sakura")
    with pytest.raises(InvitationUnusable):
        invitation_answers.accept(team.owner("sakura"), notice.notice_id, MIO)


def test_who_is_in_the_team_by_another_way_is_told_and_has_no_notice_left(team: InvitedTeam) -> None:
    made = team.invite()
    team.accept("mio", link_of(team.invite_by_link()))
    with pytest.raises(JoinedAlready):
        invitation_answers.accept(team.owner("mio"), made.invite_id, MIO)
    assert told(team, "mio") == []


def test_what_is_declined_is_gone_and_the_inviter_sees_it(team: InvitedTeam) -> None:
    made = team.invite()
    invitation_answers.decline(team.owner("mio"), made.invite_id, MIO)
    assert (team.rows(), told(team, "mio")) == ([], [])
    [notice] = told(team, "sakura")
    assert (notice.about, notice.team_id, notice.email) == ("declined", TEAM, MIO)
    team.invite()
    with pytest.raises(InvitationUnusable):
        invitation_answers.decline(team.owner("mio"), made.invite_id, MIO)


def test_an_inviter_who_has_left_is_not_told(team: InvitedTeam) -> None:
    made = team.invite()
    team.store.write(TeamUser.delete(user_id="sakura", team_id=TEAM))
    invitation_answers.decline(team.owner("mio"), made.invite_id, MIO)
    assert told(team, "sakura") == []


@pytest.mark.parametrize("_round", range(3))
def test_joining_and_declining_at_once_leave_one_of_both(team: InvitedTeam, _round: int) -> None:
    made = team.invite()
    joined, declined = at_once(
        lambda: invitation_answers.accept(team.owner("mio"), made.invite_id, MIO),
        lambda: invitation_answers.decline(team.owner("mio"), made.invite_id, MIO),
    )
    assert isinstance(joined, TeamUser) != isinstance(declined, Invitation)
    assert all(team.memberships("mio")) == any(team.memberships("mio")) == isinstance(joined, TeamUser)
    assert (team.rows(), told(team, "mio")) == ([], [])


def test_no_notice_outlives_its_team_its_inviter_or_its_reader(team: InvitedTeam) -> None:
    team.invite()
    personal_data.erase(team.store, team.clock, "mio")
    [row] = [each for each in team.rows() if each["type"] == {"S": "invitation"}]
    assert "invitedUser" not in row
    team.invite("ren@example.jp")
    team_deletion.delete(team.owner("sakura"), TEAM)
    assert (team.rows(), told(team, "ren")) == ([], [])


def test_with_the_account_of_the_inviter_their_invitations_and_the_notices_of_them_go(team: InvitedTeam) -> None:
    team.invite()
    personal_data.erase(team.store, team.clock, "sakura")
    assert (team.rows(), told(team, "mio")) == ([], [])


def cause(team: InvitedTeam, about: NoticeKind) -> str:
    """Something that is told; to whom."""
    sakura = team.member()
    match about:
        case "assigned":
            tasks.add(sakura, title="x", assignee="ken")
            return "ken"
        case "mentioned":
            comments.add(sakura, tasks.add(sakura, title="x").task.task_id, "@ken")
            return "ken"
        case "due":
            tasks.add(sakura, title="x", end=sakura.today(), assignee="sakura")
            notices.remind(team.owner("sakura"))
            return "sakura"
        case "invited":
            team.invite()
            return "mio"
        case "declined":
            invitation_answers.decline(team.owner("mio"), team.invite().invite_id, MIO)
            return "sakura"
        case "asked_again":
            made = team.invite("nobody@example.jp")
            team.clock.pass_by(hours=25)
            acceptance.ask_again(team.store, link_of(made), team.clock)
            return "sakura"


def cancel_all(team: InvitedTeam) -> None:
    for each in invitations.find_all(team.member()):
        invitations.revoke(team.member(), each.invite_id)


@pytest.mark.parametrize("about", notices.KINDS)
def test_each_kind_can_be_turned_off_and_on_again(team: InvitedTeam, about: NoticeKind) -> None:
    username = cause(team, about)
    assert [each.about for each in told(team, username)] == [about]
    for each in told(team, username):
        team.store.write(Notice.delete(**each.own_key))
    cancel_all(team)
    others = frozenset(notices.KINDS) - {about}
    notices.mute(team.owner(username), [about])
    cause(team, about)
    assert told(team, username) == []
    cancel_all(team)
    notices.mute(team.owner(username), others)
    cause(team, about)
    assert {each.about for each in told(team, username)} == {about}
