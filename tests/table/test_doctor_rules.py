"""The doctor and an entity's rules: what they refuse may have been stored by others, or under other rules."""

from datetime import datetime
from typing import Any

import pytest
from pydantic import BaseModel, field_validator

from chabudai import table
from chabudai.table import Entity, Field, Gsi, InKey, Table, key, unique
from chabudai.table.attributes import Item
from chabudai.table.doctor import doctor


class CrateTable(Table, name="CrateTable", pk="PK"): ...


class Crate(Entity, table=CrateTable):
    crate_id: InKey[str]
    left: int = Field(default=0, ge=0)
    words: list[str] = Field(default_factory=list, max_length=1)
    label: str = Field(default="", max_length=3)
    PK = key("C#{crate_id}")


@pytest.mark.parametrize(
    ("attributes", "says"),
    [
        (
            {"left": {"N": "-3"}, "label": {"S": "long"}},
            "Crate.left: Input should be greater than or equal to 0, but it was -3; Crate.label: String should have at "
            "most 3 characters, but it was 'long'",
        ),
        ({"words": {"L": [{"S": "a"}, {"S": "b"}]}}, "Crate.words: List should have at most 1 item"),
    ],
)
def test_a_value_that_a_rule_refuses_is_read_and_is_a_fault_of_its_own_kind(
    attributes: dict[str, Item], says: str
) -> None:
    with table.open(":memory:") as store:
        store.create(CrateTable)
        item = {"PK": {"S": "C#1"}, **attributes}
        store.raw.call("PutItem", {"TableName": "CrateTable", "Item": item})
        report = doctor(store, CrateTable, repair=True)
        assert not report.is_healthy
        assert dict(report.tables[0].found) == {"against a rule": 1}
        assert report.tables[0].repaired == {}
        assert report.tables[0].samples[0].description.startswith(says)
        assert store.raw.call("Scan", {"TableName": "CrateTable"})["Items"] == [item]


@pytest.mark.parametrize("slug", ["a#b", ""])
def test_a_unique_value_that_no_key_can_hold_is_a_finding_and_the_rest_is_still_mended(slug: str) -> None:
    class Shop(Table, name="Shop", pk="PK", sk="SK"):
        by_number = Gsi("ByN", "n_pk", "SK")

    class Product(Entity, table=Shop):
        p: InKey[str]
        slug: str
        n: int = 0
        PK = key("P#{p}")
        SK = key("P")
        n_pk = key("N#{n:03}")
        one = unique("SLUG#{slug}", "SLUG")

    store = table.open(":memory:")
    store.create(Shop)
    store.insert(Product(p="1", slug="a"))
    item = {"PK": {"S": "P#2"}, "SK": {"S": "P"}, "slug": {"S": slug}, "n": {"N": "0"}, "n_pk": {"S": "drift"}}
    store.raw.call("PutItem", {"TableName": "Shop", "Item": item})
    (report,) = doctor(store, Shop, repair=True).tables
    assert report.found == {"drift": 1, "against a rule": 1}
    assert report.repaired == {"drift": 1}
    assert any("Product.one" in each.description for each in report.samples)


def test_values_that_are_read_as_others_are_a_fault_of_their_own_kind() -> None:
    class Shop(Table, name="Shop", pk="PK", sk="SK"): ...

    class Place(BaseModel):
        city: str
        country: str = "JP"

    class Customer(Entity, table=Shop):
        c: InKey[str]
        email: str
        at: datetime | None = None
        tags: frozenset[int] = frozenset()
        place: Place | None = None
        PK = key("C#{c}")
        SK = key("C")

        @field_validator("email")
        @classmethod
        def lower(cls, value: str) -> str:
            return value.lower()

    def keep(number: int, **attributes: Any) -> None:
        item = {"PK": {"S": f"C#{number}"}, "SK": {"S": "C"}, **attributes}
        store.raw.call("PutItem", {"TableName": "Shop", "Item": item})

    store = table.open(":memory:")
    store.create(Shop)
    place = {"M": {"city": {"S": "Kyoto"}, "floor": {"N": "3"}}}  # without what has a default, and with more
    keep(1, email={"S": "mio@x"}, at={"S": "2026-01-01T00:00:00Z"}, tags={"NS": ["2", "10"]}, place=place)
    assert doctor(store, Shop).is_healthy
    keep(2, email={"S": "MIO@X"})
    keep(3, email={"S": "mio@x"}, at={"S": "2026-01-01T09:00:00+09:00"})
    (report,) = doctor(store, Shop, repair=True).tables
    assert report.found == {"read as another": 2}
    assert [each.description for each in report.samples] == [
        "email is 'MIO@X', 'mio@x' is what is read: read it and put it again",
        "at is '2026-01-01T09:00:00+09:00', '2026-01-01T00:00:00Z' is what is read: read it and put it again",
    ]
    for number in (2, 3):
        store.put(store.one(Customer.get(c=str(number))))
    assert doctor(store, Shop).is_healthy
