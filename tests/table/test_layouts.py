"""Layouts: fields that live in keys, items that are not as they should be, shapes, and what an update leaves alone."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Literal

import pytest
from tests.table.designs import entity_named, table_named

from chabudai import table as toolkit
from chabudai.table import Entity, Gsi, InKey, Lsi, OmitDefault, Table, TypedStore, computed, key, unique
from chabudai.table.attributes import Item
from chabudai.table.errors import DesignError, EmptyPart, MissingPart, UnreadableItem, UnrecoverableField


def first_letter(name: str) -> str:
    return name[:1]


class Attic(Table, name="Attic", pk="PK", sk="SK"):
    by_room = Gsi("ByRoom", "roomPk", "roomSk")
    by_tag = Gsi("ByTag", "tagPk", "tagSk")
    by_price = Lsi("ByPrice", "price")


class Box(Entity, table=Attic):
    """`room` and `tag` have no attributes: two keys of indexes hold the first, one the other."""

    owner: InKey[str]
    box_id: InKey[int]
    room: InKey[Literal["attic", "cellar"]]
    tag: InKey[str | None] = None
    day: InKey[date]
    name: str = "box"
    price: int | None = None

    letter = computed(first_letter)
    PK = key("O#{owner}")
    SK = key("BOX#{day:yyyymmdd}#{box_id:04}")
    roomPk = key("ROOM#{room}")  # noqa: N815 - as it is stored
    roomSk = key("O#{owner}#{letter}#{box_id:04}")  # noqa: N815 - as it is stored
    tagPk = key("TAG#{tag}")  # noqa: N815 - as it is stored
    tagSk = key("ROOM#{room}#{box_id:04}")  # noqa: N815 - as it is stored


BOX = Box(owner="o", box_id=7, room="attic", tag="red", day=date(2026, 1, 2), price=5)
ITEM: Item = {
    "PK": {"S": "O#o"},
    "SK": {"S": "BOX#20260102#0007"},
    "name": {"S": "box"},
    "price": {"N": "5"},
    "roomPk": {"S": "ROOM#attic"},
    "roomSk": {"S": "O#o#b#0007"},
    "tagPk": {"S": "TAG#red"},
    "tagSk": {"S": "ROOM#attic#0007"},
}


@pytest.fixture
def store() -> Iterator[TypedStore]:
    with toolkit.open(":memory:") as opened:
        opened.create(Attic)
        yield opened


def read(item: Item) -> Box:
    found: Box = Box.layout.from_item(item)
    return found


def without(*names: str) -> Item:
    return {name: value for name, value in ITEM.items() if name not in names}


def test_fields_that_live_in_keys_have_no_attribute_and_are_read_back() -> None:
    assert Box.layout.to_item(Box.layout.values(BOX)) == ITEM
    assert read(ITEM) == BOX


def test_a_field_in_several_keys_is_read_from_the_next_when_one_is_missing_or_no_key_of_ours() -> None:
    assert read(without("roomPk")) == BOX
    assert read({**ITEM, "roomPk": {"S": "of another program"}}) == BOX


def test_a_field_that_may_be_none_is_none_when_no_key_tells_it() -> None:
    assert read(without("tagPk")).tag is None
    assert "tagPk" not in Box.layout.to_item({**Box.layout.values(BOX), "tag": None})


def test_a_field_that_may_not_be_none_must_stand_in_some_key() -> None:
    with pytest.raises(UnreadableItem, match="is no Box: room is missing and has no default"):
        read(without("roomPk", "tagSk"))


def test_a_key_of_an_index_that_went_astray_does_not_change_whose_a_row_is() -> None:
    stray = {**ITEM, "roomSk": {"S": "O#another#b#0001"}, "tagSk": {"S": "ROOM#cellar#0001"}}
    unusual = {name: value for name, value in stray.items() if name != "name"}
    for found in (read(stray), read(unusual)):
        assert (found.owner, found.box_id, found.room) == ("o", 7, "attic")


def test_a_key_of_an_index_says_nothing_of_a_field_that_has_an_attribute() -> None:
    fields = {"cup_id": InKey[str], "colour": str | None, "size": int}
    keys = {"PK": key("{cup_id}"), "SK": key("A"), "gpk": key("C#{colour}")}
    cup = entity_named("Cup", table_named("T", by_colour=Gsi("ByColour", "gpk")), fields, size=3, **keys)
    left = {"PK": {"S": "1"}, "SK": {"S": "A"}, "gpk": {"S": "C#red"}}
    for item in (left, {**left, "size": {"N": "3"}}):
        assert cup.layout.from_item(item) == cup(cup_id="1", colour=None, size=3)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"SK": {"S": "BOX#20260230#0007"}}, "not PK O#{owner} / SK BOX#{day:yyyymmdd}#{box_id:04}"),
        ({"SK": {"S": "CRATE#1"}}, "is no row of Box: its key is PK 'O#o' / SK 'CRATE#1'"),
        ({"SK": {"N": "5"}}, "is no row of Box: its key is PK 'O#o' / SK '5'"),
        ({"PK": {"S": "W#o"}}, "is no row of Box: its key is PK 'W#o'"),
        ({"name": {"N": "5"}}, "is no Box: name: Input should be a valid string, but it was 5"),
        ({"price": {"S": "dear"}}, "is no Box: price: Input should be a valid integer"),
    ],
)
def test_an_item_that_is_no_such_entity_says_what_is_wrong(changes: Item, told: str) -> None:
    with pytest.raises(UnreadableItem, match=told.replace("{", r"\{")):
        read({**ITEM, **changes})


def test_rows_are_claimed_by_their_keys() -> None:
    assert Box.layout.owns(ITEM)
    assert not Box.layout.owns({**ITEM, "SK": {"S": "CRATE#1"}})
    assert not Box.layout.owns({**ITEM, "PK": {"N": "1"}})
    assert not Box.layout.owns({"SK": ITEM["SK"]})


def test_an_update_keeps_attributes_that_it_does_not_know(store: TypedStore) -> None:
    strange = {**ITEM, "of_another_program": {"M": {"x": {"L": [{"NULL": True}]}}}}
    store.raw.call("PutItem", {"TableName": "Attic", "Item": strange})
    assert store.one(Box.get(**BOX.own_key)) == BOX
    changed = store.write(Box.update(**BOX.own_key).set(name="case", room="cellar", tag=None))
    assert changed == BOX.model_copy(update={"name": "case", "room": "cellar", "tag": None})
    item = store.raw.call("GetItem", {"TableName": "Attic", "Key": {"PK": ITEM["PK"], "SK": ITEM["SK"]}})["Item"]
    assert item["of_another_program"] == strange["of_another_program"]
    assert (item["roomPk"], item["roomSk"], item["tagSk"]) == (
        {"S": "ROOM#cellar"},
        {"S": "O#o#c#0007"},
        {"S": "ROOM#cellar#0007"},
    )
    assert "tagPk" not in item


def test_a_part_of_the_key_that_is_missing_is_told() -> None:
    with pytest.raises(MissingPart, match=r"box_id in Box.SK = BOX#.*: nothing was given for it"):
        Box.layout.key({"owner": "o", "day": date(2026, 1, 2), "box_id": None})


def test_an_empty_text_can_not_be_a_key_of_an_index() -> None:
    class Rooms(Table, name="Rooms", pk="PK", sk="SK"):
        by_floor = Gsi("ByFloor", "floor")

    room = entity_named("Room", Rooms, {"room_id": InKey[str], "floor": str}, PK=key("R#{room_id}"), SK=key("META"))
    with pytest.raises(EmptyPart, match="floor"):
        room.layout.to_item({"room_id": "1", "floor": ""})


def test_a_field_that_no_key_could_give_back_is_refused() -> None:
    with pytest.raises(UnrecoverableField, match=r"Cup.colour lives only in keys, but no key's template names it"):
        entity_named(
            "Cup", table_named("T"), {"cup_id": InKey[str], "colour": InKey[str]}, PK=key("{cup_id}"), SK=key("A")
        )


def test_a_field_that_shares_its_only_key_with_one_that_may_be_none_is_refused() -> None:
    fields = {"cup_id": InKey[str], "colour": InKey[str], "room": str | None}
    keys = {"PK": key("{cup_id}"), "SK": key("A"), "gpk": key("R#{room}#{colour}")}
    indexed = table_named("T", by_room=Gsi("ByRoom", "gpk"))
    with pytest.raises(UnrecoverableField, match=r"Cup.colour .* without InKey it has an attribute of its own"):
        entity_named("Cup", indexed, fields, **keys)
    entity_named("Cup", indexed, {**fields, "room": str}, **keys)


def test_a_field_behind_a_computed_part_is_not_in_the_key() -> None:
    with pytest.raises(UnrecoverableField, match=r"Cup.name lives only in keys"):
        entity_named(
            "Cup",
            table_named("T"),
            {"name": InKey[str]},
            PK=key("A"),
            SK=key("{letter}"),
            letter=computed(first_letter),
        )


def test_guard_rows_need_a_table_with_two_key_attributes() -> None:
    with pytest.raises(DesignError, match="a guard row needs a table with two key attributes"):
        entity_named("Cup", table_named("T", sk=None), {"name": InKey[str]}, PK=key("{name}"), one=unique("A", "B"))


def doubled(item: dict[str, Any]) -> dict[str, Any]:
    return {**item, "price": item["price"] * 2}


def named(item: dict[str, Any]) -> dict[str, Any]:
    return {**item, "name": f"box {item['price']}"}


class Shapes(Table, name="Shapes", pk="PK", sk="SK"): ...


class Crate(Entity, table=Shapes, upgrades=(doubled, named)):
    crate_id: InKey[str]
    price: int
    name: str
    note: OmitDefault[str] = ""

    PK = key("CRATE")
    SK = key("{crate_id}")


@pytest.mark.parametrize(
    ("mark", "price", "name"),
    [(None, 10, "box 10"), ("2", 5, "box 5"), ("3", 5, "old")],
    ids=["first", "second", "third"],
)
def test_an_older_shape_is_brought_up_to_date_step_by_step(mark: str | None, price: int, name: str) -> None:
    item: Item = {"PK": {"S": "CRATE"}, "SK": {"S": "1"}, "price": {"N": "5"}, "name": {"S": "old"}}
    marked = item if mark is None else {**item, "_schema_version": {"N": mark}}
    found = Crate.layout.from_item(marked)
    assert (found.price, found.name) == (price, name)
    assert Crate.layout.to_item(Crate.layout.values(found))["_schema_version"] == {"N": "3"}


def test_a_newer_shape_is_refused() -> None:
    item: Item = {
        "PK": {"S": "CRATE"},
        "SK": {"S": "1"},
        "price": {"N": "5"},
        "name": {"S": "x"},
        "_schema_version": {"N": "4"},
    }
    with pytest.raises(UnreadableItem, match="newer than the 3 known here"):
        Crate.layout.from_item(item)
