"""The parameters that came before expressions: the same answers, and refusals of their own."""

from typing import Any

import pytest

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions import legacy
from chabudai.engine.expressions.key_conditions import KeyComparison

ITEM: dict[str, Any] = {"s": {"S": "hello"}, "n": {"N": "5"}, "ss": {"SS": ["a", "b"]}, "l": {"L": [{"N": "1"}]}}
INVALID = "One or more parameter values were invalid: "


def holds(name: str, operator: str, *values: dict[str, Any]) -> bool:
    condition = legacy.parse_filter({name: {"ComparisonOperator": operator, "AttributeValueList": list(values)}})
    assert condition is not None
    assert condition.attributes == {name}
    return condition.holds(ITEM)


@pytest.mark.parametrize(
    ("name", "operator", "values", "expected"),
    [
        ("n", "EQ", [{"N": "5.0"}], True),
        ("ss", "EQ", [{"SS": ["b", "a"]}], True),
        ("n", "NE", [{"N": "5"}], False),
        ("gone", "NE", [{"N": "5"}], True),
        ("n", "LT", [{"N": "10"}], True),
        ("n", "GE", [{"S": "1"}], False),
        ("n", "BETWEEN", [{"N": "1"}, {"N": "5"}], True),
        ("n", "IN", [{"N": "1"}, {"N": "5"}], True),
        ("gone", "IN", [{"N": "1"}], False),
        ("gone", "NULL", [], True),
        ("s", "NOT_NULL", [], True),
        ("s", "CONTAINS", [{"S": "ell"}], True),
        ("ss", "CONTAINS", [{"S": "a"}], True),
        ("l", "CONTAINS", [{"N": "1"}], True),
        ("ss", "NOT_CONTAINS", [{"S": "z"}], True),
        ("ss", "NOT_CONTAINS", [{"S": "a"}], False),
        ("gone", "NOT_CONTAINS", [{"S": "a"}], False),
        ("s", "BEGINS_WITH", [{"S": "he"}], True),
        ("n", "BEGINS_WITH", [{"S": "5"}], False),
    ],
)
def test_a_filter_holds_or_not(name: str, operator: str, values: list[dict[str, Any]], expected: bool) -> None:
    assert holds(name, operator, *values) is expected


def test_names_are_taken_as_they_are() -> None:
    condition = legacy.parse_filter({"year.of[1]": {"ComparisonOperator": "NOT_NULL"}})
    assert condition is not None
    assert condition.holds({"year.of[1]": {"N": "1"}})


def test_conditions_are_joined_by_and_or_by_or() -> None:
    filters = {"n": {"ComparisonOperator": "NULL"}, "s": {"ComparisonOperator": "NOT_NULL"}}
    for operator, expected in ((None, False), ("AND", False), ("OR", True)):
        condition = legacy.parse_filter(filters, operator)
        assert condition is not None
        assert condition.holds(ITEM) is expected


@pytest.mark.parametrize("entries", [None, {}])
def test_a_conditional_operator_needs_something_to_join(entries: dict[str, Any] | None) -> None:
    assert legacy.parse_expected(entries) is None
    assert legacy.parse_filter(entries) is None
    for parse in (legacy.parse_expected, legacy.parse_filter):
        with pytest.raises(ValidationFailed, match="ConditionalOperator cannot be used without Filter or Expected"):
            parse(entries, "OR")
        with pytest.raises(ValidationFailed, match="Filter or Expected has two or more elements"):
            parse({"a": {"ComparisonOperator": "NULL"}}, "AND")


@pytest.mark.parametrize("operator", ["EQ", "NE", "LE", "LT", "GE", "GT", "CONTAINS", "NOT_CONTAINS", "BEGINS_WITH"])
@pytest.mark.parametrize("values", [[], [{"S": "a"}, {"S": "a"}]])
def test_most_operators_take_one_argument(operator: str, values: list[dict[str, Any]]) -> None:
    with pytest.raises(ValidationFailed) as caught:
        holds("a", operator, *values)
    assert caught.value.message == f"{INVALID}Invalid number of argument(s) for the {operator} ComparisonOperator"


@pytest.mark.parametrize(
    ("operator", "values", "message"),
    [
        ("NULL", [{"S": "a"}], INVALID + "Invalid number of argument(s) for the NULL ComparisonOperator"),
        ("IN", [], INVALID + "Invalid number of argument(s) for the IN ComparisonOperator"),
        ("BETWEEN", [{"S": "a"}], INVALID + "Invalid number of argument(s) for the BETWEEN ComparisonOperator"),
        ("LT", [{"BOOL": True}], INVALID + "ComparisonOperator LT is not valid for BOOL AttributeValue type"),
        ("IN", [{"M": {}}], INVALID + "ComparisonOperator IN is not valid for M AttributeValue type"),
        ("CONTAINS", [{"SS": ["a"]}], INVALID + "ComparisonOperator CONTAINS is not valid for SS AttributeValue type"),
        (
            "BEGINS_WITH",
            [{"N": "1"}],
            INVALID + "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type",
        ),
        (
            "BETWEEN",
            [{"NULL": True}, {"NULL": True}],
            INVALID + "ComparisonOperator BETWEEN is not valid for NULL AttributeValue type",
        ),
        (
            "IN",
            [{"S": "b"}, {"N": "1"}],
            INVALID + "AttributeValues inside AttributeValueList must be of same type",
        ),
        (
            "BETWEEN",
            [{"S": "b"}, {"S": "a"}],
            "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound",
        ),
        ("EQ", [{}], "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"),
    ],
)
def test_arguments_that_do_not_fit_are_refused_in_filters_expected_and_key_conditions_alike(
    operator: str, values: list[dict[str, Any]], message: str
) -> None:
    entries = {"a": {"ComparisonOperator": operator, "AttributeValueList": values}}
    for parse in (legacy.parse_filter, legacy.parse_expected, legacy.parse_key_conditions):
        with pytest.raises(ValidationFailed) as caught:
            parse(entries)
        assert caught.value.message == message


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({}, "Value must be provided when Exists is null for Attribute: a"),
        ({"Exists": True}, "Value must be provided when Exists is true for Attribute: a"),
        ({"Exists": False, "Value": {"S": "a"}}, "Value cannot be used when Exists is false for Attribute: a"),
        (
            {"ComparisonOperator": "LT"},
            "Value or AttributeValueList must be used with ComparisonOperator: LT for Attribute: a",
        ),
        (
            {"Exists": True, "ComparisonOperator": "LT"},
            "Exists and ComparisonOperator cannot be used together for Attribute: a",
        ),
        (
            {"AttributeValueList": [{"S": "a"}], "Value": {"S": "a"}, "ComparisonOperator": "LT"},
            "Value and AttributeValueList cannot be used together for Attribute: a",
        ),
        (
            {"Exists": True, "AttributeValueList": [{"S": "a"}]},
            "AttributeValueList can only be used with a ComparisonOperator for Attribute: a",
        ),
        (
            {"Value": {"S": "a"}, "ComparisonOperator": "NULL"},
            "Invalid number of argument(s) for the NULL ComparisonOperator",
        ),
    ],
)
def test_an_expectation_that_makes_no_sense_is_refused(entry: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        legacy.parse_expected({"a": entry})
    assert caught.value.message == INVALID + message


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"Value": {"S": "hello"}}, True),
        ({"Exists": True, "Value": {"S": "other"}}, False),
        ({"Exists": False}, False),
        ({"ComparisonOperator": "BEGINS_WITH", "Value": {"S": "he"}}, True),
        ({"ComparisonOperator": "NOT_NULL"}, True),
    ],
)
def test_an_expectation_holds_or_not(entry: dict[str, Any], expected: bool) -> None:
    condition = legacy.parse_expected({"s": entry})
    assert condition is not None
    assert condition.holds(ITEM) is expected


def test_key_conditions_become_the_terms_of_an_expression() -> None:
    parsed = legacy.parse_key_conditions(
        {
            "p": {"ComparisonOperator": "EQ", "AttributeValueList": [{"N": "1.0"}]},
            "s": {"ComparisonOperator": "BEGINS_WITH", "AttributeValueList": [{"S": "x"}]},
        }
    )
    assert parsed.terms == (KeyComparison("p", "=", ({"N": "1"},)), KeyComparison("s", "begins_with", ({"S": "x"},)))
    with pytest.raises(ValidationFailed, match="Conditions can be of length 1 or 2 only"):
        _ = legacy.parse_key_conditions({}).terms


@pytest.mark.parametrize(
    ("updates", "after"),
    [
        ({"n": {"Value": {"N": "6"}}}, {"n": {"N": "6"}}),
        ({"n": {"Action": "ADD", "Value": {"N": "6"}}}, {"n": {"N": "11"}}),
        ({"x": {"Action": "ADD", "Value": {"N": "6"}}}, {"x": {"N": "6"}}),
        ({"l": {"Action": "ADD", "Value": {"L": [{"N": "2"}]}}}, {"l": {"L": [{"N": "1"}, {"N": "2"}]}}),
        ({"ss": {"Action": "ADD", "Value": {"SS": ["b", "c"]}}}, {"ss": {"SS": ["a", "b", "c"]}}),
        ({"ss": {"Action": "DELETE", "Value": {"SS": ["b", "c"]}}}, {"ss": {"SS": ["a"]}}),
        ({"year.of": {"Action": "PUT", "Value": {"S": "x"}}}, {"year.of": {"S": "x"}}),
    ],
)
def test_attribute_updates_change_whole_attributes(updates: dict[str, Any], after: dict[str, Any]) -> None:
    update = legacy.parse_attribute_updates(updates)
    assert update.apply(ITEM) == {**ITEM, **after}
    assert update.pick(update.apply(ITEM)) == after


def test_a_delete_without_a_value_removes_and_creates_nothing() -> None:
    update = legacy.parse_attribute_updates({"ss": {"Action": "DELETE"}, "gone": {"Action": "DELETE"}})
    assert update.only_removes
    assert update.apply(ITEM) == {name: value for name, value in ITEM.items() if name != "ss"}
    assert not legacy.parse_attribute_updates({}).only_removes


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({}, "Only DELETE action is allowed when no attribute value is specified"),
        ({"Action": "ADD"}, "Only DELETE action is allowed when no attribute value is specified"),
        ({"Action": "DELETE", "Value": {"N": "1"}}, "DELETE action with value is not supported for the type N"),
        ({"Action": "ADD", "Value": {"S": "1"}}, "ADD action is not supported for the type S"),
        ({"Action": "ADD", "Value": {"M": {}}}, "ADD action is not supported for the type M"),
    ],
)
def test_an_attribute_update_that_makes_no_sense_is_refused(entry: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        legacy.parse_attribute_updates({"a": entry})
    assert caught.value.message == INVALID + message


@pytest.mark.parametrize(
    "entry", [{"Action": "ADD", "Value": {"NS": ["1"]}}, {"Action": "DELETE", "Value": {"NS": ["1"]}}]
)
def test_an_attribute_update_of_another_type_is_refused_when_it_meets_the_item(entry: dict[str, Any]) -> None:
    with pytest.raises(ValidationFailed) as caught:
        legacy.parse_attribute_updates({"ss": entry}).apply(ITEM)
    assert caught.value.message == "Type mismatch for attribute to update"


def test_attributes_to_get_are_whole_attributes_each_once() -> None:
    assert legacy.parse_attributes_to_get(["n", "gone"]).project(ITEM) == {"n": {"N": "5"}}
    with pytest.raises(ValidationFailed) as caught:
        legacy.parse_attributes_to_get(["a", "b", "a"])
    assert caught.value.message == INVALID + "Duplicate value in attribute name: a"
