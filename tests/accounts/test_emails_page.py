"""The page of what was sent: how each email stands, to whom it belongs and to nobody else, and none of its secrets."""

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.accounts.house import GOOD, Guest, House, main_of

from chabudai.accounts import service
from chabudai.accounts.design import person_named
from chabudai.accounts.mail_worker import new_mail_worker
from chabudai.accounts.spool import spooling
from chabudai.accounts.spool.spooling import Dispatch, Draft
from chabudai.adapters.mail import Mail, Message
from chabudai.adapters.mail.errors import MailError, MailUnavailable, MessageRefused


class FailingMail(Mail):
    def __init__(self, error: MailError) -> None:
        self._error = error

    def send(self, message: Message) -> None:
        raise self._error


REFUSED = FailingMail(MessageRefused("10.0.0.7:25 said 550 No such user", "550 No such user"))
GREYLISTED = FailingMail(MailUnavailable("10.0.0.7:25 said 450 Later", "450 Later"))
DOWN = FailingMail(MailUnavailable("10.0.0.7:25 gave no complete answer: refused"))


def ask(house: House, guest: Guest, mail: Mail | None = None) -> None:
    guest.submit("/account/forgot", {"login": "hanako"})
    accounts = house.accounts if mail is None else replace(house.accounts, mail=mail)
    new_mail_worker(accounts, {}).catch_up()


def shown(guest: Guest, language: str = "en") -> str:
    answer = guest.get("/account/emails", accept_language=language)
    assert answer.status_code == 200
    return answer.text.partition("<main")[2]


def test_the_account_leads_to_it_and_at_first_it_is_empty(hanako: Guest) -> None:
    assert 'href="/account/emails"' in hanako.get("/account").text
    assert "No emails yet" in shown(hanako)
    assert "メールはまだありません" in shown(hanako, "ja")


def test_an_email_is_told_with_its_address_and_state(house: House, hanako: Guest, stranger: Guest) -> None:
    ask(house, stranger)
    page = shown(hanako)
    assert "新しいパスワードを決める" in page
    assert "To hanako@example.jp" in page
    assert "Not sent" in page  # this site has an outbox that nobody looks into
    assert "宛先：hanako@example.jp" in shown(hanako, "ja")


@pytest.mark.parametrize(
    ("mail", "state", "sentences"),
    [
        (REFUSED, "Not delivered", ["Mail server: 550 No such user"]),
        (GREYLISTED, "Waiting", ["The mail server didn't take it. We'll try again at ", "Mail server: 450 Later"]),
        (DOWN, "Waiting", ["The mail server didn't take it. We'll try again at "]),
    ],
)
def test_what_went_wrong_is_told_and_not_where_the_server_is(
    house: House, hanako: Guest, stranger: Guest, mail: Mail, state: str, sentences: list[str]
) -> None:
    ask(house, stranger, mail)
    page = shown(hanako)
    assert state in page
    assert [sentence for sentence in sentences if sentence.replace("'", "&#39;") not in page] == []
    assert "10.0.0.7" not in page


def test_what_was_given_up_is_told(house: House, hanako: Guest, stranger: Guest) -> None:
    ask(house, stranger, GREYLISTED)
    house.clock.pass_by(timedelta(hours=1))
    house.post()
    assert "Not sent" in shown(hanako)


def test_nobody_sees_a_link_and_nobody_sees_another_s_emails(house: House, hanako: Guest, stranger: Guest) -> None:
    ask(house, stranger, DOWN)
    taro = house.browser(address="192.0.2.7").sign_up("taro")
    assert "hanako@example.jp" not in shown(taro)
    assert taro.call("GET", "/emails").json() == {"emails": []}
    for told in (shown(hanako), hanako.call("GET", "/emails").text, hanako.get("/account/export").text):
        assert "hanako@example.jp" in told
        assert "/account/reset/" not in told
    assert house.browser().get("/account/emails").status_code == 303
    assert house.browser().get("/api/account/emails").status_code == 401


def test_what_is_written_in_an_email_is_only_text(house: House, hanako: Guest) -> None:
    hostile = "<script>alert(1)</script>"
    spool = house.accounts.spool
    dispatch = Dispatch(email_id="note-1", owner="hanako", kind="note", deadline=spool.now() + timedelta(hours=1))
    spooling.add(spool, Draft("x@example.jp", hostile, "text"), dispatch)
    new_mail_worker(replace(house.accounts, mail=FailingMail(MailUnavailable("x", hostile))), {}).catch_up()
    assert main_of(hanako.get("/account/emails")).of("script") == []
    assert "&lt;script&gt;" in shown(hanako)


def test_only_the_newest_are_shown(house: House, hanako: Guest) -> None:
    spool = house.accounts.spool
    for number in range(55):
        dispatch = Dispatch(
            email_id=f"note-{number}", owner="hanako", kind="note", deadline=spool.now() + timedelta(hours=1)
        )
        spooling.add(spool, Draft("x@example.jp", f"Note {number}.", "text"), dispatch)
        house.clock.pass_by(timedelta(seconds=1))
    page = shown(hanako)
    assert "Note 54." in page
    assert "Note 4." not in page
    assert "Showing the newest 50." in page


def test_programs_are_told_the_same(house: House, hanako: Guest, stranger: Guest) -> None:
    ask(house, stranger, GREYLISTED)
    [email] = hanako.call("GET", "/emails").json()["emails"]
    assert email.pop("id").startswith("reset-")
    now = house.clock().strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    assert email.pop("nextAttemptAt") > now
    assert email == {
        "kind": "password_reset",
        "to": "hanako@example.jp",
        "subject": "新しいパスワードを決める",
        "state": "waiting",
        "createdAt": now,
        "attempts": 1,
        "reason": "450 Later",
        "endedAt": None,
    }


def test_they_are_handed_over_with_the_account_and_gone_with_it(house: House, hanako: Guest, stranger: Guest) -> None:
    ask(house, stranger)
    ask(house, stranger, GREYLISTED)
    emails = hanako.get("/account/export").json()["account"]["emails"]
    assert [email["state"] for email in emails] in (["waiting", "kept"], ["kept", "waiting"])
    assert {email["kind"] for email in emails} == {"password_reset"}
    person = house.accounts.store.one(person_named("hanako"))
    service.delete_account(house.accounts, person, password=GOOD)
    assert house.rows("chabudai-emails") == []
    house.clock.pass_by(timedelta(minutes=5))
    house.post()
    assert len(list(house.outbox.emails())) == 1
