"""Placeholders: what may stand in them, and that each is defined and used."""

from typing import Any

import pytest

from chabudai.engine.errors import SerializationFailed, ValidationFailed
from chabudai.engine.expressions.conditions import parse_condition
from chabudai.engine.expressions.placeholders import RequestPlaceholders, check_parameters
from chabudai.engine.expressions.projections import parse_projection

LONG = "a" * 255


@pytest.mark.parametrize(
    ("names", "values", "message"),
    [
        ({}, {}, "ExpressionAttributeNames must not be empty"),
        ({"a": "a"}, {}, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "a"'),
        ({"#": "a"}, None, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "#"'),
        ({":a": "a"}, None, 'ExpressionAttributeNames contains invalid key: Syntax error; key: ":a"'),
        (
            {"#" + LONG: "a"},
            None,
            "ExpressionAttributeNames contains invalid key: "
            "The expression attribute map contains a key that is too long; size of key: 256",
        ),
        ({"#a": ""}, None, "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a"),
        (None, {}, "ExpressionAttributeValues must not be empty"),
        (
            None,
            {":b": {}, "b": {"S": "a"}},
            'ExpressionAttributeValues contains invalid key: Syntax error; key: "b"',
        ),
        (
            None,
            {":b": {}},
            "ExpressionAttributeValues contains invalid value: Supplied AttributeValue is empty, "
            "must contain exactly one of the supported datatypes for key :b",
        ),
        (
            None,
            {":b": {"SS": []}},
            "ExpressionAttributeValues contains invalid value: One or more parameter values were invalid: "
            "An string set  may not be empty for key :b",
        ),
        (
            None,
            {":a": {"S": "x"}, ":b": {"N": "b"}},
            "ExpressionAttributeValues contains invalid value: "
            "The parameter cannot be converted to a numeric value: b for key :b",
        ),
        (None, {":b": {"S": "x" * (2 * 1024 * 1024 + 1)}}, "ExpressionAttributeValues exceeds max size"),
    ],
)
def test_what_cannot_be_a_placeholder_is_refused(
    names: dict[str, str] | None, values: dict[str, Any] | None, message: str
) -> None:
    with pytest.raises(ValidationFailed) as caught:
        RequestPlaceholders.parse(names, values)
    assert caught.value.message == message


def test_a_value_of_the_wrong_json_type_is_a_serialization_fault() -> None:
    with pytest.raises(SerializationFailed):
        RequestPlaceholders.parse(None, {":v": {"S": 1}})


def test_values_come_in_their_canonical_form() -> None:
    assert RequestPlaceholders.parse(None, {":v": {"N": "1e2"}}).values == {":v": {"N": "100"}}


def test_a_key_of_255_bytes_is_fine() -> None:
    token = "#" + LONG[1:]
    parse_projection(token, placeholders := RequestPlaceholders.parse({token: "a"}, None))
    placeholders.check_all_used()


def test_what_no_expression_uses_is_refused_names_first() -> None:
    placeholders = RequestPlaceholders.parse({"#a": "a", "#b": "b"}, {":a": {"S": "a"}, ":b": {"S": "b"}})
    parse_condition("#a = :b", placeholders)
    with pytest.raises(ValidationFailed, match=r"^ValidationException: Value provided in ExpressionAttributeNames "):
        placeholders.check_all_used()
    parse_projection("#b", placeholders)
    with pytest.raises(ValidationFailed) as caught:
        placeholders.check_all_used()
    assert caught.value.message == "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a}"
    parse_condition("a = :a", placeholders)
    placeholders.check_all_used()


UPDATE = (("UpdateExpression", "ConditionExpression"), ("AttributeUpdates", "Expected"))
QUERY = (
    ("ProjectionExpression", "FilterExpression", "KeyConditionExpression"),
    ("AttributesToGet", "QueryFilter", "ConditionalOperator", "KeyConditions"),
)
MIXED = "Can not use both expression and non-expression parameters in the same request: "


@pytest.mark.parametrize(
    ("request_", "parameters", "message"),
    [
        (
            {"Expected": {}, "AttributeUpdates": {}, "ConditionExpression": "", "UpdateExpression": ""},
            UPDATE,
            MIXED + "Non-expression parameters: {AttributeUpdates, Expected} "
            "Expression parameters: {UpdateExpression, ConditionExpression}",
        ),
        (
            {"KeyConditions": {}, "QueryFilter": {}, "FilterExpression": "a = b"},
            QUERY,
            MIXED + "Non-expression parameters: {QueryFilter} Expression parameters: {FilterExpression}",
        ),
        (
            {"KeyConditions": {}, "KeyConditionExpression": "a = b"},
            QUERY,
            MIXED + "Non-expression parameters: {KeyConditions} Expression parameters: {KeyConditionExpression}",
        ),
        (
            {"Expected": {}, "ExpressionAttributeNames": {}, "ExpressionAttributeValues": {}},
            UPDATE,
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
        (
            {"ExpressionAttributeValues": {}},
            UPDATE,
            "ExpressionAttributeValues can only be specified when using expressions: "
            "UpdateExpression and ConditionExpression are null",
        ),
        (
            {"ExpressionAttributeValues": {}},
            (("ConditionExpression",), ("Expected",)),
            "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null",
        ),
        (
            {"ExpressionAttributeValues": {}, "ProjectionExpression": "a"},
            QUERY,
            "ExpressionAttributeValues can only be specified when using expressions: "
            "FilterExpression and KeyConditionExpression are null",
        ),
    ],
)
def test_parameters_that_do_not_go_together_are_refused(
    request_: dict[str, Any], parameters: tuple[tuple[str, ...], tuple[str, ...]], message: str
) -> None:
    with pytest.raises(ValidationFailed) as caught:
        check_parameters(request_, *parameters)
    assert caught.value.message == message


def test_a_filter_expression_may_stand_beside_the_old_key_conditions() -> None:
    check_parameters({"KeyConditions": {}, "FilterExpression": "a = b"}, *QUERY)
