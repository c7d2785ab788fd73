"""Checks when a design is imported: each mistake is refused with a sentence that says what to do."""

from datetime import date, datetime
from enum import Enum
from typing import Any, Literal

import pytest
from tests.table.designs import entity_named, of, table_named

from chabudai import table
from chabudai.table import (
    Design,
    Entity,
    Field,
    Gsi,
    InKey,
    Insert,
    Lsi,
    OrNull,
    Query,
    Table,
    Transaction,
    View,
    begins_with,
    computed,
    contains,
    ge,
    key,
    unique,
)
from chabudai.table.errors import (
    ConflictingWrites,
    DelimiterInValue,
    DesignError,
    FormatMismatch,
    InvalidComputedPart,
    InvalidKeyCondition,
    InvalidTemplate,
    KeyCollision,
    MixedEntities,
    NotProjected,
    PartOutOfRange,
    UnknownField,
    UnknownFormat,
    UnrecoverableField,
    UnsortablePart,
    UnusedIndex,
)

PK = key("P#{owner}")


def entity(into: type[Table] | None = None, /, name: str = "Item", **members: Any) -> Any:
    """An entity of one owner, with its own table unless one is given."""
    fields = {"owner": InKey[str], **members.pop("fields", {})}
    return entity_named(name, into or table_named("Plain"), fields, **{"PK": PK, **members})


def test_a_template_that_names_no_field_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownField, match=r"Item.SK: ITEM#\{itm\}: there is no field 'itm'; did you mean item\?"):
        entity(fields={"item": InKey[str]}, SK=key("ITEM#{itm}"))


def test_a_template_with_an_unknown_or_unfit_format_is_refused() -> None:
    with pytest.raises(UnknownFormat, match=r"Item.SK: n in ITEM#\{n:x\}: 'x' is no format. Those known: "):
        entity(fields={"n": InKey[int]}, SK=key("ITEM#{n:x}"))
    with pytest.raises(FormatMismatch, match="the format 010 does not fit str; for it there are: "):
        entity(fields={"n": InKey[str]}, SK=key("ITEM#{n:010}"))


def test_an_entity_without_the_tables_key_is_refused() -> None:
    with pytest.raises(DesignError, match=r"Item has no SK, the key of Plain-\d+: write SK = key\(…\)"):
        entity()


def test_a_computed_part_has_types_and_known_fields() -> None:
    with pytest.raises(InvalidComputedPart, match="its arguments are fields and its return type is annotated"):
        computed(lambda status: status)

    def folded(nam: str) -> str:
        return nam.casefold()

    with pytest.raises(UnknownField, match=r"Item.folded is computed from nam, which is no field"):
        entity(fields={"name": str}, folded=computed(folded), SK=key("NAME#{folded}"))


def test_a_table_key_that_only_a_computed_part_tells_of_a_field_is_refused() -> None:
    """`update(name="amy")` would find Ann's row, and write an index key of Amy."""

    def initial(name: str) -> str:
        return name[0]

    with pytest.raises(KeyCollision, match=r"Item\.SK = I#\{initial\}: two with different name can have the same key"):
        entity(fields={"name": str}, initial=computed(initial), SK=key("I#{initial}"))
    entity(fields={"name": str}, initial=computed(initial), SK=key("I#{initial}#{name}"))


def test_a_field_that_no_key_tells_is_refused() -> None:
    with pytest.raises(UnrecoverableField, match=r"Item.name lives only in keys"):
        entity(fields={"name": InKey[str]}, SK=key("ITEM"))


def test_two_entities_that_can_have_one_key_are_refused_with_that_key() -> None:
    into = table_named("Crowded")
    entity(into, name="One", fields={"a": InKey[str]}, SK=key("ITEM#{a}"))
    with pytest.raises(KeyCollision, match="Two and One can both have the key P#x / ITEM#NEW: give one of them"):
        entity(into, name="Two", SK=key("ITEM#NEW"))
    entity(into, name="Three", fields={"a": InKey[str]}, SK=key("ITEM#NEW#{a}"))


def test_guard_rows_are_kept_apart_from_entities_and_from_each_other() -> None:
    into = table_named("Guarded")
    guarded: dict[str, Any] = {"fields": {"item": InKey[str], "name": str, "nick": str}, "SK": key("ITEM#{item}")}
    with pytest.raises(KeyCollision, match=r"Item.two \(its guard rows\) and Item.one \(its guard rows\) can"):
        entity(into, **guarded, one=unique("P#{owner}", "NAME#{name}"), two=unique("P#{owner}", "NAME#{nick}"))
    with pytest.raises(KeyCollision, match=r"Item.one \(its guard rows\) and Item can both have the key"):
        entity(into, **guarded, one=unique("P#{owner}", "ITEM#{name}"))
    entity(into, **guarded, one=unique("P#{owner}", "NAME#{name}"))
    with pytest.raises(KeyCollision, match=r"Other and Item.one \(its guard rows\) can both have the key"):
        entity(into, name="Other", fields={"name": InKey[str]}, SK=key("NAME#{name}"))


def test_keys_that_are_plain_fields_collide_when_their_values_can_be_the_same() -> None:
    class Kinds(Table, name="Kinds", pk="kind", sk="id"): ...

    class Cat(Entity, table=Kinds):
        kind: Literal["cat"] = "cat"
        id: str

    class Dog(Entity, table=Kinds):
        kind: Literal["dog"] = "dog"
        id: str

    with pytest.raises(KeyCollision, match="Pet and Cat can both have the key cat / x"):

        class Pet(Entity, table=Kinds):
            kind: str
            id: str

    assert table.open(":memory:").explain(Kinds.query(Dog, kind="dog")).operations == ("Query",)


def test_a_query_that_would_meet_another_entity_is_refused() -> None:
    into = table_named("Nested")
    day = entity(into, name="Day", fields={"day": InKey[date]}, SK=key("DAY#{day}"))
    meal = entity(into, name="Meal", fields={"day": InKey[date], "n": InKey[int]}, SK=key("DAY#{day}#{n:02}"))
    with pytest.raises(
        MixedEntities, match="asked for Day would also meet rows of Meal; give their keys different beginn"
    ):
        into.query(day, owner="ann")
    with pytest.raises(MixedEntities, match="asked for Meal would also meet rows of Day"):
        into.query(meal, owner="ann", day=ge(date(2026, 1, 1)))
    into.query(meal, owner="ann", day=date(2026, 1, 1))
    into.query(day, owner="ann", day=date(2026, 1, 1))
    into.query(day, meal, owner="ann")


def test_every_neighbour_is_looked_at_not_only_the_first_that_needs_a_bound() -> None:
    into = table_named("Several")
    item = entity(into, fields={"n": InKey[int]}, SK=key("COUNT#{n:03}"))
    entity(into, name="Total", SK=key("COUNT#TOTAL"))
    into.query(item, owner="ann")
    entity(into, name="Part", fields={"n": InKey[int], "part": InKey[str]}, SK=key("COUNT#{n:03}#{part}"))
    with pytest.raises(MixedEntities, match="asked for Item would also meet rows of Part"):
        into.query(item, owner="ann")


def test_a_bound_reaches_to_the_end_of_what_can_follow_the_last_value() -> None:
    into = table_named("Ends")
    item = entity(into, fields={"n": InKey[int], "x": InKey[str]}, SK=key("N#{n:03}#{x}"))
    entity(into, name="Last", fields={"y": InKey[str]}, SK=key("N#999#A#{y}"))
    with pytest.raises(MixedEntities, match="asked for Item would also meet rows of Last"):
        into.query(item, owner="ann")


def test_a_query_that_would_meet_guard_rows_is_refused() -> None:
    into = table_named("Guards")
    fields = {"item": InKey[str], "name": str}
    item = entity(into, fields=fields, SK=key("{item}#ITEM"), one=unique("P#{owner}", "{name}#NAME"))
    with pytest.raises(MixedEntities, match=r"would also meet rows of Item.one \(its guard rows\)"):
        into.query(item, owner="ann")


def test_an_entity_that_is_declared_later_is_found_by_the_design() -> None:
    into = table_named("Late")
    item = entity(into, fields={"item": InKey[str]}, SK=key("ITEM#{item}"))

    @into.pattern("L-1", "all items")
    def items(owner: str) -> Query[Any]:
        return into.query(item, owner=owner)

    Design("late", into)
    entity(into, name="Part", fields={"item": InKey[str], "part": InKey[str]}, SK=key("ITEM#{item}#{part}"))
    with pytest.raises(MixedEntities, match=r"L-1 \(all items\): .* asked for Item would also meet rows of Part"):
        Design("late", into)
    with pytest.raises(MixedEntities):
        items("ann")


def test_rows_of_an_index_are_told_apart_by_a_field_with_few_values() -> None:
    into = table_named("Typed", by_type=Gsi("ByType", "type", "rank"))
    song = entity(into, name="Song", fields={"type": Literal["song"], "rank": int}, SK=key("SONG"), type="song")
    entity(into, name="Tune", fields={"type": Literal["tune"], "rank": int}, SK=key("TUNE"), type="tune")
    into.indexes[0].query(song, type="song", rank=ge(3))
    entity(into, name="Noise", fields={"type": str, "rank": int}, SK=key("NOISE"))
    with pytest.raises(MixedEntities, match="would also meet rows of Noise"):
        into.indexes[0].query(song, type="song", rank=ge(3))


def test_an_unpadded_number_in_a_sort_key_is_refused() -> None:
    sentence = (
        r"Item.SK = ITEM#\{n\} is a sort key of Plain-\d+, but \{n\} does not sort as its values do: "
        r"give a number a width, as in \{n:010\}, and one that can be negative also a sign, as in \{n:\+010\}"
    )
    with pytest.raises(UnsortablePart, match=sentence):
        entity(fields={"n": InKey[int]}, SK=key("ITEM#{n}"))


def test_an_unpadded_number_in_the_sort_key_of_an_index_is_refused() -> None:
    into = table_named("Indexed", by_n=Gsi("ByN", "gpk", "gsk"))
    with pytest.raises(UnsortablePart, match=r"Item.gsk = N#\{n\} is a sort key of Indexed-\d+/ByN"):
        entity(into, fields={"n": int}, SK=key("ITEM"), gpk=key("ALL"), gsk=key("N#{n}"))
    entity(into, fields={"n": int}, SK=key("ITEM"), gpk=key("N#{n}"), gsk=key("N"))


def test_a_number_that_may_be_negative_needs_a_sign_in_a_sort_key() -> None:
    signed = {"n": (InKey[int])}
    with pytest.raises(FormatMismatch, match=r"but n may be -5: -5 does not fit 03, which holds 0 to 999"):
        entity(fields=signed, n=Field(ge=-5), SK=key("ITEM#{n:03}"))
    with pytest.raises(FormatMismatch, match=r"but n may be 1000: 1000 does not fit 03, which holds 0 to 999"):
        entity(fields=signed, n=Field(le=1000), SK=key("ITEM#{n:03}"))
    item = entity(fields=signed, n=Field(ge=-5), SK=key("ITEM#{n:+03}"))
    assert [item.layout.key({"owner": "a", "n": n})["SK"]["S"] for n in (-5, 0, 5)] == [
        "ITEM#-995",
        "ITEM#0000",
        "ITEM#0005",
    ]
    free = entity(fields=signed, SK=key("ITEM#{n:03}"))
    with pytest.raises(PartOutOfRange, match=r"n in Item.SK = ITEM#\{n:03\}: -1 does not fit 03, which holds 0 to 999"):
        free.layout.key({"owner": "a", "n": -1})


def test_choices_that_do_not_sort_as_their_values_are_refused_in_a_sort_key() -> None:
    with pytest.raises(UnsortablePart, match="write it in texts that sort, or not into a sort key"):
        entity(fields={"size": of(InKey, Literal[1, 2, 10])}, SK=key("ITEM#{size}"))


def test_a_value_with_the_delimiter_is_refused_when_the_key_is_built() -> None:
    item = entity(fields={"item": InKey[str]}, SK=key("ITEM#{item}"))
    sentence = r"'a#b' holds the delimiter # and could pass for another key; \{item:escaped\} writes it as %23"
    with pytest.raises(DelimiterInValue, match=sentence):
        table.open(":memory:").get(item.get(owner="ann", item="a#b"))
    with pytest.raises(DelimiterInValue):
        item.layout.table.query(item, owner="ann#x").request  # noqa: B018


class Rank(Enum):
    PLAIN = "plain"
    FORGED = "for#ged"


@pytest.mark.parametrize("kind", [Literal["plain", "for#ged"], Rank])
def test_a_choice_with_the_delimiter_is_refused_at_once(kind: Any) -> None:
    with pytest.raises(InvalidTemplate, match="it can be written for#ged, which holds the delimiter #"):
        entity(fields={"rank": of(InKey, kind)}, SK=key("ITEM#{rank}#x"))


def test_an_index_that_no_pattern_reads_is_refused() -> None:
    into = table_named("Idle", by_n=Gsi("ByN", "gpk"))
    entity(into, SK=key("ITEM"), gpk=key("ALL"))
    with pytest.raises(UnusedIndex, match=r"no pattern of Idle-\d+ reads ByN: every write would pay for it in vain"):
        Design("idle", into)
    with pytest.raises(DesignError, match="the design idle has no table"):
        Design("idle")


def test_a_transaction_that_can_touch_an_item_twice_is_refused() -> None:
    into = table_named("Purses")
    purse = entity(into, name="Purse", fields={"purse": InKey[str], "coins": int}, SK=key("PURSE#{purse}"), coins=0)

    def pay(owner: str, source: str, target: str) -> Transaction:
        taken = purse.update(owner=owner, purse=source).set(coins=1)
        return Transaction().step("from", taken).step("to", purse.update(owner=owner, purse=target).set(coins=2))

    sentence = r"P-1 \(pay\): called with .*'source': 'x', 'target': 'x'.*the steps from \+ to both change coins"
    with pytest.raises(ConflictingWrites, match=sentence):
        into.pattern("P-1", "pay")(pay)

    @into.pattern("P-2", "pay another")
    def pay_another(owner: str, source: str, target: str) -> Transaction:
        if source == target:
            raise ValueError("nobody pays himself")
        return pay(owner, source, target)

    assert len(pay_another("ann", "a", "b").steps) == 2


def test_a_transaction_that_inserts_two_of_one_is_refused() -> None:
    into = table_named("Doubled")
    item = entity(into, fields={"item": InKey[str]}, SK=key("ITEM#{item}"))

    def twice(one: Any, other: Any) -> Transaction:
        return Transaction().step("one", Insert(one)).step("other", Insert(other))

    twice.__annotations__ |= {"one": item, "other": item}

    with pytest.raises(ConflictingWrites, match="the steps 'one' and 'other' are both at Item"):
        into.pattern("D-1", "two")(twice)


@pytest.mark.parametrize("kind", [datetime, bool, list[str], dict[str, int], int | str, Literal[1, "a"]])
def test_a_key_of_an_index_has_a_type_that_a_key_can_have(kind: Any) -> None:
    into = table_named("Unfit", by_x=Lsi("ByX", "x"))
    with pytest.raises(FormatMismatch, match=r"Item.x is a key of Unfit-\d+/ByX, for which its type does not fit"):
        entity(into, fields={"x": kind}, SK=key("ITEM"))


def test_a_key_of_an_index_is_never_null() -> None:
    into = table_named("Null", by_x=Lsi("ByX", "x"))
    with pytest.raises(DesignError, match=r"Item.x is a key of Null-\d+/ByX, where NULL can't be stored"):
        entity(into, fields={"x": of(OrNull, int)}, SK=key("ITEM"), x=None)


def test_what_is_left_out_of_an_item_is_the_default() -> None:
    sentence = r"Item.n may be None, which would be read back as its default 5; OrNull\[…\] stores None as NULL"
    with pytest.raises(DesignError, match=sentence):
        entity(fields={"n": int | None}, n=5, SK=key("ITEM"))
    with pytest.raises(DesignError, match=r"Item.tags: DynamoDB has no empty sets"):
        entity(fields={"tags": set[str]}, tags={"a"}, SK=key("ITEM"))
    entity(fields={"n": of(OrNull, int), "tags": set[str]}, n=5, tags=set(), SK=key("ITEM"))


@pytest.mark.parametrize(
    ("given", "fault", "sentence"),
    [
        ({}, InvalidKeyCondition, "a query of .*/ByN for Item needs owner, of which Item.gpk"),
        (
            {"owner": "a", "n": 1, "other": 2},
            InvalidKeyCondition,
            r"can't be asked for other: .*\.filter\(other=…\) leaves",
        ),
        (
            {"owner": "a", "item": "x"},
            InvalidKeyCondition,
            "can't be asked for item: it is not the next part of a key of Item",
        ),
        (
            {"owner": "a", "n": contains(1)},
            InvalidKeyCondition,
            "a key can be compared, or begin with a text, and nothing else",
        ),
        ({"owner": "a", "nn": 1}, UnknownField, "Item has no field 'nn'; did you mean n"),
        ({"owner": "a", "nn": begins_with("x")}, UnknownField, "Item has no field 'nn'"),
    ],
    ids=str,
)
def test_a_query_asks_for_what_its_keys_hold(given: dict[str, Any], fault: type[DesignError], sentence: str) -> None:
    into = table_named("Asked", by_n=Gsi("ByN", "gpk", "gsk"))
    fields = {"item": InKey[str], "n": int, "other": int}
    item = entity(
        into, fields=fields, SK=key("ITEM#{item}"), gpk=key("G#{owner}"), gsk=key("N#{n:03}#{item}"), other=0
    )  # fmt: skip
    with pytest.raises(fault, match=sentence):
        into.indexes[0].query(item, **given)


def test_an_entity_that_is_not_in_an_index_can_not_be_asked_of_it() -> None:
    into = table_named("Absent", by_n=Gsi("ByN", "gpk", "gsk"))
    entity(into, name="Other", SK=key("OTHER"), gpk=key("ALL"), gsk=key("N"))
    item = entity(into, SK=key("ITEM"), gpk=key("ALL"))
    with pytest.raises(InvalidKeyCondition, match=r"Item has no gsk, so Absent-\d+/ByN does not hold it"):
        into.indexes[0].query(item)


@pytest.mark.parametrize("projection", ["KEYS_ONLY", ["name"]])
def test_an_index_that_does_not_hold_what_is_asked_is_refused(projection: Any) -> None:
    into = table_named("Partial", by_n=Gsi("ByN", "n", projection=projection))
    item = entity(into, fields={"n": int, "name": str, "text": str}, SK=key("ITEM"))
    sentence = r"Partial-\d+/ByN does not hold Item.\w+; ask it for a View with the fields that it holds"
    with pytest.raises(NotProjected, match=sentence):
        into.indexes[0].query(item, n=1)

    class Seen(View, of=item):
        owner: InKey[str]
        n: int

    into.indexes[0].query(Seen, n=1)


def test_an_index_holds_the_shape_of_an_entity_that_has_several() -> None:
    def renamed(values: dict[str, Any]) -> dict[str, Any]:
        return values

    class Grown(Table, name="Grown", pk="PK", sk="SK"):
        by_n = Gsi("ByN", "n", projection="KEYS_ONLY")

    class Plant(Entity, table=Grown, upgrades=(renamed,)):
        plant: InKey[str]
        n: int
        PK = key("PLANT#{plant}")
        SK = key("PLANT")

    with pytest.raises(NotProjected, match="Grown/ByN does not hold _schema_version, which tells how to read a Plant"):
        Grown.by_n.query(Plant, n=1)


def test_a_view_has_the_key_of_its_entity_and_known_fields() -> None:
    item = entity(fields={"item": InKey[str], "n": int}, SK=key("ITEM#{item}"))
    with pytest.raises(DesignError, match="Short leaves out item, which is part of the key of Item"):

        class Short(View, of=item):
            owner: InKey[str]
            n: int

    with pytest.raises(UnknownField, match="Item has no field 'm'"):

        class Other(View, of=item):
            owner: InKey[str]
            item: InKey[str]
            m: int


def test_the_same_key_half_in_two_attributes_has_at_most_four() -> None:
    with pytest.raises(DesignError, match="Wide: each half of a key has at most 4 attributes, and not 5: join some"):
        Gsi("Wide", ["a", "b", "c", "d", "e"])
    with pytest.raises(DesignError, match="Narrow needs a partition key"):
        Gsi("Narrow", [])
