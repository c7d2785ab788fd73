"""What is asked and written goes to the household in use, whole; and where none is in use, nowhere."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chabudai import table
from chabudai.accounts.design import AccountsTable, EmailOwner
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Mail, Message, Outbox
from chabudai.adapters.objects import FolderStorage, ObjectStorage
from chabudai.adapters.objects.errors import NoSuchObject
from chabudai.adapters.payments import TEST_CARDS, CardNumber, Payments, SandboxPayments
from chabudai.common.personal_data import PersonalData
from chabudai.site.demo.current import (
    CurrentMail,
    CurrentObjects,
    CurrentOutbox,
    CurrentPayments,
    CurrentStore,
    follow_current,
    hold_to,
    use_household,
)
from chabudai.site.household import Household
from chabudai.store import Store
from chabudai.table import Insert
from chabudai.web.secrets import Secret

SECRET = Secret(b"k" * 32)
RENDERER = EmailRenderer(EmailAddress("table@example.jp"))
OWNER = EmailOwner(email="a@example.jp", username="a")


class Elsewhere(Mail):
    """A service that takes messages away."""

    def __init__(self) -> None:
        self.sent: list[Message] = []

    def send(self, message: Message) -> None:
        self.sent.append(message)


def make(folder: Path, mail: Mail | None = None) -> Household:
    store = table.open(":memory:")
    store.create(AccountsTable)
    outbox = Outbox(folder / "outbox", RENDERER)
    return Household(store, FolderStorage(folder / "photos"), SandboxPayments(), mail or outbox)


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Household, Household]]:
    one, other = make(tmp_path / "one"), make(tmp_path / "other")
    yield one, other
    one.close()
    other.close()


def test_every_part_is_that_of_the_household_in_use(pair: tuple[Household, Household]) -> None:
    one, other = pair
    served = follow_current(one, SECRET)
    assert isinstance(served.mail, Outbox)
    with use_household(lambda: other):
        served.store.write(Insert(OWNER))
        served.objects.put("wd_1/a.webp", b"photo", "image/webp")
        token = served.payments.tokenize(CardNumber(TEST_CARDS["succeeds"].number))
        served.payments.charge("key", token.token, 480)
        served.mail.send(Message(EmailAddress("a@example.jp"), "Hello", "Hello"))
        assert [each.subject for each in served.mail.emails()] == ["Hello"]
        with use_household(lambda: one):
            assert served.store.get(EmailOwner.get(email="a@example.jp")) is None
            assert served.payments.find("key") is None
            assert list(served.mail.emails()) == []
            with pytest.raises(NoSuchObject):
                served.objects.get("wd_1/a.webp")
        assert served.store.get(EmailOwner.get(email="a@example.jp")) == OWNER
        assert served.objects.get("wd_1/a.webp") == b"photo"
        assert served.payments.find("key") is not None
    assert other.store.get(EmailOwner.get(email="a@example.jp")) == OWNER
    assert one.store.get(EmailOwner.get(email="a@example.jp")) is None


def test_outside_of_any_household_everything_is_refused(pair: tuple[Household, Household]) -> None:
    served = follow_current(pair[0], SECRET)
    with pytest.raises(LookupError):
        served.store.get(EmailOwner.get(email="a@example.jp"))
    with pytest.raises(LookupError):
        served.objects.get("wd_1/a.webp")
    with pytest.raises(LookupError):
        served.payments.find("key")
    with pytest.raises(LookupError):
        served.mail.send(Message(EmailAddress("a@example.jp"), "Hello", "Hello"))
    raised: list[BaseException] = []

    def ask() -> None:
        try:
            served.store.get(EmailOwner.get(email="a@example.jp"))
        except LookupError as error:
            raised.append(error)

    with use_household(lambda: pair[0]):
        thread = threading.Thread(target=ask)  # which does not inherit it
        thread.start()
        thread.join()
    assert len(raised) == 1


def test_mail_of_a_demo_stays_at_home_though_that_of_the_site_is_sent(tmp_path: Path) -> None:
    service = Elsewhere()
    lasting, visitors = make(tmp_path / "one", service), make(tmp_path / "other")
    served = follow_current(lasting, SECRET)
    message = Message(EmailAddress("stranger@example.jp"), "Hello", "Hello")
    with use_household(lambda: visitors):
        assert served.mail.stays_home
        served.mail.send(message)
        assert service.sent == []
    with use_household(lambda: lasting):
        assert not served.mail.stays_home
        served.mail.send(message)
        assert service.sent == [message]
    lasting.close()
    visitors.close()


@pytest.mark.parametrize(
    ("current", "protocol"),
    [
        (CurrentStore, Store),
        (CurrentObjects, ObjectStorage),
        (CurrentPayments, Payments),
        (CurrentMail, Mail),
        (CurrentOutbox, Outbox),
    ],
)
def test_nothing_that_a_part_can_do_is_done_by_itself(current: type, protocol: type) -> None:
    """What is added to a protocol has to be passed on, too."""
    own = {"close", "stays_home"} if current is CurrentOutbox else {"close"}
    offered = {name for name, each in vars(protocol).items() if not name.startswith("_") and is_act(each)}
    assert offered - own - vars(current).keys() == set()


def is_act(each: Any) -> bool:
    return callable(each) or isinstance(each, property)


def test_personal_data_may_be_held_to_one_household(pair: tuple[Household, Household]) -> None:
    one, other = pair
    served = follow_current(one, SECRET)
    one.store.write(Insert(OWNER))

    def export(_: str) -> object:
        return served.store.get(EmailOwner.get(email="a@example.jp"))

    def erase(_: str) -> None:
        served.store.write(EmailOwner.delete(email="a@example.jp"))

    held = hold_to(one, PersonalData("app", export, erase))
    with use_household(lambda: other):
        assert held.export("a") == OWNER
    held.erase("a")
    assert one.store.get(EmailOwner.get(email="a@example.jp")) is None
