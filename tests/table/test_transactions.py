"""Transactions: named steps that are all done or none, each item touched once, limits kept, tokens honoured."""

import os
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

import pytest
from tests.engine.peer import ROOT
from tests.table.designs_for_writes import (
    SHIRT,
    Clothing,
    Interrupted,
    Member,
    Wardrobe,
    keys,
    member,
    rows,
    shirt,
    wear,
)
from tests.table.designs_for_writes import home as home

from chabudai import table
from chabudai.store import Store, record_calls
from chabudai.store.errors import Cancelled, RequestRefused, TokenReused, TransactionConflict
from chabudai.table import Check, Entity, Gsi, InKey, Insert, Put, Table, Transaction, TypedStore, UpdatedAt, key, uuid7
from chabudai.table.errors import (
    ConditionNotMet,
    ConflictingWrites,
    DelimiterInValue,
    ItemNotFound,
    PartOutOfRange,
    RetriesExhausted,
    StepFailed,
    TokenInUse,
    TransactionTooLarge,
)
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.write.tokens import request_token
from chabudai.table.write.transactions import merge_steps

COAT = {"wardrobe": "w", "clothing_id": "2"}


def test_all_steps_are_done_with_every_key_right(home: TypedStore) -> None:
    home.insert(shirt(wear_count=7))
    home.transact(
        Transaction()
        .step("coat", Insert(shirt(clothing_id="2", name="coat")))
        .step("shirt", Clothing.update(**SHIRT).add(wear_count=1).set(status="LENT"))
        .step("nothing", Clothing.check(wardrobe="w", clothing_id="3").absent())
    )
    assert keys(home) == ("W#w#CLOTH#LENT", "WEAR#0000000008#1")
    assert keys(home, **COAT) == ("W#w#CLOTH#ACTIVE", "WEAR#0000000000#2")


def test_what_several_steps_need_is_read_in_one_batch(home: TypedStore) -> None:
    home.insert(shirt())
    home.insert(shirt(clothing_id="2"))
    with record_calls() as asked:
        home.transact(Transaction().step("one", wear("w", "1")).step("two", wear("w", "2")))
    assert [each.operation for each in asked] == ["BatchGetItem", "TransactWriteItems"]
    assert keys(home, **COAT)[1] == "WEAR#0000000001#2"


@pytest.mark.parametrize(
    ("plan", "cause"),
    [
        (wear("w", "9"), ItemNotFound),
        (Clothing.update(**COAT).set(name="x"), ItemNotFound),
        (wear("w", "1").when(status="LENT"), ConditionNotMet),
        (Clothing.update(**SHIRT).add(wear_count=-1), ConditionNotMet),
        (Insert(shirt()), ConditionNotMet),
        (Clothing.check(**COAT), ItemNotFound),
        (Clothing.check(**SHIRT).absent(), ConditionNotMet),
        (Clothing.delete(**COAT).existing(), ItemNotFound),
    ],
)
def test_a_step_that_fails_is_named_with_its_cause_and_nothing_is_done(
    home: TypedStore, plan: Any, cause: type[Exception]
) -> None:
    home.insert(shirt())
    before = rows(home.raw, Wardrobe)
    transaction = Transaction().step("fine", Insert(shirt(clothing_id="5"))).step("guilty", plan)
    with pytest.raises(StepFailed, match="step 'guilty': ") as failed:
        home.transact(transaction)
    assert failed.value.step == "guilty"
    assert isinstance(failed.value.cause, cause)
    assert rows(home.raw, Wardrobe) == before


def test_a_pattern_is_named_with_the_step(home: TypedStore) -> None:
    @Wardrobe.pattern("AP-20", "worn together")
    def wear_both(one: str, other: str) -> Transaction:
        return Transaction().step("one", wear("w", one)).step("other", wear("w", other))

    home.insert(shirt())
    with pytest.raises(StepFailed, match=r"AP-20 \(worn together\): step 'other': AP-16 .*: there is no Clothing"):
        home.transact(wear_both("1", "2"))


def test_two_updates_of_one_item_become_one(home: TypedStore) -> None:
    home.insert(shirt())
    one = Clothing.update(**SHIRT)
    home.transact(
        Transaction()
        .step("worn", one.add(wear_count=1).when(status="ACTIVE"))
        .step("again", one.add(wear_count=2))
        .step("lent", one.set(status="LENT").append(notes=["to Ann"]))
        .step("still there", Clothing.check(**SHIRT).when(name="shirt"))
    )
    assert home.one(Clothing.get(**SHIRT)) == shirt(wear_count=3, status="LENT", notes=["to Ann"])
    assert keys(home) == ("W#w#CLOTH#LENT", "WEAR#0000000003#1")


def test_a_joint_step_that_fails_is_named_for_both(home: TypedStore) -> None:
    home.insert(shirt())
    look = Clothing.check(**SHIRT).when(status="LENT")
    with pytest.raises(StepFailed) as failed:
        home.transact(Transaction().step("worn", wear("w", "1")).step("lent", look))
    assert failed.value.step == "worn + lent"
    assert failed.value.steps == ("worn", "lent")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Clothing.update(**SHIRT).set(name="a"), Clothing.update(**SHIRT).set(name="b")),
        (Clothing.update(**SHIRT).set(wear_count=1), Clothing.update(**SHIRT).add(wear_count=1)),
        (Clothing.upsert(**SHIRT).if_missing(name="a"), Clothing.upsert(**SHIRT).if_missing(name="b")),
        (Put(shirt()), Clothing.update(**SHIRT).set(name="a")),
        (Insert(shirt()), Clothing.delete(**SHIRT)),
        (Insert(shirt()), Clothing.check(**SHIRT)),
        (Clothing.check(**SHIRT).absent(), Clothing.check(**SHIRT)),
        (Clothing.check(**SHIRT).absent(), Clothing.delete(**SHIRT)),
    ],
)
def test_two_steps_at_one_item_that_can_not_be_one_are_refused(home: TypedStore, one: Any, other: Any) -> None:
    with record_calls() as asked, pytest.raises(ConflictingWrites, match="one"):
        home.transact(Transaction().step("one", one).step("other", other))
    assert asked == []


@pytest.mark.parametrize(
    ("look", "plan", "there"),
    [
        (Clothing.check(**SHIRT), Put(shirt()), True),
        (Clothing.check(**SHIRT), Clothing.delete(**SHIRT), True),
        (Clothing.check(**SHIRT), Clothing.upsert(**SHIRT).set(name="x"), True),
        (Clothing.check(**SHIRT).absent(), Put(shirt()), False),
        (Clothing.check(**SHIRT).absent(), Insert(shirt()), False),
        (Clothing.check(**SHIRT), Clothing.check(**SHIRT), True),
        (Clothing.check(**SHIRT).absent(), Clothing.check(**SHIRT).absent(), False),
    ],
)
def test_a_look_at_what_is_written_anyway_is_a_condition_of_the_write(
    home: TypedStore, look: Check[Clothing], plan: Any, there: bool
) -> None:
    both = Transaction().step("look", look).step("write", plan)
    if not there:
        home.insert(shirt())
    with pytest.raises(StepFailed, match=r"look \+ write"):
        home.transact(both)
    if there:
        home.insert(shirt())
    else:
        home.write(Clothing.delete(**SHIRT))
    home.transact(both)


@pytest.mark.parametrize("plan", [Put, Insert])
def test_a_look_leaves_the_time_that_a_write_keeps(home: TypedStore, plan: Any) -> None:
    class Letters(Table, name="Letters", pk="PK", sk="SK"):
        pass

    class Letter(Entity, table=Letters):
        letter_id: InKey[str]
        at: Annotated[datetime | None, UpdatedAt()] = None
        PK = key("LETTER#{letter_id}")
        SK = key("LETTER")

    home.create(Letters)
    old = Letter(letter_id="1", at=datetime(2020, 1, 1, tzinfo=UTC))
    look = Letter.check(letter_id="1").absent()
    home.transact(Transaction().step("write", plan(old).keeping_time()).step("look", look))
    assert home.get(Letter.get(letter_id="1")) == old


def test_two_steps_may_not_have_one_name() -> None:
    with pytest.raises(ConflictingWrites, match="two steps named 'worn'"):
        Transaction().step("worn", wear("w", "1")).step("worn", wear("w", "2"))


def test_more_than_a_hundred_actions_are_refused_before_anything_is_sent(home: TypedStore) -> None:
    transaction = Transaction()
    for number in range(101):
        transaction = transaction.step(f"{number}", wear("w", str(number)))
    with record_calls() as asked, pytest.raises(TransactionTooLarge, match="101 actions, and a transaction takes 100"):
        home.transact(transaction)
    assert asked == []


def test_guard_rows_count_among_the_hundred(home: TypedStore) -> None:
    transaction = Transaction()
    for number in range(51):
        transaction = transaction.step(f"{number}", Insert(member(str(number), f"name {number}")))
    with record_calls() as asked, pytest.raises(TransactionTooLarge, match="102 actions"):
        home.transact(transaction)
    assert asked == []


def test_a_hundred_actions_are_done(home: TypedStore) -> None:
    transaction = Transaction()
    for number in range(50):
        transaction = transaction.step(f"{number}", Insert(member(str(number), f"name {number}")))
    home.transact(transaction)
    assert home.one(Member.get(house="h", member_id="49")).name == "name 49"


def test_more_than_four_megabytes_are_refused_before_anything_is_sent(home: TypedStore) -> None:
    transaction = Transaction()
    for number in range(11):
        transaction = transaction.step(f"{number}", Insert(shirt(clothing_id=str(number), notes=["x" * 390_000])))
    with record_calls() as asked, pytest.raises(TransactionTooLarge, match=r"some 4\.1 MB, and a transaction takes 4"):
        home.transact(transaction)
    assert asked == []


def test_too_large_an_item_is_refused_with_its_step(home: TypedStore) -> None:
    home.insert(shirt(clothing_id="2"))
    large = Clothing.update(**COAT).append(notes=["x" * 410_000])
    with pytest.raises(StepFailed, match=r"step 'large': .*more than the 400 KB"):
        home.transact(Transaction().step("fine", Insert(shirt())).step("large", large))
    assert home.get(Clothing.get(**SHIRT)) is None


def test_a_value_that_is_refused_tells_its_step(home: TypedStore) -> None:
    with record_calls() as asked, pytest.raises(DelimiterInValue) as refused:
        home.transact(Transaction().step("name", Insert(member("1", "a#b"))))
    assert asked == []
    assert "step 'name'" in refused.value.__notes__[0]


def test_an_empty_transaction_asks_nothing(home: TypedStore) -> None:
    with record_calls() as asked:
        home.transact(Transaction())
    assert asked == []


def test_a_step_that_changes_nothing_only_looks(home: TypedStore) -> None:
    nothing = Transaction().step("nothing", Clothing.update(**SHIRT)).step("coat", Insert(shirt(clothing_id="2")))
    with pytest.raises(StepFailed, match="step 'nothing': there is no"):
        home.transact(nothing)
    home.insert(shirt())
    home.transact(nothing)
    assert home.one(Clothing.get(**SHIRT)) == shirt()


def test_the_same_steps_under_the_same_token_are_done_once_whatever_was_read_between(home: TypedStore) -> None:
    home.insert(shirt())
    once = Transaction().step("worn", wear("w", "1")).once("click 7")
    for _ in range(3):
        home.transact(once)
    home.write(wear("w", "1"))
    home.transact(once)
    assert keys(home)[1] == "WEAR#0000000002#1"


def test_a_replay_that_could_not_be_done_any_more_is_still_done(home: TypedStore) -> None:
    home.insert(shirt(wear_count=999))
    once = Transaction().step("worn", wear("w", "1")).once("click 7")
    home.transact(once)
    home.transact(once)
    home.write(Clothing.delete(**SHIRT))
    home.transact(once)
    assert home.get(Clothing.get(**SHIRT)) is None
    with pytest.raises(StepFailed, match="there is no"):
        home.transact(Transaction().step("worn", wear("w", "1")).once("click 8"))


def test_other_steps_under_the_same_token_are_refused_and_nothing_is_done_twice(home: TypedStore) -> None:
    home.insert(shirt())
    home.transact(Transaction().step("worn", wear("w", "1")).once("click 7"))
    with pytest.raises(TokenInUse, match=r"worn in Wardrobe: its token 'click 7' was used for other steps"):
        home.transact(Transaction().step("worn", Clothing.update(**SHIRT).add(wear_count=2)).once("click 7"))
    assert keys(home)[1] == "WEAR#0000000001#1"


def test_steps_that_differ_only_by_an_id_made_on_the_way_are_done_once_under_one_token(home: TypedStore) -> None:
    def buy() -> Transaction:
        made = Clothing(wardrobe="w", clothing_id=uuid7(), name="shirt")
        return Transaction().step("bought", Insert(made)).once("payment 1")

    home.transact(buy())
    with pytest.raises(TokenInUse):
        home.transact(buy())
    assert len(list(home.scan(Clothing.scan()))) == 1


def test_a_transaction_that_was_refused_can_be_done_later_under_its_token(home: TypedStore) -> None:
    once = Transaction().step("worn", Clothing.update(**SHIRT).set(name="coat")).once("click 7")
    with pytest.raises(StepFailed):
        home.transact(once)
    home.insert(shirt())
    home.transact(once)
    assert home.one(Clothing.get(**SHIRT)).name == "coat"


def test_a_twin_that_was_faster_is_not_done_again(home: TypedStore) -> None:
    home.insert(shirt())
    way = Interrupted(home.raw)
    once = Transaction().step("worn", wear("w", "1")).once("click 7")

    def rivals() -> None:
        home.write(wear("w", "1"))
        way.rival = lambda: home.transact(once)

    way.rival = rivals
    TypedStore(way).transact(once)
    assert keys(home)[1] == "WEAR#0000000002#1"


def test_a_store_that_remembers_cancelled_transactions_too_does_not_pass_for_having_done_them(home: TypedStore) -> None:
    home.insert(shirt())
    way = Interrupted(Remembering(home.raw))
    way.rival = lambda: home.write(wear("w", "1"))
    TypedStore(way).transact(Transaction().step("worn", wear("w", "1")).once("click 7"))
    assert keys(home)[1] == "WEAR#0000000002#1"


def test_a_token_is_the_same_in_every_process() -> None:
    """Two interpreters start, in which sets have other orders: a few seconds."""
    tokens = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", "from tests.table.test_transactions import *; print(example_token())"]
        tokens.add(subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment).stdout)
    assert tokens == {f"{example_token()}\n"}


def example_token() -> str:
    words = {"warm", "old", "blue", "wool", "green"}
    one = Clothing.update(**SHIRT).add_to_set(tags=words).when(status="ACTIVE", tags=words)
    steps = Transaction().step("put", Put(shirt(tags=words))).step("tag", one).steps
    return request_token("click 7", steps)


def test_merging_keeps_the_steps_of_different_items_in_order() -> None:
    steps = Transaction().step("a", wear("w", "1")).step("b", wear("w", "2")).step("c", Clothing.check(**SHIRT)).steps
    assert [step.name for step in merge_steps(Transaction(steps=steps))] == ["a + c", "b"]


@pytest.mark.parametrize(
    "refusal",
    [
        TransactionConflict("TransactionInProgressException", "", {}),
        Cancelled("TransactionCanceledException", "", {"CancellationReasons": [{"Code": "TransactionConflict"}]}),
        Cancelled("TransactionCanceledException", "", {"CancellationReasons": [{"Code": "ThrottlingError"}]}),
    ],
    ids=["in progress", "conflict", "throttled"],
)
def test_a_transaction_that_meets_another_is_tried_again(home: TypedStore, refusal: RequestRefused) -> None:
    home.insert(shirt())
    busy = Busy(home.raw, [refusal, refusal])
    patient = TypedStore(busy, retry_policy=ConflictRetryPolicy(sleep=lambda _: None))
    patient.transact(Transaction().step("worn", wear("w", "1")))
    assert busy.refusals == []
    assert keys(home)[1] == "WEAR#0000000001#1"
    hasty = TypedStore(Busy(home.raw, [refusal, refusal]), retry_policy=ConflictRetryPolicy(tries=2))
    with pytest.raises(RetriesExhausted, match="worn in Wardrobe conflicted with other writes at each of 2 tries"):
        hasty.transact(Transaction().step("worn", wear("w", "1")))


class Busy(Store):
    """A store at which others are in the middle of something, so many times."""

    def __init__(self, store: Store, refusals: list[RequestRefused]) -> None:
        self._store = store
        self.refusals = refusals

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation == "TransactWriteItems" and self.refusals:
            raise self.refusals.pop()
        return self._store.call(operation, request)

    def close(self) -> None:
        self._store.close()


class Remembering(Store):
    """A store that knows the token of every transaction that it was asked for, done or not."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Any] = {}

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation == "TransactWriteItems":
            items = request["TransactItems"]
            if self._known.setdefault(request["ClientRequestToken"], items) != items:
                raise TokenReused("IdempotentParameterMismatchException", "", {})
        return self._store.call(operation, request)

    def close(self) -> None:
        self._store.close()


def test_what_a_done_transaction_has_made_does_not_refuse_it_when_it_comes_again_under_its_token() -> None:
    class Bank(Table, name="Bank", pk="PK", sk="SK"):
        by_number = Gsi("ByN", "n_pk", "SK")

    class Account(Entity, table=Bank):
        a: InKey[str]
        n: int = 98
        PK = key("A#{a}")
        SK = key("A")
        n_pk = key("N#{n:02}")

    with table.open(":memory:") as store:
        store.create(Bank)
        store.insert(Account(a="1"))
        pay = Transaction().step("pay", Account.update(a="1").add(n=1)).once("t1")
        store.transact(pay)
        store.transact(pay)  # 100 would not fit {n:02}
        assert store.one(Account.get(a="1")).n == 99
        with pytest.raises(PartOutOfRange):
            store.transact(pay.once("t2"))
