"""Readers: the fast way from an item to an entity and the careful one agree, whatever the item is like."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel
from tests.table.designs import entity_named, table_named
from tests.table.strategies import MILLISECONDS, Season

from chabudai.table import As, Gsi, InKey, OmitDefault, OrNull, Prefixed, key
from chabudai.table.attributes import Item
from chabudai.table.errors import TableError, UnreadableItem
from chabudai.table.schema.fields import NO_DEFAULT

TextOrNull: TypeAlias = OrNull[str]
NumberOrNull: TypeAlias = OrNull[int]
RoomInKey: TypeAlias = InKey[str | None]


class Step(BaseModel):
    text: str
    done: date | None = None


@dataclass(frozen=True)
class Kind:
    """A kind of field: its annotation, its default, and values for it."""

    annotation: Any
    values: st.SearchStrategy[Any]
    default: Any = NO_DEFAULT


NUMBERS = st.integers(-(10**18), 10**18)
TEXTS = st.text(max_size=5)
PLAIN = st.text("ab漢", min_size=1, max_size=3)
STEPS = st.builds(Step, text=TEXTS, done=st.none() | st.dates())

KINDS = [
    Kind(str, TEXTS),
    Kind(str, TEXTS, "usual"),
    Kind(str | None, st.none() | TEXTS, None),
    Kind(str | None, st.none() | TEXTS),
    Kind(TextOrNull, st.none() | TEXTS, None),
    Kind(NumberOrNull, st.none() | NUMBERS),
    Kind(int, NUMBERS),
    Kind(int | None, st.none() | NUMBERS, None),
    Kind(bool, st.booleans(), False),
    Kind(OmitDefault[bool], st.booleans(), False),
    Kind(OmitDefault[int], NUMBERS | st.just(7), 7),
    Kind(OmitDefault[tuple[str, ...]], st.lists(TEXTS, max_size=2).map(tuple), ()),
    Kind(Decimal, st.decimals(-1000, 1000, places=3)),
    Kind(float, st.integers(-1000, 1000).map(lambda number: number / 8)),
    Kind(date, st.dates()),
    Kind(date | None, st.none() | st.dates(), None),
    Kind(datetime, MILLISECONDS),
    Kind(Annotated[date, As("yyyymmdd")], st.dates()),
    Kind(Annotated[datetime, As("isoms")] | None, st.none() | MILLISECONDS, None),
    Kind(Literal["a", "b"], st.sampled_from(["a", "b"]), "a"),
    Kind(Literal[1, 2] | None, st.sampled_from([1, 2, None]), None),
    Kind(Season, st.sampled_from(Season)),
    Kind(bytes, st.binary(max_size=4)),
    Kind(list[int], st.lists(NUMBERS, max_size=2)),
    Kind(dict[str, int | None], st.dictionaries(TEXTS, st.none() | NUMBERS, max_size=2)),
    Kind(frozenset[str], st.frozensets(TEXTS, max_size=2)),
    Kind(set[int], st.sets(NUMBERS, max_size=2)),
    Kind(Annotated[frozenset[str], Prefixed("TAG#")], st.frozensets(TEXTS, max_size=2), frozenset()),
    Kind(Annotated[str | None, Prefixed("USER#")], st.none() | TEXTS, None),
    Kind(Step, STEPS),
    Kind(tuple[Step, ...], st.lists(STEPS, max_size=2).map(tuple), ()),
]
# Attributes of every type, as others may have left them.
ATTRIBUTES: st.SearchStrategy[dict[str, Any]] = st.one_of(
    TEXTS.map(lambda text: {"S": text}),
    NUMBERS.map(lambda number: {"N": str(number)}),
    st.sampled_from(
        [
            {"N": "1.5"},
            {"S": "7"},
            {"S": "a"},
            {"S": "2026-01-02"},
            {"S": "20260102"},
            {"S": "2026-W01-1"},
            {"S": "2026-01-02T12:00:00Z"},
            {"S": "2026-01-02T12:00:00.000Z"},
            {"BOOL": True},
            {"NULL": True},
            {"B": "AA=="},
            {"L": []},
            {"L": [{"N": "1"}]},
            {"M": {}},
            {"M": {"text": {"S": "x"}}},
            {"SS": ["a"]},
            {"NS": ["1"]},
        ]
    ),
)


@st.composite
def entities(draw: st.DrawFn) -> tuple[Any, dict[str, Any]]:
    """An entity of random fields, some of them only in keys, and values for it."""
    kinds = {f"f{number}": kind for number, kind in enumerate(draw(st.lists(st.sampled_from(KINDS), max_size=12)))}
    annotations = {name: kind.annotation for name, kind in kinds.items()}
    defaults = {name: kind.default for name, kind in kinds.items() if kind.default is not NO_DEFAULT}
    fields: dict[str, Any] = {"owner": InKey[str], "day": InKey[date], "room": RoomInKey, "rank": InKey[int]}
    keys = {
        "PK": key("O#{owner}"),
        "SK": key("D#{day:yyyymmdd}"),
        "roomPk": key("ROOM#{room}"),
        "rankPk": key("RANK#{rank:+03}#{owner}"),
        "bothPk": key("BOTH#{rank:+03}#{room}"),
        "notePk": key("NOTE#{note}"),
    }
    by_room, by_rank = Gsi("ByRoom", "roomPk", "notePk"), Gsi("ByRank", "rankPk", "bothPk")
    indexed = table_named("Drawn", by_room=by_room, by_rank=by_rank)
    entity = entity_named("Drawn", indexed, {**fields, "note": str | None, **annotations}, **keys, **defaults)
    values = {name: draw(kind.values) for name, kind in kinds.items()}
    in_keys = {
        "owner": draw(PLAIN),
        "day": draw(st.dates()),
        "room": draw(st.none() | PLAIN),
        "rank": draw(st.integers(-999, 999)),
        "note": draw(st.none() | PLAIN),
    }
    return entity, {**in_keys, **values}


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(entities())
def test_both_ways_give_back_what_was_stored(drawn: tuple[Any, dict[str, Any]]) -> None:
    entity, values = drawn
    made, layout = entity(**values), entity.layout
    item = layout.to_item(layout.values(made))
    assert layout._parse_items([item]) == [made]
    assert layout._careful.parse(item) == made
    assert layout.from_items([item, item]) == [made, made]


@given(
    st.sampled_from(["NOTE#{title}", "NOTE#{title:tail}", "{title}", "NOTE#{title}#END"]),
    st.text("ab#NOTE漢\U0010ffff\0", max_size=9) | st.builds("NOTE#{}".format, st.text("a#漢\U0010ffff", max_size=3)),
)
def test_both_ways_agree_on_every_sort_key(template: str, text: str) -> None:
    titled = entity_named(
        "Titled",
        table_named("Titled"),
        {"owner": InKey[str], "title": InKey[str]},
        PK=key("O#{owner}"),
        SK=key(template),
    )
    layout, item = titled.layout, {"PK": {"S": "O#a"}, "SK": {"S": text}}
    fast, careful = outcome(lambda each: layout._parse_items([each])[0], item), outcome(layout._careful.parse, item)
    assert fast == careful


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(entities(), st.data())
def test_both_ways_agree_on_items_that_others_have_changed(
    drawn: tuple[Any, dict[str, Any]], data: st.DataObject
) -> None:
    entity, values = drawn
    layout = entity.layout
    stored = layout.to_item(layout.values(entity(**values)))
    for _ in range(3):
        item = changed(data, stored, sorted({*stored, *layout.by_stored}))
        fast, careful = (
            outcome(lambda each: layout._parse_items([each])[0], item),
            outcome(layout._careful.parse, item),
        )
        if fast is not None:
            assert careful == fast
        if careful is None:
            assert "Drawn" in error_text(layout, item)


def changed(data: st.DataObject, item: Item, names: list[str]) -> Item:
    """The item with some attributes gone, and others of any kind."""
    gone = data.draw(st.sets(st.sampled_from(names), max_size=3))
    others = data.draw(st.dictionaries(st.sampled_from(names), ATTRIBUTES, max_size=4))
    return {**{name: value for name, value in item.items() if name not in gone}, **others}


def outcome(read: Any, item: Mapping[str, Any]) -> Any:
    try:
        return read(item)
    except (TableError, LookupError, TypeError, ValueError):
        return None


def error_text(layout: Any, item: Mapping[str, Any]) -> str:
    """What a person is told of an item that can't be read."""
    try:
        layout.from_item(item)
    except UnreadableItem as refusal:
        return str(refusal)
    raise AssertionError("it was read")


def test_many_items_are_read_as_each_alone_would_be() -> None:
    entity = entity_named(
        "Cup", table_named("T"), {"cup_id": InKey[str], "size": int}, PK=key("A"), SK=key("{cup_id}"), size=3
    )
    full = entity.layout.to_item({"cup_id": "1", "size": 4})
    bare = {"PK": {"S": "A"}, "SK": {"S": "2"}}
    assert [cup.size for cup in entity.layout.from_items([full, bare, full])] == [4, 3, 4]


def test_an_entity_that_was_read_is_as_good_as_one_that_was_made() -> None:
    entity = entity_named(
        "Cup", table_named("T"), {"cup_id": InKey[str], "size": int}, PK=key("A"), SK=key("{cup_id}"), size=3
    )
    made = entity(cup_id="1", size=4)
    found = entity.layout.from_item(entity.layout.to_item({"cup_id": "1", "size": 4}))
    assert found == made
    assert hash(found) == hash(made)
    assert found.model_dump() == made.model_dump()
    assert found.model_dump_json() == made.model_dump_json()
    assert found.model_copy(update={"size": 5}) == entity(cup_id="1", size=5)
    assert repr(found) == repr(made)


def test_a_datetime_is_read_in_utc() -> None:
    annotation = Annotated[datetime, As("iso")]
    entity = entity_named("Cup", table_named("T"), {"at": annotation}, PK=key("A"), SK=key("B"))
    noon = datetime(2026, 1, 2, 12, tzinfo=UTC)
    assert entity.layout.from_item(entity.layout.to_item({"at": noon})).at.tzinfo is UTC


@pytest.mark.parametrize(
    "sk", ["CUP", "CUP#{cup_id}", "CUP#{size:03}#{cup_id}", "{cup_id:tail}", "CUP#{cup_id}#{size:03}"]
)
def test_a_row_whose_key_is_not_the_entitys_makes_no_entity_even_if_every_field_is_there(sk: str) -> None:
    entity = entity_named("Cup", table_named("T"), {"cup_id": str, "size": int}, PK=key("A#{cup_id}"), SK=key(sk))
    layout = entity.layout
    own = layout.to_item({"cup_id": "1", "size": 4})
    assert layout.from_items([own]) == [entity(cup_id="1", size=4)]
    foreign: list[Item] = [{**own, "PK": {"S": "B#1"}}, {**own, "PK": {"S": "A#1#2"}}, {**own, "PK": {"B": "QQ=="}}]
    if sk != "{cup_id:tail}":
        foreign += [{**own, "SK": {"S": text}} for text in ("CUPS", "CAP#1", "CUP#", "CUP#1#2#3", "SAUCER")]
    for item in foreign:
        assert outcome(lambda each: layout._parse_items([own, each]), item) is None
        with pytest.raises(UnreadableItem, match=f"is no row of Cup: its key is PK '{item['PK'].get('S', 'QQ==')}'"):
            layout.from_items([own, item])
