"""The doctor on values of a wrong type: what can mean only one thing is put right, the rest is told and left."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any

import pytest
from pydantic import BaseModel

from chabudai import table
from chabudai.store import Store
from chabudai.store.errors import Throttled, TransactionConflict
from chabudai.table import As, Entity, Field, Gsi, InKey, OmitDefault, OrNull, Table, TypedStore, key, unique
from chabudai.table.attributes import AttributeValue, Item
from chabudai.table.doctor import doctor
from chabudai.table.doctor.reports import TableReport


class Size(BaseModel):
    width: int
    label: str | None = None


class Cellar(Table, name="Cellar", pk="PK", sk="SK", ttl="until"):
    by_count = Gsi("ByCount", "count_pk", "count_sk")


class Crate(Entity, table=Cellar):
    crate_id: InKey[str]
    name: str = "crate"
    count: int = Field(default=0, ge=0)
    price: Decimal = Decimal(1)
    is_open: bool = False
    tags: set[str] = Field(default_factory=set)
    marks: list[str] = Field(default_factory=list)
    numbers: frozenset[int] = frozenset()
    day: date | None = None
    code: Annotated[int, As("04")] = 7
    note: str | None = None
    remark: OrNull[str] = None
    spare: OmitDefault[int] = 3
    size: Size | None = None
    sizes: list[Size] = Field(default_factory=list)
    until: datetime | None = None
    one_name = unique("NAMES", "NAME#{name}#{crate_id}")
    PK = key("CRATE#{crate_id}")
    SK = key("CRATE")
    count_pk = key("COUNTS")
    count_sk = key("COUNT#{count:05}")


@pytest.fixture
def store() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Cellar)
        yield store


def spoiled(store: TypedStore, **attributes: AttributeValue) -> Crate:
    """A crate, with attributes that something else wrote."""
    crate = Crate(crate_id="1", size=Size(width=5), sizes=[Size(width=1), Size(width=2)], count=5)
    store.insert(crate)
    item = {**row(store), **attributes}
    store.raw.call("PutItem", {"TableName": "Cellar", "Item": item})
    return crate


def row(store: TypedStore) -> Item:
    place = Crate.layout.key({"crate_id": "1"})
    found: Item = store.raw.call("GetItem", {"TableName": "Cellar", "Key": place})["Item"]
    return found


def only(store: TypedStore, **options: Any) -> TableReport:
    [found] = doctor(store, Cellar, **options).tables
    return found


NOON = datetime(2126, 1, 2, 12, tzinfo=UTC)
SECONDS = str(int(NOON.timestamp()))


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("count", {"S": "5"}, {"N": "5"}),
        ("count", {"S": "5.0"}, {"N": "5"}),
        ("price", {"S": "4.50"}, {"N": "4.5"}),
        ("is_open", {"S": "true"}, {"BOOL": True}),
        ("is_open", {"N": "0"}, {"BOOL": False}),
        ("tags", {"L": [{"S": "b"}, {"S": "a"}]}, {"SS": ["a", "b"]}),
        ("tags", {"L": []}, None),
        ("numbers", {"L": [{"N": "10"}, {"N": "9"}]}, {"NS": ["9", "10"]}),
        ("marks", {"SS": ["a"]}, {"L": [{"S": "a"}]}),
        ("note", {"NULL": True}, None),
        ("spare", {"S": "4"}, {"N": "4"}),
        ("size", {"M": {"width": {"S": "5"}, "other": {"S": "x"}}}, {"M": {"width": {"N": "5"}, "other": {"S": "x"}}}),
        (
            "sizes",
            {"L": [{"M": {"width": {"N": "1"}}}, {"M": {"width": {"S": "2"}}}]},
            {"L": [{"M": {"width": {"N": "1"}}}, {"M": {"width": {"N": "2"}}}]},
        ),
        ("until", {"S": "2126-01-02T12:00:00Z"}, {"N": SECONDS}),
        ("until", {"S": "2126-01-02T21:00:00+09:00"}, {"N": SECONDS}),
    ],
)
def test_a_value_that_can_mean_only_one_thing_is_put_right(
    store: TypedStore, name: str, wrong: AttributeValue, right: AttributeValue | None
) -> None:
    spoiled(store, **{name: wrong})
    before = store.one(Crate.get(crate_id="1"))
    found = only(store)
    assert found.found["wrong type"] == 1
    assert found.samples[0].description.startswith(f"{name} is ")
    assert row(store)[name] == wrong
    repaired = only(store, repair=True)
    assert (repaired.repaired["wrong type"], repaired.faults) == (1, 0)
    assert row(store).get(name) == right
    assert only(store).found == {}
    assert Crate.layout._parse_items([row(store)]) == [before]
    assert store.write(Crate.update(crate_id="1").add(count=1, spare=1)).count == before.count + 1


@pytest.mark.parametrize(
    ("name", "wrong", "says"),
    [
        ("spare", {"S": "007"}, "spare is a text '007', a number would be right; what was meant is in doubt"),
        ("count", {"S": "many"}, "count is a text 'many', a number would be right"),
        ("spare", {"BOOL": True}, "spare is true or false True, a number would be right"),
        ("name", {"N": "5"}, "name is a number '5', a text would be right"),
        ("is_open", {"S": "yes"}, "is_open is a text 'yes', true or false would be right"),
        ("marks", {"SS": ["a", "b"]}, "marks is a set of texts ['a', 'b'], a list would be right"),
        ("tags", {"L": [{"S": "a"}, {"S": "a"}]}, "tags is a list, a set of texts would be right"),
        ("tags", {"S": "a"}, "tags is a text 'a', a set of texts would be right"),
        ("tags", {"NS": ["1"]}, "tags is a set of numbers ['1'], a set of texts would be right"),
        ("day", {"N": "1767312000"}, "day is a number '1767312000', a text would be right"),
        ("code", {"N": "7"}, "code is a number '7', a text would be right"),
        ("size", {"S": "5"}, "size is a text '5', a map would be right"),
        ("size", {"M": {"width": {"S": "05"}}}, "size is a map, other types within would be right"),
        ("until", {"S": "2126-01-02"}, "until is a text '2126-01-02', a number would be right"),
    ],
)
def test_a_value_in_doubt_is_told_and_left(store: TypedStore, name: str, wrong: AttributeValue, says: str) -> None:
    spoiled(store, **{name: wrong})
    before = row(store)
    report = only(store, repair=True)
    assert (dict(report.found), dict(report.repaired), report.faults) == ({"wrong type": 1}, {}, 1)
    assert says in report.samples[0].description
    assert row(store) == before


def test_what_is_clear_is_put_right_beside_what_is_not(store: TypedStore) -> None:
    spoiled(store, price={"S": "2"}, spare={"S": "007"}, count_sk={"S": "wrong"})
    report = only(store, repair=True)
    assert (dict(report.found), dict(report.repaired)) == ({"drift": 1, "wrong type": 2}, {"drift": 1, "wrong type": 1})
    now = row(store)
    assert (now["price"], now["spare"], now["count_sk"]) == ({"N": "2"}, {"S": "007"}, {"S": "COUNT#00005"})


def test_a_row_that_changes_meanwhile_is_not_put_back(store: TypedStore) -> None:
    spoiled(store, count={"S": "5"})

    class Rival(Store):
        def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
            if operation == "UpdateItem" and row(store)["count"] == {"S": "5"}:
                item = {**row(store), "count": {"S": "6"}}
                store.raw.call("PutItem", {"TableName": "Cellar", "Item": item})
            return store.raw.call(operation, request)

        def close(self) -> None: ...

    [report] = doctor(TypedStore(Rival()), Cellar, repair=True).tables
    assert report.faults == 0
    assert (row(store)["count"], row(store)["count_sk"]) == ({"N": "6"}, {"S": "COUNT#00006"})


@pytest.mark.parametrize("refusal", [TransactionConflict, Throttled])
def test_a_conflict_that_passes_is_not_shown(store: TypedStore, refusal: Any) -> None:
    spoiled(store, count={"S": "5"}, count_sk={"S": "wrong"})
    guard = {"PK": {"S": "NAMES"}, "SK": {"S": "NAME#crate#1"}}
    store.raw.call("DeleteItem", {"TableName": "Cellar", "Key": guard})

    class Busy(Store):
        """Every operation is refused once."""

        def __init__(self) -> None:
            self.refused: set[str] = set()

        def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
            if operation not in self.refused:
                self.refused.add(operation)
                raise refusal("Busy", "try again", {})
            return store.raw.call(operation, request)

        def close(self) -> None: ...

    busy = Busy()
    [report] = doctor(TypedStore(busy), Cellar, repair=True).tables
    assert dict(report.repaired) == {"drift": 1, "wrong type": 1, "missing guard": 1}
    assert report.faults == 0
    assert busy.refused == {"Scan", "BatchGetItem", "UpdateItem", "GetItem", "TransactGetItems", "TransactWriteItems"}


def test_a_guard_of_no_constraint_is_told(store: TypedStore) -> None:
    owner = Crate.layout.key({"crate_id": "1"})
    for place, more in [
        ({"PK": {"S": "NICKNAMES"}, "SK": {"S": "x"}}, {"_guards": {"M": owner}}),
        ({"PK": {"S": "NAMES"}, "SK": {"S": "NAME#x#1"}}, {}),
    ]:
        store.raw.call("PutItem", {"TableName": "Cellar", "Item": {**place, **more}})
    report = only(store, repair=True)
    assert dict(report.found) == {"unknown": 2}
    assert sorted(each.description for each in report.samples) == [
        "it is a guard for CRATE#1 / CRATE, but of no constraint of the design",
        "it is where Crate.one_name has its guards, but does not say for whom it is",
    ]
