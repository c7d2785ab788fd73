"""Rows of a newer program: an older one tells of them on every road, and neither drops nor counts them silently."""

from collections.abc import Callable
from typing import Any

import pytest

from chabudai import table
from chabudai.table import (
    Entity,
    Gsi,
    InKey,
    NewerItem,
    Query,
    Table,
    TypedStore,
    UnreadableRow,
    key,
    ne,
)


def rename(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "price": row.pop("yen")}


def rename_again(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "cost": row.pop("price")}


class Shop(Table, name="Shop", pk="PK", sk="SK"):
    by_house = Gsi("ByHouse", "house_pk", "SK")


class Newer(Table, name="Shop", pk="PK", sk="SK"):
    by_house = Gsi("ByHouse", "house_pk", "SK")


class Newest(Table, name="Shop", pk="PK", sk="SK"):
    by_house = Gsi("ByHouse", "house_pk", "SK")


class First(Entity, table=Shop):
    h: InKey[str]
    n: InKey[int]
    yen: int = 0
    PK = key("H#{h}")
    SK = key("P#{n:03}")
    house_pk = key("H#{h}")


class Second(Entity, table=Newer, upgrades=(rename,)):
    h: InKey[str]
    n: InKey[int]
    price: int = 0
    PK = key("H#{h}")
    SK = key("P#{n:03}")
    house_pk = key("H#{h}")


class Third(Entity, table=Newest, upgrades=(rename, rename_again)):
    h: InKey[str]
    n: InKey[int]
    cost: int = 0
    PK = key("H#{h}")
    SK = key("P#{n:03}")
    house_pk = key("H#{h}")


QUERIES: tuple[tuple[type[First] | type[Second], Query[Any]], ...] = (
    (First, Shop.query(First, h="h")),
    (First, Shop.query(First, h="h").filter(yen=500)),
    (First, Shop.query(First, h="h").filter(yen=ne(500))),
    (First, Shop.by_house.query(First, h="h").filter(yen=500)),
    (Second, Newer.query(Second, h="h")),
    (Second, Newer.query(Second, h="h").filter(price=500)),
)
ROADS: dict[str, Callable[[TypedStore, Query[Any]], Any]] = {
    "all": lambda store, query: list(store.all(query)),
    "page": lambda store, query: store.page(query),
    "count": lambda store, query: store.count(query),
}


@pytest.fixture
def store() -> TypedStore:
    return opened(table.open(":memory:"))


def opened(store: TypedStore) -> TypedStore:
    store.create(Shop)
    for each in (First(h="h", n=1, yen=500), Second(h="h", n=2, price=500), Third(h="h", n=3, cost=500)):
        store.insert(each)
    return store


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("query", [query for _, query in QUERIES])
def test_lists_pages_and_counts_tell_of_a_newer_row_with_a_filter_and_without(
    store: TypedStore, road: str, query: Query[Any]
) -> None:
    with pytest.raises(NewerItem):
        ROADS[road](store, query)


def test_a_scan_with_a_filter_tells_of_a_newer_row(store: TypedStore) -> None:
    with pytest.raises(NewerItem):
        list(store.scan(First.scan().filter(yen=500)))


@pytest.mark.parametrize(("entity", "query"), QUERIES)
def test_a_count_gives_what_a_list_does_where_such_rows_are_reported(entity: type[Entity], query: Query[Any]) -> None:
    told: list[UnreadableRow] = []
    store = opened(table.open(":memory:", report_unreadable=told.append))
    rows = list(store.all(query))
    listed = {repr(row.key) for row in told}
    told.clear()
    assert store.count(query) == len(rows)
    assert {repr(row.key) for row in told} == listed != set()


def test_a_count_of_rows_that_are_all_known_sends_none_of_them(store: TypedStore) -> None:
    counted = TypedStore(store.raw)
    for number in (2, 3):
        key_of = {"PK": {"S": "H#h"}, "SK": {"S": f"P#00{number}"}}
        store.raw.call("DeleteItem", {"TableName": "Shop", "Key": key_of})
    assert counted.count(Shop.query(First, h="h")) == counted.count(Shop.query(First, h="h").filter(yen=500)) == 1
    assert counted.count(Shop.query(First, h="h").filter(yen=ne(500))) == 0
