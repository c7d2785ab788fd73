"""Frozen fields with a default: rows from before the field was there read as that default, and can be put again."""

from typing import Any

import pytest

from chabudai import table
from chabudai.table import (
    BatchWrite,
    Entity,
    Field,
    InKey,
    OmitDefault,
    OrNull,
    Put,
    RuleViolated,
    Table,
    TypedStore,
    key,
)


class Shop(Table, name="Shop", pk="PK", sk="SK"): ...


class Order(Entity, table=Shop):
    o: InKey[str]
    n: int = 0
    currency: str = Field(default="JPY", frozen=True)
    rate: OrNull[int] = Field(default=None, frozen=True)
    kind: OmitDefault[str] = Field(default="plain", frozen=True)
    PK = key("O#{o}")
    SK = key("O")


@pytest.fixture
def store() -> TypedStore:
    store = table.open(":memory:")
    store.create(Shop)
    return store


def keep(store: TypedStore, **attributes: dict[str, Any]) -> Order:
    item = {"PK": {"S": "O#1"}, "SK": {"S": "O"}, "n": {"N": "1"}, **attributes}
    store.raw.call("PutItem", {"TableName": "Shop", "Item": item})
    found = store.get(Order.get(o="1"))
    assert found is not None
    return found


@pytest.mark.parametrize("attributes", [{}, {"currency": {"S": "JPY"}, "rate": {"NULL": True}, "kind": {"S": "plain"}}])
def test_a_row_that_reads_as_the_default_is_put_again_however_that_is_stored(
    store: TypedStore, attributes: dict[str, Any]
) -> None:
    row = keep(store, **attributes)
    assert store.put(row.model_copy(update={"n": 2})) == store.get(Order.get(o="1"))
    store.batch_write(BatchWrite((Put(row.model_copy(update={"n": 3})),)))


@pytest.mark.parametrize("attributes", [{}, {"currency": {"S": "JPY"}}])
def test_another_value_than_the_default_that_is_read_is_still_refused(
    store: TypedStore, attributes: dict[str, Any]
) -> None:
    row = keep(store, **attributes)
    with pytest.raises(RuleViolated, match="currency is frozen"):
        store.put(row.model_copy(update={"currency": "USD"}))
    row = keep(store, currency={"S": "USD"})
    with pytest.raises(RuleViolated, match="currency is frozen"):
        store.put(row.model_copy(update={"currency": "JPY"}))
