# mypy: ignore-errors
"""Planted mistakes: both type checkers refuse every line marked so, and no other."""

from datetime import date

from tests.table.closet import (
    Closet,
    Clothing,
    Label,
    Tag,
    Worn,
    clothes,
    clothes_by_wear,
    clothing,
    dearer,
    household,
    wear,
)
from tests.table.shop import Order, Shop

from chabudai import table
from chabudai.table import (
    BatchWrite,
    Get,
    Gsi,
    Insert,
    Path,
    Put,
    Query,
    Table,
    Transaction,
    begins_with,
    between,
    contains,
    each_of,
    gt,
    one_of,
    present,
    size,
    where,
    where_at,
)
from chabudai.table.streams import Change, Handlers, Insertion, Removal, Worker

shirt = Clothing(owner="ann", clothing_id="1", name="shirt")
coat = Clothing(owner="ann", clothing_id="2", name="coat")

Clothing(owner="ann", clothing_id="1", name="shirt", colour="red")  # mistake: unknown field
Clothing(owner="ann", clothing_id="1", name=7)  # mistake: wrong type
Clothing(owner="ann", clothing_id="1", name="shirt", status="LOST")  # mistake: impossible literal
Clothing(owner="ann", name="shirt")  # mistake: missing field
Clothing("ann", "1", "shirt")  # mistake: fields have names
Worn(owner="ann", day="2026-01-02", clothing_id="1")  # mistake: a text is no date
Tag(owner="ann", clothing_id="1", name="shirt", status="ACTIVE")  # mistake: a view has only its own fields
shirt.colour  # mistake: unknown attribute  # noqa: B018

clothing("ann")  # mistake: missing argument
clothing("ann", 1)  # mistake: wrong type of an argument
clothing("ann", id="1")  # mistake: unknown argument
clothes_by_wear("ann", "LOST")  # mistake: impossible literal
wear("ann", "2026-01-02", "1")  # mistake: a text is no date
dearer("ann", than="5")  # mistake: wrong type
clothes("ann").of_patern  # mistake: unknown method  # noqa: B018

Closet.query(owner="ann")  # mistake: no entity
Closet.query(Clothing, owner=each_of(3))  # mistake: a number is no list of values
Closet.query(Clothing, owner=each_of("ann", "ben"))  # mistake: one list of values
Closet.query(Closet, owner="ann")  # mistake: a table is no entity
Closet.by_weight.query(Clothing, owner="ann")  # mistake: unknown index
Transaction().step("look", Clothing.get(owner="ann", clothing_id="1"))  # mistake: a read is no step
Transaction().step("shirt", shirt)  # mistake: an entity is no step
Insert(Clothing)  # mistake: a class is no entity
Gsi("ByName", "name", projection="SOME")  # mistake: impossible projection

Order.path_to(lambda order: order.adress)  # mistake: unknown field
Order.path_to(lambda order: present(order.address).citi)  # mistake: unknown attribute of a model
Order.path_to(lambda order: order.address.city)  # mistake: the address may be None
Order.path_to(lambda order: order.lines["first"])  # mistake: a list has numbers
Order.path_to(lambda order: order.prices["USD"])  # mistake: impossible literal
where_at(Order.path_to(lambda order: order.lines[0].quantity), "3")  # mistake: a text is no number
where_at(Order.path_to(lambda order: present(order.address).city), None)  # mistake: it can't be None
where_at(Order.path_to(lambda order: order.stock), date(2026, 1, 2))  # mistake: a date is no number
where_at("address.city", "Kyoto")  # mistake: a text is no path
where_at(Order.path_to(lambda order: order.stock), gt("3"))  # mistake: a text is not more than a number
where_at(Order.path_to(lambda order: order.stock), between(1, "3"))  # mistake: a range ends where its type does
where_at(Order.path_to(lambda order: order.stock), one_of(1, "2"))  # mistake: one of them is no number
where_at(Order.path_to(lambda order: order.stock), begins_with("3"))  # mistake: only a text begins with one
where_at(Order.path_to(lambda order: order.stock), contains(3))  # mistake: nothing is in a number
where_at(Order.path_to(lambda order: order.stock), size(1))  # mistake: a number has no size
where_at(Order.path_to(lambda order: order.words), contains(3))  # mistake: no number is in a list of texts
where_at(Order.path_to(lambda order: order.words), gt("tea"))  # mistake: a list is not more than a text
where_at(Order.path_to(lambda order: order.words), size("2"))  # mistake: a size is a number
where(words=size(begins_with("2")))  # mistake: a size is no text
shirt.name = "coat"  # mistake: an entity is frozen
stock = Order.path_to(lambda order: order.stock)
some_order = Order.update(order_id="1")
some_order.set_at(stock, "3")  # mistake: a text is no number
some_order.add_at(stock, None)  # mistake: nothing can't be added
some_order.add_at(stock, 1.5)  # mistake: a fraction is not added to whole numbers
some_order.add_at(Order.path_to(lambda order: order.words), ["tea"])  # mistake: nothing is added to a list
some_order.add_at(Order.path_to(lambda order: order.words[0]), "tea")  # mistake: nothing is added to a text
some_order.append_at(stock, [3])  # mistake: a number is no list
words = Order.path_to(lambda order: order.words)
some_order.append_at(words, "tea")  # mistake: a text would be taken apart into its characters
some_order.append_at(words, [3])  # mistake: a number is no text
some_order.append_at(words, {"tea": 1})  # mistake: a dict would be taken apart into its names
some_order.set_at("stock", 3)  # mistake: a text is no path
Clothing.update(owner="ann", clothing_id="1").set_at(stock, 3)  # mistake: a path of another entity
text: Path[Order, str] = stock  # mistake: a path to another type
wide: Path[Order, int | None] = stock  # mistake: a path has exactly one type
Shop.query(Order, owner="ann").filter(gt(3))  # mistake: a predicate is no condition


class Shelf(Table, pk="PK"):  # mistake: a table has a name
    by_name = Gsi("ByName", "name")


@Closet.pattern("X-1", "no plan")  # mistake: a pattern returns a plan
def count(owner: str) -> int:
    return len(owner)


@Closet.pattern("X-2", "other entity")
def labels(owner: str) -> Query[Label]:
    return Closet.query(Clothing, owner=owner)  # mistake: a query of another entity


def run(store: table.TypedStore) -> None:
    store.page(clothing("ann", "1"))  # mistake: a page of a Get
    store.get(clothes("ann"))  # mistake: a Get of a Query
    store.page(Clothing.scan())  # mistake: a page of a Scan
    store.scan(clothes("ann"))  # mistake: a scan of a Query
    store.scan(Clothing)  # mistake: a class is no Scan
    Clothing.scan().in_segments("4")  # mistake: a text is no number
    Clothing.update(owner="ann", clothing_id="1").with_trash()  # mistake: a write hides nothing
    clothes("ann").with_trash(True)  # mistake: nothing to say more
    Clothing.scan().descending()  # mistake: a scan has no order
    store.batch(clothing("ann", "1"))  # mistake: a batch of a Get
    store.batch_write((Put(coat),))  # mistake: several writes are no BatchWrite
    store.batch_write(Put(coat))  # mistake: one write is no BatchWrite
    BatchWrite((coat,))  # mistake: an entity is no write
    BatchWrite((Clothing.update(owner="ann", clothing_id="1").set(name="x"),))  # mistake: a batch has no updates
    BatchWrite(Put(coat))  # mistake: one write is not several
    store.write(clothing("ann", "1"))  # mistake: a read is no write
    store.write(wear("ann", date(2026, 1, 2), "1"))  # mistake: a transaction is no single write
    store.transact(Clothing.update(owner="ann", clothing_id="1"))  # mistake: a write is no transaction
    store.insert(Tag(owner="ann", clothing_id="1", name="shirt"))  # mistake: a view can't be stored
    store.put(Clothing)  # mistake: a class is no entity
    store.page(clothes("ann"), 3)  # mistake: a number is no cursor
    store.create(Clothing)  # mistake: an entity is no table
    name: str = store.get(clothing("ann", "1")).name  # mistake: it may be None
    found: Label | None = store.first(clothes("ann"))  # mistake: an item of another entity
    label: Get[Label] = clothing("ann", "1")  # mistake: a Get of another entity
    both: Query[Label] = Closet.query(Clothing, owner=each_of(["ann", "ben"]))  # mistake: merged rows of another entity
    for row in store.page(clothes("ann")):
        row.day  # mistake: clothes have no day  # noqa: B018
    for each in store.all(household("ann")):
        each.note  # mistake: only one of them has it  # noqa: B018
    shirt, worn = store.transact_get(clothing("ann", "1"), Label.get(owner="ann", label_id="l"))
    other: Worn | None = worn  # mistake: the second is a label
    print(name, found, label, shirt, other, both)  # noqa: T201


handlers = Handlers()
handlers.on(Clothing, "created")  # mistake: no kind of change
handlers.on(Closet)  # mistake: a table is no entity
handlers.on(Clothing, "insert")(lambda change: print(change.old.name))  # mistake: nothing was there before  # noqa: T201


@handlers.on(Clothing, "insert")  # mistake: a removal is no insertion
def forget(change: Removal[Clothing]) -> None: ...


@handlers.on(Clothing)  # mistake: changes of other kinds come too
def welcome(change: Insertion[Clothing]) -> None: ...


@handlers.on(Clothing, "insert")  # mistake: a change of another entity
def count_labels(change: Insertion[Label]) -> None: ...


@handlers.on(Clothing)
def notice(change: Change[Clothing]) -> None:
    change.new.name  # mistake: it may be None  # noqa: B018


def follow(store: table.TypedStore, other: table.AsyncTypedStore) -> None:
    Worker(store, Clothing, handlers)  # mistake: an entity is no table
    Worker(other, Closet, handlers)  # mistake: a worker has no use of asyncio
    Worker(store, Closet)  # mistake: without handlers
