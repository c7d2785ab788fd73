"""Inviting, resending, cancelling: what is written, who may, and what happens when two do it at once."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from tests.apps.tasks.invited_team import TEAM, InvitedTeam, invited_team, link_of
from tests.apps.wardrobe.racing_store import RacingStore

from chabudai.apps.tasks import acceptance, invitations, team_deletion
from chabudai.apps.tasks import undo as undo_acts
from chabudai.apps.tasks.entities import Team, TeamUser
from chabudai.apps.tasks.errors import (
    AdminOnly,
    AlreadyInvited,
    AlreadyMember,
    InvitationUnusable,
    NoSuchInvitation,
    NoSuchTeam,
    TooManyInvitations,
    WrongToken,
)
from chabudai.apps.tasks.invitation_entities import Invitation, Invited
from chabudai.common.undo import Undo
from chabudai.store import record_calls
from chabudai.table import TypedStore
from chabudai.web.errors import InvalidFields


@pytest.fixture
def team() -> Iterator[InvitedTeam]:
    with invited_team() as opened:
        yield opened


def test_an_invitation_is_stored_as_the_seed_says_with_what_goes_beyond_it(team: InvitedTeam) -> None:
    invitation = team.invite("Mio.Sato@Example.jp", role="admin")
    now = int(team.clock().timestamp())
    [row] = [row for row in team.rows() if row["type"] == {"S": "invitation"}]
    assert row == {
        "PK": {"S": "TEAM#t1"},
        "SK": {"S": f"TINVITE#{invitation.invite_id}"},
        "type": {"S": "invitation"},
        "email": {"S": "Mio.Sato@Example.jp"},
        "user_role": {"S": "admin"},
        "createdAt": {"N": str(now)},
        "expiresAt": {"N": str(now + 24 * 60 * 60)},
        "invitedBy": {"S": "USER#sakura"},
        "token": {"S": invitation.token},
        "team_name": {"S": "もちつき大会 実行委員"},
        "language": {"S": "ja"},
    }
    assert {row["SK"]["S"] for row in team.rows()} == {
        f"TINVITE#{invitation.invite_id}",
        f"EXPIRED#{invitation.invite_id}",
        "INVITED#mio.sato@example.jp",
    }


def test_a_token_is_32_random_bytes_and_ids_sort_by_time(team: InvitedTeam) -> None:
    made = [team.invite_by_link() for _ in range(5)]
    assert len({each.token for each in made}) == 5
    assert all(len(each.token) == 43 for each in made)
    assert invitations.find_all(team.member()) == made


def test_the_patterns_of_the_seed_are_one_request_each(team: InvitedTeam) -> None:
    member, made = team.member(), team.invite()
    with record_calls() as listed:
        invitations.find_all(member)
    with record_calls() as found:
        invitations.find_invitation(member, made.invite_id)
    assert [(each.pattern, each.operation, each.index) for each in listed] == [("invitation 1", "Query", None)]
    assert [(each.pattern, each.operation, each.index) for each in found] == [("invitation 2", "GetItem", None)]


def test_inviting_looks_for_a_member_and_the_number_of_invitations_and_writes_once(team: InvitedTeam) -> None:
    inviter = team.inviter()
    with record_calls() as calls:
        invitations.invite(inviter, email="mio@example.jp", role="member")
    assert [each.operation for each in calls] == ["GetItem", "GetItem", "Query", "TransactWriteItems"]
    with record_calls() as calls:
        invitations.invite(inviter, email="nobody@example.jp", role="member")
    assert [each.operation for each in calls] == ["Query", "TransactWriteItems"]


@pytest.mark.parametrize("email", ["", "no address", "a@b@", "link", "a@example.jp\r\nBcc: b@example.jp"])
def test_what_is_no_address_is_said_beside_the_field(team: InvitedTeam, email: str) -> None:
    with pytest.raises(InvalidFields) as refused:
        team.invite(email)
    assert [name for name, _ in refused.value.details] == ["email"]


@pytest.mark.parametrize(
    ("role", "uses", "field"), [("owner", 1, "role"), ("member", 0, "uses"), ("member", 101, "uses")]
)
def test_a_role_or_a_number_that_there_is_not_is_said_beside_the_field(
    team: InvitedTeam, role: str, uses: int, field: str
) -> None:
    with pytest.raises(InvalidFields) as refused:
        invitations.invite_by_link(team.inviter(), role=role, uses=uses)
    assert [name for name, _ in refused.value.details] == [field]


@pytest.mark.parametrize("email", ["ken@example.jp", "KEN@EXAMPLE.JP", "sakura@example.jp"])
def test_a_member_is_not_invited(team: InvitedTeam, email: str) -> None:
    with pytest.raises(AlreadyMember) as refused:
        team.invite(email)
    assert (refused.value.status, refused.value.details[0][0]) == (409, "email")
    assert team.rows() == []


def test_an_address_is_invited_once_and_the_refusal_names_what_can_be_resent(team: InvitedTeam) -> None:
    first = team.invite("mio@example.jp")
    with pytest.raises(AlreadyInvited) as refused:
        team.invite("MIO@example.jp")
    assert (refused.value.status, refused.value.invite_id) == (409, first.invite_id)
    again = invitations.resend(team.inviter(), refused.value.invite_id)
    assert invitations.find_all(team.member()) == [again]


def test_of_two_who_invite_one_address_at_once_one_is_told(team: InvitedTeam) -> None:
    store = TypedStore(RacingStore(team.store.raw, lambda: team.invite("mio@example.jp"), 1), clock=team.clock)
    with pytest.raises(AlreadyInvited):
        team.through(store).invite("mio@example.jp")
    assert len(invitations.find_all(team.member())) == 1


def test_an_address_can_be_invited_again_when_its_invitation_has_expired(team: InvitedTeam) -> None:
    team.invite()
    team.clock.pass_by(hours=24)
    second = team.invite()
    assert invitations.find_all(team.member()) == [second]
    assert [each.email for each in invitations.find_expired(team.member())] == ["mio@example.jp"]
    team.clock.pass_by(hours=24)
    assert [each.invite_id for each in invitations.find_expired(team.member())] == [second.invite_id]


def test_links_are_no_addresses_so_a_team_has_several(team: InvitedTeam) -> None:
    once, often = team.invite_by_link(), team.invite_by_link(uses=5)
    assert [(each.email, each.uses, each.mail_state) for each in (once, often)] == [
        ("link", 1, None),
        ("link", 5, None),
    ]
    assert invitations.find_all(team.member()) == [once, often]


def test_a_team_has_a_bounded_number_of_invitations(team: InvitedTeam, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MOST_INVITATIONS", 2)
    team.invite_by_link()
    team.invite_by_link()
    with pytest.raises(TooManyInvitations):
        team.invite()


def test_only_admins_do_any_of_it(team: InvitedTeam) -> None:
    made = team.invite()
    ken = team.inviter("ken")
    for act in (
        lambda: invitations.invite(ken, email="ren@example.jp", role="member"),
        lambda: invitations.invite_by_link(ken, role="member"),
        lambda: invitations.find_all(ken.member),
        lambda: invitations.find_expired(ken.member),
        lambda: invitations.find_invitation(ken.member, made.invite_id),
        lambda: invitations.resend(ken, made.invite_id),
        lambda: invitations.revoke(ken.member, made.invite_id),
        lambda: invitations.restore(ken.member, made.invite_id),
    ):
        with pytest.raises(AdminOnly):
            act()
    with pytest.raises(NoSuchTeam):
        team.inviter("mio")
    assert invitations.find_all(team.member()) == [made]


def test_whoever_is_an_admin_no_more_at_this_very_moment_does_none_of_it(team: InvitedTeam) -> None:
    made, gone = team.invite("ren@example.jp"), team.invite_by_link()
    invitations.revoke(team.member(), gone.invite_id)
    before = team.rows()
    inviter = team.inviter()
    team.store.write(TeamUser.update(user_id="sakura", team_id=TEAM).set(role="member"))
    for act in (
        lambda: invitations.invite(inviter, email="mio@example.jp", role="admin"),
        lambda: invitations.invite_by_link(inviter, role="admin"),
        lambda: invitations.resend(inviter, made.invite_id),
        lambda: invitations.revoke(inviter.member, made.invite_id),
        lambda: invitations.restore(inviter.member, gone.invite_id),
    ):
        with pytest.raises(AdminOnly):
            act()
    assert team.rows() == before


@pytest.mark.parametrize("invite_id", ["", "nobody", "a#b", "x" * 300])
def test_an_invitation_that_is_not_there_is_not_found(team: InvitedTeam, invite_id: str) -> None:
    with pytest.raises(NoSuchInvitation):
        invitations.resend(team.inviter(), invite_id)
    with pytest.raises(NoSuchInvitation):
        invitations.revoke(team.member(), invite_id)
    with pytest.raises(NoSuchInvitation):
        invitations.restore(team.member(), invite_id)


def test_a_resent_invitation_has_a_new_token_and_lives_as_long_as_a_new_one(team: InvitedTeam) -> None:
    first = team.invite()
    team.store.write(Invitation.update(**first.own_key).set(mail_state="failed"))
    team.clock.pass_by(hours=23)
    again = invitations.resend(replace(team.inviter(), language="en"), first.invite_id)
    assert again.token != first.token
    assert again.expires_at == first.expires_at + 23 * 60 * 60
    assert (again.created_at, again.language) == (first.created_at, "en")
    assert again.mail_state is None
    assert team.invitation(first) == again
    team.clock.pass_by(hours=23)
    with pytest.raises(AlreadyInvited):
        team.invite()
    with pytest.raises(WrongToken):
        team.accept("mio", link_of(first))
    assert team.accept("mio", link_of(again)).role == "member"


def test_of_two_resends_at_once_the_later_counts_and_both_are_whole(team: InvitedTeam) -> None:
    made = team.invite()
    theirs: list[Invitation] = []
    racing = RacingStore(team.store.raw, lambda: theirs.append(invitations.resend(team.inviter(), made.invite_id)), 1)
    ours = invitations.resend(team.through(TypedStore(racing, clock=team.clock)).inviter(), made.invite_id)
    assert theirs
    assert team.invitation(made) == ours
    with pytest.raises(WrongToken):
        team.accept("mio", link_of(theirs[0]))


def raced(team: InvitedTeam, meddle: Callable[[], object]) -> InvitedTeam:
    """The team for somebody who is a little slower: before they write, this happens."""
    return team.through(TypedStore(RacingStore(team.store.raw, meddle, 1), clock=team.clock))


def test_a_link_that_is_used_while_it_is_resent_is_good_for_one_fewer(team: InvitedTeam) -> None:
    made = team.invite_by_link(uses=3)
    slow = raced(team, lambda: team.accept("mio", link_of(made)))
    assert invitations.resend(slow.inviter(), made.invite_id).uses == 2


def test_what_is_cancelled_while_it_is_resent_stays_cancelled(team: InvitedTeam) -> None:
    made = team.invite()
    slow = raced(team, lambda: invitations.revoke(team.member(), made.invite_id))
    with pytest.raises(NoSuchInvitation):
        invitations.resend(slow.inviter(), made.invite_id)
    assert invitations.find_all(team.member()) == []


def test_what_is_resent_while_it_is_cancelled_is_cancelled_all_the_same(team: InvitedTeam) -> None:
    made = team.invite()
    slow = raced(team, lambda: invitations.resend(team.inviter(), made.invite_id))
    invitations.revoke(slow.member(), made.invite_id)
    assert invitations.find_all(team.member()) == []
    assert len(team.rows()) == 1


def test_what_is_accepted_while_it_is_cancelled_or_resent_is_gone(team: InvitedTeam) -> None:
    made, other = team.invite(), team.invite_by_link()
    with pytest.raises(NoSuchInvitation):
        invitations.revoke(raced(team, lambda: team.accept("mio", link_of(made))).member(), made.invite_id)
    with pytest.raises(NoSuchInvitation):
        invitations.resend(raced(team, lambda: team.accept("ren", link_of(other))).inviter(), other.invite_id)
    assert team.rows() == []


def test_a_cancelled_invitation_opens_nothing_and_frees_its_address(team: InvitedTeam) -> None:
    made = team.invite()
    invitations.revoke(team.member(), made.invite_id)
    assert invitations.find_all(team.member()) == []
    with pytest.raises(InvitationUnusable) as refused:
        team.accept("mio", link_of(made))
    assert refused.value.status == 404
    with pytest.raises(NoSuchInvitation):
        invitations.revoke(team.member(), made.invite_id)
    with pytest.raises(NoSuchInvitation):
        invitations.resend(team.inviter(), made.invite_id)
    assert team.invite().email == "mio@example.jp"


def test_cancelling_can_be_undone_and_the_link_is_the_same(team: InvitedTeam) -> None:
    made = team.invite()
    undo = invitations.revoke(team.member(), made.invite_id)
    packed = undo.pack()
    assert packed is not None
    assert made.token not in str(Undo.unpack(packed))
    undo_acts.take_back(team.member(), Undo.unpack(packed))
    assert invitations.find_all(team.member()) == [made]
    undo_acts.take_back(team.member(), Undo.unpack(packed))
    assert team.invitation(made) == made
    with pytest.raises(AlreadyInvited):
        team.invite()
    assert team.accept("mio", link_of(made)).user_id == "mio"
    assert team.rows() == []


def test_cancelling_a_link_can_be_undone_too(team: InvitedTeam) -> None:
    made = team.invite_by_link(uses=3)
    invitations.revoke(team.member(), made.invite_id)
    assert invitations.restore(team.member(), made.invite_id) == made


def test_what_was_invited_anew_meanwhile_is_not_restored_beside_it(team: InvitedTeam) -> None:
    made = team.invite()
    invitations.revoke(team.member(), made.invite_id)
    second = team.invite()
    with pytest.raises(AlreadyInvited) as refused:
        invitations.restore(team.member(), made.invite_id)
    assert refused.value.invite_id == second.invite_id
    assert invitations.find_all(team.member()) == [second]


def test_an_invitation_that_the_seeds_own_program_wrote_is_resent_and_cancelled_as_any_other(team: InvitedTeam) -> None:
    made = team.invite("ren@example.jp")
    for row in team.rows():
        if row["type"]["S"] != "invitation":
            key = {"PK": row["PK"], "SK": row["SK"]}
            team.store.raw.call("DeleteItem", {"TableName": "task-table-invitation-v3", "Key": key})
    again = invitations.resend(team.inviter(), made.invite_id)
    assert team.store.get(Invited.get(team_id=TEAM, email="ren@example.jp")) is None
    assert acceptance.preview(team.store, link_of(again), again.created_at).members == 2
    invitations.revoke(team.member(), made.invite_id)
    assert invitations.find_all(team.member()) == []


def test_a_team_that_goes_leaves_no_invitation_behind_and_gets_none(team: InvitedTeam) -> None:
    made, inviter = team.invite(), team.inviter()
    team.invite_by_link(uses=2)
    invitations.revoke(team.member(), made.invite_id)
    slow = raced(team, lambda: team.store.write(Team.update(team_id=TEAM).set(leaving=True)))
    with pytest.raises(NoSuchTeam):
        slow.invite("ren@example.jp")
    with pytest.raises(NoSuchTeam):
        invitations.invite_by_link(inviter, role="member")
    team_deletion.erase(team.store, TEAM)
    assert team.rows() == []
