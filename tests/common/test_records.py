"""Rows as a file holds them."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel
from tests.common.models import ANYTHING, FIELDS, FILLED_IN, Thing

from chabudai.adapters.clock import truncate_to_millisecond
from chabudai.common.fields import Fields
from chabudai.common.records import RecordFormat, to_plain
from chabudai.web.errors import BadRequest, InvalidFields

FORMAT = RecordFormat(
    FIELDS,
    other=("thing_id", "created_at", "seen_at", "parent_id"),
    ids=("thing_id", "parent_id"),
    renamed={"thing_id": "id"},
)
NOW = datetime(2026, 11, 15, 3, 4, 5, 678000, UTC)
GOOD = {"id": "t1", "title": "cup", "createdAt": "2026-11-15T03:04:05.678Z"}
MOMENTS = st.datetimes(datetime(1970, 1, 2), datetime(2999, 1, 1), timezones=st.timezones()).map(
    lambda moment: truncate_to_millisecond(moment.astimezone(UTC))
)


@given(FILLED_IN, MOMENTS, st.none() | MOMENTS, st.none() | st.just("t0"))
def test_what_was_written_reads_as_the_row(
    filled: dict[str, Any], created: datetime, seen: datetime | None, parent: str | None
) -> None:
    fields = FIELDS.check_new(filled)
    row = Thing(thing_id="t9", created_at=created, seen_at=seen, parent_id=parent, **fields)
    text = json.dumps(FORMAT.write(row))
    assert Thing(**FORMAT.read(json.loads(text))) == row


@given(st.dictionaries(st.sampled_from([*FORMAT.names.values(), "x"]), ANYTHING, max_size=4))
def test_anything_at_all_is_read_or_refused_in_words(record: dict[str, Any]) -> None:
    said = "read"
    try:
        FORMAT.read({**GOOD, **record})
    except (InvalidFields, BadRequest) as refusal:
        said = str(refusal.details[0][1])
    assert said


def test_what_is_not_said_of_a_row_is_left_out() -> None:
    written = FORMAT.write(Thing(title="cup", created_at=NOW))
    assert written == {**GOOD, "notes": "", "size": "small", "isOld": False, "count": 1}


def test_nothing_is_left_out_that_would_be_read_as_something() -> None:
    class Bag(BaseModel):
        tags: tuple[str, ...] = ("new",)
        colour: str | None = "red"

    format_ = RecordFormat(Fields(Bag))
    emptied = Bag(tags=(), colour=None)
    assert Bag(**format_.read(format_.write(emptied))) == emptied


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": ""}, "title"),
        ({"boughtOn": "yesterday"}, "boughtOn"),
        ({"id": "a#b"}, "id"),
        ({"id": 3}, "id"),
        ({"id": None}, "id"),
        ({"parentId": "\n"}, "parentId"),
        ({"createdAt": "2026-11-15T03:04:05"}, "createdAt"),
        ({"createdAt": 1700000000}, "createdAt"),
        ({"createdAt": "now"}, "createdAt"),
        ({"createdAt": None}, "createdAt"),
        ({"createdAt": "9999-12-31T23:59:59-12:00"}, "createdAt"),
        ({"createdAt": "9999-12-31T23:59:59Z"}, "createdAt"),
        ({"createdAt": "3000-01-01T00:00:00Z"}, "createdAt"),
        ({"seenAt": "1969-12-31T23:59:59Z"}, "seenAt"),
        ({"seenAt": "0001-01-01T00:00:00Z"}, "seenAt"),
        ({"seenAt": ["\ud800"]}, "seenAt"),
    ],
)
def test_what_is_wrong_is_told_under_the_files_own_name(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidFields) as refused:
        FORMAT.read({**GOOD, **changes})
    assert [name for name, _ in refused.value.details] == [field]


def test_what_a_row_can_not_be_without_has_to_be_said() -> None:
    with pytest.raises(InvalidFields) as refused:
        FORMAT.read({"id": "t1", "title": "cup"})
    assert refused.value.details[0][0] == "createdAt"
    with pytest.raises(InvalidFields):
        FORMAT.read({"createdAt": GOOD["createdAt"]})


def test_null_is_as_good_as_nothing_where_that_may_be() -> None:
    read = FORMAT.read({**GOOD, "seenAt": None, "parentId": None, "brand": None})
    assert (read["seen_at"], read["parent_id"], read["brand"]) == (None, None, None)


@pytest.mark.parametrize("record", [None, [], "cup", 3])
def test_a_record_is_an_object(record: object) -> None:
    with pytest.raises(InvalidFields):
        FORMAT.read(record)


def test_a_name_that_no_record_has_is_refused() -> None:
    with pytest.raises(BadRequest) as refused:
        FORMAT.read({**GOOD, "thing_id": "t1"})
    assert refused.value.details[0][0] == "thing_id"


def test_a_field_that_was_renamed_is_read_from_files_of_earlier_times() -> None:
    format_ = replace(FORMAT, former_names={"name": "title", "description": "notes"})
    old = {"id": "t1", "name": "cup", "description": "blue", "createdAt": GOOD["createdAt"]}
    row = Thing(**format_.read(old))
    assert (row.title, row.notes) == ("cup", "blue")
    assert format_.write(row)["notes"] == "blue"
    assert "description" not in format_.write(row)
    assert format_.read({**old, "title": "bowl"})["title"] == "bowl"


@pytest.mark.parametrize("former", [{"description": "nothing"}, {"title": "notes"}])
def test_a_former_name_of_nothing_or_of_two_is_a_mistake_of_the_design(former: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="former name"):
        replace(FORMAT, former_names=former)


def test_values_are_written_plainly() -> None:
    assert to_plain(Decimal("1.50")) == "1.50"
    assert to_plain(frozenset({"b", "a"})) == ["a", "b"]
    assert to_plain(NOW) == "2026-11-15T03:04:05.678Z"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [({"size": "huge"}, "Use one of these: small, large."), ({"colours": ["green"]}, "Use one of these: red, blue.")],
)
def test_a_file_is_told_what_there_is_to_choose_from(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidFields) as refused:
        FORMAT.read({**GOOD, **changes})
    assert str(refused.value.details[0][1]) == sentence
