"""JSON bodies that are made from an entity's fields."""

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest
from hypothesis import given
from litestar import Litestar
from litestar.params import JSONBody
from pydantic import BaseModel
from tests.common.models import FIELDS, FILLED_IN, Step, Thing

from chabudai.common.bodies import changes_body, entity_body, fill, new_body, sent_fields
from chabudai.common.fields import Fields
from chabudai.web.bodies import Body
from chabudai.web.errors import InvalidFields
from chabudai.web.routes import post

_JSON: Any = JSONBody
NOW = datetime(2026, 11, 15, 12, tzinfo=timezone(timedelta(hours=9)))


@new_body(FIELDS)
class NewThing(Body):
    """Makes one."""


@changes_body(FIELDS)
class ThingChanges(Body):
    """Changes one."""


@entity_body(Thing, *FIELDS.names, "created_at", id="thing_id")
class ThingBody(Body):
    """Tells of one."""


def decode(body: type[Body], text: str) -> dict[str, Any]:
    return sent_fields(msgspec.json.decode(text, type=body))


@given(FILLED_IN)
def test_what_a_body_tells_makes_the_same_again(filled: dict[str, Any]) -> None:
    row = Thing(created_at=NOW, **FIELDS.check_new(filled))
    told = msgspec.to_builtins(fill(ThingBody, row))
    sent = {name: value for name, value in told.items() if name not in ("id", "createdAt")}
    again = FIELDS.check_new(decode(NewThing, msgspec.json.encode(sent).decode()))
    assert Thing(created_at=NOW, **again) == row


def test_what_is_left_out_has_the_entitys_own_default() -> None:
    given_ = decode(NewThing, '{"title": "cup"}')
    assert (given_["size"], given_["count"], given_["words"], given_["price"]) == ("small", 1, [], None)


def test_no_two_bodies_share_a_list() -> None:
    first = msgspec.json.decode('{"title": "a"}', type=NewThing)
    second = msgspec.json.decode('{"title": "b"}', type=NewThing)
    assert first.words is not second.words  # type: ignore[attr-defined]


def test_a_default_that_holds_something_is_kept() -> None:
    class Bag(BaseModel):
        tags: tuple[str, ...] = ("new",)
        step: Step = Step(text="first")

    @new_body(Fields(Bag))
    class NewBag(Body): ...

    assert decode(NewBag, "{}") == {"tags": ["new"], "step": {"text": "first", "is_done": False, "due_on": None}}


def test_only_what_was_sent_is_changed_and_null_takes_away() -> None:
    assert decode(ThingChanges, "{}") == {}
    assert decode(ThingChanges, '{"brand": null, "boughtOn": "2026-01-02"}') == {
        "brand": None,
        "bought_on": "2026-01-02",
    }


def test_parts_are_bodies_of_their_own() -> None:
    sent = decode(NewThing, '{"title": "a", "steps": [{"text": "x", "isDone": true, "dueOn": "2026-01-02"}]}')
    assert FIELDS.check(sent)["steps"] == (Step(text="x", is_done=True, due_on=date(2026, 1, 2)),)


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '{"title": "a", "price": "1"}',
        '{"title": "a", "size": "huge"}',
        '{"title": "a", "steps": [{"text": "x", "more": 1}]}',
        '{"title": "a", "unknown": 1}',
        '{"title": "a", "bought_on": "2026-01-02"}',
        '{"title": "a", "size": null}',
    ],
)
def test_what_can_not_be_read_as_the_body_is_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=NewThing)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('{"title": ""}', "title"),
        ('{"title": "' + "x" * 31 + '"}', "title"),
        ('{"title": "a", "price": -1}', "price"),
        ('{"title": "a", "opensAt": "25:00"}', "opens_at"),
        ('{"title": "a", "boughtOn": "2026-02-30"}', "bought_on"),
        ('{"title": "a", "words": ["a", "b", "c", "d"]}', "words"),
    ],
)
def test_what_can_be_read_and_breaks_a_rule_is_for_the_fields_to_refuse(text: str, field: str) -> None:
    with pytest.raises(InvalidFields) as refused:
        FIELDS.check_new(decode(NewThing, text))
    assert [name for name, _ in refused.value.details] == [field]


def test_times_are_told_in_utc() -> None:
    told = msgspec.to_builtins(fill(ThingBody, Thing(title="a", created_at=NOW)))
    assert told["createdAt"] == NOW.astimezone(UTC).isoformat().replace("+00:00", "Z")
    assert told["id"] == "t1"


def test_a_body_may_tell_more_than_the_row() -> None:
    class Base(Body, kw_only=True):
        note: str

    body = entity_body(Thing, "title")(Base)
    assert msgspec.to_builtins(fill(body, Thing(title="a", created_at=NOW), note="n")) == {"title": "a", "note": "n"}


def test_a_body_is_described_by_its_own_name_and_words() -> None:
    schema = _described(NewThing)
    assert schema["NewThing"]["required"] == ["title"]
    assert msgspec.json.schema(NewThing)["$defs"]["NewThing"]["description"] == "Makes one."
    assert schema["NewThing"]["properties"]["title"] == {
        "type": "string",
        "description": "What it is called.",
        "examples": ["cup"],
        "minLength": 1,
        "maxLength": 30,
    }
    assert schema["NewThing"]["properties"]["boughtOn"] == {
        "oneOf": [{"type": "string", "format": "date"}, {"type": "null"}]
    }


def test_a_type_that_json_does_not_have_is_a_mistake_of_the_design() -> None:
    class Odd(BaseModel, arbitrary_types_allowed=True):
        value: complex = 1j

    with pytest.raises(TypeError, match="complex"):
        new_body(Fields(Odd))(Body)


def _described(body: type[Body]) -> dict[str, Any]:
    """As the API's description tells it."""

    def make(data: Any) -> None: ...

    make.__annotations__ = {"data": _JSON[body], "return": None}
    components: dict[str, Any] = Litestar([post("/")(make)]).openapi_schema.to_schema()["components"]["schemas"]
    return components
