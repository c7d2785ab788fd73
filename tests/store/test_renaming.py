"""Tables under other names: every call finds them there, and every answer speaks of the names in the designs."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from tests.common.shelf.design import Book, ShelfTable
from tests.store.driven import DrivenStore

from chabudai import store
from chabudai.store import Store
from chabudai.store.renaming import AsyncRenamingStore, RenamingStore
from chabudai.store.threads import ThreadedStore
from chabudai.table import Put, Transaction, TypedStore
from chabudai.table.creation import describe

NOW = datetime(2026, 11, 15, tzinfo=UTC)
KEY = {"pk": {"S": "user#h"}, "sk": {"S": "book#1"}}


@pytest.fixture
def raw() -> Iterator[Store]:
    with store.open(":memory:") as raw:
        yield raw


@pytest.fixture(params=["", "async"])
def books(raw: Store, request: pytest.FixtureRequest) -> Iterator[TypedStore]:
    names = {"shelf": "our-books"}
    renamed = (
        DrivenStore(lambda: AsyncRenamingStore(ThreadedStore(raw), names))
        if request.param
        else RenamingStore(raw, names)
    )
    with TypedStore(renamed) as typed:
        typed.create(ShelfTable)
        yield typed


def _book(number: int) -> Book:
    return Book(username="h", book_id=str(number), title="shelf", created_at=NOW, updated_at=NOW)


def test_a_design_is_kept_under_another_name(books: TypedStore, raw: Store) -> None:
    assert raw.call("ListTables", {})["TableNames"] == ["our-books"]
    assert books.raw.call("ListTables", {})["TableNames"] == ["shelf"]
    described = describe(books.raw, ShelfTable)
    assert described is not None
    assert described["TableName"] == "shelf"


def test_every_way_of_reading_and_writing_goes_there(books: TypedStore, raw: Store) -> None:
    books.put(_book(1))
    books.transact(Transaction().step("a", Put(_book(2))).step("b", Put(_book(3))))
    assert [each.book_id for each in books.all(ShelfTable.query(Book, username="h"))] == ["1", "2", "3"]
    found = books.batch(Book.batch(username="h", book_id=["3", "9", "1"]))
    assert [each and each.book_id for each in found] == ["3", None, "1"]
    assert books.get(Book.get(username="h", book_id="2")) is not None
    assert raw.call("GetItem", {"TableName": "our-books", "Key": KEY})["Item"]["title"] == {"S": "shelf"}


def test_answers_name_the_design_and_items_are_not_touched(books: TypedStore) -> None:
    write = {"PutRequest": {"Item": {**KEY, "TableName": {"S": "our-books"}}}}
    asked = {"RequestItems": {"shelf": [write]}, "ReturnConsumedCapacity": "TOTAL"}
    assert books.raw.call("BatchWriteItem", asked)["ConsumedCapacity"][0]["TableName"] == "shelf"
    one = {"TableName": "shelf", "Key": KEY, "ReturnConsumedCapacity": "TOTAL"}
    answer = books.raw.call("GetItem", one)
    assert answer["ConsumedCapacity"]["TableName"] == "shelf"
    assert answer["Item"]["TableName"] == {"S": "our-books"}


def test_tables_that_have_no_other_name_keep_theirs(raw: Store) -> None:
    typed = TypedStore(RenamingStore(raw, {"other": "x"}))
    typed.create(ShelfTable)
    assert raw.call("ListTables", {})["TableNames"] == ["shelf"]


def test_a_table_that_has_the_name_of_a_design_by_chance_is_not_listed_beside_it(raw: Store, books: TypedStore) -> None:
    for name in ("shelf", "others"):
        keys = [{"AttributeName": "pk", "KeyType": "HASH"}]
        types = [{"AttributeName": "pk", "AttributeType": "S"}]
        request = {"TableName": name, "KeySchema": keys, "AttributeDefinitions": types}
        raw.call("CreateTable", {**request, "BillingMode": "PAY_PER_REQUEST"})
    assert sorted(books.raw.call("ListTables", {})["TableNames"]) == ["others", "shelf"]
