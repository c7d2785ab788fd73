"""The household that a request is in: all that is asked and written goes there.

Where nothing says which one that is, as in a thread that somebody started, it is an error: never another's household.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Any

from chabudai.adapters.mail import Mail, Message, Outbox, StoredEmail
from chabudai.adapters.objects import ObjectStorage, StoredObject
from chabudai.adapters.payments import CardNumber, CardToken, Charge, Payments
from chabudai.common.personal_data import PersonalData
from chabudai.common.unreadable_rows import UnreadableRowLog
from chabudai.site.household import Household
from chabudai.store import Store
from chabudai.table import TypedStore
from chabudai.web.secrets import Secret

_current: ContextVar[Callable[[], Household]] = ContextVar("household")


@contextmanager
def use_household(find: Callable[[], Household]) -> Iterator[None]:
    """`find` is asked whenever something of it is needed, in the thread that needs it."""
    token = _current.set(find)
    try:
        yield
    finally:
        _current.reset(token)


def hold_to(household: Household, data: PersonalData) -> PersonalData:
    """What is kept of people in this one, whichever is in use."""

    def held(act: Callable[[str], Any]) -> Callable[[str], Any]:
        def act_there(username: str) -> Any:
            with use_household(lambda: household):
                return act(username)

        return act_there

    reading = data.export_for_reading
    return replace(
        data,
        export=held(data.export),
        erase=held(data.erase),
        export_for_reading=None if reading is None else held(reading),
    )


def follow_current(lasting: Household, secret: Secret) -> Household:
    """One whose every part is that of the household in use; `lasting` is the one that is there in any case."""
    return Household(
        store=TypedStore(CurrentStore(), secret=secret.key("cursors"), report_unreadable=UnreadableRowLog()),
        objects=CurrentObjects(),
        payments=CurrentPayments(),
        mail=CurrentOutbox() if isinstance(lasting.mail, Outbox) else CurrentMail(),
    )


class CurrentStore(Store):
    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return _household().store.raw.call(operation, request)

    def call_encoded(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return _household().store.raw.call_encoded(operation, request)

    def stored_name(self, table: str) -> str:
        return _household().store.raw.stored_name(table)

    def close(self) -> None:
        """Each household is closed by whoever opened it."""


class CurrentObjects(ObjectStorage):
    def put(self, key: str, content: bytes, content_type: str) -> None:
        _household().objects.put(key, content, content_type)

    def get(self, key: str) -> bytes:
        return _household().objects.get(key)

    def delete(self, key: str) -> None:
        _household().objects.delete(key)

    def list(self, under: str) -> Iterator[StoredObject]:
        return _household().objects.list(under)


class CurrentPayments(Payments):
    is_sandbox = True

    def tokenize(self, number: CardNumber) -> CardToken:
        return _household().payments.tokenize(number)

    def charge(self, key: str, token: str, amount: int) -> Charge:
        return _household().payments.charge(key, token, amount)

    def find(self, key: str) -> Charge | None:
        return _household().payments.find(key)

    def confirm(self, key: str, *, is_allowed: bool) -> Charge:
        return _household().payments.confirm(key, is_allowed=is_allowed)

    def cancel(self, key: str) -> Charge:
        return _household().payments.cancel(key)

    def refund(self, key: str) -> Charge:
        return _household().payments.refund(key)


class CurrentMail(Mail):
    @property
    def stays_home(self) -> bool:
        return _household().mail.stays_home

    def send(self, message: Message) -> None:
        _household().mail.send(message)


class CurrentOutbox(Outbox):
    """Where the mail of every household stays at home."""

    def __init__(self) -> None:
        """It has no folder of its own."""

    def send(self, message: Message) -> None:
        _outbox().send(message)

    def emails(self) -> Iterator[StoredEmail]:
        return _outbox().emails()

    def email(self, name: str) -> StoredEmail:
        return _outbox().email(name)


def _household() -> Household:
    return _current.get()()


def _outbox() -> Outbox:
    found = _household().mail
    assert isinstance(found, Outbox)
    return found
