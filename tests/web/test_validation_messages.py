"""Faults as the framework tells them, in our own words: each message is msgspec's own, made by msgspec itself."""

from datetime import date
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from chabudai.web.validation_messages import describe_fault


class Step(msgspec.Struct, forbid_unknown_fields=True):
    title: str


@pytest.mark.parametrize(
    ("type_", "value", "sentence"),
    [
        (str, 3, "Enter text."),
        (str | None, [], "Enter text."),
        (str, None, "Fill this in."),
        (int, "many", "Enter a whole number."),
        (int | None, 1.5, "Enter a whole number."),
        (float, "x", "Enter a number."),
        (bool, "maybe", "Choose on or off."),
        (list[str], "x", "Send a list."),
        (dict[str, int], [], "Send an object."),
        (Step, None, "Send an object."),
        (Literal["a", "b"], "c", "Choose one of these."),
        (Literal[1, 2], 3, "Choose one of these."),
        (date, "soon", "Enter a date such as 2026-11-15."),
        (date | None, 3, "Enter a date such as 2026-11-15."),
        (Annotated[int, Meta(ge=1)], 0, "Enter a number of at least 1."),
        (Annotated[int, Meta(le=1000)], 1001, "Enter a number of at most 1,000."),
        (Annotated[str, Meta(max_length=2)], "abc", "Use up to 2 characters."),
        (Annotated[str, Meta(min_length=1)], "", "Fill this in."),
        (Annotated[str, Meta(min_length=3)], "a", "Use at least 3 characters."),
        (Annotated[str, Meta(pattern="^a$")], "b", "Check how this is written."),
        (Annotated[list[str], Meta(max_length=1)], ["a", "b"], "Choose up to 1."),
        (Annotated[list[str], Meta(min_length=1)], [], "Choose at least one."),
        (bytes, 3, "Something here is missing or can't be read."),
        (bytes, "?", "Something here is missing or can't be read."),
    ],
    ids=str,
)
def test_a_value_of_another_kind_is_told_without_the_name_of_a_type(type_: Any, value: Any, sentence: str) -> None:
    field, told = describe_fault({"key": "x", "message": _message(value, type_)})
    assert (field, str(told)) == ("x", sentence)


def test_what_is_missing_or_unknown_is_named_with_what_it_belongs_to() -> None:
    missing = {"key": "steps[0]", "message": _message({}, Step)}
    unknown = {"key": "data", "message": _message({"title": "x", "size": 1}, Step)}
    assert describe_fault(missing)[0] == "steps[0].title"
    assert describe_fault(unknown)[0] == "size"


def test_a_fault_that_says_nothing_is_told_of_the_body() -> None:
    field, told = describe_fault({})
    assert (field, str(told)) == ("body", "Something here is missing or can't be read.")


def _message(value: Any, type_: Any) -> str:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, type_)
    return str(caught.value)
