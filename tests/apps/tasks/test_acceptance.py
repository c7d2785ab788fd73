"""Accepting: the table of cases, each with its status; and nobody is ever half in a team, whatever fails or races."""

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from tests.apps.tasks.invited_team import TEAM, InvitedTeam, invited_team, link_of
from tests.apps.wardrobe.racing_store import RacingStore

from chabudai.apps.tasks import acceptance, invitations
from chabudai.apps.tasks.acceptance import InvitationLink
from chabudai.apps.tasks.design import notices
from chabudai.apps.tasks.entities import Team, TeamUser, User, UserTeam
from chabudai.apps.tasks.errors import (
    InvitationExpired,
    InvitationUnusable,
    JoinedAlready,
    OtherAddress,
    WrongToken,
)
from chabudai.apps.tasks.invitation_entities import Invitation
from chabudai.store import Store, record_calls
from chabudai.table import TypedStore
from chabudai.web.errors import WebError


@pytest.fixture
def team() -> Iterator[InvitedTeam]:
    with invited_team() as opened:
        yield opened


def test_whoever_accepts_has_both_rows_of_a_membership_and_the_invitation_is_gone(team: InvitedTeam) -> None:
    made = team.invite(role="admin")
    team.clock.pass_by(hours=12, minutes=30)  # past midnight in Tokyo, not in UTC
    joined = team.accept("mio", link_of(made))
    today = team.member().today()
    known: Any = {"user_id": "mio", "team_id": TEAM, "role": "admin", "joined_at": today}
    assert joined == TeamUser(**known, user_name="Mio")
    assert team.memberships("mio") == (UserTeam(**known, team_name="もちつき大会 実行委員"), joined)
    assert today.day == 16
    assert team.rows() == []


def test_accepting_reads_what_counts_as_of_one_moment_and_writes_once(team: InvitedTeam) -> None:
    link = link_of(team.invite())
    with record_calls() as calls:
        team.accept("mio", link)
    assert [each.operation for each in calls] == [
        "TransactGetItems",
        "GetItem",
        "GetItem",
        "TransactWriteItems",
        "GetItem",
    ]


def test_the_names_in_a_new_membership_are_those_of_this_moment(team: InvitedTeam) -> None:
    made = team.invite()
    team.store.write(Team.update(team_id=TEAM).set(name="町内会"))
    team.store.write(User.update(user_id="mio").set(name="美緒"))
    team.accept("mio", link_of(made))
    own, theirs = team.memberships("mio")
    assert own is not None
    assert theirs is not None
    assert (own.team_name, theirs.user_name) == ("町内会", "美緒")


def resent(team: InvitedTeam, made: Invitation) -> None:
    invitations.resend(team.inviter(), made.invite_id)


def revoked(team: InvitedTeam, made: Invitation) -> None:
    invitations.revoke(team.member(), made.invite_id)


def used(team: InvitedTeam, made: Invitation) -> None:
    team.accept("ren", link_of(made), knows_address=True)


def expired(team: InvitedTeam, _made: Invitation) -> None:
    team.clock.pass_by(hours=24)


def expired_and_deleted(team: InvitedTeam, made: Invitation) -> None:
    team.clock.pass_by(hours=24)
    key = {"PK": {"S": "TEAM#t1"}, "SK": {"S": f"TINVITE#{made.invite_id}"}}
    team.store.raw.call("DeleteItem", {"TableName": "task-table-invitation-v3", "Key": key})


def long_expired(team: InvitedTeam, _made: Invitation) -> None:
    team.clock.pass_by(hours=48)


def about_to_expire(team: InvitedTeam, _made: Invitation) -> None:
    team.clock.pass_by(hours=23, minutes=59, seconds=59)


def joined_by_another_way(team: InvitedTeam, _made: Invitation) -> None:
    team.accept("mio", link_of(team.invite_by_link()))


def team_is_going(team: InvitedTeam, _made: Invitation) -> None:
    team.store.write(Team.update(team_id=TEAM).set(leaving=True))


def nothing(_team: InvitedTeam, _made: Invitation) -> None: ...


RIGHT, WRONG = "the right token", "a wrong token"
CASES: list[tuple[Callable[[InvitedTeam, Invitation], None], str, str, type[WebError] | None, int]] = [
    (nothing, "mio", RIGHT, None, 200),
    (nothing, "mio", WRONG, WrongToken, 403),
    (nothing, "ren", RIGHT, OtherAddress, 409),
    (nothing, "ren", WRONG, WrongToken, 403),
    (nothing, "ken", RIGHT, JoinedAlready, 409),
    (nothing, "sakura", RIGHT, JoinedAlready, 409),
    (about_to_expire, "mio", RIGHT, None, 200),
    (resent, "mio", RIGHT, WrongToken, 403),
    (revoked, "mio", RIGHT, InvitationUnusable, 404),
    (revoked, "mio", WRONG, WrongToken, 403),
    (used, "mio", RIGHT, InvitationUnusable, 404),
    (used, "ren", RIGHT, JoinedAlready, 409),
    (expired, "mio", RIGHT, InvitationExpired, 410),
    (expired, "mio", WRONG, WrongToken, 403),
    (expired, "ren", RIGHT, InvitationExpired, 410),
    (expired_and_deleted, "mio", RIGHT, InvitationExpired, 410),
    (expired_and_deleted, "mio", WRONG, WrongToken, 403),
    (long_expired, "mio", RIGHT, InvitationUnusable, 404),
    (joined_by_another_way, "mio", RIGHT, JoinedAlready, 409),
    (team_is_going, "mio", RIGHT, InvitationUnusable, 404),
]


@pytest.mark.parametrize(
    ("happened", "username", "token", "error", "status"),
    CASES,
    ids=[f"{case[0].__name__} {case[1]} {case[2]}" for case in CASES],
)
def test_every_case_of_accepting_has_its_answer(
    team: InvitedTeam,
    happened: Callable[[InvitedTeam, Invitation], None],
    username: str,
    token: str,
    error: type[WebError] | None,
    status: int,
) -> None:
    made = team.invite("mio@example.jp")
    happened(team, made)
    before = team.memberships(username)
    link = InvitationLink(TEAM, made.invite_id, made.token if token == RIGHT else made.token[::-1])
    if error is None:
        assert team.accept(username, link).user_id == username
        return
    with pytest.raises(error) as refused:
        team.accept(username, link)
    assert refused.value.status == status
    assert team.memberships(username) == before


@pytest.mark.parametrize(("team_id", "invite_id"), [(TEAM, "nobody"), ("t9", "i"), ("a#b", "i"), (TEAM, ""), ("", "")])
def test_what_never_was_can_not_be_used(team: InvitedTeam, team_id: str, invite_id: str) -> None:
    with pytest.raises(InvitationUnusable):
        team.accept("mio", InvitationLink(team_id, invite_id, "token"))


def test_the_sentence_of_another_address_shows_as_much_as_its_owner_needs(team: InvitedTeam) -> None:
    with pytest.raises(OtherAddress) as refused:
        team.accept("ren", link_of(team.invite("mio@example.jp")))
    assert str(refused.value) == "This invitation is for m…@example.jp."
    assert refused.value.address == "m…@example.jp"


def test_who_knows_that_an_invitation_was_for_another_address_joins(team: InvitedTeam) -> None:
    team.accept("ren", link_of(team.invite("mio@example.jp")), knows_address=True)
    assert all(team.memberships("ren"))


def test_an_address_is_the_same_however_it_is_spelt(team: InvitedTeam) -> None:
    team.accept("mio", link_of(team.invite("MIO@Example.JP")))
    assert all(team.memberships("mio"))


def test_a_link_is_for_whoever_has_it_as_often_as_it_says(team: InvitedTeam) -> None:
    made = team.invite_by_link(uses=2)
    team.accept("mio", link_of(made))
    left = team.invitation(made)
    assert left is not None
    assert left.uses == 1
    with pytest.raises(JoinedAlready):
        team.accept("mio", link_of(made))
    team.accept("ren", link_of(made))
    assert team.rows() == []


def test_the_preview_tells_what_one_needs_to_know(team: InvitedTeam) -> None:
    made = team.invite(role="admin")
    shown = acceptance.preview(team.store, link_of(made), int(team.clock().timestamp()))
    assert (shown.invitation, shown.team.name) == (made, "もちつき大会 実行委員")
    assert (shown.inviter_name, shown.members) == ("山田さくら", 2)
    with pytest.raises(WrongToken):
        acceptance.preview(team.store, InvitationLink(TEAM, made.invite_id, ""), made.created_at)
    with pytest.raises(InvitationExpired):
        acceptance.preview(team.store, link_of(made), made.expires_at)


def test_whoever_comes_too_late_asks_again_and_the_inviter_is_told_once(team: InvitedTeam) -> None:
    made = team.invite()
    acceptance.ask_again(team.store, link_of(made), team.clock)
    assert list(team.store.all(notices("sakura"))) == []
    team.clock.pass_by(hours=25)
    for _ in range(3):
        acceptance.ask_again(team.store, link_of(made), team.clock)
    [notice] = team.store.all(notices("sakura"))
    assert (notice.about, notice.team_id, notice.email) == ("asked_again", TEAM, "mio@example.jp")
    with pytest.raises(WrongToken):
        acceptance.ask_again(team.store, InvitationLink(TEAM, made.invite_id, "guess"), team.clock)
    with pytest.raises(InvitationUnusable):
        acceptance.ask_again(team.store, InvitationLink(TEAM, "nobody", made.token), team.clock)


def test_when_the_inviter_has_left_the_other_admins_are_told(team: InvitedTeam) -> None:
    made = team.invite()
    team.accept("ren", link_of(invitations.invite_by_link(team.inviter(), role="admin")))
    team.store.write(TeamUser.delete(user_id="sakura", team_id=TEAM))
    team.clock.pass_by(hours=25)
    acceptance.ask_again(team.store, link_of(made), team.clock)
    assert [len(list(team.store.all(notices(name)))) for name in ("sakura", "ken", "ren")] == [0, 0, 1]


class Broken(Store):
    """A store whose nth call fails: before it reaches the table, or after, when only the answer is lost."""

    def __init__(self, store: Store, number: int, *, loses_answer: bool) -> None:
        self._store, self._left, self._loses_answer = store, number, loses_answer

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        self._left -= 1
        if self._left == 0 and not self._loses_answer:
            raise ConnectionError("the power went")
        answer = self._store.call(operation, request)
        if self._left == 0:
            raise ConnectionError("the answer was lost")
        return answer

    def close(self) -> None: ...


@pytest.mark.parametrize("loses_answer", [False, True])
@pytest.mark.parametrize("number", range(1, 6))
def test_wherever_it_is_cut_off_nobody_is_half_in_a_team(team: InvitedTeam, number: int, loses_answer: bool) -> None:
    made = team.invite()
    broken = TypedStore(Broken(team.store.raw, number, loses_answer=loses_answer), clock=team.clock)
    with pytest.raises(ConnectionError):
        team.through(broken).accept("mio", link_of(made))
    own, theirs = team.memberships("mio")
    assert (own is None) == (theirs is None) == (team.invitation(made) is not None) == (len(team.rows()) == 3)
    if own is None:
        team.accept("mio", link_of(made))
    else:
        with pytest.raises(JoinedAlready):
            team.accept("mio", link_of(made))
    assert all(team.memberships("mio"))


def joined(team: InvitedTeam, made: Invitation) -> None:
    team.accept("mio", link_of(made))


def renamed(team: InvitedTeam, _made: Invitation) -> None:
    team.store.write(Team.update(team_id=TEAM).set(name="町内会"))
    team.store.write(User.update(user_id="mio").set(name="美緒"))


RACES: list[tuple[Callable[[InvitedTeam, Invitation], None], type[WebError] | None]] = [
    (revoked, InvitationUnusable),
    (resent, WrongToken),
    (used, InvitationUnusable),
    (team_is_going, InvitationUnusable),
    (joined, JoinedAlready),
    (renamed, None),
]


@pytest.mark.parametrize(("meddle", "error"), RACES, ids=[meddle.__name__ for meddle, _ in RACES])
def test_what_happens_between_reading_and_writing_counts(
    team: InvitedTeam, meddle: Callable[[InvitedTeam, Invitation], None], error: type[WebError] | None
) -> None:
    made = team.invite()
    racing = TypedStore(RacingStore(team.store.raw, lambda: meddle(team, made), 1), clock=team.clock)
    if error is None:
        team.through(racing).accept("mio", link_of(made))
        own, theirs = team.memberships("mio")
        assert own is not None
        assert theirs is not None
        assert (own.team_name, theirs.user_name) == ("町内会", "美緒")
        return
    with pytest.raises(error):
        team.through(racing).accept("mio", link_of(made))
    assert team.memberships("mio") == (None, None) or error is JoinedAlready


class Pausing(Store):
    """A day passes before each single read."""

    def __init__(self, store: Store, team: InvitedTeam) -> None:
        self._store, self._team = store, team

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation == "GetItem":
            self._team.clock.pass_by(hours=24)
        return self._store.call(operation, request)

    def close(self) -> None: ...


def test_what_expires_between_reading_and_writing_is_not_used(team: InvitedTeam) -> None:
    made = team.invite()
    pausing = TypedStore(Pausing(team.store.raw, team), clock=team.clock)
    with pytest.raises((InvitationExpired, InvitationUnusable)):
        team.through(pausing).accept("mio", link_of(made))
    assert team.memberships("mio") == (None, None)


def test_two_who_use_a_link_between_reading_and_writing_are_both_counted(team: InvitedTeam) -> None:
    made = team.invite_by_link(uses=3)
    racing = RacingStore(team.store.raw, lambda: team.accept("ren", link_of(made)), 1)
    team.through(TypedStore(racing, clock=team.clock)).accept("mio", link_of(made))
    left = team.invitation(made)
    assert left is not None
    assert left.uses == 1
    assert all(team.memberships("mio"))
    assert all(team.memberships("ren"))


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each gives or raises, all begun at the same moment."""
    gate = threading.Barrier(len(acts))
    outcomes: list[object] = [None] * len(acts)

    def run(number: int) -> None:
        gate.wait()
        try:
            outcomes[number] = acts[number]()
        except WebError as refusal:
            outcomes[number] = refusal

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.mark.parametrize("_round", range(5))
def test_of_one_person_twice_at_once_one_joins_and_the_other_is_told(team: InvitedTeam, _round: int) -> None:
    link = link_of(team.invite())
    outcomes = at_once(*[lambda: team.accept("mio", link)] * 4)
    assert sorted(type(each).__name__ for each in outcomes) == [*["JoinedAlready"] * 3, "TeamUser"]
    assert all(team.memberships("mio"))
    assert team.rows() == []


@pytest.mark.parametrize("_round", range(5))
def test_of_two_people_at_one_link_one_joins_and_the_other_is_told(team: InvitedTeam, _round: int) -> None:
    link = link_of(team.invite_by_link())
    outcomes = at_once(lambda: team.accept("mio", link), lambda: team.accept("ren", link))
    assert sorted(type(each).__name__ for each in outcomes) == ["InvitationUnusable", "TeamUser"]
    assert [all(team.memberships(name)) for name in ("mio", "ren")].count(True) == 1
    assert [any(team.memberships(name)) for name in ("mio", "ren")].count(True) == 1


def test_a_link_for_several_lets_in_exactly_so_many_at_once(team: InvitedTeam) -> None:
    made = team.invite_by_link(uses=3)
    names = [f"guest{number}" for number in range(8)]
    for name in names:
        known: Any = {"user_id": name, "email": f"{name}@example.jp", "name": name}
        team.store.insert(User(**known, created_at=team.member().today()))
    outcomes = at_once(*[lambda name=name: team.accept(name, link_of(made)) for name in names])
    assert sorted(type(each).__name__ for each in outcomes) == [*["InvitationUnusable"] * 5, *["TeamUser"] * 3]
    assert sum(all(team.memberships(name)) for name in names) == sum(any(team.memberships(name)) for name in names) == 3
    assert team.rows() == []


@pytest.mark.parametrize("_round", range(5))
def test_accepting_and_cancelling_at_once_leave_one_of_both(team: InvitedTeam, _round: int) -> None:
    made = team.invite()
    joined, cancelled = at_once(
        lambda: team.accept("mio", link_of(made)), lambda: invitations.revoke(team.member(), made.invite_id)
    )
    is_in = isinstance(joined, TeamUser)
    assert is_in == isinstance(cancelled, WebError)
    assert all(team.memberships("mio")) == any(team.memberships("mio")) == is_in


@pytest.mark.parametrize("_round", range(5))
def test_accepting_and_resending_at_once_leave_one_of_both(team: InvitedTeam, _round: int) -> None:
    made = team.invite()
    joined, again = at_once(
        lambda: team.accept("mio", link_of(made)), lambda: invitations.resend(team.inviter(), made.invite_id)
    )
    assert isinstance(joined, TeamUser) == isinstance(again, WebError)
    assert all(team.memberships("mio")) == isinstance(joined, TeamUser)
    assert len(team.rows()) == (0 if isinstance(joined, TeamUser) else 3)
