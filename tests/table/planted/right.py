"""Right uses of the toolkit, with the types that they have: both type checkers accept every line."""

from collections.abc import Iterator
from datetime import date
from typing import assert_type

from tests.table.closet import (
    Closet,
    Clothing,
    Label,
    Status,
    Tag,
    Worn,
    clothes,
    clothes_by_wear,
    clothing,
    dearer,
    household,
    wear,
)
from tests.table.shop import Line, Order, Shop

from chabudai import table
from chabudai.table import (
    BatchGet,
    BatchWrite,
    Condition,
    Delete,
    Get,
    Insert,
    Page,
    Path,
    Put,
    Query,
    Scan,
    Transaction,
    Update,
    begins_with,
    between,
    contains,
    each_of,
    exists,
    field_value,
    gt,
    le,
    ne,
    one_of,
    present,
    size,
    where,
    where_at,
)
from chabudai.table.explanation import Explanation
from chabudai.table.streams import Change, Handlers, Insertion, Modification, Removal, Worker

shirt = Clothing(owner="ann", clothing_id="1", name="shirt")
deleted = Clothing(owner="ann", clothing_id="2", name="coat", status="DELETED", wear_count=3, price=None)
worn = Worn(owner="ann", day=date(2026, 1, 2), clothing_id="1")

assert_type(shirt.status, Status)
assert_type(shirt.price, int | None)
assert_type(Clothing.get(owner="ann", clothing_id="1"), Get[Clothing])
assert_type(Clothing.batch(owner="ann", clothing_id=["1"]), BatchGet[Clothing])
assert_type(Clothing.update(owner="ann", clothing_id="1").set(name="x").add(wear_count=1), Update[Clothing])
assert_type(Clothing.delete(owner="ann", clothing_id="1").when(status="DELETED"), Delete[Clothing])
assert_type(Put(shirt).when(where(status="ACTIVE") | where(price=gt(3))), Put[Clothing])
assert_type(Closet.query(Clothing, owner="ann"), Query[Clothing])
assert_type(Closet.query(Clothing, Worn, owner="ann"), Query[Clothing | Worn])
assert_type(Closet.query(Clothing, Worn, owner="ann", clothing_id=gt("1")).descending(), Query[Clothing | Worn])
assert_type(Closet.query(Clothing, owner=each_of(["ann", "ben"])).descending(), Query[Clothing])
assert_type(Closet.query(Clothing, Worn, Label, owner="ann"), Query[Clothing | Worn | Label])
assert_type(Closet.by_wear.query(Clothing, owner="ann", status="ACTIVE").descending(), Query[Clothing])
assert_type(Closet.by_price.query(Tag, owner="ann"), Query[Tag])
assert_type(Clothing.scan().in_segments(2).consistently(), Scan[Clothing])


def hide() -> None:
    assert_type(Clothing.get(owner="ann", clothing_id="1").with_trash(), Get[Clothing])
    assert_type(Clothing.batch(owner="ann", clothing_id=["1"]).only_trash(), BatchGet[Clothing])
    assert_type(clothes("ann").only_trash().descending(), Query[Clothing])
    assert_type(Tag.scan().with_trash(), Scan[Tag])


assert_type(clothing("ann", "1"), Get[Clothing])
assert_type(clothes_by_wear("ann", status="DELETED"), Query[Clothing])
assert_type(wear("ann", date(2026, 1, 2), "1").once("token"), Transaction)

quantity = Order.path_to(lambda order: order.lines[0].quantity)
assert_type(quantity, Path[Order, int])
assert_type(Order.path_to(lambda order: present(order.address).city), Path[Order, str])
assert_type(Order.path_to(lambda order: present(order.address).floor), Path[Order, int | None])
assert_type(Order.path_to(lambda order: order.lines[0]), Path[Order, Line])
assert_type(where_at(quantity, 3), Condition)
assert_type(
    Order.update(owner="ann", order_id="1").append_at(Order.path_to(lambda order: order.words), ["tea"]), Update[Order]
)
assert_type(Order.update(owner="ann", order_id="1").add_at(quantity, -1), Update[Order])
assert_type(
    Order.update(owner="ann", order_id="1").add_at(Order.path_to(lambda order: present(order.address).floor), 1),
    Update[Order],
)
assert_type(where_at(quantity, gt(3)) | where_at(quantity, field_value("stock")), Condition)
assert_type(where_at(quantity, le(field_value("stock"))) & where_at(quantity, exists()), Condition)
assert_type(where_at(quantity, one_of(1, 2)) & where_at(quantity, between(1, field_value("stock"))), Condition)
assert_type(where_at(Order.path_to(lambda order: present(order.address).floor), None), Condition)
assert_type(where_at(Order.path_to(lambda order: present(order.address).floor), gt(3)), Condition)
assert_type(where_at(Order.path_to(lambda order: present(order.address).city), begins_with("Kyo")), Condition)
assert_type(where_at(Order.path_to(lambda order: present(order.address).city), contains("to")), Condition)
assert_type(where_at(Order.path_to(lambda order: order.words), contains("tea")), Condition)
assert_type(where_at(Order.path_to(lambda order: order.words), size(gt(2))), Condition)
assert_type(where_at(Order.path_to(lambda order: order.words), ne(["tea"])), Condition)
assert_type(
    Shop.query(Order, owner="ann").filter(where_at(quantity, 3), reserved=le(field_value("stock"))), Query[Order]
)
assert_type(Order.update(owner="ann", order_id="1").when(**{"address.city": "Kyoto"}, tags=size(gt(2))), Update[Order])


def run(store: table.TypedStore) -> None:
    store.create(Closet)
    assert_type(store.insert(shirt), Clothing)
    assert_type(store.put(worn), Worn)
    assert_type(store.get(clothing("ann", "1")), Clothing | None)
    assert_type(store.one(clothing("ann", "1")), Clothing)
    assert_type(store.one(clothing("ann", "1")).name, str)
    assert_type(
        store.transact_get(clothing("ann", "1"), Tag.get(owner="ann", clothing_id="1")),
        tuple[Clothing | None, Tag | None],
    )
    assert_type(store.batch(Clothing.batch(owner="ann", clothing_id=["1"])), list[Clothing | None])
    page = store.page(clothes("ann"), size=3)
    assert_type(page, Page[Clothing])
    assert_type(page.items, tuple[Clothing, ...])
    assert_type([each.wear_count for each in page], list[int])
    assert_type(store.page(clothes("ann"), page.cursor), Page[Clothing])
    assert_type(store.page(household("ann")), Page[Clothing | Worn])
    assert_type(store.all(dearer("ann", 3)), Iterator[Tag])
    assert_type(store.first(clothes("ann")), Clothing | None)
    assert_type(store.count(clothes("ann")), int)
    assert_type(store.scan(Tag.scan().filter(name="x").in_segments(3)), Iterator[Tag])
    assert_type(store.first(Closet.query(Worn, owner=each_of(("ann", "ben")))), Worn | None)
    assert_type(store.write(Insert(shirt)), Clothing)
    assert_type(store.write(Clothing.update(owner="ann", clothing_id="1").set(name="y")), Clothing)
    assert_type(store.write(Clothing.delete(owner="ann", clothing_id="1")), Clothing | None)
    store.transact(
        wear("ann", date(2026, 1, 2), "1").step("label", Insert(Label(owner="ann", label_id="l", name="red")))
    )
    store.batch_write(BatchWrite((Put(shirt), Clothing.delete(owner="ann", clothing_id="2"))))
    assert_type(store.explain(clothes("ann")), Explanation)
    for row in store.all(household("ann")):
        if isinstance(row, Worn):
            assert_type(row.day, date)


handlers = Handlers()


@handlers.on(Clothing)
def notice(change: Change[Clothing]) -> None:
    assert_type(change.old, Clothing | None)
    assert_type(change.new, Clothing | None)


@handlers.on(Clothing, "insert")
def welcome(change: Insertion[Clothing]) -> None:
    assert_type(change.new, Clothing)
    assert_type(change.old, None)


@handlers.on(Clothing, "modify")
def compare(change: Modification[Clothing]) -> None:
    assert_type((change.old, change.new), tuple[Clothing, Clothing])


@handlers.on(Clothing, "remove")
def forget(change: Removal[Clothing]) -> None:
    assert_type(change.old, Clothing)
    assert_type(change.new, None)


@handlers.on(Clothing, "insert", "modify")
def index(change: Insertion[Clothing] | Modification[Clothing]) -> None:
    assert_type(change.new, Clothing)


@handlers.on(Clothing, "insert")
def welcome_widely(change: Change[Clothing]) -> None:
    assert_type(change.new, Clothing | None)


handlers.on(Clothing, "insert")(lambda change: index(change))


def follow(store: table.TypedStore) -> None:
    with Worker(store, Closet, handlers, name="index") as worker:
        assert_type(worker.catch_up(), int)
