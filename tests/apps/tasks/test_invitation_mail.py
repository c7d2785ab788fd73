"""The email of an invitation from the stream: at least once, never twice for a token, whatever the mail server does."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta

import pytest
from tests.adapters.mail.messages import body
from tests.adapters.mail.smtpd import DROP, SILENCE, TAKE_AND_DROP, Smtpd, Step, smtpd
from tests.apps.tasks.invited_team import TEAM, InvitedTeam, invited_team, link_of
from tests.apps.tasks.posting import ADDRESS, mailbox, past_claim, post, sending_by, smtp_of, worker_of

from chabudai.adapters.mail import Mail, Message
from chabudai.adapters.mail.errors import MailError, MailUnavailable, MessageRefused
from chabudai.apps.tasks import invitation_mail, invitations
from chabudai.apps.tasks.entities import Team
from chabudai.apps.tasks.invitation_entities import Invitation
from chabudai.apps.tasks.invitation_mail import EmailPending, InvitationMail
from chabudai.apps.tasks.mail_worker import NAME, start_worker
from chabudai.table.streams.checkpoints import TableCheckpoints


@pytest.fixture
def team() -> Iterator[InvitedTeam]:
    with invited_team() as opened:
        yield opened


@pytest.fixture
def server() -> Iterator[Smtpd]:
    with smtpd() as opened:
        yield opened


def mail_of(team: InvitedTeam, made: Invitation) -> tuple[str | None, int, str | None]:
    found = team.invitation(made)
    assert found is not None
    return found.mail_state, found.mail_tries, found.mail_error


def put_away(team: InvitedTeam) -> int:
    return len(TableCheckpoints(team.store).failures(NAME))


def test_an_invitation_leads_to_one_email_however_often_a_worker_comes(team: InvitedTeam, server: Smtpd) -> None:
    made = team.invite("mio@example.jp")
    assert mail_of(team, made) == ("waiting", 0, None)
    for _ in range(3):
        post(team, server)
    [taken] = server.taken
    assert taken.to == ["mio@example.jp"]
    assert mail_of(team, made) == ("sent", 1, None)


def test_a_link_has_no_email(team: InvitedTeam, server: Smtpd) -> None:
    made = team.invite_by_link()
    post(team, server)
    invitations.resend(team.inviter(), made.invite_id)
    post(team, server)
    assert server.taken == []
    assert mail_of(team, made) == (None, 0, None)


def test_each_token_has_one_email_of_its_own(team: InvitedTeam, server: Smtpd) -> None:
    first = team.invite()
    post(team, server)
    second = invitations.resend(team.inviter(), first.invite_id)
    post(team, server)
    assert len(server.taken) == 2
    old, new = mailbox(server)
    assert old["Message-ID"] != new["Message-ID"]
    assert first.token in body(old, "plain")
    assert second.token in body(new, "plain")
    assert first.token not in body(new, "plain")


def test_of_a_token_that_was_replaced_before_it_was_sent_there_is_no_email(team: InvitedTeam, server: Smtpd) -> None:
    first = team.invite()
    second = invitations.resend(team.inviter(), first.invite_id)
    post(team, server)
    [message] = mailbox(server)
    assert len(server.taken) == 1
    assert second.token in body(message, "plain")


def test_what_is_cancelled_is_not_sent_until_it_is_restored(team: InvitedTeam, server: Smtpd) -> None:
    made = team.invite()
    invitations.revoke(team.member(), made.invite_id)
    post(team, server)
    assert server.taken == []
    invitations.restore(team.member(), made.invite_id)
    post(team, server)
    assert len(server.taken) == 1
    invitations.revoke(team.member(), made.invite_id)
    invitations.restore(team.member(), made.invite_id)
    post(team, server)
    assert len(server.taken) == 1


def test_what_is_accepted_or_expired_or_of_a_team_that_is_gone_is_not_sent(team: InvitedTeam, server: Smtpd) -> None:
    team.accept("mio", link_of(team.invite("mio@example.jp")))
    team.invite("late@example.jp")
    team.clock.pass_by(hours=24)
    team.invite("ren@example.jp")
    team.store.write(Team.delete(team_id=TEAM))
    post(team, server)
    assert server.taken == []
    assert put_away(team) == 0


def test_a_refusal_for_good_is_shown_and_not_repeated_until_somebody_resends(team: InvitedTeam, server: Smtpd) -> None:
    made = team.invite("nobody@example.jp")
    server.faults["RCPT"] = "550 5.1.1 No such user"
    post(team, server)
    state, tries, error = mail_of(team, made)
    assert (state, tries) == ("failed", 1)
    assert error is not None
    assert error.endswith("said 550 5.1.1 No such user")
    server.faults.clear()
    team.clock.pass_by(hours=1)
    post(team, server)
    assert server.taken == []
    assert put_away(team) == 0
    invitations.resend(team.inviter(), made.invite_id)
    post(team, server)
    assert mail_of(team, made) == ("sent", 1, None)


FAULTS: list[tuple[Step, str, str]] = [
    ("EHLO", "421 Too busy", "421"),
    ("MAIL", "451 Later", "451"),
    ("MAIL", "530 Sign in first", "530"),
    ("RCPT", "450 4.2.0 Greylisted", "Greylisted"),
    ("DATA", "452 Out of space", "452"),
    ("EHLO", DROP, "no complete answer"),
    ("MAIL", DROP, "no complete answer"),
    ("DATA", DROP, "no complete answer"),
    ("DATA", TAKE_AND_DROP, "no complete answer"),
    ("MAIL", SILENCE, "no complete answer"),
    ("DATA", SILENCE, "no complete answer"),
]


@pytest.mark.parametrize(("step", "fault", "reason"), FAULTS, ids=[f"{step} {fault}" for step, fault, _ in FAULTS])
def test_what_fails_for_now_is_shown_and_tried_again_and_is_one_message_in_the_end(
    team: InvitedTeam, server: Smtpd, step: Step, fault: str, reason: str
) -> None:
    made = team.invite()
    server.faults[step] = fault
    post(team, server)
    state, tries, error = mail_of(team, made)
    assert (state, tries) == ("waiting", 1)
    assert error is not None
    assert reason in error
    assert put_away(team) == 1
    server.faults.clear()
    post(team, server)
    assert mail_of(team, made)[:2] == ("waiting", 1)  # too early
    team.clock.pass_by(seconds=10)
    post(team, server)
    assert mail_of(team, made) == ("sent", 2, None)
    assert len(mailbox(server)) == 1
    assert len(server.taken) == (2 if fault == TAKE_AND_DROP else 1)
    assert put_away(team) == 0


def test_pauses_between_tries_double_up_to_a_quarter_of_an_hour(team: InvitedTeam, server: Smtpd) -> None:
    sending = sending_by(team, smtp_of(server))
    assert [sending.pause(tries) for tries in (1, 2, 3, 7, 8, 900)] == [10, 20, 40, 640, 900, 900]


def test_sending_is_given_up_when_the_invitation_expires_and_not_before(team: InvitedTeam, server: Smtpd) -> None:
    made = team.invite()
    server.faults["RCPT"] = "450 Later"
    for _ in range(23):
        post(team, server)
        team.clock.pass_by(hours=1)
    assert mail_of(team, made)[:2] == ("waiting", 23)
    team.clock.pass_by(hours=1)
    server.faults.clear()
    post(team, server)
    assert server.taken == []
    assert put_away(team) == 0


def test_one_that_fails_holds_up_no_other(team: InvitedTeam, server: Smtpd) -> None:
    made = [team.invite(f"guest{number}@example.jp") for number in range(3)]
    server.faults["RCPT"] = "450 Later"
    worker = worker_of(sending_by(team, FirstOnly(smtp_of(server), server)))
    worker.catch_up()
    assert [mail_of(team, each)[0] for each in made] == ["waiting", "sent", "sent"]


class FirstOnly(Mail):
    """The server's faults are gone after the first message."""

    def __init__(self, mail: Mail, server: Smtpd) -> None:
        self._mail, self._server = mail, server

    def send(self, message: Message) -> None:
        try:
            self._mail.send(message)
        finally:
            self._server.faults.clear()


def test_a_row_that_the_seeds_own_program_wrote_is_sent_too(team: InvitedTeam, server: Smtpd) -> None:
    now = int(team.clock().timestamp())
    for invite_id, email in (("019b-7", "alice@example.com"), ("019b-8", "alice-at-example.com")):
        row = {
            "PK": {"S": f"TEAM#{TEAM}"},
            "SK": {"S": f"TINVITE#{invite_id}"},
            "type": {"S": "invitation"},
            "email": {"S": email},
            "user_role": {"S": "member"},
            "createdAt": {"N": str(now)},
            "expiresAt": {"N": str(now + 86400)},
            "invitedBy": {"S": "USER#u1"},
            "token": {"S": "ramdom"},
            "team_name": {"S": "招待時点でのチーム名称"},
        }
        team.store.raw.call("PutItem", {"TableName": "task-table-invitation-v3", "Item": row})
    post(team, server)
    [message] = mailbox(server)
    assert message["Subject"] == "u1さんから「招待時点でのチーム名称」への招待"
    assert f"{ADDRESS}/tasks/join/{TEAM}/019b-7/ramdom" in body(message, "plain")
    bad = team.store.get(Invitation.get(team_id=TEAM, invite_id="019b-8"))
    assert bad is not None
    assert bad.mail_state == "failed"


def test_a_row_that_nobody_can_read_is_told_now_and_then_and_holds_up_no_other(
    team: InvitedTeam, server: Smtpd, caplog: pytest.LogCaptureFixture
) -> None:
    row = {"PK": {"S": f"TEAM#{TEAM}"}, "SK": {"S": "TINVITE#019b-9"}, "type": {"S": "invitation"}}
    made = team.invite()
    team.store.raw.call("PutItem", {"TableName": "task-table-invitation-v3", "Item": row})
    worker = worker_of(sending_by(team, smtp_of(server)))
    invitations.resend(team.inviter(), made.invite_id)
    for _ in range(3):
        worker.catch_up()
    assert mail_of(team, made)[0] == "sent"
    assert put_away(team) == 1
    assert len([record for record in caplog.records if "could not be handled" in record.message]) == 1


class SlowMail(Mail):
    """Takes a message, and says so only when the test lets it; or that it did not."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.sent: list[Message] = []
        self._fault = fault
        self.begun, self.may_end = threading.Event(), threading.Event()

    def send(self, message: Message) -> None:
        self.sent.append(message)
        self.begun.set()
        assert self.may_end.wait(20)
        if self._fault is not None:
            raise self._fault


def test_what_one_has_claimed_no_other_sends_and_it_is_not_taken_for_done_either(team: InvitedTeam) -> None:
    made, slow = team.invite(), SlowMail()
    sending = sending_by(team, slow)
    with ThreadPoolExecutor() as threads:
        first = threads.submit(invitation_mail.deliver, sending, made)
        assert slow.begun.wait(20)
        team.clock.pass_by(minutes=4, seconds=59)
        with pytest.raises(EmailPending):
            invitation_mail.deliver(sending, made)
        slow.may_end.set()
        first.result()
    invitation_mail.deliver(sending, made)
    assert len(slow.sent) == 1
    assert mail_of(team, made) == ("sent", 1, None)


def test_of_many_who_are_told_at_once_one_sends(team: InvitedTeam) -> None:
    made, slow = team.invite(), SlowMail()
    slow.may_end.set()
    sending = sending_by(team, slow)

    def deliver(_number: int) -> bool:
        try:
            invitation_mail.deliver(sending, made)
        except EmailPending:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert any(threads.map(deliver, range(24)))
    assert len(slow.sent) == 1


@pytest.mark.parametrize("fault", [None, MailUnavailable("no answer"), MessageRefused("no")])
def test_who_comes_back_after_the_claim_was_given_up_notes_nothing_over_the_others_note(
    team: InvitedTeam, fault: MailError | None
) -> None:
    made, slow, quick = team.invite(), SlowMail(fault), SlowMail()
    quick.may_end.set()
    with ThreadPoolExecutor() as threads:
        first = threads.submit(invitation_mail.deliver, sending_by(team, slow), made)
        assert slow.begun.wait(20)
        past_claim(team)
        invitation_mail.deliver(sending_by(team, quick), made)
        after = team.invitation(made)
        slow.may_end.set()
        with suppress(EmailPending):
            first.result()
    assert team.invitation(made) == after
    assert mail_of(team, made) == ("sent", 2, None)
    [one], [other] = slow.sent, quick.sent
    assert one.headers == other.headers  # the same Message-ID: mailboxes take it for one


def test_a_resend_while_the_email_is_being_sent_has_an_email_of_its_own(team: InvitedTeam) -> None:
    made, slow, quick = team.invite(), SlowMail(), SlowMail()
    quick.may_end.set()
    with ThreadPoolExecutor() as threads:
        first = threads.submit(invitation_mail.deliver, sending_by(team, slow), made)
        assert slow.begun.wait(20)
        again = invitations.resend(team.inviter(), made.invite_id)
        slow.may_end.set()
        first.result()
    assert mail_of(team, made) == ("waiting", 0, None)
    invitation_mail.deliver(sending_by(team, quick), again)
    assert mail_of(team, made) == ("sent", 1, None)
    assert slow.sent[0].headers != quick.sent[0].headers


def test_accepting_while_the_email_is_being_sent_is_no_trouble(team: InvitedTeam) -> None:
    made, slow = team.invite(), SlowMail()
    with ThreadPoolExecutor() as threads:
        first = threads.submit(invitation_mail.deliver, sending_by(team, slow), made)
        assert slow.begun.wait(20)
        team.accept("mio", link_of(made))
        slow.may_end.set()
        first.result()
    assert team.rows() == []


def until(condition: object) -> None:
    deadline = time.monotonic() + 20
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def test_several_workers_at_once_send_each_email_once_and_try_again_by_themselves(
    team: InvitedTeam, server: Smtpd
) -> None:
    server.faults["MAIL"] = "451 Later"
    hasty = sending_by(team, smtp_of(server), first_pause=timedelta(0))
    with worker_of(hasty), worker_of(hasty):
        first = team.invite("first@example.jp")
        until(lambda: mail_of(team, first)[1] >= 2)
        server.faults.clear()
        made = [first, *(team.invite(f"guest{number}@example.jp") for number in range(10))]
        until(lambda: all(mail_of(team, each)[0] == "sent" for each in made))
    assert sorted(taken.to[0] for taken in server.taken) == sorted(each.email for each in made)


def test_a_worker_is_started_and_stopped_by_whoever_composes_the_site(team: InvitedTeam, server: Smtpd) -> None:
    worker = start_worker(InvitationMail(team.store, smtp_of(server), team.clock, ADDRESS))
    made = team.invite()
    until(lambda: mail_of(team, made)[0] == "sent")
    worker.stop()
    later = team.invite("ren@example.jp")
    time.sleep(0.1)
    assert mail_of(team, later) == ("waiting", 0, None)
