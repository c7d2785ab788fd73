"""The account of somebody who says only a name and a password: which username it has, and what is refused."""

from collections.abc import Iterator

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.tasks.site_house import QUICK

from chabudai import table
from chabudai.accounts import service
from chabudai.accounts.design import design
from chabudai.accounts.errors import EmailTaken
from chabudai.accounts.logins import is_username
from chabudai.accounts.service import Accounts
from chabudai.adapters.mail import Mail, Message
from chabudai.apps.tasks import newcomers
from chabudai.web.errors import InvalidFields

PASSWORD = "a passphrase for tests"


class NoMail(Mail):
    def send(self, message: Message) -> None:
        raise AssertionError("a newcomer gets no second email")


@pytest.fixture
def accounts() -> Iterator[Accounts]:
    clock = SettableClock()
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        yield Accounts(store, NoMail(), clock, "http://house.test", QUICK)


@pytest.mark.parametrize(
    ("name", "email", "username"),
    [
        ("Mio Sato", "x@example.jp", "mio-sato"),
        ("佐藤 みお", "mio.sato@example.jp", "mio-sato"),
        ("Zoë Müller", "x@example.jp", "zoe-muller"),
        ("ミオ", "0815@example.jp", "member"),
        ("Al", "al@example.jp", "member"),
        ("admin", "sakura@example.jp", "sakura"),
        ("9to5 club", "x@example.jp", "to5-club"),
        ("x" * 40, "x@example.jp", "x" * 30),
        ("ｍｉｏ", "x@example.jp", "mio"),
        ("-_-", "_@example.jp", "member"),
    ],
)
def test_the_username_is_made_from_the_name_or_the_address(
    accounts: Accounts, name: str, email: str, username: str
) -> None:
    person = newcomers.create_account(accounts, name=name, email=email, password=PASSWORD)
    assert (person.username, person.name, is_username(person.username)) == (username, name, True)
    assert service.sign_in(accounts, login=email, password=PASSWORD) == person


def test_a_name_that_others_have_gets_something_behind_it(accounts: Accounts) -> None:
    found = [
        newcomers.create_account(accounts, name="x" * 40, email=f"{number}@example.jp", password=PASSWORD).username
        for number in range(5)
    ]
    assert len(set(found)) == 5
    assert all(is_username(username) for username in found)


def test_an_address_is_taken_once(accounts: Accounts) -> None:
    newcomers.create_account(accounts, name="Mio", email="mio@example.jp", password=PASSWORD)
    with pytest.raises(EmailTaken):
        newcomers.create_account(accounts, name="Ren", email="MIO@example.jp", password=PASSWORD)


def test_all_that_is_wrong_is_told_at_once(accounts: Accounts) -> None:
    with pytest.raises(InvalidFields) as refused:
        newcomers.create_account(accounts, name=" ", email="no address", password="short")
    assert [field for field, _ in refused.value.details] == ["display_name", "email", "password"]
