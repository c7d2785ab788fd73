"""Texts that are made to hurt: each is answered, and soon, whatever its nesting."""

import pytest

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.conditions import parse_condition
from chabudai.engine.expressions.placeholders import RequestPlaceholders
from chabudai.engine.expressions.projections import parse_projection
from chabudai.engine.expressions.updates import parse_update

VALUES = {":v": {"N": "1"}}


@pytest.mark.timeout(10)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(" * 4096, 'Syntax error; token: "<EOF>", near: "("'),
        ("(" * 2000 + "a=b" + ")" * 2000, "The expression has redundant parentheses;"),
        ("(" * 2000 + "a" + ")" * 2000 + "=b", "The expression has redundant parentheses;"),
        ("NOT " * 1024, "The expression contains too many operators; operator count: 301"),
        ("NOT(" * 1024, "The expression contains too many operators; operator count: 301"),
        ("size(" * 800, "The expression contains too many operators; operator count: 301"),
        ("a=" + "size(" * 250 + "b" + ")" * 250, None),
        ("a" + "[0]" * 1300 + "=b", "The document path has too many nesting levels; nesting levels: 1301"),
        ("a.b" + ".b" * 2000 + "=b", "The document path has too many nesting levels; nesting levels: 2002"),
        ("a=b AND(" * 400, "The expression contains too many operators; operator count: 301"),
        ("a[" + "9" * 4000 + "]=b", None),
        ("a IN (" + "b," * 2000 + "b)", None),
    ],
)
def test_a_hostile_condition_is_refused(text: str, message: str | None) -> None:
    with pytest.raises(ValidationFailed) as caught:
        parse_condition(text, RequestPlaceholders.parse(None, None))
    if message is not None:
        assert caught.value.message == f"Invalid ConditionExpression: {message}"


def test_the_deepest_condition_that_is_allowed_can_be_asked() -> None:
    placeholders = RequestPlaceholders.parse(None, VALUES)
    asked = parse_condition("NOT(" * 299 + "a=:v" + ")" * 299, placeholders)
    assert not asked.holds({"a": {"N": "1"}})
    nested = parse_condition("(a=:v AND NOT " * 99 + "a<>:v" + ")" * 99, placeholders)
    assert nested.holds({"a": {"N": "1"}}) in (True, False)


@pytest.mark.timeout(10)
@pytest.mark.parametrize(
    "text",
    [
        "SET a=" + "(" * 4000,
        "SET a=" + "(" * 2000 + "b" + ")" * 2000,
        "SET a=" + "if_not_exists(a," * 250,
        "SET a=" + "list_append(" * 330,
        "SET a=b" + "+b" * 2000,
        "REMOVE " + "a," * 2000,
        "REMOVE " + "a" + "[0]" * 1300,
        "SET " * 1000,
    ],
)
def test_a_hostile_update_is_refused(text: str) -> None:
    with pytest.raises(ValidationFailed, match="Invalid UpdateExpression: "):
        parse_update(text, RequestPlaceholders.parse(None, None))


@pytest.mark.timeout(10)
def test_a_projection_of_a_thousand_paths_is_read_in_no_time() -> None:
    paths = ",".join(f"p{number}" for number in range(650))
    item = {"p1": {"N": "1"}, "q": {"N": "1"}}
    assert parse_projection(paths, RequestPlaceholders.parse(None, None)).project(item) == {"p1": {"N": "1"}}


def test_nested_functions_are_followed_down_to_the_last() -> None:
    text = "SET a=" + "if_not_exists(b," * 200 + ":v" + ")" * 200
    update = parse_update(text, RequestPlaceholders.parse(None, VALUES))
    assert update.apply({}) == {"a": {"N": "1"}}
