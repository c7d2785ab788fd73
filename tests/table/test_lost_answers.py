"""A single write that was sent again, since no answer came: done once, or told that it is not known whether it was."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from chabudai import table
from chabudai.store import Store
from chabudai.store.errors import AnswerLost, StoreError, refusal
from chabudai.table import (
    ConditionNotMet,
    Delete,
    Entity,
    Gsi,
    InKey,
    Insert,
    Put,
    Table,
    TypedStore,
    Update,
    Version,
    id_field,
    key,
)

WRITES = ("PutItem", "UpdateItem", "DeleteItem")


class Jobs(Table, name="Jobs", pk="PK", sk="SK"):
    by_state = Gsi("ByState", "state_pk", "SK")


class Job(Entity, table=Jobs):
    job: InKey[str]
    state: str = "FREE"
    count: int = 0
    log: list[str] = []  # noqa: RUF012
    PK = key("JOB#{job}")
    SK = key("JOB")
    state_pk = key("{state}#{count:06}")


class Versioned(Entity, table=Jobs):
    job: InKey[str]
    state: str = "FREE"
    count: int = 0
    version: Version = 0
    PK = key("VERSIONED#{job}")
    SK = key("VERSIONED")
    state_pk = key("{state}#{count:06}")


class Ticket(Entity, table=Jobs):
    ticket: InKey[str] = id_field("t_")
    name: str = ""
    PK = key("TICKET#{ticket}")
    SK = key("TICKET")


class Lossy(Store):
    """Each write is sent twice: of the first try the request is lost, or only the answer; others come in between."""

    def __init__(self, store: Store, is_request_lost: bool, rival: Callable[[], object] = lambda: None) -> None:
        self._store = store
        self._is_request_lost = is_request_lost
        self._rival = rival

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation not in WRITES:
            return self._store.call(operation, request)
        if not self._is_request_lost:
            self._store.call(operation, request)
        self._rival()
        return self.send_again(operation, request)

    def send_again(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return self._store.call(operation, request)
        except StoreError as error:
            error.after_lost_answer = True
            raise

    def close(self) -> None:
        self._store.close()


class Conflicting(Lossy):
    """The second try meets a transaction of others."""

    is_over = False

    def send_again(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if self.is_over:
            return self._store.call(operation, request)
        self.is_over = True
        error = refusal("TransactionConflictException", "another is at it", {})
        error.after_lost_answer = True
        raise error


JOB = Job.update(job="1")
IN_DOUBT = [
    JOB.add(count=1),
    JOB.set(state="TAKEN").when(state="FREE"),
    JOB.append(log=["x"]).when(log=[]),
    Put(Job(job="1", state="TAKEN")).when(state="FREE"),
    Job.delete(job="1").existing(),
    Job.delete(job="1").when(state="FREE"),
    Versioned.update(job="1").add(count=1),
    Versioned.update(job="1").set(state="TAKEN").when(state="FREE"),
    Versioned.update(job="1").set(state="TAKEN").when(version=1),
    Put(Versioned(job="1", version=1, state="TAKEN")),
]


@pytest.fixture
def jobs() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Jobs)
        store.insert(Job(job="1"))
        store.insert(Versioned(job="1"))
        yield store


def rows(store: TypedStore) -> list[Any]:
    return [*store.scan(Job.scan()), *store.scan(Versioned.scan()), *store.scan(Ticket.scan())]


@pytest.mark.parametrize("is_request_lost", [True, False], ids=["request", "answer"])
@pytest.mark.parametrize("plan", IN_DOUBT, ids=range(len(IN_DOUBT)))
def test_what_a_rival_may_have_done_as_well_is_neither_claimed_nor_done_twice(
    jobs: TypedStore, plan: Update[Any] | Put[Any] | Delete[Any], is_request_lost: bool
) -> None:
    def rival() -> None:
        if is_request_lost:
            jobs.write(plan)

    with table.open(":memory:") as other:
        other.create(Jobs)
        other.insert(Job(job="1"))
        other.insert(Versioned(job="1"))
        other.write(plan)
        done_once = rows(other)
    with pytest.raises(AnswerLost, match=r"is not known; read the row before you write again, or use a transaction"):
        TypedStore(Lossy(jobs.raw, is_request_lost, rival)).write(plan)
    assert rows(jobs) == done_once


@pytest.mark.parametrize("is_request_lost", [True, False], ids=["request", "answer"])
def test_an_insert_is_known_by_an_id_that_was_made_for_it_and_by_nothing_else(
    jobs: TypedStore, is_request_lost: bool
) -> None:
    lossy = TypedStore(Lossy(jobs.raw, is_request_lost))
    made = Ticket(name="mine")
    assert lossy.insert(made) == made
    assert rows(jobs)[2:] == [made]
    given = Ticket(ticket="t_1")
    rival = TypedStore(Lossy(jobs.raw, True, lambda: jobs.insert(given)))
    with pytest.raises(AnswerLost):
        rival.insert(given)
    with pytest.raises(ConditionNotMet, match="exists already"):
        jobs.insert(given)


def test_an_insert_whose_row_was_changed_since_is_still_known(jobs: TypedStore) -> None:
    made = Ticket()
    change = Ticket.update(ticket=made.ticket).set(name="named by another")
    assert TypedStore(Lossy(jobs.raw, False, lambda: jobs.write(change))).write(Insert(made)) == made
    assert rows(jobs)[2:] == [Ticket(ticket=made.ticket, name="named by another")]


@pytest.mark.parametrize("is_request_lost", [True, False], ids=["request", "answer"])
def test_what_is_the_same_when_done_twice_is_done(jobs: TypedStore, is_request_lost: bool) -> None:
    rivals = iter([JOB.add(count=1)])
    lossy = TypedStore(Lossy(jobs.raw, is_request_lost, lambda: [jobs.write(each) for each in rivals]))
    assert lossy.write(JOB.set(state="TAKEN")).state == "TAKEN"
    assert jobs.one(Job.get(job="1")).count == 1
    assert TypedStore(Lossy(jobs.raw, is_request_lost)).put(Job(job="1")) == Job(job="1")
    TypedStore(Lossy(jobs.raw, is_request_lost)).write(Job.delete(job="1"))
    assert jobs.get(Job.get(job="1")) is None


def test_a_conflict_at_the_second_try_does_not_do_it_twice(jobs: TypedStore) -> None:
    with pytest.raises(AnswerLost):
        TypedStore(Conflicting(jobs.raw, is_request_lost=False)).write(JOB.add(count=1))
    assert jobs.one(Job.get(job="1")).count == 1
    assert TypedStore(Conflicting(jobs.raw, is_request_lost=True)).write(JOB.add(count=1)).count == 2
    assert TypedStore(Conflicting(jobs.raw, is_request_lost=False)).write(JOB.set(state="TAKEN")).state == "TAKEN"


def test_a_refusal_of_what_nobody_has_changed_stays_one(jobs: TypedStore) -> None:
    """The row is as it was when it was read, so nothing was done."""
    plan = JOB.add(count=1).when(log=["x"])
    with pytest.raises(ConditionNotMet, match="the condition on log is not met"):
        TypedStore(Lossy(jobs.raw, is_request_lost=True)).write(plan)
