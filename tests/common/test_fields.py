"""Fields as the entity declares them: what is kept of what was typed, and what is said of the rest."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, model_validator
from tests.common.models import ANYTHING, FIELDS, FILLED_IN, NAMES, Step, Thing

from chabudai.common.fields import FieldMessage, Fields
from chabudai.common.messages import lazy
from chabudai.web.errors import BadRequest, InvalidFields

MEGABYTE = "あ" * 350_000


def refusals(given: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(InvalidFields) as refused:
        FIELDS.check(given)
    return {name: str(sentence) for name, sentence in refused.value.details}


@given(FILLED_IN)
def test_what_was_kept_is_kept_the_same_when_it_is_checked_again(filled: dict[str, Any]) -> None:
    kept = FIELDS.check_new(filled)
    assert FIELDS.check_new(kept) == kept


@given(FILLED_IN)
def test_what_passes_the_entity_takes_as_it_is(filled: dict[str, Any]) -> None:
    kept = FIELDS.check_new(filled)
    made = Thing(created_at=datetime.now(UTC), **kept)
    assert {name: getattr(made, name) for name in kept} == kept


@given(st.dictionaries(st.sampled_from(NAMES), ANYTHING, max_size=3))
def test_anything_at_all_is_kept_or_refused_in_words(anything: dict[str, Any]) -> None:
    said: list[str] = []
    try:
        FIELDS.check(anything)
    except InvalidFields as refusal:
        said = [str(sentence) for _, sentence in refusal.details]
    assert all(said)


@pytest.mark.parametrize(
    ("name", "typed", "kept"),
    [
        ("title", "  blue \t cup ", "blue cup"),
        ("title", "a\u202eb", "ab"),
        ("notes", "\none\r\n two\n", "one\n two"),
        ("brand", "", None),
        ("brand", " \u200b ", None),
        ("brand", None, None),
        ("size", "large", "large"),
        ("stars", "2", 2),
        ("stars", 2, 2),
        ("stars", "", None),
        ("is_old", "", False),
        ("is_old", "on", True),
        ("is_old", True, True),
        ("price", "１２３", 123),
        ("price", "¥1,200", 1200),
        ("price", "１，２００円", 1200),
        ("price", "", None),
        ("count", " 5 ", 5),
        ("weight", "１.５", Decimal("1.5")),
        ("weight", 2, Decimal(2)),
        ("weight", "−3", Decimal(-3)),
        ("bought_on", "2026-11-15", date(2026, 11, 15)),
        ("bought_on", date(2026, 11, 15), date(2026, 11, 15)),
        ("bought_on", "2026/11/20", date(2026, 11, 20)),
        ("bought_on", " 2026/1/5 ", date(2026, 1, 5)),
        ("opens_at", "１５：３０", "15:30"),
        ("colours", ["red", "red"], frozenset({"red"})),
        ("colours", None, frozenset()),
        ("words", ["a ", "b"], ("a", "b")),
        ("steps", [{"text": " x "}], (Step(text="x"),)),
        ("steps", [{"text": "x", "isDone": True}], (Step(text="x", is_done=True),)),
        ("steps", [Step(text="x", due_on=date(2026, 1, 1))], (Step(text="x", due_on=date(2026, 1, 1)),)),
    ],
)
def test_a_value_is_kept_as_it_is_meant(name: str, typed: object, kept: object) -> None:
    assert FIELDS.check({name: typed}) == {name: kept}


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("title", "", "Fill this in."),
        ("title", None, "Fill this in."),
        ("title", "\u200d\u3164", "Fill this in."),
        ("title", "x" * 31, "Use up to 30 characters."),
        ("title", MEGABYTE, "Use up to 30 characters."),
        ("title", 3, "Enter text."),
        ("title", ["x"], "Enter text."),
        ("size", "huge", "Choose one of these."),
        ("size", "", "Choose one of these."),
        ("size", {}, "Choose one of these."),
        ("stars", True, "Choose one of these."),
        ("stars", "２", "Choose one of these."),
        ("is_old", "maybe", "Choose on or off."),
        ("is_old", 1, "Choose on or off."),
        ("price", "twelve", "Enter a whole number."),
        ("price", "1.5", "Enter a whole number."),
        ("price", True, "Enter a whole number."),
        ("price", "1" * 100, "Enter a whole number."),
        ("price", MEGABYTE, "Enter a whole number."),
        ("price", -1, "Enter a number from 0 to 1,000,000."),
        ("price", 10**400, "Enter a number from 0 to 1,000,000."),
        ("count", "", "Fill this in."),
        ("count", 0, "Enter a number of at least 1."),
        ("count", 10**15, "Enter a number from 1 to 999,999,999,999,999."),
        ("weight", "NaN", "Enter a number."),
        ("weight", float("inf"), "Enter a number."),
        ("weight", "1e400", "Enter a number."),
        ("weight", "9" * 39, "Enter a number."),
        ("weight", True, "Enter a number."),
        ("place", "1e-30", "Choose another place."),
        ("bought_on", "2026-02-30", "Enter a date such as 2026-11-15."),
        ("bought_on", "2026/11/31", "Enter a date such as 2026-11-15."),
        ("bought_on", "11/15/2026", "Enter a date such as 2026-11-15."),
        ("bought_on", "1969/12/31", "Enter a date between 1970 and 2999."),
        ("bought_on", "20261115", "Enter a date such as 2026-11-15."),
        ("bought_on", "2026-W46-7", "Enter a date such as 2026-11-15."),
        ("bought_on", "1969-12-31", "Enter a date between 1970 and 2999."),
        ("bought_on", datetime.now(UTC), "Enter a date such as 2026-11-15."),
        ("bought_on", 20261115, "Enter a date such as 2026-11-15."),
        ("opens_at", "25:00", "Check how this is written."),
        ("colours", "red", "Send a list."),
        ("colours", {"red": 1}, "Send a list."),
        ("colours", ["green"], "Choose one of these."),
        ("words", ["a", "b", "c", "d"], "Choose up to 3."),
        ("words", ["a"] * 10_001, "Choose up to 3."),
        ("words", [""], "Fill this in."),
        ("steps", [{}], "Fill this in."),
        ("steps", ["x"], "Something here is missing or can't be read."),
        ("steps", [{"text": "x", "nothing": 1}], "There is no such field."),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(name: str, typed: object, sentence: str) -> None:
    assert refusals({name: typed}) == {name: sentence}


def test_all_that_is_wrong_is_told_at_once() -> None:
    assert list(refusals({"title": "", "size": "?", "brand": "fine", "price": "?"})) == ["title", "size", "price"]


def test_what_something_new_needs_and_was_not_given_is_told() -> None:
    with pytest.raises(InvalidFields) as refused:
        FIELDS.check_new({})
    assert [name for name, _ in refused.value.details] == ["title"]
    assert FIELDS.check({}) == {}


def test_a_field_that_has_to_be_said_and_may_be_none_is_none() -> None:
    class Loose(BaseModel):
        note: str | None

    assert Fields(Loose).check_new({}) == {"note": None}


@pytest.mark.parametrize("name", ["nothing", "created_at", "__class__"])
def test_a_name_that_is_no_field_of_the_form_is_refused(name: str) -> None:
    with pytest.raises(BadRequest) as refused:
        FIELDS.check({name: "x"})
    assert refused.value.details[0][0] == name


def test_a_rule_over_several_fields_of_a_part_is_told_beside_it() -> None:
    class Span(BaseModel, frozen=True):
        first: date
        last: date

        @model_validator(mode="after")
        def _in_order(self) -> "Span":
            if self.first > self.last:
                raise ValueError("turned round")
            return self

    class Trip(BaseModel):
        span: Span

    fields = Fields(Trip)
    with pytest.raises(InvalidFields):
        fields.check({"span": {"first": "2026-01-02", "last": "2026-01-01"}})
    assert fields.check({"span": {"first": "2026-01-01", "last": "2026-01-02"}})


def test_a_field_of_two_types_is_a_mistake_of_the_design() -> None:
    class Either(BaseModel):
        value: int | str

    with pytest.raises(TypeError, match="value"):
        Fields(Either).check({"value": 1})


def test_a_field_that_the_entity_does_not_have_is_a_mistake_of_the_design() -> None:
    with pytest.raises(TypeError, match="nothing"):
        Fields(Thing, "nothing")


def test_a_field_tells_what_the_entity_says_of_it() -> None:
    assert (FIELDS["title"].shortest, FIELDS["title"].longest, FIELDS["title"].is_required) == (1, 30, True)
    assert (FIELDS["price"].lowest, FIELDS["price"].highest, FIELDS["price"].may_be_none) == (0, 1_000_000, True)
    assert (FIELDS["count"].lowest, FIELDS["count"].default) == (1, 1)
    assert FIELDS["size"].choices == ("small", "large")
    assert FIELDS["notes"].is_prose
    assert FIELDS["words"].is_many
    assert FIELDS["words"].element.longest == 5
    assert FIELDS["title"].description == {"description": "What it is called.", "examples": ["cup"]}


def test_a_field_with_a_sentence_of_its_own_says_it_whatever_is_wrong_with_the_value() -> None:
    class Alarm(BaseModel):
        rings_at: Annotated[str, FieldMessage(lazy("Enter a time such as 15:30."))] = Field(pattern=r"^\d\d:\d\d$")

    fields = Fields(Alarm)
    assert fields.check({"rings_at": "07:00"}) == {"rings_at": "07:00"}
    for wrong in ("soon", "", 7, None):
        with pytest.raises(InvalidFields) as refused:
            fields.check({"rings_at": wrong})
        assert [str(sentence) for _, sentence in refused.value.details] == ["Enter a time such as 15:30."]
