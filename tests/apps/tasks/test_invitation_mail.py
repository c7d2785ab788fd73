"""The email of an invitation from the stream: at least once, never twice for a token, whatever the mail server does.

How one email is claimed, sent and noted is told by `tests/accounts/spool`.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from tests.accounts.spool.post_office import add
from tests.accounts.spool.test_delivery import SlowMail
from tests.adapters.mail.messages import body
from tests.adapters.mail.smtpd import DROP, TAKE_AND_DROP, Smtpd, Step, smtpd
from tests.apps.tasks.invited_team import TEAM, InvitedTeam, invited_team, link_of
from tests.apps.tasks.posting import (
    ADDRESS,
    mail_of,
    mailbox,
    post,
    post_by,
    sender_of,
    smtp_of,
    spool_of,
    stream_worker_of,
)

from chabudai.accounts.spool import design as spool_design
from chabudai.accounts.spool.spooling import MOST_OPEN
from chabudai.adapters.mail import Mail, Message
from chabudai.apps.tasks import invitations
from chabudai.apps.tasks.entities import Team
from chabudai.apps.tasks.invitation_entities import Invitation
from chabudai.apps.tasks.invitation_mail import find_statuses
from chabudai.apps.tasks.mail_worker import NAME
from chabudai.table import BatchWrite, Put
from chabudai.table.streams.checkpoints import TableCheckpoints


@pytest.fixture
def team() -> Iterator[InvitedTeam]:
    with invited_team() as opened:
        yield opened


@pytest.fixture
def server() -> Iterator[Smtpd]:
    with smtpd() as opened:
        yield opened


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
    assert find_statuses(team.store, [made]) == {}


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
    assert (state, tries, error) == ("failed", 1, "550 5.1.1 No such user")
    server.faults.clear()
    team.clock.pass_by(hours=1)
    post(team, server)
    assert server.taken == []
    assert put_away(team) == 0
    invitations.resend(team.inviter(), made.invite_id)
    post(team, server)
    assert mail_of(team, made) == ("sent", 1, None)


FAULTS: list[tuple[Step, str, str | None]] = [
    ("RCPT", "450 4.2.0 Greylisted", "450 4.2.0 Greylisted"),
    ("DATA", DROP, None),
    ("DATA", TAKE_AND_DROP, None),
]


@pytest.mark.parametrize(("step", "fault", "reason"), FAULTS, ids=[f"{step} {fault}" for step, fault, _ in FAULTS])
def test_what_fails_for_now_is_shown_and_tried_again_and_is_one_message_in_the_end(
    team: InvitedTeam, server: Smtpd, step: Step, fault: str, reason: str | None
) -> None:
    made = team.invite()
    server.faults[step] = fault
    post(team, server)
    assert mail_of(team, made) == ("waiting", 1, reason)
    assert put_away(team) == 0
    server.faults.clear()
    post(team, server)
    assert mail_of(team, made)[:2] == ("waiting", 1)  # too early
    team.clock.pass_by(seconds=10)
    post(team, server)
    assert mail_of(team, made) == ("sent", 2, None)
    assert len(mailbox(server)) == 1
    assert len(server.taken) == (2 if fault == TAKE_AND_DROP else 1)


@pytest.mark.parametrize("ending", ["accepted", "cancelled", "resent", "team gone"])
def test_an_email_that_waits_is_not_sent_when_its_invitation_is_worth_nothing_any_more(
    team: InvitedTeam, server: Smtpd, ending: str
) -> None:
    made = team.invite("mio@example.jp")
    server.faults["RCPT"] = "450 Later"
    post(team, server)
    server.faults.clear()
    match ending:
        case "accepted":
            team.accept("mio", link_of(made))
        case "cancelled":
            invitations.revoke(team.member(), made.invite_id)
        case "resent":
            invitations.resend(team.inviter(), made.invite_id)
        case _:
            team.store.write(Team.delete(team_id=TEAM))
    team.clock.pass_by(minutes=1)
    post(team, server)
    assert [made.token in body(message, "plain") for message in mailbox(server)] == (
        [False] if ending == "resent" else []
    )
    if ending == "cancelled":
        invitations.restore(team.member(), made.invite_id)
        post(team, server)
        assert mail_of(team, made) == ("sent", 1, None)


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
    post_by(team, FirstOnly(smtp_of(server), server))
    assert sorted(mail_of(team, each)[0] for each in made) == ["sent", "sent", "waiting"]


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
    bad = team.store.one(Invitation.get(team_id=TEAM, invite_id="019b-8"))
    assert mail_of(team, bad)[0] == "failed"


def test_what_an_earlier_program_of_ours_had_not_sent_yet_is_sent_and_what_it_had_sent_is_not(
    team: InvitedTeam, server: Smtpd
) -> None:
    waiting, sent = team.invite("mio@example.jp"), team.invite("ren@example.jp")
    noted = {
        "mail_tries": {"N": "3"},
        "mail_error": {"S": "no"},
        "mail_claim": {"S": "c"},
        "mail_not_before": {"N": "7"},
    }
    for made, state in ((waiting, "sending"), (sent, "sent")):
        [row] = [row for row in team.rows() if row["SK"]["S"] == f"TINVITE#{made.invite_id}"]
        item = {**row, **noted, "mail_state": {"S": state}}
        team.store.raw.call("PutItem", {"TableName": "task-table-invitation-v3", "Item": item})
    post(team, server)
    assert [taken.to for taken in server.taken] == [["mio@example.jp"]]
    assert [mail_of(team, each)[0] for each in (waiting, sent)] == ["sent", "sent"]


def test_a_row_that_nobody_can_read_is_told_now_and_then_and_holds_up_no_other(
    team: InvitedTeam, server: Smtpd, caplog: pytest.LogCaptureFixture
) -> None:
    row = {"PK": {"S": f"TEAM#{TEAM}"}, "SK": {"S": "TINVITE#019b-9"}, "type": {"S": "invitation"}}
    made = team.invite()
    team.store.raw.call("PutItem", {"TableName": "task-table-invitation-v3", "Item": row})
    worker = stream_worker_of(spool_of(team, smtp_of(server)))
    invitations.resend(team.inviter(), made.invite_id)
    for _ in range(3):
        worker.catch_up()
    post(team, server)
    assert mail_of(team, made)[0] == "sent"
    assert put_away(team) == 1
    assert len([record for record in caplog.records if "could not be handled" in record.message]) == 2


def test_an_email_that_finds_no_room_in_the_spool_goes_out_when_there_is(
    team: InvitedTeam, server: Smtpd, caplog: pytest.LogCaptureFixture
) -> None:
    spool = spool_of(team, smtp_of(server))
    add(spool, "note-0", owner="sakura", not_before=spool.now() + timedelta(hours=1))
    waiting = team.store.one(spool_design.email_of("sakura", "note-0"))
    others = [waiting.model_copy(update={"email_id": f"note-{number}"}) for number in range(1, MOST_OPEN)]
    team.store.batch_write(BatchWrite(tuple(map(Put, others))))
    made = team.invite()
    post(team, server)
    assert mail_of(team, made) == ("waiting", 0, None)
    assert put_away(team) == 1
    assert "has to wait" in caplog.text
    team.store.delete_rows(spool_design.emails_of("sakura"))
    post(team, server)
    assert mail_of(team, made) == ("sent", 1, None)
    assert put_away(team) == 0


def test_a_resend_while_the_email_is_being_sent_has_an_email_of_its_own(team: InvitedTeam) -> None:
    made, slow, quick = team.invite(), SlowMail(), SlowMail()
    quick.may_end.set()
    with ThreadPoolExecutor() as threads:
        first = threads.submit(post_by, team, slow)
        assert slow.begun.wait(20)
        invitations.resend(team.inviter(), made.invite_id)
        slow.may_end.set()
        first.result()
    assert mail_of(team, made) == ("waiting", 0, None)
    post_by(team, quick)
    assert mail_of(team, made) == ("sent", 1, None)
    assert slow.sent[0].headers != quick.sent[0].headers


def test_accepting_while_the_email_is_being_sent_is_no_trouble(team: InvitedTeam) -> None:
    made, slow = team.invite(), SlowMail()
    with ThreadPoolExecutor() as threads:
        first = threads.submit(post_by, team, slow)
        assert slow.begun.wait(20)
        team.accept("mio", link_of(made))
        slow.may_end.set()
        first.result()
    assert team.rows() == []


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def test_several_workers_at_once_send_each_email_once(team: InvitedTeam, server: Smtpd) -> None:
    spool = spool_of(team, smtp_of(server))
    with sender_of(spool), sender_of(spool), stream_worker_of(spool), stream_worker_of(spool):
        made = [team.invite(f"guest{number}@example.jp") for number in range(10)]
        until(lambda: all(mail_of(team, each)[0] == "sent" for each in made))
    assert sorted(taken.to[0] for taken in server.taken) == sorted(each.email for each in made)
