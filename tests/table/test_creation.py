"""Creation: a table is made once, as the design says; one that differs is told in sentences and left as it is."""

from collections.abc import Iterator, Mapping
from threading import Barrier, Thread
from typing import Any

import pytest

from chabudai import store, table
from chabudai.store import Store
from chabudai.table import Entity, Gsi, InKey, Lsi, Table, key
from chabudai.table.creation import (
    attribute_types,
    create,
    create_table_request,
    creation_effects,
    describe,
    differences,
)
from chabudai.table.effects import run
from chabudai.table.errors import DesignError, TableDiffers


class Shelf(Table, name="Shelf", pk="PK", sk="SK", ttl="until", stream="NEW_AND_OLD_IMAGES", capacity=(3, 2)):
    by_author = Gsi("ByAuthor", "author", "year", projection=["title", "author", "PK"])
    by_all = Gsi("ByAll", ["author", "title"], ["year", "pages"], projection="KEYS_ONLY")
    by_year = Lsi("ByYear", "year", projection=["PK"])


class Book(Entity, table=Shelf):
    shelf: InKey[str]
    book_id: InKey[str]
    author: str
    title: str
    year: int
    pages: int
    cover: bytes = b""
    until: int | None = None

    PK = key("SHELF#{shelf}")
    SK = key("BOOK#{book_id}")


@pytest.fixture
def raw() -> Iterator[Store]:
    with store.open(":memory:") as opened:
        yield opened


def changed(**changes: Any) -> dict[str, Any]:
    return {**create_table_request(Shelf), **changes}


def made(raw: Store, request: Mapping[str, Any], ttl: str | None = "until") -> None:
    raw.call("CreateTable", request)
    if ttl is not None:
        rule = {"Enabled": True, "AttributeName": ttl}
        raw.call("UpdateTimeToLive", {"TableName": "Shelf", "TimeToLiveSpecification": rule})


def test_a_table_is_made_as_the_design_says(raw: Store) -> None:
    assert create(raw, Shelf) is True
    described = describe(raw, Shelf)
    assert described is not None
    assert differences(Shelf, described) == []
    assert described["TimeToLive"] == {"TimeToLiveStatus": "ENABLED", "AttributeName": "until"}
    assert described["StreamSpecification"] == {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    indexes = {index["IndexName"]: index for index in described["GlobalSecondaryIndexes"]}
    assert indexes["ByAuthor"]["Projection"] == {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["title"]}
    assert [each["KeyType"] for each in indexes["ByAll"]["KeySchema"]] == ["HASH", "HASH", "RANGE", "RANGE"]
    assert described["LocalSecondaryIndexes"][0]["Projection"] == {"ProjectionType": "KEYS_ONLY"}
    assert {name: kind for name, kind in attribute_types(Shelf).items() if kind == "N"} == {"year": "N", "pages": "N"}


def test_making_it_again_changes_nothing(raw: Store) -> None:
    create(raw, Shelf)
    before = describe(raw, Shelf)
    assert create(raw, Shelf) is False
    assert describe(raw, Shelf) == before


def test_there_is_nothing_to_describe_before_it_is_made(raw: Store) -> None:
    assert describe(raw, Shelf) is None


def test_expiry_that_nobody_came_to_turn_on_is_turned_on(raw: Store) -> None:
    made(raw, create_table_request(Shelf), ttl=None)
    assert create(raw, Shelf) is False
    described = describe(raw, Shelf)
    assert described is not None
    assert described["TimeToLive"]["AttributeName"] == "until"


AUTHOR, ALL = create_table_request(Shelf)["GlobalSecondaryIndexes"]
(YEAR,) = create_table_request(Shelf)["LocalSecondaryIndexes"]
TYPES = create_table_request(Shelf)["AttributeDefinitions"]
SK_FIRST = {"AttributeName": "SK", "KeyType": "HASH"}
UNITS = {"ReadCapacityUnits": 3, "WriteCapacityUnits": 9}
ON_DEMAND = [{name: value for name, value in each.items() if name != "ProvisionedThroughput"} for each in (AUTHOR, ALL)]

DIFFERENT: list[tuple[str, dict[str, Any], list[str]]] = [
    (
        "key",
        changed(
            KeySchema=[SK_FIRST, {"AttributeName": "PK", "KeyType": "RANGE"}],
            LocalSecondaryIndexes=[{**YEAR, "KeySchema": [SK_FIRST, YEAR["KeySchema"][1]]}],
        ),
        [
            "key: PK / SK in the design, SK / PK in the table",
            "key of ByYear: PK / year in the design, SK / year in the table",
        ],
    ),
    (
        "type",
        changed(AttributeDefinitions=[{**each, "AttributeType": "S"} for each in TYPES]),
        ["type of pages: N in the design, S in the table", "type of year: N in the design, S in the table"],
    ),
    (
        "missing index",
        changed(
            GlobalSecondaryIndexes=[AUTHOR],
            AttributeDefinitions=[each for each in TYPES if each["AttributeName"] not in ("pages", "title")],
        ),
        ["the index ByAll (author + title / year + pages) is missing"],
    ),
    (
        "other index",
        changed(GlobalSecondaryIndexes=[AUTHOR, ALL, {**AUTHOR, "IndexName": "Other"}]),
        ["the index Other is there, and the design has none of that name"],
    ),
    (
        "key of an index",
        changed(GlobalSecondaryIndexes=[{**AUTHOR, "KeySchema": AUTHOR["KeySchema"][:1]}, ALL]),
        ["key of ByAuthor: author / year in the design, author in the table"],
    ),
    (
        "projection",
        changed(GlobalSecondaryIndexes=[{**AUTHOR, "Projection": {"ProjectionType": "ALL"}}, ALL]),
        ["projection of ByAuthor: INCLUDE (title) in the design, ALL in the table"],
    ),
    (
        "billing",
        {
            name: value
            for name, value in changed(BillingMode="PAY_PER_REQUEST", GlobalSecondaryIndexes=ON_DEMAND).items()
            if name != "ProvisionedThroughput"
        },
        ["billing: PROVISIONED 3 / 2 in the design, PAY_PER_REQUEST in the table"],
    ),
    (
        "capacity",
        changed(ProvisionedThroughput=UNITS, GlobalSecondaryIndexes=[AUTHOR, {**ALL, "ProvisionedThroughput": UNITS}]),
        [
            "capacity of ByAll: 3 / 2 in the design, 3 / 9 in the table",
            "billing: PROVISIONED 3 / 2 in the design, PROVISIONED 3 / 9 in the table",
        ],
    ),
    (
        "stream",
        changed(StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}),
        ["stream: NEW_AND_OLD_IMAGES in the design, KEYS_ONLY in the table"],
    ),
    (
        "no stream",
        {name: value for name, value in create_table_request(Shelf).items() if name != "StreamSpecification"},
        ["stream: NEW_AND_OLD_IMAGES in the design, none in the table"],
    ),
]


@pytest.mark.parametrize(("request_", "sentences"), [pytest.param(*each, id=name) for name, *each in DIFFERENT])
def test_a_table_that_differs_is_refused_and_left_as_it_is(
    raw: Store, request_: dict[str, Any], sentences: list[str]
) -> None:
    made(raw, request_)
    before = describe(raw, Shelf)
    with pytest.raises(TableDiffers, match="the table Shelf exists, but differs from the design: ") as refused:
        create(raw, Shelf)
    assert refused.value.differences == sentences
    assert describe(raw, Shelf) == before


def test_expiry_by_another_attribute_is_a_difference(raw: Store) -> None:
    made(raw, create_table_request(Shelf), ttl="other")
    with pytest.raises(TableDiffers, match="expiry: until in the design, other in the table"):
        create(raw, Shelf)


def test_expiry_is_not_turned_on_in_a_table_that_also_differs_otherwise(raw: Store) -> None:
    made(raw, changed(StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}), ttl=None)
    with pytest.raises(TableDiffers, match="expiry: until in the design, none in the table") as refused:
        create(raw, Shelf)
    assert len(refused.value.differences) == 2


def test_a_table_that_is_made_by_many_at_once_is_made_by_one(raw: Store) -> None:
    barrier = Barrier(8)
    outcomes: list[bool] = []

    def race() -> None:
        barrier.wait()
        outcomes.append(create(raw, Shelf))

    threads = [Thread(target=race) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == [False] * 7 + [True]


class Staged(Store):
    """Tells of a table in several stages, as AWS does: each answer to DescribeTable is the next status."""

    def __init__(self, within: Store, *statuses: str) -> None:
        self.within = within
        self.statuses = list(statuses)

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        response = self.within.call(operation, request)
        if operation == "DescribeTable" and self.statuses:
            response["Table"]["TableStatus"] = self.statuses.pop(0)
        return response

    def close(self) -> None: ...


def test_a_table_that_is_being_made_is_waited_for(raw: Store) -> None:
    staged = Staged(raw, "CREATING", "CREATING")
    assert create(staged, Shelf) is True
    assert staged.statuses == []


class Backfilling(Staged):
    """The same of the indexes."""

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        response = self.within.call(operation, request)
        if operation == "DescribeTable" and self.statuses:
            status = self.statuses.pop(0)
            for index in response["Table"]["GlobalSecondaryIndexes"]:
                index["IndexStatus"] = status
        return response


def test_an_index_that_is_being_filled_is_waited_for(raw: Store) -> None:
    create(raw, Shelf)
    staged = Backfilling(raw, "CREATING", "CREATING", "CREATING")
    assert create(staged, Shelf) is False
    assert staged.statuses == []


def test_an_index_that_takes_hours_is_not_waited_for_to_the_end(raw: Store) -> None:
    create(raw, Shelf)
    hours, pauses = Backfilling(raw, *["CREATING"] * 100_000), list[float]()
    assert run(creation_effects(Shelf, hours.stored_name), hours.call, pauses.append) is False
    assert 60 < sum(pauses) <= 300


def test_a_table_that_is_being_deleted_is_refused(raw: Store) -> None:
    create(raw, Shelf)
    with pytest.raises(TableDiffers, match="it is being deleted"):
        create(Staged(raw, "DELETING", "DELETING"), Shelf)


def test_a_typed_store_makes_all_tables_of_a_design() -> None:
    with table.open(":memory:") as typed:
        typed.create(Shelf)
        book = Book(shelf="1", book_id="1", author="x", title="t", year=1999, pages=10)
        assert typed.insert(book) == book


def test_a_key_attribute_that_no_entity_has_is_a_mistake() -> None:
    class Empty(Table, name="Empty", pk="PK", sk="SK"): ...

    with pytest.raises(DesignError, match="Empty: no entity has the key attribute"):
        create_table_request(Empty)


def test_a_key_attribute_of_two_types_is_a_mistake() -> None:
    class Torn(Table, name="Torn", pk="PK", sk="SK"):
        by_rank = Gsi("ByRank", "rank")

    class Page(Entity, table=Torn):
        page: InKey[str]
        rank: int
        PK = key("PAGE#{page}")
        SK = key("PAGE")

    class Leaf(Entity, table=Torn):
        leaf: InKey[str]
        rank: str
        PK = key("LEAF#{leaf}")
        SK = key("LEAF")

    with pytest.raises(DesignError, match="the key attribute rank is of different types: N in Page, S in Leaf"):
        table.Design("torn", Torn)


def test_an_index_that_comes_later_may_be_missing_or_be_there(raw: Store) -> None:
    assert create(raw, Shelf, without={"ByAll"}) is True
    made_indexes = raw.call("DescribeTable", {"TableName": "Shelf"})["Table"]["GlobalSecondaryIndexes"]
    assert [index["IndexName"] for index in made_indexes] == ["ByAuthor"]
    assert create(raw, Shelf, without={"ByAll"}) is False
    with pytest.raises(TableDiffers, match=r"the index ByAll .* is missing"):
        create(raw, Shelf)


def test_an_index_that_comes_later_is_compared_once_it_is_there(raw: Store) -> None:
    create(raw, Shelf)
    assert create(raw, Shelf, without={"ByAll"}) is False
    described = describe(raw, Shelf)
    assert described is not None
    for index in described["GlobalSecondaryIndexes"]:
        index["Projection"] = {"ProjectionType": "ALL"}
    assert any("ByAll" in line for line in differences(Shelf, described, without={"ByAll"}))


@pytest.mark.parametrize("without", ["ByAll", {"by_all"}, {"ByYear"}, {Shelf.by_all}, None, 5, ["ByAll", "Nope"]])
def test_what_is_no_set_of_global_indexes_is_refused_before_anything_is_made(raw: Store, without: Any) -> None:
    with pytest.raises(DesignError, match="the global indexes of Shelf are ByAll, ByAuthor"):
        create(raw, Shelf, without=without)
    assert describe(raw, Shelf) is None
