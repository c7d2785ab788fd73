"""Shapes: a row of an older one is read as if it were new, and brought up to date before it is changed."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

import pytest
from tests.table.designs_for_writes import Interrupted
from tests.table.faults import FaultyStore

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import Entity, Gsi, InKey, Insert, Put, Table, Transaction, TypedStore, View, key, unique
from chabudai.table.doctor import doctor
from chabudai.table.errors import ConditionNotMet, NewerItem, NotUnique, StepFailed, UnreadableItem
from chabudai.table.schema.upgrades import SchemaVersion


class Library(Table, name="Library", pk="PK", sk="SK"):
    by_state = Gsi("ByState", "state_pk", "state_sk")


def with_a_state(values: dict[str, Any]) -> dict[str, Any]:
    values["state"] = "out" if values.pop("lent") else "in"
    return values


def with_a_title(values: dict[str, Any]) -> dict[str, Any]:
    values["title"] = values.pop("name")
    return values


class Book(Entity, table=Library, upgrades=(with_a_state, with_a_title)):
    """The first shape had a flag `lent`, the second still a `name`."""

    shelf: str
    title: str
    state: Literal["in", "out"] = "in"
    count: int = 0
    one_title = unique("TITLES", "TITLE#{title}")
    PK = key("SHELF#{shelf}")
    SK = key("BOOK")
    state_pk = key("STATE#{state}")
    state_sk = key("COUNT#{count:05}#{title}")


OLD = {
    "PK": {"S": "SHELF#1"},
    "SK": {"S": "BOOK"},
    "shelf": {"S": "1"},
    "name": {"S": "Kokoro"},
    "lent": {"BOOL": True},
    "count": {"N": "4"},
}


@pytest.fixture
def library() -> TypedStore:
    store = table.open(":memory:")
    store.create(Library)
    store.raw.call("PutItem", {"TableName": "Library", "Item": OLD})
    return store


def stored(store: TypedStore) -> dict[str, Any]:
    own = {"PK": OLD["PK"], "SK": OLD["SK"]}
    found: dict[str, Any] = store.raw.call("GetItem", {"TableName": "Library", "Key": own}).get("Item", {})
    return found


def test_an_old_row_is_read_as_if_it_were_new(library: TypedStore) -> None:
    assert library.one(Book.get(shelf="1")) == Book(shelf="1", title="Kokoro", state="out", count=4)
    assert stored(library) == OLD


@pytest.mark.parametrize(
    "plan",
    [
        Book.update(shelf="1").add(count=1),
        Book.update(shelf="1").add(count=1).when(state="out"),
        Book.upsert(shelf="1").add(count=1).if_missing(title="x"),
    ],
    ids=["update", "with a condition", "upsert"],
)
@pytest.mark.parametrize("is_transaction", [False, True])
def test_an_old_row_is_brought_up_to_date_before_it_is_changed(
    library: TypedStore, plan: table.Update[Book], is_transaction: bool
) -> None:
    if is_transaction:
        library.transact(Transaction().step("count", plan))
    else:
        library.write(plan)
    now = Book(shelf="1", title="Kokoro", state="out", count=5)
    assert stored(library) == Book.layout.to_item(Book.layout.values(now))
    assert stored(library)["state_sk"] == {"S": "COUNT#00005#Kokoro"}


def test_a_row_of_a_shape_in_between_is_brought_up_to_date(library: TypedStore) -> None:
    second = {name: value for name, value in OLD.items() if name != "lent"}
    item = {**second, "state": {"S": "in"}, "_schema_version": {"N": "2"}}
    library.raw.call("PutItem", {"TableName": "Library", "Item": item})
    assert library.write(Book.update(shelf="1").set(state="out")).title == "Kokoro"
    assert stored(library)["_schema_version"] == {"N": "3"}


def test_a_row_that_is_up_to_date_costs_nothing_more(library: TypedStore) -> None:
    library.put(Book(shelf="1", title="Kokoro"))
    with record_calls() as asked:
        library.write(Book.update(shelf="1").set(state="out").when(count=0, title="Kokoro"))
    assert [each.operation for each in asked] == ["UpdateItem"]


def test_a_condition_is_asked_of_the_new_shape(library: TypedStore) -> None:
    with pytest.raises(ConditionNotMet):
        library.write(Book.delete(shelf="1").when(state="in"))
    with pytest.raises(ConditionNotMet):
        library.write(Put(Book(shelf="1", title="x")).when(state="in"))
    with pytest.raises(StepFailed):
        library.transact(Transaction().step("look", Book.check(shelf="1").when(state="in")))
    library.transact(Transaction().step("look", Book.check(shelf="1").when(state="out")))
    assert library.write(Book.delete(shelf="1").when(state="out")) is not None
    assert stored(library) == {}


def test_a_deletion_and_a_put_give_up_the_rights_of_an_old_row(library: TypedStore) -> None:
    library.write(Book.update(shelf="1").set(title="Botchan"))
    library.insert(Book(shelf="2", title="Kokoro"))
    with pytest.raises(NotUnique):
        library.put(Book(shelf="1", title="Kokoro"))
    library.raw.call("PutItem", {"TableName": "Library", "Item": {**OLD, "name": {"S": "Botchan"}}})
    library.write(Book.delete(shelf="1"))
    library.insert(Book(shelf="3", title="Botchan"))


def test_an_insert_over_an_old_row_is_refused_without_touching_it(library: TypedStore) -> None:
    with pytest.raises(ConditionNotMet, match="exists already"):
        library.write(Insert(Book(shelf="1", title="x")))
    assert stored(library) == OLD


def test_a_row_that_changes_while_it_is_brought_up_to_date_loses_nothing(library: TypedStore) -> None:
    way = Interrupted(library.raw)
    item = {**OLD, "count": {"N": "9"}}
    way.rival = lambda: library.raw.call("PutItem", {"TableName": "Library", "Item": item})
    assert TypedStore(way).write(Book.update(shelf="1").add(count=1)).count == 10


def test_a_row_of_a_newer_shape_is_neither_read_nor_changed(library: TypedStore) -> None:
    newer = {**OLD, "_schema_version": {"N": "4"}}
    library.raw.call("PutItem", {"TableName": "Library", "Item": newer})
    with pytest.raises(UnreadableItem, match="newer than the 3 known here"):
        library.get(Book.get(shelf="1"))
    with pytest.raises(UnreadableItem, match="newer than the 3 known here"):
        library.write(Book.update(shelf="1").add(count=1))
    assert stored(library) == newer


class Shelves(Table, name="Shelves", pk="PK"): ...


class Shelf(Entity, table=Shelves):
    """Only the first shape is known here."""

    number: int
    count: int = 0
    PK = key("SHELF#{number}")


class Number(View, of=Shelf):
    number: int


@pytest.mark.parametrize("version", ["2", "10"])
def test_a_program_that_knows_only_the_first_shape_refuses_rows_of_a_later_one(version: str) -> None:
    with table.open(":memory:") as store:
        store.create(Shelves)
        store.insert(Shelf(number=1))
        newer = {"PK": {"S": "SHELF#2"}, "number": {"N": "2"}, "_schema_version": {"N": version}}
        store.raw.call("PutItem", {"TableName": "Shelves", "Item": newer})
        for read in (
            lambda: store.get(Shelf.get(number=2)),
            lambda: store.get(Number.get(number=2)),
            lambda: store.batch(Shelf.batch(number=[1, 2])),
            lambda: list(store.scan(Shelf.scan())),
        ):
            with pytest.raises(UnreadableItem, match=r"SHELF#2.*schema version \d+, newer than the 1 known here"):
                read()
        assert store.one(Shelf.get(number=1)) == Shelf(number=1)


def test_a_stamp_of_the_first_shape_is_as_good_as_none() -> None:
    item = {"PK": {"S": "SHELF#2"}, "number": {"N": "2"}, "_schema_version": {"N": "1"}}
    assert Shelf.layout.from_item(item) == Shelf(number=2)


def stamped(stamp: dict[str, str]) -> TypedStore:
    store = table.open(":memory:")
    store.create(Shelves)
    item = {"PK": {"S": "SHELF#2"}, "number": {"N": "2"}, "_schema_version": stamp}
    store.raw.call("PutItem", {"TableName": "Shelves", "Item": item})
    return store


WRITES = {
    "update": Shelf.update(number=2).add(count=1),
    "put": Put(Shelf(number=2)),
    "conditional put": Put(Shelf(number=2)).when(count=0),
    "delete": Shelf.delete(number=2),
    "conditional delete": Shelf.delete(number=2).when(count=0),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_row_with_a_stamp_of_the_first_shape_is_written_as_one_without(write: Any) -> None:
    with stamped({"N": "1"}) as store:
        store.write(write)


@pytest.mark.parametrize("number", [3, 4])
def test_an_update_of_a_known_shape_writes_a_row_with_a_stamp_of_the_first(number: int) -> None:
    with stamped({"N": "1"}) as store:
        assert store.write(Shelf.update(number=2).set(count=number)).count == number


@pytest.mark.parametrize("stamp", [{"S": "two"}, {"N": "1.5"}, {"N": "0"}])
@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_stamp_that_is_no_version_is_told(stamp: dict[str, str], write: Any) -> None:
    with stamped(stamp) as store:
        for ask in (lambda: store.get(Shelf.get(number=2)), lambda: store.write(write)):
            with pytest.raises(UnreadableItem, match=r"SHELF#2.*its _schema_version is stored as"):
                ask()


@pytest.mark.parametrize(
    ("returned", "told"),
    [
        (lambda item: None, "<lambda> returned nothing"),
        (lambda item: [item], r"<lambda> returned \[\{"),
        (lambda item: item["none"].upper(), "KeyError"),
        (lambda item: item.get("none").upper(), "AttributeError"),
        (lambda item: 1 // 0, "ZeroDivisionError"),
        (lambda item: {**item, "n": 1j}, "1j is of type complex"),
    ],
    ids=["nothing", "a list", "a missing name", "nothing's method", "arithmetic", "what is not stored"],
)
def test_an_upgrade_that_fails_is_told_with_entity_version_and_row(returned: Any, told: str) -> None:
    class Sheds(Table, name="Sheds", pk="PK", sk="SK"):
        pass

    class Shed(Entity, table=Sheds, upgrades=(returned,)):
        shed_id: InKey[str]
        n: int = 0

        PK = key("SHED#{shed_id}")
        SK = key("SHED")

    with table.open(":memory:") as store:
        store.create(Sheds)
        store.raw.call("PutItem", {"TableName": "Sheds", "Item": {"PK": {"S": "SHED#1"}, "SK": {"S": "SHED"}}})
        for ask in (
            lambda: store.get(Shed.get(shed_id="1")),
            lambda: store.write(Shed.update(shed_id="1").set(n=3)),
            lambda: list(store.scan(Shed.scan())),
        ):
            with pytest.raises(UnreadableItem, match=rf"'SHED#1'.* is no Shed: it is of schema version 1 .*: {told}"):
                ask()


def with_an_index(values: dict[str, Any]) -> dict[str, Any]:
    """What the first shape called a mark, if anything, is the place of a note now."""
    return {**values, "place": values.get("mark", "nowhere")}


class Note(Entity, table=Library, upgrades=(with_an_index,)):
    shelf: InKey[str]
    text: str
    place: str = ""
    readers: frozenset[str] = frozenset()
    pages: int | None = None
    PK = key("SHELF#{shelf}")
    SK = key("NOTE")
    state_pk = key("NOTES#{pages:03}")
    state_sk = key("{shelf}")


@pytest.mark.parametrize(
    ("rival", "name", "wanted"),
    [
        ({"readers": {"SS": ["mio"]}}, "readers", frozenset({"mio"})),
        ({"pages": {"N": "7"}}, "pages", 7),
        ({"mark": {"S": "page 3"}}, "place", "page 3"),
    ],
    ids=["an attribute of both shapes", "one that a key is made of", "one that only the upgrade knows"],
)
@pytest.mark.parametrize("road", ["write", "transaction", "doctor"])
def test_what_an_older_program_adds_to_a_row_while_it_is_upgraded_is_not_lost(
    library: TypedStore, rival: dict[str, Any], name: str, wanted: object, road: str
) -> None:
    old = {"PK": {"S": "SHELF#1"}, "SK": {"S": "NOTE"}, "text": {"S": "a"}}
    library.raw.call("PutItem", {"TableName": "Library", "Item": old})
    way = FaultyStore(library.raw)
    # The first write of a change is the one that meets the old row; the next one upgrades it.
    way.rivals = [] if road == "doctor" else [lambda: None]
    way.rivals.append(lambda: library.raw.call("PutItem", {"TableName": "Library", "Item": old | rival}))
    update = Note.update(shelf="1").set(text="b")
    match road:
        case "write":
            TypedStore(way).write(update)
        case "transaction":
            TypedStore(way).transact(Transaction().step("note", update))
        case _:
            doctor(TypedStore(way), Library, repair=True)
    assert getattr(library.one(Note.get(shelf="1")), name) == wanted


def test_what_a_newer_program_has_upgraded_meanwhile_stays_its_own(library: TypedStore) -> None:
    old = {"PK": {"S": "SHELF#1"}, "SK": {"S": "NOTE"}, "text": {"S": "a"}}
    newer = old | {"_schema_version": {"N": "3"}, "colour": {"S": "red"}}
    library.raw.call("PutItem", {"TableName": "Library", "Item": old})
    way = FaultyStore(library.raw)
    way.rivals = [lambda: None, lambda: library.raw.call("PutItem", {"TableName": "Library", "Item": newer})]
    with pytest.raises(NewerItem):
        TypedStore(way).write(Note.update(shelf="1").set(text="b"))
    assert (
        library.raw.call("GetItem", {"TableName": "Library", "Key": {n: old[n] for n in ("PK", "SK")}})["Item"] == newer
    )


@pytest.mark.parametrize(
    "seek",
    [
        lambda row: row["mark"],
        lambda row: row.get("mark"),
        lambda row: row.pop("mark"),
        lambda row: row.pop("mark", None),
        lambda row: row.setdefault("mark", 1),
        lambda row: "mark" in row,
        lambda row: row.__delitem__("mark"),
    ],
)
@pytest.mark.parametrize("row", [{}, {"mark": {"S": "x"}}])
def test_a_name_that_an_upgrade_asks_for_is_known_however_it_asks(
    seek: Callable[[dict[str, Any]], object], row: dict[str, Any]
) -> None:
    def upgrade(values: dict[str, Any]) -> dict[str, Any]:
        with suppress(KeyError):
            seek(values)
        return values

    assert SchemaVersion((upgrade,)).sought(row) == {"mark"}
