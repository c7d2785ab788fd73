"""Sending from the spool: at least once, never twice beside another, whatever the mail server and the clock do."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.accounts.spool.post_office import DRAFT, LINK, PostOffice
from tests.adapters.mail.messages import body, parsed, person, renderer
from tests.adapters.mail.services import at, service_of
from tests.adapters.mail.smtpd import DROP, SILENCE, TAKE_AND_DROP, Step, smtpd

from chabudai.accounts.spool import delivery, pauses
from chabudai.accounts.spool.delivery import CLAIM, message_id_of
from chabudai.accounts.spool.design import SpooledEmail
from chabudai.accounts.spool.errors import EmailPending
from chabudai.accounts.spool.spooling import Draft
from chabudai.adapters.mail import EmailAddress, Mail, Message
from chabudai.adapters.mail.errors import MailError, MailUnavailable, MessageRefused, SenderRefused
from chabudai.adapters.mail.smtp import SmtpMail


def test_an_email_arrives_as_it_was_spooled(office: PostOffice) -> None:
    office.add()
    office.post()
    [taken], [message] = office.server.taken, office.mailbox()
    assert taken.to == ["mio@example.jp"]
    assert person(message, "To") == EmailAddress("mio@example.jp", "Mio")
    assert message["Subject"] == "こんにちは"
    assert message["Message-ID"] == "<note-1@house.example.jp>"
    assert body(message, "plain") == DRAFT.text
    assert LINK in body(message, "html")
    assert office.stands() == ("sent", 1, None)
    assert office.email().ended_at == office.spool.now()


# What the server says.


@pytest.mark.parametrize(("step", "answer"), [("RCPT", "550 5.1.1 No such user"), ("DATA", "554 5.7.1 Spam")])
def test_what_is_refused_for_good_is_not_tried_again(office: PostOffice, step: Step, answer: str) -> None:
    office.add()
    office.server.faults[step] = answer
    office.post()
    assert office.stands() == ("refused", 1, answer)
    office.server.faults.clear()
    office.pass_by(minutes=50)
    office.post()
    assert office.server.taken == []


def test_what_is_no_email_is_refused_before_any_server_is_asked(office: PostOffice) -> None:
    office.add("address", draft=Draft("alice-at-example.com", "Hello", "text"))
    office.add("subject", draft=Draft("mio@example.jp", "Hello\r\nBcc: all@example.jp", "text"))
    office.post()
    assert [office.stands(each)[0] for each in ("address", "subject")] == ["refused", "refused"]
    assert "alice-at-example.com" in (office.stands("address")[2] or "")
    assert office.server.taken == []


FAULTS: list[tuple[Step, str, str | None]] = [
    ("EHLO", "421 Too busy", "421 Too busy"),
    ("MAIL", "451 Later", "451 Later"),
    ("MAIL", "530 Sign in first", None),
    ("MAIL", "550 Who are you", None),
    ("RCPT", "450 4.2.0 Greylisted", "450 4.2.0 Greylisted"),
    ("DATA", "452 Out of space", "452 Out of space"),
    ("EHLO", DROP, None),
    ("MAIL", DROP, None),
    ("RCPT", DROP, None),
    ("DATA", DROP, None),
    ("DATA", TAKE_AND_DROP, None),
    ("EHLO", SILENCE, None),
    ("RCPT", SILENCE, None),
    ("DATA", SILENCE, None),
]


@pytest.mark.parametrize(("step", "fault", "reason"), FAULTS, ids=[f"{step} {fault}" for step, fault, _ in FAULTS])
def test_what_fails_for_now_is_tried_again_and_is_one_message_in_the_end(
    office: PostOffice, caplog: pytest.LogCaptureFixture, step: Step, fault: str, reason: str | None
) -> None:
    """Its owner is told what the server said of it, and nothing of our own account there nor where it is."""
    office.add()
    office.server.faults[step] = fault
    office.post()
    assert office.stands() == ("waiting", 1, reason)
    assert f"127.0.0.1:{office.server.port}" in caplog.text
    office.server.faults.clear()
    office.post()
    assert office.stands()[:2] == ("waiting", 1)  # too early
    office.pass_by(seconds=10)
    office.post()
    assert office.stands() == ("sent", 2, None)
    assert [body(message, "plain") for message in office.mailbox()] == [DRAFT.text]
    assert len(office.server.taken) == (2 if fault == TAKE_AND_DROP else 1)


def test_a_server_that_is_down_gets_it_when_it_is_back(office: PostOffice) -> None:
    with smtpd() as gone:
        down = office.sending_by(SmtpMail(at(gone, "none"), renderer(), timeout=0.5))
    down.add()
    for _ in range(4):
        down.post()
        down.pass_by(minutes=5)
    assert down.stands() == ("waiting", 4, None)
    office.post()
    assert office.stands() == ("sent", 5, None)
    assert len(office.mailbox()) == 1


# Pauses, the deadline, and the clock.


def test_pauses_grow_to_a_quarter_of_an_hour_and_are_spread_by_a_fifth() -> None:
    seconds = [pauses.pause_after(attempts, lambda: 0.0).total_seconds() for attempts in (1, 2, 3, 4, 5, 6, 900)]
    assert seconds == [10, 30, 120, 300, 900, 900, 900]
    assert pauses.pause_after(1, lambda: 0.5).total_seconds() == 11
    assert pauses.pause_after(900, lambda: 1.0) == pauses.LONGEST


def test_each_try_is_made_at_its_time(office: PostOffice) -> None:
    office.add(life=timedelta(hours=1))
    office.server.faults["RCPT"] = "450 Later"
    begun, tries = office.clock.now, []
    for _ in range(3600):
        before = office.email().attempts
        if office.email().due_at == office.spool.now():
            office.post()
        if office.email().attempts > before:
            tries.append((office.clock.now - begun).total_seconds())
        office.pass_by(seconds=1)
    assert tries == [0, 10, 40, 160, 460, 1360, 2260, 3160]


def test_it_is_given_up_at_its_deadline_with_the_last_reason_and_not_before(office: PostOffice) -> None:
    office.add(life=timedelta(minutes=30))
    office.server.faults["RCPT"] = "450 Later"
    for _ in range(29):
        office.post()
        office.pass_by(minutes=1)
    assert office.stands()[0] == "waiting"
    office.server.faults.clear()
    office.pass_by(minutes=1)
    office.post()
    assert office.stands() == ("expired", 6, "450 Later")
    assert office.server.taken == []
    office.pass_by(days=1)
    office.post()
    assert office.server.taken == []


def test_what_is_refused_to_us_ourselves_is_tried_until_its_deadline(office: PostOffice) -> None:
    """A wrong password of the site's own is put right by whoever runs it, and then nothing is lost."""

    class Locked(Mail):
        def send(self, message: Message) -> None:
            raise SenderRefused("mail.example.jp said 535 wrong password")

    office.add()
    locked = office.sending_by(Locked())
    for _ in range(4):
        locked.post()
        office.pass_by(minutes=5)
    assert locked.stands() == ("waiting", 4, None)
    office.post()
    assert office.stands()[0] == "sent"


@pytest.mark.parametrize("back", [timedelta(hours=1), timedelta(days=400)])
def test_a_clock_that_is_set_back_holds_nothing_up(office: PostOffice, back: timedelta) -> None:
    office.add("new")
    office.server.faults["RCPT"] = "450 Later"
    office.add("tried")
    office.post()
    office.add("scheduled", not_before=office.spool.now() + timedelta(hours=2))
    office.server.faults.clear()
    office.clock.now -= back
    office.post()
    assert office.stands("new")[0] == "sent"
    assert office.stands("tried")[0] == "sent"
    assert office.stands("scheduled")[0] == "waiting"


def test_a_clock_that_is_set_back_a_little_holds_nothing_up_for_longer_than_that(office: PostOffice) -> None:
    office.add()
    office.clock.now -= timedelta(minutes=3)
    office.post()
    assert office.server.taken == []
    office.pass_by(minutes=3)
    office.post()
    assert len(office.server.taken) == 1


def test_a_clock_that_is_set_forward_past_the_deadline_ends_it(office: PostOffice) -> None:
    office.add(life=timedelta(hours=1))
    office.pass_by(days=3)
    office.post()
    assert office.stands()[0] == "expired"


# Whether it is still wanted.


def test_what_nobody_wants_any_more_is_dropped_and_can_be_spooled_again(office: PostOffice) -> None:
    asked: list[SpooledEmail] = []

    def refuse(email: SpooledEmail) -> bool:
        asked.append(email)
        return False

    office.add(about={"team": "t1"})
    office.add("other", kind="other")
    office.post({"note": refuse})
    assert [(email.email_id, email.about) for email in asked] == [("note-1", {"team": "t1"})]
    assert [row["SK"]["S"] for row in office.rows()] == ["EMAIL#other"]
    assert office.add()
    office.post({"note": lambda _: True})
    assert sorted(message["Message-ID"] for message in office.mailbox()) == [
        "<note-1@house.example.jp>",
        "<other@house.example.jp>",
    ]


# Several at once.


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


def deliver(office: PostOffice) -> bool:
    try:
        delivery.deliver(office.spool, "mio", "note-1", {})
    except EmailPending:
        return False
    return True


def test_what_one_has_claimed_no_other_sends_and_it_is_not_taken_for_done_either(office: PostOffice) -> None:
    slow = SlowMail()
    sending = office.sending_by(slow)
    office.add()
    with ThreadPoolExecutor() as threads:
        first = threads.submit(deliver, sending)
        assert slow.begun.wait(20)
        office.pass_by(minutes=4, seconds=59)
        assert not deliver(sending)
        slow.may_end.set()
        assert first.result()
    assert deliver(sending)
    assert len(slow.sent) == 1
    assert office.stands() == ("sent", 1, None)


def test_of_many_who_try_at_once_one_sends(office: PostOffice) -> None:
    slow = SlowMail()
    slow.may_end.set()
    office.add()
    with ThreadPoolExecutor(8) as threads:
        assert any(threads.map(lambda _: deliver(office.sending_by(slow)), range(24)))
    assert len(slow.sent) == 1


@pytest.mark.parametrize("fault", [None, MailUnavailable("no answer"), MessageRefused("no", "550 no")])
def test_who_comes_back_after_the_claim_was_given_up_notes_nothing_over_the_others_note(
    office: PostOffice, fault: MailError | None
) -> None:
    slow, quick = SlowMail(fault), SlowMail()
    quick.may_end.set()
    office.add()
    with ThreadPoolExecutor() as threads:
        first = threads.submit(deliver, office.sending_by(slow))
        assert slow.begun.wait(20)
        office.clock.now += CLAIM
        assert deliver(office.sending_by(quick))
        after = office.email()
        slow.may_end.set()
        first.result()
    assert office.email() == after
    assert office.stands() == ("sent", 2, None)
    [one], [other] = slow.sent, quick.sent
    assert one.headers == other.headers  # the same Message-ID: mailboxes take it for one


def test_what_is_erased_while_it_is_being_sent_is_no_trouble(office: PostOffice) -> None:
    slow = SlowMail()
    office.add()
    with ThreadPoolExecutor() as threads:
        first = threads.submit(deliver, office.sending_by(slow))
        assert slow.begun.wait(20)
        for row in office.rows():
            key = {name: row[name] for name in ("PK", "SK")}
            office.spool.store.raw.call("DeleteItem", {"TableName": "chabudai-emails", "Key": key})
        slow.may_end.set()
        with suppress(EmailPending):
            first.result()
    assert office.rows() == []


# By every service.


@pytest.mark.parametrize("name", ["outbox", "smtp", "ses"])
def test_whichever_service_sends_it_it_is_the_same_message_once(office: PostOffice, tmp_path: Path, name: str) -> None:
    with service_of(name, tmp_path) as service:
        sending = office.sending_by(service.mail)
        sending.add()
        for _ in range(3):
            sending.post()
        [email] = service.arrived()
    assert parsed(email)["Message-ID"] == "<note-1@house.example.jp>"
    assert body(parsed(email), "plain") == DRAFT.text
    assert office.stands()[0] == ("kept" if name == "outbox" else "sent")


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://house.example.jp", "house.example.jp"),
        ("https://house.example.jp/", "house.example.jp"),
        ("http://127.0.0.1:8000", "127.0.0.1"),
        ("http://[::1]:8000", "chabudai.invalid"),
        ("https://家.example.jp", "chabudai.invalid"),
        ("", "chabudai.invalid"),
    ],
)
def test_a_message_id_is_one_whatever_the_sites_address_is(office: PostOffice, address: str, host: str) -> None:
    found = message_id_of("note-1", address)
    assert found == f"<note-1@{host}>"
    elsewhere = replace(office, spool=replace(office.spool, address=address))
    elsewhere.add()
    elsewhere.post()
    assert [message["Message-ID"] for message in elsewhere.mailbox()] == [found]
