"""Relations: two fields of one item compared, each stored, missing or NULL, as Python would compare them."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import count
from typing import Annotated, Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from chabudai import table
from chabudai.table import (
    As,
    Entity,
    Field,
    InKey,
    OrNull,
    Prefixed,
    Table,
    between,
    contains,
    field_value,
    ge,
    gt,
    key,
    le,
    lt,
    ne,
    one_of,
    size,
    where,
    where_at,
)
from chabudai.table.errors import ConditionNotMet, DesignError, InvalidFieldValue, InvalidKeyCondition, UnknownField
from chabudai.table.query.conditions import Condition, eq

Day = Annotated[date, As("yyyymmdd")]
Late = Annotated[date, As("-yyyymmdd")]


class Bounds(BaseModel):
    low: int = 1
    high: int | None = None


class Pairs(Table, name="Pairs", pk="PK", sk="SK"): ...


class Pair(Entity, table=Pairs):
    owner: InKey[str]
    row: InKey[int]
    number: int = 2
    other: int = 2
    amount: Decimal = Decimal("1.5")
    bare: int | None = None
    bare_too: int | None = None
    null: OrNull[int] = None
    three_or_null: OrNull[int] = 3
    needed: int = Field(default_factory=lambda: 1)
    text: str = "b"
    letter: Literal["a", "b"] = "a"
    bare_text: str | None = None
    day: Day = date(2026, 1, 2)
    day_too: Day = date(2026, 1, 1)
    late: Late = date(2026, 1, 2)
    late_too: Late = date(2026, 1, 1)
    plain_day: date = date(2026, 1, 2)
    at: datetime = datetime(2026, 1, 2, tzinfo=UTC)
    at_too: datetime = datetime(2026, 1, 2, tzinfo=UTC)
    tags: frozenset[str] = frozenset()
    more: frozenset[str] = frozenset()
    marked: Annotated[frozenset[str], Prefixed("T#")] = frozenset()
    bounds: Bounds = Bounds()
    maybe: Bounds | None = None

    PK = key("P#{owner}")
    SK = key("ROW#{row:05}")


numbers = st.integers(1, 3)
days = st.dates(date(2026, 1, 1), date(2026, 1, 3))
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "number": numbers,
    "other": numbers,
    "amount": st.sampled_from([Decimal("1.5"), Decimal(2), Decimal(3)]),
    "bare": numbers | st.none(),
    "bare_too": numbers | st.none(),
    "null": numbers | st.none(),
    "three_or_null": numbers | st.none(),
    "needed": numbers,
    "text": st.sampled_from("abc"),
    "letter": st.sampled_from("ab"),
    "bare_text": st.sampled_from("ab") | st.none(),
    "day": days,
    "day_too": days,
    "late": days,
    "late_too": days,
    "at": days.map(lambda day: datetime(day.year, day.month, day.day, tzinfo=UTC)),
    "at_too": days.map(lambda day: datetime(day.year, day.month, day.day, tzinfo=UTC)),
    "tags": st.frozensets(st.sampled_from("ab")),
    "more": st.frozensets(st.sampled_from("ab")),
    "bounds": st.builds(Bounds, low=numbers, high=numbers | st.none()),
    "maybe": st.builds(Bounds, low=numbers, high=numbers | st.none()) | st.none(),
}
COMPARED = [
    ("number", "other"),
    ("number", "amount"),
    ("number", "bare"),
    ("bare", "number"),
    ("bare", "bare_too"),
    ("bare", "null"),
    ("null", "three_or_null"),
    ("three_or_null", "null"),
    ("three_or_null", "number"),
    ("number", "needed"),
    ("text", "letter"),
    ("bare_text", "text"),
    ("day", "day_too"),
    ("late", "late_too"),
    ("at", "at_too"),
    ("tags", "more"),
    ("number", "bounds.low"),
    ("bounds.low", "bounds.high"),
    ("maybe.high", "bare"),
    ("maybe.low", "bounds.low"),
    ("three_or_null", "maybe.high"),
]
UNORDERED = {"at", "tags"}
TESTS: dict[Callable[[Any], Any], Callable[[Any, Any], bool]] = {
    eq: lambda one, two: one == two,
    ne: lambda one, two: one != two,
    gt: lambda one, two: one > two,
    ge: lambda one, two: one >= two,
    lt: lambda one, two: one < two,
    le: lambda one, two: one <= two,
}
rows = count()


@pytest.fixture(scope="module")
def store() -> Iterator[table.TypedStore]:
    with table.open(":memory:") as opened:
        opened.create(Pairs)
        yield opened


def put(store: table.TypedStore, values: dict[str, Any], unstored: set[str]) -> Pair:
    """A row without some of its attributes, as it is read."""
    row = next(rows)
    item = Pair.layout.to_item(dict(Pair(owner="ann", row=row, **values)))
    kept = {name: value for name, value in item.items() if name not in unstored}
    store.raw.call("PutItem", {"TableName": "Pairs", "Item": kept})
    return store.one(Pair.get(owner="ann", row=row))


def is_so(store: table.TypedStore, pair: Pair, condition: Condition) -> bool:
    """Asked twice: by a filter, and by the condition of a write."""
    found = store.count(Pairs.query(Pair, owner="ann", row=pair.row).filter(condition)) == 1
    try:
        store.write(Pair.update(owner="ann", row=pair.row).set(plain_day=date(2026, 1, 1)).when(condition))
    except ConditionNotMet:
        assert not found
    else:
        assert found
    return found


def value_at(pair: Pair, place: str) -> Any:
    value: Any = pair
    for name in place.split("."):
        value = None if value is None else getattr(value, name)
    return value


@pytest.mark.parametrize(("one", "two"), COMPARED)
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_two_fields_are_compared_as_in_python(store: table.TypedStore, one: str, two: str, data: st.DataObject) -> None:
    fields = [place.split(".")[0] for place in (one, two)]
    values = {name: data.draw(VALUES[name]) for name in fields}
    unstored = data.draw(st.sets(st.sampled_from(fields))) - {"needed"}
    pair = put(store, values, unstored)
    left, right = value_at(pair, one), value_at(pair, two)
    for make, test in TESTS.items():
        if make not in (eq, ne) and one in UNORDERED:
            continue
        is_none = left is None or right is None
        expected = (False if is_none else test(left, right)) if make not in (eq, ne) else test(left, right)
        condition = where(**{one: make(field_value(two))})
        assert is_so(store, pair, condition) is expected
        assert is_so(store, pair, ~condition) is not expected


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_range_has_fields_or_values_at_its_ends(store: table.TypedStore, data: st.DataObject) -> None:
    pair = put(
        store,
        {name: data.draw(VALUES[name]) for name in ("number", "other", "bare")},
        data.draw(st.sets(st.sampled_from(["number", "other", "bare"]))),
    )
    ends = [data.draw(st.sampled_from(["other", "bare"]) | numbers) for _ in range(2)]
    low, high = (getattr(pair, end) if isinstance(end, str) else end for end in ends)
    expected = low is not None and high is not None and low <= pair.number <= high
    asked = between(*(field_value(end) if isinstance(end, str) else end for end in ends))
    assert is_so(store, pair, where(number=asked)) is expected
    assert is_so(store, pair, where(number=asked) | where(number=99)) is expected


def test_a_plain_field_value_means_equal_and_a_path_will_do(store: table.TypedStore) -> None:
    pair = put(store, {"number": 2, "bounds": Bounds(low=2)}, set())
    assert is_so(store, pair, where(number=field_value("other")))
    low = Pair.path_to(lambda pair: pair.bounds.low)
    assert is_so(store, pair, where(number=field_value(low)) & where_at(low, field_value("other")))
    assert is_so(store, pair, where_at(Pair.path_to(lambda pair: pair.number), le(field_value("other"))))


def test_a_condition_on_two_fields_does_not_make_a_field_known(store: table.TypedStore) -> None:
    pair = put(store, {}, set())
    written = store.write(Pair.update(owner="ann", row=pair.row).add(number=1).when(number=field_value("other")))
    assert written.number == 3


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        (where(number=gt(field_value("text"))), r"Pair\.number and text are stored in different ways"),
        (where(day=field_value("plain_day")), r"Pair\.day and plain_day are stored in different ways"),
        (where(day=gt(field_value("late"))), "stored in different ways"),
        (where(tags=field_value("marked")), "stored in different ways"),
        (where(number=field_value("row")), r"Pair\.row lives only in keys"),
        (where(tags=contains(field_value("text"))), r"Pair\.tags: a field is compared with another as equal, by ne"),
        (where(number=one_of(1, field_value("other"))), "in no other way"),
    ],
)
def test_fields_that_can_t_be_compared_are_refused(condition: Condition, sentence: str) -> None:
    with pytest.raises(DesignError, match=sentence):
        _ = Pairs.query(Pair, owner="ann").filter(condition).request


def test_fields_that_do_not_sort_are_only_equal_or_not(store: table.TypedStore) -> None:
    with pytest.raises(InvalidFieldValue, match="does not sort"):
        _ = Pairs.query(Pair, owner="ann").filter(at=gt(field_value("at_too"))).request
    with pytest.raises(UnknownField, match=r"did you mean other\?"):
        Pairs.query(Pair, owner="ann").filter(number=field_value("othr"))
    of_a_field: Any = field_value("number")  # which a type checker refuses too
    with pytest.raises(InvalidFieldValue, match="whole numbers"):
        _ = Pairs.query(Pair, owner="ann").filter(text=size(of_a_field)).request


def test_a_key_is_not_compared_with_a_field() -> None:
    for value in (field_value("number"), gt(field_value("number"))):
        with pytest.raises(InvalidKeyCondition, match=r"compares Pair.row with another field: .* filter\(…\) only"):
            Pairs.query(Pair, owner="ann", row=value)
