"""The worker: at once when it is woken, several beside each other, and going on whatever the store does."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from threading import Event

import pytest
from tests.accounts.clock import SetClock
from tests.accounts.spool.full_disk import FullDisk
from tests.accounts.spool.post_office import PostOffice, spool_at
from tests.accounts.spool.test_delivery import SlowMail
from tests.adapters.mail.smtpd import smtpd
from tests.wire.endpoint import serving

from chabudai import store as stores
from chabudai import table
from chabudai.accounts.spool import spooling
from chabudai.accounts.spool.design import SpooledEmail, SpoolTable
from chabudai.accounts.spool.spooling import Draft
from chabudai.accounts.spool.worker import SpoolWorker
from chabudai.adapters.mail import Mail, Message
from chabudai.engine import Engine
from chabudai.store.errors import StoreFailed
from chabudai.table import TypedStore
from chabudai.wire.server import EndpointSettings


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def test_it_begins_at_once_when_something_is_spooled_and_ends_at_once(office: PostOffice) -> None:
    """Long before it would have looked by itself."""
    with SpoolWorker(office.spool, {}, interval=3600):
        time.sleep(0.1)
        begun = time.monotonic()
        office.add()
        until(lambda: office.stands()[0] == "sent")
    assert time.monotonic() - begun < 5


def test_it_finds_what_another_process_has_spooled(office: PostOffice) -> None:
    here = replace(office.spool, wakeup=Event())
    with SpoolWorker(here, {}, interval=0.05):
        time.sleep(0.2)
        office.add()
        assert not here.wakeup.is_set()
        until(lambda: office.stands()[0] == "sent")


def test_what_was_only_asked_for_is_spooled_and_sent_in_one_go(office: PostOffice) -> None:
    asked = ["note-1"]

    def prepare() -> None:
        while asked:
            office.add(asked.pop())

    SpoolWorker(office.spool, {}, prepare).catch_up()
    assert len(office.server.taken) == 1


def test_what_goes_wrong_in_preparing_keeps_nothing_from_being_sent(office: PostOffice) -> None:
    def fail() -> None:
        raise LookupError("a fault of ours")

    office.add()
    with SpoolWorker(office.spool, {}, fail, interval=0.01):
        until(lambda: office.stands()[0] == "sent")


class SlowForMio(Mail):
    def __init__(self, slow: SlowMail, quick: Mail) -> None:
        self._slow, self._quick = slow, quick

    def send(self, message: Message) -> None:
        (self._slow if message.to.email == "mio@example.jp" else self._quick).send(message)


def test_one_whose_server_says_nothing_holds_up_no_other(office: PostOffice) -> None:
    slow = SlowMail()
    sending = office.sending_by(SlowForMio(slow, office.spool.mail))
    with SpoolWorker(sending.spool, {}, interval=0.05):
        sending.add("slow")
        assert slow.begun.wait(20)
        sending.add("quick", draft=Draft("ren@example.jp", "Hello", "text"))
        until(lambda: office.stands("quick")[0] == "sent")
        assert office.stands("slow")[0] == "sending"
        slow.may_end.set()
        until(lambda: office.stands("slow")[0] == "sent")
    assert len(slow.sent) == 1


def test_several_workers_send_each_email_once(office: PostOffice) -> None:
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(SpoolWorker(office.spool, {}, interval=0.01))
        for number in range(40):
            office.add(f"note-{number}", draft=Draft(f"guest{number}@example.jp", "Hello", "text"))
        until(lambda: all(row["state"]["S"] == "sent" for row in office.rows()))
    assert sorted(taken.to[0] for taken in office.server.taken) == sorted(f"guest{n}@example.jp" for n in range(40))


def test_one_that_is_our_own_fault_is_set_aside_and_holds_up_no_other(
    office: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(email: SpooledEmail) -> bool:
        raise KeyError(email.email_id)

    office.add("bad", kind="bad")
    office.add("good")
    worker = SpoolWorker(office.spool, {"bad": stumble})
    for _ in range(3):
        worker.catch_up()
        office.pass_by(minutes=6)
    assert office.stands("good")[0] == "sent"
    assert len([record for record in caplog.records if "could not be sent" in record.message]) == 1
    office.post()
    assert office.stands("bad")[0] == "sent"


def test_a_row_that_nobody_can_read_is_told_now_and_then_and_holds_up_no_other(
    office: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    office.add("bad")
    update = {
        "TableName": SpoolTable.name,
        "Key": {"PK": {"S": "PERSON#mio"}, "SK": {"S": "EMAIL#bad"}},
        "UpdateExpression": "SET deadline = :n",
        "ExpressionAttributeValues": {":n": {"N": "7"}},
    }
    office.spool.store.raw.call("UpdateItem", update)
    office.add("good")
    worker = SpoolWorker(office.spool, {})
    for _ in range(3):
        worker.catch_up()
    assert office.stands("good")[0] == "sent"
    assert len([record for record in caplog.records if "could not be sent" in record.message]) == 1


# On an endpoint.


def test_the_same_over_http_as_dynamodb_is_asked() -> None:
    clock = SetClock()
    with (
        Engine.open(":memory:") as engine,
        serving(engine, EndpointSettings(port=0)) as endpoint,
        table.open(endpoint.url, clock=clock) as store,
        smtpd() as server,
    ):
        store.create(SpoolTable)
        office = PostOffice(spool_at(store, server, clock), clock, server)
        office.add("note-1")
        server.faults["RCPT"] = "450 Later"
        office.post()
        assert office.stands() == ("waiting", 1, "450 Later")
        server.faults.clear()
        office.pass_by(seconds=10)
        with SpoolWorker(office.spool, {}, interval=0.05):
            office.add("note-2")
            until(lambda: {office.stands(each)[0] for each in ("note-1", "note-2")} == {"sent"})
        assert [each.email_id for each in spooling.find_latest(store, "mio")] == ["note-2", "note-1"]
        spooling.erase(store, "mio")
        assert office.rows() == []
    assert len(server.taken) == 2


# A full disk.


@pytest.fixture
def full() -> Iterator[tuple[PostOffice, FullDisk]]:
    clock = SetClock()
    with stores.open(":memory:") as raw, smtpd() as server:
        disk = FullDisk(raw)
        store = TypedStore(disk, clock=clock)
        store.create(SpoolTable)
        yield PostOffice(spool_at(store, server, clock), clock, server), disk


def test_on_a_full_disk_nothing_is_sent_and_all_of_it_later(full: tuple[PostOffice, FullDisk]) -> None:
    office, disk = full
    office.add("before")
    disk.is_full = True
    with pytest.raises(StoreFailed):
        office.add("meanwhile")
    with pytest.raises(StoreFailed):
        office.post()
    assert office.server.taken == []
    disk.is_full = False
    office.post()
    assert [row["SK"]["S"] for row in office.rows()] == ["EMAIL#before"]
    assert office.stands("before") == ("sent", 1, None)


class FillingMail(Mail):
    """When the server has the message, the disk is full."""

    def __init__(self, mail: Mail, disk: FullDisk) -> None:
        self._mail, self._disk = mail, disk

    def send(self, message: Message) -> None:
        self._mail.send(message)
        self._disk.is_full = True


def test_what_was_sent_when_the_disk_was_full_is_noted_later_and_not_sent_again(
    full: tuple[PostOffice, FullDisk],
) -> None:
    office, disk = full
    office.add("note-1")
    office.add("note-2")
    worker = SpoolWorker(office.sending_by(FillingMail(office.spool.mail, disk)).spool, {})
    for _ in range(3):
        with pytest.raises(StoreFailed):
            worker.catch_up()
        office.pass_by(minutes=5)
    assert len(office.server.taken) == 1
    disk.is_full = False
    with pytest.raises(StoreFailed):  # the second fills it again
        worker.catch_up()
    assert len(office.server.taken) == 2
    disk.is_full = False
    worker.catch_up()
    assert [office.stands(each)[:2] for each in ("note-1", "note-2")] == [("sent", 1), ("sent", 1)]
    assert len(office.server.taken) == 2


def test_a_worker_goes_on_when_there_is_room_again(full: tuple[PostOffice, FullDisk]) -> None:
    office, disk = full
    office.add()
    disk.is_full = True
    with SpoolWorker(office.spool, {}, interval=0.01):
        time.sleep(0.1)
        disk.is_full = False
        until(lambda: office.stands()[0] == "sent")
    assert len(office.server.taken) == 1
