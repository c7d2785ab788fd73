"""Entities as forms: filled, read back, and held against what the row says by now."""

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from tests.common.models import FIELDS, FILLED_IN, Thing

from chabudai.common.fields import Fields
from chabudai.common.form_fields import ChangedElsewhere, FormFields, Widget
from chabudai.web.errors import InvalidFields
from chabudai.web.forms import Form

NOW = datetime(2026, 11, 15, tzinfo=UTC)


def _read_steps(form: Form) -> str:
    return json.dumps([[text, ""] for text in form.all("step_text") if text.strip()])


STEPS = Widget(
    read=lambda form: form["steps"] if "steps" in form else _read_steps(form),
    write=lambda steps: json.dumps([[step.text, str(step.due_on or ""), step.is_done] for step in steps]),
    parse=lambda text: [
        {"text": each[0], "due_on": each[1], "is_done": each[2] if len(each) > 2 else False}
        for each in json.loads(text or "[]")
    ],
)
FORM = FormFields(FIELDS, widgets={"steps": STEPS})


def thing(**fields: Any) -> Thing:
    return Thing(created_at=NOW, **{"title": "cup", **fields})


def sent(form: Form, **changes: str | tuple[str, ...]) -> Form:
    """The form with some of its inputs typed over."""
    typed = {name: (each,) if isinstance(each, str) else each for name, each in changes.items()}
    return Form({**form.values, **typed})


@given(FILLED_IN)
def test_a_form_that_is_sent_as_it_was_shown_changes_nothing(filled: dict[str, Any]) -> None:
    row = thing(**FIELDS.check_new(filled))
    assert FORM.changes(FORM.fill(row), row) == {}


@given(FILLED_IN)
def test_what_a_form_shows_is_read_back_as_the_row(filled: dict[str, Any]) -> None:
    row = thing(**FIELDS.check_new(filled))
    assert thing(**FIELDS.check_new(FORM.read(FORM.fill(row)))) == row


def test_only_what_was_typed_over_is_changed() -> None:
    row = thing(price=1200, notes="a\nb")
    form = sent(FORM.fill(row), title=" mug ", notes="a\r\nb\n")
    assert FORM.changes(form, row) == {"title": " mug "}


def test_the_same_number_in_other_digits_is_no_change() -> None:
    row = thing(price=1200)
    assert FORM.changes(sent(FORM.fill(row), price="１，２００円"), row) == {}


def test_the_order_of_what_has_one_counts_and_that_of_a_set_does_not() -> None:
    row = thing(words=("a", "b"), colours=frozenset({"red", "blue"}))
    form = sent(FORM.fill(row), words=("b", "a"), colours=("red", "blue"))
    assert FORM.changes(form, row) == {"words": ("b", "a")}
    assert FORM.changes(sent(FORM.fill(row), colours=("blue", "red")), row) == {}


def test_a_box_without_its_tick_and_a_choice_of_none_are_changes() -> None:
    row = thing(is_old=True, colours=frozenset({"red"}))
    shown = FORM.fill(row)
    form = Form({name: values for name, values in shown.values.items() if name not in ("is_old", "colours")})
    assert FORM.changes(form, row) == {"is_old": "", "colours": ()}


def test_what_a_form_does_not_show_stays_as_it_is() -> None:
    row = thing(price=1200)
    shown = FORM.fill(row)
    form = Form({name: values for name, values in shown.values.items() if name != "price"})
    assert FORM.changes(form, row) == {}
    assert "price" not in FORM.read(form)


def test_a_form_without_its_originals_changes_nothing() -> None:
    assert FORM.changes(Form.of(title="mine"), thing()) == {}


def test_what_another_tab_changed_is_not_undone_by_a_form_that_left_it_alone() -> None:
    form = sent(FORM.fill(thing()), title="mug")
    assert FORM.changes(form, thing(price=5)) == {"title": "mug"}


def test_what_both_tabs_changed_alike_is_no_conflict() -> None:
    form = sent(FORM.fill(thing()), title="mug")
    assert FORM.changes(form, thing(title="mug")) == {"title": "mug"}


def test_what_both_tabs_changed_is_told_with_the_other_value() -> None:
    form = sent(FORM.fill(thing()), title="mug", size="large")
    with pytest.raises(ChangedElsewhere) as refused:
        FORM.changes(form, thing(title="bowl", price=3))
    ((name, sentence),) = refused.value.details
    assert name == "title"
    assert str(sentence) == "Changed somewhere else to “bowl”. Save again to keep your version."


def test_a_value_that_nobody_would_recognise_is_not_shown() -> None:
    form = sent(FORM.fill(thing(is_old=False)), is_old="on", size="large", bought_on="2026-01-01")
    with pytest.raises(ChangedElsewhere) as refused:
        FORM.changes(form, thing(bought_on=date(2026, 2, 2)))
    assert str(refused.value.details[0][1]) == "Changed somewhere else. Save again to keep your version."


def test_an_app_may_say_itself_what_a_value_became() -> None:
    told = FormFields(FIELDS, {"steps": STEPS}, describe=lambda name, row: f"{name} of {row.title}")
    form = sent(told.fill(thing()), price="1")
    with pytest.raises(ChangedElsewhere) as refused:
        told.changes(form, thing(price=3))
    assert "“price of cup”" in str(refused.value.details[0][1])


def test_sending_it_once_more_keeps_ones_own() -> None:
    now = thing(title="bowl")
    form = FORM.refill(sent(FORM.fill(thing()), title="mug"), now)
    assert form["title"] == "mug"
    assert FORM.changes(form, now) == {"title": "mug"}


def test_what_is_wrong_stays_in_the_form_as_it_was_typed() -> None:
    row = thing()
    form = sent(FORM.fill(row), price="a lot")
    changes = FORM.changes(form, row)
    with pytest.raises(InvalidFields):
        FIELDS.check(changes)
    assert FORM.refill(form, row)["price"] == "a lot"


def test_several_inputs_are_one_field() -> None:
    row = thing()
    form = Form({**FORM.fill(row).values, "step_text": ("one", "", "two")})
    bare = Form({name: values for name, values in form.values.items() if name != "steps"})
    assert FIELDS.check(FORM.changes(bare, row))["steps"][1].text == "two"
    assert json.loads(FORM.preserve(bare)["steps"]) == [["one", ""], ["two", ""]]


def test_a_new_form_shows_the_entitys_own_defaults() -> None:
    form = FORM.fill_new()
    assert (form["size"], form["count"], form["title"], form["price"]) == ("small", "1", "", "")
    assert all(name.startswith("was_") for name in FORM.originals)
    assert not any(name.startswith("was_") for name in form.values)


def test_parts_need_a_widget() -> None:
    with pytest.raises(TypeError, match="steps"):
        FormFields(Fields(Thing, "title", "steps"))


def test_a_hostile_form_is_read_like_any_other() -> None:
    row = thing()
    hostile = sent(FORM.fill(row), title="\ud800" * 1000, price="９" * 100_000, colours=("x",) * 5000)
    with pytest.raises(InvalidFields) as refused:
        FIELDS.check(FORM.changes(hostile, row))
    assert [name for name, _ in refused.value.details] == ["title", "price", "colours"]
