"""Attribute values: the canonical form is a fixed point, shares what it can, and changes nothing of its argument."""

import copy
import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.strategies import items, values

from chabudai.engine.errors import DynamoDBError, SerializationFailed, ValidationFailed
from chabudai.engine.values import MAX_DEPTH, equal, normalize_item, normalize_value
from chabudai.items import jsontext
from chabudai.items.sizes import item_size

few = settings(max_examples=40)
"""Whole items take a while to think up."""


@few
@given(items())
def test_admitting_twice_changes_nothing_more_and_shares_everything(item: dict[str, Any]) -> None:
    admitted, size = normalize_item(item)
    again, same_size = normalize_item(admitted)
    assert again == admitted
    assert same_size == size
    assert all(again[name] is admitted[name] for name in admitted)


@few
@given(items())
def test_admitting_never_changes_its_argument(item: dict[str, Any]) -> None:
    before = copy.deepcopy(item)
    normalize_item(item)
    assert item == before


@few
@given(items())
def test_the_size_is_that_of_the_canonical_item(item: dict[str, Any]) -> None:
    admitted, size = normalize_item(item)
    assert size == item_size(admitted)


@few
@given(items())
def test_an_admitted_item_survives_the_codec(item: dict[str, Any]) -> None:
    admitted, _ = normalize_item(item)
    assert jsontext.loads(jsontext.dumps(admitted)) == admitted


@few
@given(values())
def test_only_numbers_change_and_only_in_spelling(value: dict[str, Any]) -> None:
    assert meaning(normalize_value(value)) == meaning(value)


def test_the_parts_without_a_number_to_respell_are_shared() -> None:
    kept = {"M": {"a": {"L": [{"S": "x"}, {"N": "1"}]}}}
    changed = {"L": [kept, {"N": "1.0"}]}
    admitted = normalize_value(changed)
    assert admitted == {"L": [kept, {"N": "1"}]}
    assert admitted["L"][0] is kept
    assert changed == {"L": [kept, {"N": "1.0"}]}


@few
@given(values())
def test_a_value_equals_its_copy_and_its_shuffled_sets(value: dict[str, Any]) -> None:
    admitted = normalize_value(value)
    assert equal(admitted, copy.deepcopy(admitted))
    assert equal(admitted, shuffled(admitted, random.Random(0)))


@few
@given(values(), values())
def test_equality_is_equality_of_meaning(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert equal(normalize_value(one), normalize_value(other)) == (meaning(one) == meaning(other))


@pytest.mark.parametrize("kind", ["L", "M"])
@pytest.mark.parametrize(("levels", "fits"), [(MAX_DEPTH, True), (MAX_DEPTH + 1, False), (50_000, False)])
def test_thirty_two_levels_fit_and_no_more(kind: str, levels: int, fits: bool) -> None:
    value: dict[str, Any] = {"S": "x"}
    for _ in range(levels - 1):
        value = {"L": [value]} if kind == "L" else {"M": {"m": value}}
    if fits:
        assert normalize_value(value) is value
    else:
        with pytest.raises(ValidationFailed, match="Nesting Levels have exceeded supported limits"):
            normalize_value(value)
    dismantle(value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(("S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M", "X", "")), inner, max_size=2
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=3), JSON, max_size=3))
def test_any_json_is_admitted_or_refused_in_by_the_rules(item: dict[str, Any]) -> None:
    try:
        admitted, size = normalize_item(item)
    except DynamoDBError:
        return
    assert size == item_size(admitted)
    assert normalize_item(admitted)[0] == admitted


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb"])
@pytest.mark.parametrize("kind", ["S", "SS", "M"])
def test_half_a_surrogate_pair_is_refused(kind: str, text: str) -> None:
    content: Any = {"S": text, "SS": [text], "M": {text: {"S": "x"}}}[kind]
    with pytest.raises(SerializationFailed):
        normalize_value({kind: content})


def test_half_a_surrogate_pair_in_a_name_is_refused() -> None:
    with pytest.raises(SerializationFailed):
        normalize_item({"\ud800": {"S": "x"}})


@pytest.mark.parametrize("content", ["YQ", "YQ=", "Y===", "YR==", "YQ==\n", "Y Q=", "YQ-_", "YQ==YQ==", "ああああ"])
def test_base64_that_is_not_canonical_is_refused(content: str) -> None:
    with pytest.raises(SerializationFailed):
        normalize_value({"B": content})


def meaning(value: dict[str, Any]) -> object:
    """A value as Python would compare it."""
    ((kind, payload),) = value.items()
    if kind == "N":
        return kind, Decimal(payload)
    if kind in ("SS", "BS"):
        return kind, frozenset(payload)
    if kind == "NS":
        return kind, frozenset(map(Decimal, payload))
    if kind == "L":
        return kind, [meaning(element) for element in payload]
    if kind == "M":
        return kind, {name: meaning(member) for name, member in payload.items()}
    return kind, payload


def shuffled(value: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The same value with the members of its sets and maps in another order."""
    ((kind, payload),) = value.items()
    if kind in ("SS", "NS", "BS"):
        return {kind: chance.sample(payload, len(payload))}
    if kind == "L":
        return {kind: [shuffled(element, chance) for element in payload]}
    if kind == "M":
        names = chance.sample(list(payload), len(payload))
        return {kind: {name: shuffled(payload[name], chance) for name in names}}
    return value


def dismantle(value: dict[str, Any]) -> None:
    """Level by level: what is nested fifty thousand deep is too much for the interpreter to free at once."""
    while "L" in value or "M" in value:
        inner = value["L"].pop() if "L" in value else value["M"].pop("m")
        value.clear()
        value = inner
