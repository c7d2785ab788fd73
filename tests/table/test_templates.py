"""Templates: keys are built in one way, read back, cut only where a value ends, and compared with a witness."""

from datetime import UTC, date, datetime
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.table.strategies import Drawn, templates

from chabudai.table import Template
from chabudai.table.errors import (
    DelimiterInValue,
    InvalidTemplate,
    MissingPart,
    PartOutOfRange,
    UnknownField,
    UnknownFormat,
    UnsortablePart,
)
from chabudai.table.keys.templates import find_overlap, find_prefix_overlap

WEAR = Template.parse("WEAR#{wear_count:010}#{clothing_id}", {"wear_count": int, "clothing_id": str})
GROUP = Template.parse("TEAM#{team_id}#Status#{group}", {"team_id": str, "group": str})


def template(text: str, **types: Any) -> Template:
    return Template.parse(text, types)


@given(templates(), st.data())
def test_what_was_built_is_read_back(drawn: Drawn, data: st.DataObject) -> None:
    values = data.draw(drawn.values())
    text = drawn.template.build(values)
    assert text is not None
    assert drawn.template.read(text) == values


@given(templates(), st.data())
def test_two_different_rows_never_make_one_key(drawn: Drawn, data: st.DataObject) -> None:
    one, other = data.draw(drawn.values()), data.draw(drawn.values())
    assert (drawn.template.build(one) == drawn.template.build(other)) is (one == other)


@given(templates(), st.data())
def test_a_template_gives_its_text_back(drawn: Drawn, data: st.DataObject) -> None:
    types = {part.field: part.codec.kind for part in drawn.template.parts}
    again = Template.parse(str(drawn.template), types)
    assert again == drawn.template
    assert hash(again) == hash(drawn.template)


@given(templates(), st.data())
def test_a_missing_value_makes_no_key(drawn: Drawn, data: st.DataObject) -> None:
    values = data.draw(drawn.values())
    if values:
        values[data.draw(st.sampled_from(sorted(values)))] = None
        assert drawn.template.build(values) is None


@given(templates(), st.data())
def test_a_prefix_begins_the_keys_of_its_values_and_of_no_sibling(drawn: Drawn, data: st.DataObject) -> None:
    one, other = data.draw(drawn.values()), data.draw(drawn.values())
    count = data.draw(st.integers(0, len(drawn.template.fields)))
    known = {field: one[field] for field in drawn.template.fields[:count]}
    prefix, whole = drawn.template.prefix(known)
    texts = [drawn.template.build(values) or "" for values in (one, other)]
    alike = all(other[field] == value for field, value in known.items())
    assert whole is (count == len(drawn.template.fields))
    assert texts[0].startswith(prefix)
    assert (texts[1] == prefix if whole else texts[1].startswith(prefix)) is alike


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20), st.text("#!a~\U0010fffe", min_size=1))
def test_bounds_hold_a_range_and_nothing_else(low: int, high: int, count: int, name: str) -> None:
    for spec in ("02", "-02", "+02", "-+02"):
        listed = template(f"A#{{count:{spec}}}#{{name:tail}}", count=int, name=str)
        first, last = listed.bounds({}, "count", low, high)
        text = listed.build({"count": count, "name": name}) or ""
        assert (first <= text <= last) is (low <= count <= high)


@given(st.dates(), st.dates(), st.dates())
def test_bounds_of_a_last_part_are_exact(low: date, high: date, day: date) -> None:
    due = template("END#{day}", day=date)
    first, last = due.bounds({}, "day", low, high)
    assert (first <= (due.build({"day": day}) or "") <= last) is (low <= day <= high)


@given(st.text(' !#$%a"', min_size=1), st.text(' !#$%a"', min_size=1), st.text(' !#$%a"', min_size=1))
def test_bounds_of_escaped_texts_are_exact(low: str, high: str, name: str) -> None:
    named = template("N#{name:escaped}#{id}", name=str, id=str)
    first, last = named.bounds({}, "name", low, high)
    assert (first <= (named.build({"name": name, "id": "z"}) or "") <= last) is (low <= name <= high)


def test_open_bounds_stay_within_the_known_beginning() -> None:
    log = template("COOKLOG#{day}#{log_id}", day=date, log_id=str)
    assert log.bounds({}, "day", date(2026, 2, 9), None) == ("COOKLOG#2026-02-09", "COOKLOG#9999-12-31#\U0010ffff")
    assert log.bounds({}, "day", None, date(2026, 2, 9)) == ("COOKLOG#0001-01-01", "COOKLOG#2026-02-09#\U0010ffff")
    assert log.bounds({"day": date(2026, 2, 9)}, "log_id", "a", "b") == ("COOKLOG#2026-02-09#a", "COOKLOG#2026-02-09#b")
    assert template("{username}", username=str).bounds({}, "username", None, "m") == ("\0", "m")


@given(templates(), st.data())
def test_open_bounds_hold_every_key_with_the_known_values(drawn: Drawn, data: st.DataObject) -> None:
    values = data.draw(drawn.values())
    for number, part in enumerate(drawn.template.parts):
        if part.codec.sorts:
            known = {field: values[field] for field in drawn.template.fields[:number]}
            first, last = drawn.template.bounds(known, part.field, None, None)
            assert first <= (drawn.template.build(values) or "") <= last


def test_bounds_need_what_stands_before_and_a_part_that_sorts() -> None:
    with pytest.raises(MissingPart, match="team_id in TEAM#"):
        GROUP.bounds({}, "group", "a", "b")
    with pytest.raises(UnsortablePart, match=r"n in A#\{n\}: its texts"):
        template("A#{n}", n=int).bounds({}, "n", 1, 2)
    with pytest.raises(UnknownField, match="has no part 'day'; its parts are team_id, group"):
        GROUP.bounds({}, "day", 1, 2)


def test_a_value_may_be_known_by_its_beginning() -> None:
    assert template("COOKLOG#{day}#{id}", day=date, id=str).prefix_of_value({}, "day", "2026-02") == "COOKLOG#2026-02"
    assert template("tname#{name}", name=str).prefix_of_value({}, "name", "四間") == "tname#四間"
    assert template("t#{name:escaped}", name=str).prefix_of_value({}, "name", "a b") == "t#a%20b"
    for beginning in ("2026-13", "2026-02-09#"):
        with pytest.raises(PartOutOfRange, match="is not how yyyy-mm-dd begins"):
            template("D#{day}", day=date).prefix_of_value({}, "day", beginning)
    with pytest.raises(DelimiterInValue):
        template("tname#{name}", name=str).prefix_of_value({}, "name", "a#")


def test_a_team_is_not_met_by_another_whose_id_begins_alike() -> None:
    prefix, whole = GROUP.prefix({"team_id": "1"})
    assert (prefix, whole) == ("TEAM#1#Status#", False)
    assert not (GROUP.build({"team_id": "10", "group": "todo"}) or "").startswith(prefix)


def test_a_delimiter_in_a_free_value_is_refused_by_name() -> None:
    with pytest.raises(
        DelimiterInValue, match=r"team_id in TEAM#\{team_id\}.*'1#Status#done'.*\{team_id:escaped\}"
    ) as caught:
        GROUP.build({"team_id": "1#Status#done", "group": "x"})
    assert (caught.value.field, caught.value.value) == ("team_id", "1#Status#done")


def test_a_delimiter_may_stand_in_an_escaped_value_and_in_a_tail() -> None:
    assert template("A#{name:escaped}#{id}", name=str, id=str).build({"name": "x#y", "id": "1"}) == "A#x%23y#1"
    assert template("slug#{slug:tail}", slug=str).build({"slug": "a#b"}) == "slug#a#b"


def test_a_key_without_one_of_its_values_is_refused() -> None:
    with pytest.raises(MissingPart, match=r"clothing_id in WEAR#.*: nothing was given"):
        WEAR.build({"wear_count": 1})


def test_a_refused_value_is_named_with_its_template() -> None:
    with pytest.raises(PartOutOfRange, match=r"wear_count in WEAR#\{wear_count:010\}#\{clothing_id\}: -1 does not fit"):
        WEAR.build({"wear_count": -1, "clothing_id": "cl_1"})


@pytest.mark.parametrize("text", ["WEAR#12#cl_1", "WEAR#0000000012#", "WEAR#0000000012#a#b", "wear#0000000012#a", ""])
def test_a_text_of_another_shape_is_not_read(text: str) -> None:
    assert WEAR.read(text) is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "is empty"),
        ("A#{name", "brace"),
        ("A#name}", "brace"),
        ("A#{{name}}", "brace"),
        ("{name}{other}", "the delimiter # has to follow"),
        ("{name}-{other}", "the delimiter # has to follow"),
        ("{name}x", "the delimiter # has to follow"),
        ("{name:tail}#A", "nothing can follow"),
        ("{name}#{name}", "twice"),
        ("{choice}", "can be written x#y"),
    ],
)
def test_a_template_that_could_be_read_in_two_ways_is_refused(text: str, fault: str) -> None:
    types = {"name": str, "other": str, "choice": Literal["x#y", "z"]}
    with pytest.raises(InvalidTemplate, match=fault):
        Template.parse(text, types)


def test_an_unknown_field_or_format_is_refused_with_advice() -> None:
    with pytest.raises(UnknownField, match="no field 'wear_cuont'; did you mean wear_count"):
        template("WEAR#{wear_cuont}", wear_count=int)
    with pytest.raises(UnknownFormat, match=r"wear_count in WEAR#\{wear_count:10\}: '10' is no format"):
        template("WEAR#{wear_count:10}", wear_count=int)


@pytest.mark.parametrize("delimiter", ["", "##", "a", "1", "%", "{", "é", " "])
def test_only_a_punctuation_mark_is_a_delimiter(delimiter: str) -> None:
    with pytest.raises(InvalidTemplate, match="is no delimiter"):
        Template.parse("A", {}, delimiter)


def test_a_part_whose_texts_may_hold_the_delimiter_needs_a_fixed_width() -> None:
    with pytest.raises(InvalidTemplate, match=r"n in A-\{n\}-B: it can be written -1"):
        Template.parse("A-{n}-B", {"n": int}, "-")
    day = Template.parse("A-{day}-{n:+03}-{name}", {"day": date, "n": int, "name": str}, "-")
    values = {"day": date(2026, 1, 2), "n": -5, "name": "x"}
    assert day.build(values) == "A-2026-01-02--995-x"
    assert day.read("A-2026-01-02--995-x") == values


@given(templates(), templates(), st.data())
def test_a_witness_of_an_overlap_is_a_key_of_both(one: Drawn, other: Drawn, data: st.DataObject) -> None:
    witness = find_overlap(one.template, other.template)
    if witness is not None:
        for each in (one.template, other.template):
            values = each.read(witness)
            assert values is not None
            assert each.build(values) == witness
    else:
        assert other.template.read(one.template.build(data.draw(one.values())) or "") is None


@given(templates(), templates(), st.data())
def test_a_witness_of_a_prefix_is_met_by_the_query(one: Drawn, other: Drawn, data: st.DataObject) -> None:
    prefix, whole = one.template.prefix({})
    witness = find_prefix_overlap(one.template, other.template)
    if witness is not None:
        assert other.template.read(witness) is not None
        assert witness == prefix if whole else witness.startswith(prefix)
    else:
        text = other.template.build(data.draw(other.values())) or ""
        assert text != prefix if whole else not text.startswith(prefix)


@pytest.mark.parametrize(
    ("one", "other", "witness"),
    [
        ("FRIDGE#{id}", "FRIDGE_DELETED#{id}", None),
        ("META", "META#", None),
        ("PROFILE#", "PROFILE#{id}", None),
        ("COUNTER#ALL", "COUNTER#{day}", None),
        ("COUNTER#ALL", "COUNTER#{id}", "COUNTER#ALL"),
        ("D#{day}", "D#{number:08}", None),
        ("D#{day:yyyymmdd}", "D#{number:08}", "D#01110101"),
        ("D#{day}#{id}", "D#{at}#{id}", None),
        ("CATEGORY#{scope}#{id}", "CATEGORY#{id}", None),
        ("CATEGORY#{scope}#{id}", "CATEGORY#{id:tail}", "CATEGORY#book#x"),
        ("L#{scope}", "L#{other}", "L#book"),
    ],
)
def test_overlaps_are_found_with_a_witness(one: str, other: str, witness: str | None) -> None:
    types = {
        "id": str,
        "day": date,
        "at": datetime,
        "number": int,
        "scope": Literal["book", "catalog"],
        "other": Literal["book", "shop"],
    }
    assert find_overlap(Template.parse(one, types), Template.parse(other, types)) == witness
    assert find_overlap(Template.parse(other, types), Template.parse(one, types)) == witness


def test_a_prefix_reaches_into_another_template() -> None:
    saved = template("SAVED#{kind}#{id}", kind=str, id=str)
    recipe = template("SAVED#RECIPE#{id}", id=str)
    assert find_prefix_overlap(saved, recipe) == "SAVED#RECIPE#x"
    assert find_prefix_overlap(recipe, saved) == "SAVED#RECIPE#x"
    assert find_prefix_overlap(recipe, template("SAVED#SET#{id}", id=str)) is None
    assert find_prefix_overlap(template("NOTIFICATION#{at}", at=datetime), template("NOTIFICATION_SETTINGS#")) is None


def test_what_a_query_knows_makes_its_prefix_longer() -> None:
    one = template("A#{x}#M#{y}", x=str, y=str)
    other = template("A#{x}#N#{y}", x=str, y=str)
    assert find_prefix_overlap(one, other) == "A#x#N#x"
    assert find_prefix_overlap(one, other, known={"x"}) is None


def test_a_leap_day_is_found_where_only_leap_days_meet() -> None:
    assert find_overlap(template("D#{day}", day=date), template("D#2024-02-29")) == "D#2024-02-29"
    assert find_overlap(template("D#{day}", day=date), template("D#2023-02-29")) is None
    assert template("{at:iso}", at=datetime).read("2024-02-29T00:00:00Z") == {"at": datetime(2024, 2, 29, tzinfo=UTC)}
