"""Transactions add up as two updates would, and under one token are told apart by all that is stored of them."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from chabudai import table
from chabudai.table import Entity, InKey, Put, Table, TokenInUse, Transaction, TypedStore, key


class Bank(Table, name="Bank", pk="PK", sk="SK"): ...


class Origin(BaseModel):
    model_config = ConfigDict(extra="allow")
    source: str = "web"


class Account(Entity, table=Bank):
    account: InKey[str]
    exact: Decimal = Decimal(0)
    near: float = 0.0
    origin: Origin = Origin()
    PK = key("ACCOUNT#{account}")
    SK = key("ACCOUNT")


@pytest.fixture
def bank() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Bank)
        store.insert(Account(account="1"))
        yield store


def test_two_steps_that_add_to_one_field_make_the_sum_that_two_updates_make(bank: TypedStore) -> None:
    account = Account.update(account="1")
    one = account.add(exact=Decimal("1e30"), near=0.1)
    other = account.add(exact=Decimal("0.0000001"), near=0.2)
    bank.transact(Transaction().step("one", one).step("other", other))
    joint = bank.one(Account.get(account="1"))
    bank.put(Account(account="1"))
    bank.write(one)
    assert bank.write(other) == joint
    assert (str(joint.exact), joint.near) == ("1000000000000000000000000000000.0000001", 0.3)


def test_values_that_a_model_within_has_beside_its_fields_are_part_of_what_a_token_is_for(bank: TypedStore) -> None:
    def order(**extra: Any) -> Transaction:
        return Transaction().step("put", Put(Account(account="1", origin=Origin(**extra)))).once("token")

    bank.transact(order(amount=5))
    bank.transact(order(amount=5))
    with pytest.raises(TokenInUse):
        bank.transact(order(amount=6))
