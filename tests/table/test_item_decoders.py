"""Decoders: entities made straight of stored JSON are those that dictionaries give, or the same error is raised."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, TypeAlias

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, BeforeValidator, field_validator
from tests.table.designs import entity_named, table_named
from tests.table.strategies import SECONDS
from tests.table.test_item_parsers import ATTRIBUTES, entities
from tests.table.test_item_writers import LAYOUTS, usual

from chabudai.items import jsontext
from chabudai.table import Entity, InKey, OmitDefault, Table, View, key
from chabudai.table.attributes import Item
from chabudai.table.errors import NewerItem, UnreadableItem
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE

Member: TypeAlias = tuple[str, bytes]

# Attributes as JSON: of every type, as others may have left them, and what no store would write.
HOSTILE: st.SearchStrategy[bytes] = ATTRIBUTES.map(orjson.dumps) | st.sampled_from(
    [
        text.encode()
        for text in (
            "null",
            "1",
            '"x"',
            "[]",
            "{}",
            '{"S":null}',
            '{"S":1}',
            '{"S":"a","S":"b"}',
            '{"S":"a","N":"1"}',
            '{"NULL":true,"S":"a"}',
            '{"NULL":null}',
            '{"S":"\\u0000\\ud83d\\ude00"}',
            '{"N":1}',
            '{"N":1.5}',
            '{"N":null}',
            '{"N":"1.0"}',
            '{"N":"1.00000000000000000001"}',
            '{"N":"9007199254740993.0"}',
            '{"N":"-0"}',
            '{"N":"1e3"}',
            '{"N":"1e400"}',
            '{"N":"NaN"}',
            '{"N":"Infinity"}',
            '{"N":" 7"}',
            '{"N":"1_000"}',
            '{"N":"٣"}',
            '{"N":"99999999999999999999999999999999999999"}',
            '{"N":"' + "9" * 5000 + '"}',
            '{"N":""}',
            '{"BOOL":"true"}',
            '{"BOOL":1}',
            '{"BOOL":null}',
            '{"SS":[]}',
            '{"SS":["a","a"]}',
            '{"SS":"ab"}',
            '{"SS":[1]}',
            '{"L":[{"S":"a"},{"N":"1"}]}',
            '{"L":[null]}',
            '{"M":null}',
            '{"M":{"text":null}}',
        )
    ]
)


def encode(members: list[Member]) -> bytes:
    """An item of these members, of which several may have one name."""
    return b"{" + b",".join(orjson.dumps(name) + b":" + held for name, held in members) + b"}"


def members_of(item: Item) -> list[Member]:
    return [(name, orjson.dumps(attribute)) for name, attribute in item.items()]


def exact(value: Any) -> Any:
    """The value with the type of each of its parts, as it can be compared: also NaN, -0.0 and 1 beside True."""
    if isinstance(value, BaseModel):
        return type(value), value.model_fields_set, {name: exact(part) for name, part in value.__dict__.items()}
    if isinstance(value, dict):
        return dict, [(exact(name), exact(part)) for name, part in value.items()]
    if isinstance(value, (list, tuple)):
        return type(value), [exact(part) for part in value]
    if isinstance(value, (set, frozenset)):
        return type(value), sorted(repr(exact(part)) for part in value)
    return type(value), repr(value)


def outcome(read: Callable[[], list[Any]]) -> Any:
    """The entities to the letter, or the error."""
    try:
        return [exact(entity) for entity in read()]
    except Exception as error:
        return type(error), str(error)


def check_alike(layout: Layout, texts: list[bytes]) -> None:
    expected = outcome(lambda: layout.from_items(jsontext.loads_all(texts)))
    assert outcome(lambda: layout.from_encoded(texts)) == expected
    try:
        decoded = layout._decode_items(texts)
    except Exception:
        return
    assert [exact(entity) for entity in decoded] == expected


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(entities())
def test_what_was_stored_is_decoded_without_dictionaries(drawn: tuple[Any, dict[str, Any]]) -> None:
    entity, values = drawn
    made, layout = entity(**values), entity.layout
    text = orjson.dumps(layout.to_item(layout.values(made)))
    assert layout._decode_items([text, text]) == [made, made]
    check_alike(layout, [text, text])


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(entities(), st.data())
def test_items_that_others_have_changed_are_decoded_or_refused_as_dictionaries_are(
    drawn: tuple[Any, dict[str, Any]], data: st.DataObject
) -> None:
    entity, values = drawn
    layout = entity.layout
    stored = layout.to_item(layout.values(entity(**values)))
    for _ in range(3):
        changed = hostile(data, layout, stored)
        check_alike(layout, [changed])
        check_alike(layout, [orjson.dumps(stored), changed])


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.table.name} {layout.name}")
def test_every_entity_of_the_apps_is_decoded_as_dictionaries_are(layout: Layout) -> None:
    fields = {name: values_of(layout, field) for name, field in layout.fields.items()}

    @settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow], deadline=None)
    @given(st.lists(st.fixed_dictionaries(fields), min_size=1, max_size=3), st.data())
    def check(rows: list[dict[str, Any]], data: st.DataObject) -> None:
        items = [layout.to_item(values) for values in rows]
        texts = list(map(orjson.dumps, items))
        assert layout._decode_items(texts) == layout.from_items(items)
        check_alike(layout, texts)
        check_alike(layout, [*texts, hostile(data, layout, items[0])])

    check()


def values_of(layout: Layout, field: StoredField) -> st.SearchStrategy[Any]:
    """What can be written: keys have no times that are finer than seconds."""
    values = SECONDS if field.kind is datetime else usual(field.kind)
    return st.none() | values if field.allows_none and field.name not in layout.key_fields else values


class Jars(Table, name="Jars", pk="PK", sk="SK", ttl="until"): ...


def with_label(item: dict[str, Any]) -> dict[str, Any]:
    return {**item, "label": "none"}


class Jar(Entity, table=Jars, upgrades=(with_label,)):
    """Of the second schema version, with rules of its own."""

    shelf: InKey[str]
    number: InKey[int]
    label: str
    weight: Annotated[int, BeforeValidator(lambda value: value)] = 1
    lid: OmitDefault[str] = "cork"
    until: datetime | None = None

    PK = key("SHELF#{shelf}")
    SK = key("JAR#{number:03}")

    @field_validator("label")
    @classmethod
    def fold(cls, label: str) -> str:
        if label == "b":
            raise ValueError("no label is b")
        return label.casefold()


@given(st.data())
def test_rules_and_schema_versions_hold_for_what_is_decoded(data: st.DataObject) -> None:
    jar = Jar(shelf="a", number=7, label="Plums", until=data.draw(st.none() | SECONDS))
    item = Jar.layout.to_item(Jar.layout.values(jar))
    assert Jar.layout._decode_items([orjson.dumps(item)]) == [jar]
    check_alike(Jar.layout, [hostile(data, Jar.layout, item)])
    old = {name: attribute for name, attribute in item.items() if name not in (VERSION_ATTRIBUTE, "label")}
    assert Jar.layout.from_encoded([orjson.dumps(old)])[0].label == "none"


def hostile(data: st.DataObject, layout: Layout, item: Item) -> bytes:
    """The item with some attributes gone, others of any kind, unknown ones, and several of one name; in any order."""
    names = sorted({*item, *layout.by_stored, *layout.keys})
    gone = data.draw(st.sets(st.sampled_from(names), max_size=2))
    kept = [member for member in members_of(item) if member[0] not in gone]
    known = st.sampled_from([*names, VERSION_ATTRIBUTE, "unknown"])
    others = data.draw(st.lists(st.tuples(known, HOSTILE), max_size=3))
    members = kept + others
    return encode(data.draw(st.permutations(members)) if data.draw(st.booleans()) else members)


def cup() -> Any:
    return entity_named(
        "Cup",
        table_named("T"),
        {"shelf": InKey[str], "cup_id": InKey[str], "size": int, "marks": list[str]},
        PK=key("S#{shelf}"),
        SK=key("CUP#{cup_id}"),
        marks=[],
    )


def test_a_number_that_is_not_whole_is_no_whole_number_however_near_it_is() -> None:
    layout = cup().layout
    item = {
        **layout.to_item({"shelf": "a", "cup_id": "1", "size": 4, "marks": []}),
        "size": {"N": "1." + "0" * 20 + "1"},
    }
    with pytest.raises(UnreadableItem, match="size"):
        layout.from_encoded([orjson.dumps(item)])


def test_rows_of_others_and_of_newer_programs_are_refused_as_ever() -> None:
    layout = cup().layout
    own = layout.to_item({"shelf": "a", "cup_id": "1", "size": 4, "marks": ["x"]})
    with pytest.raises(UnreadableItem, match="is no row of Cup: its key is PK 'S#a' / SK 'SAUCER#1'"):
        layout.from_encoded([orjson.dumps(own), orjson.dumps({**own, "SK": {"S": "SAUCER#1"}})])
    with pytest.raises(NewerItem, match="schema version 2, newer than the 1 known here"):
        layout.from_encoded([orjson.dumps({**own, VERSION_ATTRIBUTE: {"N": "2"}})])


def test_rows_that_lack_a_default_do_not_share_it() -> None:
    layout = cup().layout
    item = layout.to_item({"shelf": "a", "cup_id": "1", "size": 4, "marks": ["x"]})
    del item["marks"]
    one, two = layout.from_encoded([orjson.dumps(item)] * 2)
    one.marks.append("x")
    assert two.marks == []


def test_what_is_no_json_is_told_as_such() -> None:
    with pytest.raises(jsontext.DecodeError):
        cup().layout.from_encoded([b'{"PK":'])


def test_a_view_is_decoded_by_its_own_fields() -> None:
    entity = cup()

    class Small(View, of=entity):
        shelf: str
        cup_id: str
        size: int

    text = orjson.dumps(entity.layout.to_item({"shelf": "a", "cup_id": "1", "size": 4, "marks": ["x"]}))
    assert Small.layout._decode_items([text]) == [Small(shelf="a", cup_id="1", size=4)]
