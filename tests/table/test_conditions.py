"""Conditions: each operator on each kind of field, stored, missing or NULL, as Python would answer it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from itertools import count
from typing import Annotated, Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chabudai import table
from chabudai.table import (
    As,
    Entity,
    Field,
    Gsi,
    InKey,
    OrNull,
    Prefixed,
    Table,
    all_of,
    any_of,
    begins_with,
    between,
    contains,
    exists,
    ge,
    gt,
    key,
    le,
    lt,
    ne,
    not_exists,
    one_of,
    size,
    where,
)
from chabudai.table.errors import (
    ConditionNotMet,
    DesignError,
    ImmutableField,
    InvalidFieldValue,
    InvalidKeyCondition,
    UnknownField,
)
from chabudai.table.query.conditions import ALWAYS, Condition, Predicate, eq

Mood = Literal["bad", "good", "so-so"]


class Season(Enum):
    AUTUMN = "autumn"
    SPRING = "spring"


class Things(Table, name="Things", pk="PK", sk="SK"):
    by_place = Gsi("ByPlace", "shelf", "placed")


class Thing(Entity, table=Things):
    owner: InKey[str]
    row: InKey[int]
    number: int = 0
    bare_number: int | None = None
    null_number: OrNull[int] = None
    five_or_null: OrNull[int] = 5
    amount: Decimal = Decimal("1.5")
    text: str = ""
    bare_text: str | None = None
    mood: Mood = "good"
    season: Season = Season.SPRING
    day: date = date(2026, 1, 2)
    late: Annotated[date, As("-yyyymmdd")] = date(2026, 1, 2)
    moment: Annotated[datetime | None, As("isoms")] = None
    is_old: bool = False
    data: bytes = b"a"
    words: list[str] = Field(default_factory=list)
    tags: frozenset[str] = frozenset()
    sizes: frozenset[int] = frozenset()
    counts: dict[str, int] = Field(default_factory=dict)
    marked: Annotated[frozenset[str], Prefixed("TAG#")] = frozenset()
    shelf: str = "A"
    place: InKey[str | None] = None

    PK = key("T#{owner}")
    SK = key("ROW#{row:05}")
    placed = key("PLACE#{place}")


@dataclass(frozen=True)
class Case:
    """Values of a field, and what can be asked of it beside equality."""

    values: st.SearchStrategy[Any]
    is_ordered: bool = True
    can_be_none: bool = False
    beginnings: st.SearchStrategy[Any] | None = None
    elements: st.SearchStrategy[Any] | None = None
    has_size: bool = False


numbers = st.integers(-2, 6)
texts = st.text("ab#é", max_size=3)
days = st.dates(date(2026, 1, 1), date(2026, 1, 4))
moments = st.integers(0, 3).map(lambda step: datetime(2026, 1, 2, 0, 0, 0, step * 1000, tzinfo=UTC))
letters = st.frozensets(st.sampled_from("abc"))

CASES = {
    "number": Case(numbers),
    "bare_number": Case(numbers, can_be_none=True),
    "null_number": Case(numbers, can_be_none=True),
    "amount": Case(st.sampled_from([Decimal("1.5"), Decimal(0), Decimal("-1E+2"), Decimal("1.50001")])),
    "text": Case(texts, beginnings=texts, elements=texts, has_size=True),
    "bare_text": Case(texts, can_be_none=True, beginnings=texts, elements=texts, has_size=True),
    "mood": Case(st.sampled_from(("bad", "good", "so-so")), beginnings=st.just("g"), elements=st.just("oo")),
    "season": Case(st.sampled_from(Season)),
    "day": Case(days, beginnings=st.sampled_from(["2026-01", "2026-01-02"])),
    "late": Case(days),
    "moment": Case(moments, can_be_none=True),
    "is_old": Case(st.booleans(), is_ordered=False),
    "data": Case(st.binary(max_size=2), beginnings=st.binary(max_size=1), has_size=True),
    "words": Case(
        st.lists(st.sampled_from("abc"), max_size=3), is_ordered=False, elements=st.sampled_from("abc"), has_size=True
    ),
    "tags": Case(letters, is_ordered=False, elements=st.sampled_from("abc"), has_size=True),
    "sizes": Case(st.frozensets(st.integers(0, 2)), is_ordered=False, elements=st.integers(0, 2), has_size=True),
    "counts": Case(st.dictionaries(st.sampled_from("abc"), numbers), is_ordered=False, has_size=True),
    "marked": Case(letters, is_ordered=False, elements=st.sampled_from("abc"), has_size=True),
}
rows = count()
lengths = st.integers(-1, 4)
sizes = st.one_of(
    lengths,
    *(st.builds(make, lengths) for make in (ne, gt, ge, le, lt)),
    st.builds(between, lengths, lengths),
    st.lists(lengths, max_size=3).map(lambda values: one_of(*values)),
)


@pytest.fixture(scope="module")
def store() -> Iterator[table.TypedStore]:
    with table.open(":memory:") as opened:
        opened.create(Things)
        yield opened


def put(store: table.TypedStore, is_bare: bool = False, **values: Any) -> Thing:
    """A row; a bare one has no attributes but those given, as one that was stored before the fields were."""
    thing = store.insert(Thing(owner="ann", row=next(rows), **values))
    if is_bare:
        item = Thing.layout.to_item(dict(thing))
        kept = {"PK", "SK", *values}
        bare = {name: value for name, value in item.items() if name in kept}
        store.raw.call("PutItem", {"TableName": "Things", "Item": bare})
    return thing


def is_so(store: table.TypedStore, thing: Thing, condition: Condition) -> bool:
    """Asked twice: by a filter, and by the condition of a write."""
    query = Things.query(Thing, owner="ann", row=thing.row).filter(condition)
    found = store.count(query) == 1
    try:
        store.write(Thing.update(owner="ann", row=thing.row).set(shelf="A").when(condition))
    except ConditionNotMet:
        assert not found
    else:
        assert found
    return found


@st.composite
def predicates(draw: st.DrawFn, case: Case) -> Predicate:
    operand = case.values | st.none() if case.can_be_none else case.values
    options: list[st.SearchStrategy[Predicate]] = [
        st.builds(eq, operand),
        st.builds(ne, operand),
        st.lists(operand, max_size=3).map(lambda values: one_of(*values)),
        st.just(not_exists()),
        st.just(exists()),
    ]
    if case.is_ordered:
        options += [st.builds(make, case.values) for make in (gt, ge, le, lt)]
        options.append(st.builds(between, case.values, case.values))
    if case.beginnings is not None:
        options.append(st.builds(begins_with, case.beginnings))
    if case.elements is not None:
        options.append(st.builds(contains, case.elements))
    if case.has_size:
        options.append(sizes.map(size))
    return draw(st.one_of(options))


def holds(predicate: Predicate, value: Any) -> bool:
    """What the predicate means, in plain Python. None and empty sets are stored as nothing."""
    operands = [each.value if isinstance(each, Enum) else each for each in predicate.operands]
    found = value.value if isinstance(value, Enum) else value
    is_nothing = found is None or found == frozenset()
    match predicate.operator:
        case "not_exists":
            return is_nothing
        case "exists":
            return not is_nothing
        case "=":
            return bool(found == operands[0])
        case "<>":
            return bool(found != operands[0])
        case "in":
            return found in operands
        case "size" if found is None:
            return bool(operands[0].operator == "<>")
        case "size":
            return holds(operands[0], len(found))
        case _ if found is None:
            return False
        case operator:
            return bool(_TESTS[operator](found, *operands))


_TESTS: dict[str, Callable[..., Any]] = {
    ">": lambda value, other: value > other,
    ">=": lambda value, other: value >= other,
    "<": lambda value, other: value < other,
    "<=": lambda value, other: value <= other,
    "between": lambda value, low, high: low <= value <= high,
    "begins_with": lambda value, beginning: (value.isoformat() if isinstance(value, date) else value).startswith(
        beginning
    ),
    "contains": lambda value, element: element in value,
}


@pytest.mark.parametrize("field", CASES)
@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_stored_field_is_compared_as_in_python(store: table.TypedStore, field: str, data: st.DataObject) -> None:
    case = CASES[field]
    value = data.draw(case.values | st.none() if case.can_be_none else case.values)
    predicate = data.draw(predicates(case))
    thing = put(store, False, **{field: value})
    assert is_so(store, thing, where(**{field: predicate})) is holds(predicate, value)
    assert is_so(store, thing, ~where(**{field: predicate})) is not holds(predicate, value)


@pytest.mark.parametrize("field", CASES)
@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_field_that_is_not_stored_is_compared_as_its_default(
    store: table.TypedStore, field: str, data: st.DataObject
) -> None:
    predicate = data.draw(predicates(CASES[field]))
    thing = put(store, is_bare=True)
    assert Thing.get(owner="ann", row=thing.row)
    is_presence = predicate.operator in ("not_exists", "exists")
    expected = predicate.operator == "not_exists" if is_presence else holds(predicate, getattr(thing, field))
    assert is_so(store, thing, where(**{field: predicate})) is expected
    assert is_so(store, thing, ~where(**{field: predicate})) is not expected


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_conditions_are_joined_as_in_python(store: table.TypedStore, data: st.DataObject) -> None:
    thing = put(store, number=data.draw(numbers), text=data.draw(texts))
    parts = {"number": CASES["number"], "text": CASES["text"]}

    def leaf(name: str) -> st.SearchStrategy[tuple[Condition, bool]]:
        return predicates(parts[name]).map(lambda p: (where(**{name: p}), holds(p, getattr(thing, name))))

    def joined(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.one_of(
            inner.map(lambda one: (~one[0], not one[1])),
            st.tuples(inner, inner).map(lambda both: (both[0][0] & both[1][0], both[0][1] and both[1][1])),
            st.tuples(inner, inner).map(lambda both: (both[0][0] | both[1][0], both[0][1] or both[1][1])),
        )

    condition, expected = data.draw(st.recursive(leaf("number") | leaf("text"), joined, max_leaves=6))
    assert is_so(store, thing, condition) is expected


def test_a_null_that_may_be_another_default_is_none(store: table.TypedStore) -> None:
    null, five = put(store, five_or_null=None), put(store, is_bare=True)
    assert store.one(Thing.get(owner="ann", row=null.row)).five_or_null is None
    assert store.one(Thing.get(owner="ann", row=five.row)).five_or_null == 5
    assert is_so(store, null, where(five_or_null=None))
    assert is_so(store, null, where(five_or_null=one_of(None, 3)))
    assert not is_so(store, null, where(five_or_null=5))
    assert is_so(store, five, where(five_or_null=5))
    assert not is_so(store, five, where(five_or_null=ne(5)))


def test_the_size_of_a_text_is_counted_in_units_of_utf_16(store: table.TypedStore) -> None:
    thing = put(store, text="é寿\U0001f363")
    assert is_so(store, thing, where(text=size(4)))
    assert not is_so(store, thing, where(text=size(3)))


def test_a_missing_set_has_no_elements(store: table.TypedStore) -> None:
    thing = put(store)
    assert is_so(store, thing, where(tags=size(0)))
    assert is_so(store, thing, where(tags=size(lt(1))))
    assert not is_so(store, thing, where(tags=size(gt(0))))
    assert is_so(store, thing, ~where(tags=size(gt(0))))


def test_nothing_has_no_size_and_so_is_of_another_than_any(store: table.TypedStore) -> None:
    thing = put(store)
    assert not is_so(store, thing, where(bare_text=size(0)))
    assert is_so(store, thing, where(bare_text=size(ne(0))))


def test_more_than_a_hundred_choices_are_no_obstacle(store: table.TypedStore) -> None:
    thing = put(store, number=170)
    assert is_so(store, thing, where(number=one_of(*range(250))))
    assert not is_so(store, thing, where(number=one_of(*range(170))))


def test_a_condition_that_asks_for_nothing_always_holds(store: table.TypedStore) -> None:
    thing = put(store)
    assert is_so(store, thing, where())
    assert is_so(store, thing, where() | where(number=99))
    assert is_so(store, thing, where() & where(number=0))
    assert where() == ALWAYS
    with pytest.raises(DesignError, match="always holds, and so ~ of it never would"):
        is_so(store, thing, ~where())


def test_any_of_no_conditions_never_holds_and_all_of_none_always(store: table.TypedStore) -> None:
    thing = put(store)
    assert not is_so(store, thing, any_of())
    assert not is_so(store, thing, any_of() & where(number=0))
    assert is_so(store, thing, any_of() | where(number=0))
    assert is_so(store, thing, ~any_of())
    assert is_so(store, thing, all_of())


# What a type checker refuses too.
MANY: Any = "1"
IN_IT: Any = contains("a")


def test_turning_a_condition_round_twice_gives_it_back() -> None:
    assert ~~where(number=1) == where(number=1)


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        (where(number=ge("many")), "number: Input should be a valid integer"),
        (where(number="many"), "number: Input should be a valid integer"),
        (where(mood="meh"), "mood: Input should be 'bad', 'good' or 'so-so'"),
        (where(number=ge(None)), "number: a value is compared with another, not with nothing"),
        (where(is_old=gt(False)), "is_old: what is stored does not sort as the values do"),
        (where(number=begins_with("1")), "number: only a text begins with a text"),
        (where(number=contains(1)), "number: only a text, a list or a set contains something"),
        (where(number=size(1)), "number: only a text, a list, a set, a dict or bytes"),
        (where(mood=size(1)), "mood: only a text"),
        (where(late=size(8)), "late: only a text"),
        (where(text=size(MANY)), r"text: a size is compared with whole numbers, as in size\(gt\(2\)\), but it was '1'"),
        (where(text=size(True)), "text: a size is compared with whole numbers"),
        (where(text=size(IN_IT)), "text: a size is compared with whole numbers"),
        (where(text=contains(1)), "text: only a text, a list or a set contains something"),
    ],
    ids=str,
)
def test_a_question_that_makes_no_sense_is_refused(
    store: table.TypedStore, condition: Condition, sentence: str
) -> None:
    with pytest.raises(InvalidFieldValue, match=sentence):
        is_so(store, put(store), condition)


def test_a_time_that_is_stored_in_texts_of_any_length_is_not_ordered() -> None:
    class Clock(Entity, table=Things):
        clock_id: InKey[str]
        at: datetime
        PK = key("CLOCK#{clock_id}")
        SK = key("CLOCK")

    with pytest.raises(InvalidFieldValue, match=r"a time sorts when it is Annotated\[datetime, As\('isoms'\)\]"):
        _ = Things.query(Clock, clock_id="x").filter(at=gt(datetime.now(UTC))).request


def test_an_unknown_field_is_told_with_the_nearest(store: table.TypedStore) -> None:
    thing = put(store)
    with pytest.raises(UnknownField, match="Thing has no field 'numbr'; did you mean number"):
        Things.query(Thing, owner="ann").filter(numbr=1)
    with pytest.raises(UnknownField, match="did you mean number"):
        store.write(Thing.update(owner="ann", row=thing.row).set(text="x").when(numbr=1))


def test_a_key_is_asked_for_in_the_query(store: table.TypedStore) -> None:
    with pytest.raises(InvalidKeyCondition, match=r"shelf is a key of Things/ByPlace: ask for it in query\(…\)"):
        Things.by_place.query(Thing, shelf="A").filter(shelf="A")
    with pytest.raises(InvalidKeyCondition, match=r"placed is a key of Things/ByPlace"):
        _ = Things.by_place.query(Thing, shelf="A").filter(place="x").request


def test_a_field_that_lives_only_in_a_key_of_an_index_can_be_equal_present_or_missing(store: table.TypedStore) -> None:
    placed, lost = put(store, place="top"), put(store)
    assert is_so(store, placed, where(place="top"))
    assert not is_so(store, placed, where(place="low"))
    assert is_so(store, placed, where(place=exists()))
    assert is_so(store, placed, where(place=ne("low")))
    assert is_so(store, lost, where(place=None))
    assert is_so(store, lost, where(place=ne("top")))
    with pytest.raises(ImmutableField, match="ask whether it is equal, present, missing"):
        is_so(store, placed, where(place=gt("a")))
    with pytest.raises(ImmutableField, match="lives only in keys, so no condition can ask for it"):
        is_so(store, placed, where(row=1))
