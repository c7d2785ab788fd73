"""Unique texts: what looks alike is the same name, however Unicode writes it; each is stored as it was given."""

from collections.abc import Iterator
from typing import Literal
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai import table
from chabudai.table import Entity, InKey, Table, TypedStore, computed, key, unique
from chabudai.table.attributes import Item
from chabudai.table.doctor import doctor
from chabudai.table.errors import NotUnique

COMPOSED, DECOMPOSED = "ガレージ", normalize("NFD", "ガレージ")
NARROW = "\uff76\uff9e\uff9a\uff70\uff7c\uff9e"


def fold(name: str) -> str:
    return name.casefold()


class Houses(Table, name="Houses", pk="PK", sk="SK"): ...


class Room(Entity, table=Houses):
    room_id: InKey[str]
    name: str
    label: str = "x"
    code: str | None = None
    kind: Literal["か\u3099"] = "か\u3099"  # a choice is no free text
    folded = computed(fold)
    one_name = unique("NAMES#{kind}", "NAME#{folded}")
    one_label = unique("LABELS#{room_id}", "LABEL#{label}", normalize="NFKC")
    one_code = unique("CODES", "CODE#{code}", normalize=None)
    PK = key("ROOM#{room_id}")
    SK = key("ROOM")


@pytest.fixture
def house() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Houses)
        yield store


def rows(store: TypedStore) -> list[Item]:
    found: list[Item] = store.raw.call("Scan", {"TableName": "Houses"})["Items"]
    return sorted(found, key=repr)


def guard(name: str) -> Item:
    return {"PK": {"S": "NAMES#か\u3099"}, "SK": {"S": f"NAME#{name}"}}


def test_two_names_that_differ_only_in_how_they_are_written_are_one(house: TypedStore) -> None:
    house.insert(Room(room_id="1", name=DECOMPOSED))
    with pytest.raises(NotUnique, match="one_name"):
        house.insert(Room(room_id="2", name=COMPOSED))
    assert house.one(Room.get(room_id="1")).name == DECOMPOSED
    assert [each["SK"] for each in rows(house) if each["PK"] == {"S": "NAMES#か\u3099"}] == [{"S": f"NAME#{COMPOSED}"}]
    house.write(Room.update(room_id="1").set(name=COMPOSED))
    house.write(Room.update(room_id="1").set(name="other"))
    house.insert(Room(room_id="2", name=COMPOSED))
    house.write(Room.delete(room_id="2"))
    house.insert(Room(room_id="3", name=DECOMPOSED))
    assert doctor(house, Houses).is_healthy


def test_a_constraint_says_what_else_is_the_same(house: TypedStore) -> None:
    house.insert(Room(room_id="1", name="a", label=NARROW, code=DECOMPOSED))
    house.insert(Room(room_id="2", name="b", code=COMPOSED))
    assert {"PK": {"S": "LABELS#1"}, "SK": {"S": f"LABEL#{COMPOSED}"}} in [
        {name: each[name] for name in ("PK", "SK")} for each in rows(house)
    ]
    with pytest.raises(NotUnique, match="one_code"):
        house.insert(Room(room_id="3", name="c", code=COMPOSED))


def test_a_guard_of_before_is_put_where_it_belongs_by_the_doctor(house: TypedStore) -> None:
    house.insert(Room(room_id="1", name=DECOMPOSED))
    before = rows(house)
    owner = {"PK": {"S": "ROOM#1"}, "SK": {"S": "ROOM"}}
    house.raw.call("DeleteItem", {"TableName": "Houses", "Key": guard(COMPOSED)})
    house.raw.call("PutItem", {"TableName": "Houses", "Item": {**guard(DECOMPOSED), "_guards": {"M": owner}}})
    assert dict(doctor(house, Houses).tables[0].found) == {"missing guard": 1, "orphan guard": 1}
    assert doctor(house, Houses, repair=True).is_healthy
    assert rows(house) == before


@given(st.text(min_size=1, max_size=6).filter(lambda text: "#" not in text and "\U0010ffff" not in text))
def test_the_key_is_the_same_for_each_way_to_write_a_text(text: str) -> None:
    [one_name, _, one_code] = Room.layout.guards
    values = {"room_id": "1", "kind": "か\u3099", "label": "x", "name": text, "code": normalize("NFC", text)}
    ways = [one_name.key({**values, "name": normalize(form, text)}) for form in ("NFC", "NFD")]
    assert ways[0] == ways[1] == one_name.key(values)
    assert one_code.key(values) == {"PK": {"S": "CODES"}, "SK": {"S": f"CODE#{values['code']}"}}
