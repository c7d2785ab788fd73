"""Reset links that are asked for: the same for everyone, answered once, whatever happens between asking and sending."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from tests.accounts.clock import SetClock
from tests.accounts.house import GOOD, OTHER, QUICK, Guest, House
from tests.accounts.spool.full_disk import FullDisk

from chabudai import store as stores
from chabudai.accounts import design, reset_requests, service
from chabudai.accounts.design import AccountsTable, Person, person_named
from chabudai.accounts.mail_worker import new_mail_worker
from chabudai.accounts.service import Accounts
from chabudai.accounts.spool import spooling
from chabudai.adapters.mail import Mail, Message, Outbox
from chabudai.adapters.mail.errors import MailUnavailable
from chabudai.store import record_calls
from chabudai.store.errors import StoreFailed
from chabudai.table import TypedStore


@pytest.fixture
def hanako_s(accounts: Accounts) -> Person:
    return service.sign_up(accounts, username="hanako", email="hanako@example.jp", password=GOOD)


def ask(accounts: Accounts, login: str = "hanako") -> None:
    reset_requests.request_reset(accounts, login=login, language="ja")


def post(accounts: Accounts) -> None:
    new_mail_worker(accounts, {}).catch_up()


@pytest.mark.parametrize(
    "login", ["hanako", "hanako@example.jp", "nobody", "nobody@example.jp", "a#b", "\N{BELL}" * 254]
)
def test_what_a_request_asks_of_the_store_is_the_same_whatever_was_typed(
    accounts: Accounts, hanako_s: Person, login: str
) -> None:
    with record_calls() as calls:
        ask(accounts, login)
    assert [(call.pattern, call.operation) for call in calls] == [("A-30", "PutItem")]


def test_whoever_is_nobody_gets_no_email_and_leaves_nothing_behind(accounts: Accounts, outbox: Outbox) -> None:
    for login in ("nobody", "nobody@example.jp", "a#b", "x" * 254):
        ask(accounts, login)
    post(accounts)
    assert list(outbox.emails()) == []
    assert accounts.store.raw.call("Scan", {"TableName": AccountsTable.name})["Items"] == []


def test_each_that_was_asked_for_is_answered_once_however_many_answer(
    accounts: Accounts, hanako_s: Person, outbox: Outbox
) -> None:
    for _ in range(3):
        ask(accounts)
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda _: post(accounts), range(6)))
    assert len(list(outbox.emails())) == 3
    assert accounts.store.count(design.resets_of("hanako")) == 3
    assert list(accounts.store.all(design.reset_requests())) == []


def test_what_was_asked_for_long_ago_is_not_answered(
    accounts: Accounts, hanako_s: Person, outbox: Outbox, clock: SetClock
) -> None:
    ask(accounts)
    clock.pass_by(timedelta(hours=1, seconds=1))
    post(accounts)
    assert list(outbox.emails()) == []


def test_an_account_that_can_not_be_read_keeps_nobody_from_their_link(
    accounts: Accounts, hanako_s: Person, outbox: Outbox, caplog: pytest.LogCaptureFixture
) -> None:
    service.sign_up(accounts, username="taro", email="taro@example.jp", password=GOOD)
    update = {
        "TableName": AccountsTable.name,
        "Key": {"PK": {"S": "PERSON#hanako"}, "SK": {"S": "PROFILE"}},
        "UpdateExpression": "SET createdAt = :n",
        "ExpressionAttributeValues": {":n": {"N": "7"}},
    }
    accounts.store.raw.call("UpdateItem", update)
    ask(accounts, "hanako")
    ask(accounts, "taro")
    for _ in range(2):
        post(accounts)
    assert [email.to for email in outbox.emails()] == ["taro <taro@example.jp>"]
    assert len([record for record in caplog.records if "can't be sent" in record.message]) == 1


class Down(Mail):
    def send(self, message: Message) -> None:
        raise MailUnavailable("mail.example.jp:25 gave no complete answer")


@pytest.mark.parametrize("act", ["password", "address", "link", "leaving"])
def test_an_email_whose_link_is_worth_nothing_any_more_is_not_sent(
    accounts: Accounts, hanako_s: Person, outbox: Outbox, clock: SetClock, act: str
) -> None:
    down = Accounts(accounts.store, Down(), clock, accounts.address, QUICK)
    ask(down)
    post(down)
    [waiting] = spooling.find_all(accounts.store, "hanako")
    assert (waiting.state, waiting.attempts) == ("waiting", 1)
    match act:
        case "password":
            service.change_password(accounts, hanako_s, old=GOOD, new=OTHER, session=None)
        case "address":
            service.change_email(accounts, hanako_s, email="new@example.jp", password=GOOD)
        case "link":
            ask(accounts)
            post(accounts)
            [email] = outbox.emails()
            secret = email.text.partition("/account/reset/hanako/")[2].split()[0]
            service.reset_password(accounts, username="hanako", secret=secret, password=OTHER)
        case _:
            service.delete_account(accounts, hanako_s, password=GOOD)
    clock.pass_by(timedelta(minutes=5))
    before = len(list(outbox.emails()))
    post(accounts)
    assert len(list(outbox.emails())) == before
    assert [each.email_id for each in spooling.find_all(accounts.store, "hanako")].count(waiting.email_id) == 0


def test_a_link_that_waits_for_the_mail_server_works_when_it_arrives(
    accounts: Accounts, hanako_s: Person, outbox: Outbox, clock: SetClock
) -> None:
    down = Accounts(accounts.store, Down(), clock, accounts.address, QUICK)
    ask(down)
    for _ in range(4):
        post(down)
        clock.pass_by(timedelta(minutes=9))
    post(accounts)
    [email] = outbox.emails()
    secret = email.text.partition("/account/reset/hanako/")[2].split()[0]
    assert service.reset_password(accounts, username="hanako", secret=secret, password=OTHER).username == "hanako"


# A full disk.


@pytest.fixture
def on_small_disk(outbox: Outbox, clock: SetClock) -> Iterator[tuple[Accounts, FullDisk]]:
    with stores.open(":memory:") as raw:
        disk = FullDisk(raw)
        store = TypedStore(disk, clock=clock)
        store.create(*design.design.tables)
        accounts = Accounts(store, outbox, clock, "http://house.test", QUICK)
        service.sign_up(accounts, username="hanako", email="hanako@example.jp", password=GOOD)
        yield accounts, disk


@pytest.mark.parametrize("login", ["hanako", "nobody"])
def test_on_a_full_disk_everyone_is_told_so(on_small_disk: tuple[Accounts, FullDisk], login: str) -> None:
    accounts, disk = on_small_disk
    disk.is_full = True
    with pytest.raises(StoreFailed):
        ask(accounts, login)


def test_what_was_asked_for_before_the_disk_was_full_is_answered_afterwards(
    on_small_disk: tuple[Accounts, FullDisk], outbox: Outbox
) -> None:
    accounts, disk = on_small_disk
    ask(accounts)
    disk.is_full = True
    with pytest.raises(StoreFailed):
        post(accounts)
    assert list(accounts.store.all(design.resets_of("hanako"))) == []
    disk.is_full = False
    post(accounts)
    assert len(list(outbox.emails())) == 1


# On the pages.


def test_the_answer_waits_for_no_mail_server_and_what_it_promised_is_written_down(
    house: House, hanako: Guest, stranger: Guest
) -> None:
    assert stranger.submit("/account/forgot", {"login": "hanako"}).status_code == 303
    assert list(house.outbox.emails()) == []
    [request] = house.accounts.store.all(design.reset_requests())
    assert request.login == "hanako"
    assert house.accounts.mail_wakeup.is_set()
    house.post()
    assert len(list(house.outbox.emails())) == 1


def test_a_reset_link_lies_nowhere_once_its_email_is_sent(house: House, hanako: Guest, stranger: Guest) -> None:
    stranger.submit("/account/forgot", {"login": "hanako"})
    house.post()
    [email] = house.outbox.emails()
    secret = email.text.partition("/account/reset/hanako/")[2].split()[0]
    for name in (AccountsTable.name, "chabudai-emails"):
        assert secret not in str(house.rows(name))
    person = house.accounts.store.one(person_named("hanako"))
    assert secret not in str(service.export(house.accounts, person))
    assert service.is_reset_link_valid(house.accounts, username="hanako", secret=secret)
