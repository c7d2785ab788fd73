"""Defaults that are made of other fields: the same as the constructor's on every road, also where keys hold them."""

from collections.abc import Iterator

import pytest

from chabudai import table
from chabudai.table import Entity, Field, Gsi, InKey, NotUnique, Table, TypedStore, key, unique
from chabudai.table.doctor import doctor


class Pens(Table, name="Pens", pk="PK", sk="SK"):
    by_label = Gsi("ByLabel", "labelPk", "SK")


class Pen(Entity, table=Pens):
    pen_id: InKey[str]
    used: int = 0
    label: str = Field(default_factory=lambda data: f"pen {data['pen_id']}")

    PK = key("PEN#{pen_id}")
    SK = key("PEN")
    labelPk = key("L#{label}")  # noqa: N815 - as the table has it
    one = unique("LABELS", "{label}")


@pytest.fixture
def store() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Pens)
        yield store


def test_an_upsert_makes_the_default_that_the_constructor_makes(store: TypedStore) -> None:
    assert store.write(Pen.upsert(pen_id="1").add(used=1)) == Pen(pen_id="1", used=1)
    assert [pen.label for pen in store.all(Pens.by_label.query(Pen, label="pen 1"))] == ["pen 1"]
    with pytest.raises(NotUnique):
        store.insert(Pen(pen_id="2", label="pen 1"))
    assert doctor(store, Pens).is_healthy


def test_a_first_value_for_what_a_row_lacks_is_guarded_from_then_on(store: TypedStore) -> None:
    store.raw.call("PutItem", {"TableName": "Pens", "Item": {"PK": {"S": "PEN#1"}, "SK": {"S": "PEN"}}})
    assert store.get(Pen.get(pen_id="1")) == Pen(pen_id="1")
    assert store.write(Pen.update(pen_id="1").if_missing(label="blue")).label == "blue"
    with pytest.raises(NotUnique):
        store.insert(Pen(pen_id="2", label="blue"))
    assert doctor(store, Pens).is_healthy
