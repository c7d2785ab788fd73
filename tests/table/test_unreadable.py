"""Rows that no entity can be made of: an error that names the row and the pattern, or left out and reported."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.table.designs_for_writes import guards

from chabudai import store as stores
from chabudai import table
from chabudai.table import (
    Entity,
    Field,
    Gsi,
    InKey,
    NotUnique,
    Query,
    Table,
    Transaction,
    TypedStore,
    UnreadableItem,
    UnreadableRow,
    key,
    unique,
)
from chabudai.table.doctor import doctor


class Shelf(Table, name="Shelf", pk="PK", sk="SK"):
    by_size = Gsi("BySize", "PK", "size_sk")


class Jar(Entity, table=Shelf):
    shelf: InKey[str]
    jar_id: InKey[str]
    size: int
    PK = key("SHELF#{shelf}")
    SK = key("JAR#{jar_id}")
    size_sk = key("SIZE#{size:04}")


@Shelf.pattern("3", "jars by size", rows=4)
def jars_by_size(shelf: str) -> Query[Jar]:
    return Shelf.by_size.query(Jar, shelf=shelf)


@pytest.fixture
def raw() -> Iterator[stores.Store]:
    with stores.open(":memory:") as raw:
        store = TypedStore(raw)
        store.create(Shelf)
        for number in range(9):
            store.insert(Jar(shelf="s", jar_id=str(number), size=number))
        for number in (1, 5):
            raw.call(
                "UpdateItem",
                {
                    "TableName": "Shelf",
                    "Key": {"PK": {"S": "SHELF#s"}, "SK": {"S": f"JAR#{number}"}},
                    "UpdateExpression": "SET #0 = :0",
                    "ExpressionAttributeNames": {"#0": "size"},
                    "ExpressionAttributeValues": {":0": {"S": "huge"}},
                },
            )
        yield raw


def test_an_unreadable_row_is_an_error_that_names_the_row_its_table_and_the_pattern(raw: stores.Store) -> None:
    with pytest.raises(UnreadableItem, match=r"^3 \(jars by size\): a row of Shelf, .*JAR#1.* is no Jar: size"):
        TypedStore(raw).page(jars_by_size("s"))


def test_a_store_can_leave_such_rows_out_of_full_pages_and_report_them(raw: stores.Store) -> None:
    reported: list[UnreadableRow] = []
    store = TypedStore(raw, report_unreadable=reported.append)
    page = store.page(jars_by_size("s"))
    assert [jar.jar_id for jar in page] == ["0", "2", "3", "4"]
    assert [jar.jar_id for jar in store.page(jars_by_size("s"), page.cursor)] == ["6", "7", "8"]
    assert {(row.table, row.key["SK"]["S"], row.pattern) for row in reported} == {
        ("Shelf", "JAR#1", "3 (jars by size)"),
        ("Shelf", "JAR#5", "3 (jars by size)"),
    }


def test_lists_scans_and_batches_leave_them_out_too(raw: stores.Store) -> None:
    store = TypedStore(raw, report_unreadable=lambda _: None)
    assert len(list(store.all(jars_by_size("s")))) == len(list(store.scan(Jar.scan()))) == 7
    found = store.batch(Jar.batch(shelf="s", jar_id=["0", "1", "2"]))
    assert [jar and jar.jar_id for jar in found] == ["0", None, "2"]


def test_what_is_asked_for_by_its_key_is_never_taken_for_missing(raw: stores.Store) -> None:
    store = TypedStore(raw, report_unreadable=lambda _: None)
    with pytest.raises(UnreadableItem):
        store.get(Jar.get(shelf="s", jar_id="1"))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_each_unreadable_row_is_told_once_whatever_the_size_of_pages(size: int) -> None:
    class Shop(Table, name="Shop", pk="PK", sk="SK"): ...

    class Row(Entity, table=Shop):
        c: InKey[str]
        i: InKey[int]
        n: int = 0
        PK = key("C#{c}")
        SK = key("R#{i:02}")

    told: list[UnreadableRow] = []
    store = table.open(":memory:", report_unreadable=told.append)
    store.create(Shop)
    for number in range(9):
        stored = {"S": "zz"} if number in (0, 2, 3, 5, 8) else {"N": "1"}
        item = {"PK": {"S": "C#1"}, "SK": {"S": f"R#0{number}"}, "n": stored}
        store.raw.call("PutItem", {"TableName": "Shop", "Item": item})
    found, cursor = [], None
    while True:
        page = store.page(Shop.query(Row, c="1"), cursor=cursor, size=size)
        found += [row.i for row in page]
        if (cursor := page.cursor) is None:
            break
    assert found == [1, 4, 6, 7]
    assert [row.key["SK"]["S"] for row in told] == ["R#00", "R#02", "R#03", "R#05", "R#08"]


def test_rows_are_deleted_by_their_keys_whether_or_not_they_can_be_read(raw: stores.Store) -> None:
    store = TypedStore(raw, report_unreadable=lambda _: None)
    store.insert(Jar(shelf="other", jar_id="0", size=1))
    assert store.delete_rows(Shelf.query(Jar, shelf="s")) == 9
    assert raw.call("Scan", {"TableName": "Shelf"})["Count"] == 1


def test_of_rows_under_a_filter_only_those_are_deleted_and_pages_do_not_end_it(raw: stores.Store) -> None:
    store = TypedStore(raw)
    for number in range(60):
        store.insert(Jar(shelf="many", jar_id=f"{number:03}", size=number % 2))
    assert store.delete_rows(Shelf.by_size.query(Jar, shelf="many").filter(size=1)) == 30
    assert {jar.size for jar in store.all(Shelf.query(Jar, shelf="many"))} == {0}


class Lid(Entity, table=Shelf):
    """Two guards, of which one can't be told where its field can't be read."""

    lid_id: InKey[str]
    mail: str
    name: str = "n"
    made: int = Field(default=1, frozen=True)
    one_mail = unique("MAILS", "MAIL#{mail}")
    one_name = unique("NAMES", "NAME#{name}")
    PK = key("LID#{lid_id}")
    SK = key("LID")


@pytest.mark.parametrize("wrong", [{"L": []}, {"S": ""}, {"S": "a#b"}], ids=str)
@pytest.mark.parametrize("mail", ["al", "bo"])
def test_a_put_replaces_a_row_whose_guard_can_not_be_told(raw: stores.Store, wrong: Any, mail: str) -> None:
    store = TypedStore(raw)
    _spoil(store, wrong)
    store.put(Lid(lid_id="1", mail=mail, name="m"))
    assert store.one(Lid.get(lid_id="1")).mail == mail
    assert store.insert(Lid(lid_id="2", mail="x", name="n")).name == "n"
    with pytest.raises(NotUnique):
        store.insert(Lid(lid_id="3", mail=mail))
    doctor(store, Shelf, repair=True)
    assert {*guards(raw, Shelf)} == {f"MAIL#{mail}", "MAIL#x", "NAME#m", "NAME#n"}


@pytest.mark.parametrize("wrong", [{"L": []}, {"S": ""}, {"S": "a#b"}], ids=str)
def test_such_a_row_is_deleted_and_the_doctor_frees_what_it_had(raw: stores.Store, wrong: Any) -> None:
    store = TypedStore(raw)
    _spoil(store, wrong)
    store.write(Lid.delete(lid_id="1"))
    assert {*guards(raw, Shelf)} == {"MAIL#al"}
    doctor(store, Shelf, repair=True)
    assert guards(raw, Shelf) == {}


def _spoil(store: TypedStore, wrong: Any) -> None:
    store.insert(Lid(lid_id="1", mail="al"))
    place = {"TableName": "Shelf", "Key": {"PK": {"S": "LID#1"}, "SK": {"S": "LID"}}}
    change = {"UpdateExpression": "SET mail = :m", "ExpressionAttributeValues": {":m": wrong}}
    store.raw.call("UpdateItem", place | change)


@pytest.mark.parametrize("is_transaction", [False, True])
@pytest.mark.parametrize("verb", ["set", "add", "remove"])
def test_a_change_within_what_has_another_type_tells_of_the_row(
    raw: stores.Store, verb: str, is_transaction: bool
) -> None:
    class Racks(Table, name="Racks", pk="PK"): ...

    class Rack(Entity, table=Racks):
        id: InKey[str]
        counts: dict[str, dict[str, int]] = {}  # noqa: RUF012
        PK = key("RACK#{id}")

    store = TypedStore(raw)
    store.create(Racks)
    item = {"PK": {"S": "RACK#1"}, "counts": {"M": {"a": {"S": "x"}}}}
    raw.call("PutItem", {"TableName": "Racks", "Item": item})
    plan = Rack.update(id="1")
    plan = plan.remove("counts.a.b") if verb == "remove" else getattr(plan, verb)(**{"counts.a.b": 2})
    with pytest.raises(UnreadableItem, match=r"RACK#1.* is no Rack that can be changed so: counts, or what is in it"):
        store.transact(Transaction().step("rack", plan)) if is_transaction else store.write(plan)
