"""Model configs, validators and the like: what is read back is what the constructor makes, limits apart."""

from enum import Enum
from types import new_class
from typing import Any

import pytest
from pydantic import ConfigDict, PrivateAttr, computed_field, field_validator, model_validator
from tests.table.designs import table_named

from chabudai.table import DesignError, Entity, Field, InKey, OmitDefault, Table, View, key
from chabudai.table.attributes import Item
from chabudai.table.errors import UnreadableItem
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.stored_validation import keeps_values


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class Paints(Table, name="Paints", pk="PK", sk="SK"): ...


class Plain(Entity, table=Paints):
    paint_id: InKey[str]
    name: str = "white"
    note: str | None = None
    color: Color = Color.RED
    size: int = Field(default=1, ge=0)
    tags: frozenset[str] = frozenset()
    PK = key("PAINT#{paint_id}")
    SK = key("PAINT")

    @computed_field  # type: ignore[prop-decorator]
    @property
    def double(self) -> int:
        return 2 * self.size


def both_roads(layout: Layout, item: Item) -> Any:
    """The entity, of which the fast road and the careful one make the same."""
    [fast] = layout._parse_items([item])
    assert layout._careful.parse(item) == fast
    assert fast.model_dump() == layout._careful.parse(item).model_dump()
    return fast


def entity_of(body: dict[str, Any], **config: Any) -> Any:
    """Plain, with another config or members of its own, in a table of its own."""
    members = {"__module__": __name__, "model_config": config, **body}
    return new_class("Other", (Plain,), {"table": table_named("Other")}, lambda space: space.update(members))


CONFIGS: list[dict[str, Any]] = [
    {"str_strip_whitespace": True},
    {"str_to_lower": True},
    {"str_to_upper": True},
    {"use_enum_values": True},
    {"validate_default": True, "use_enum_values": True},
    {"validate_default": True, "str_to_upper": True},
    {"strict": True},
    {"coerce_numbers_to_str": True},
    {"str_max_length": 30},
    {"revalidate_instances": "always"},
    {"extra": "ignore"},
]


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_what_a_config_changes_is_read_back_as_the_constructor_made_it(config: dict[str, Any]) -> None:
    entity = entity_of({}, **config)
    made = entity(paint_id="1", name=" Sky ", note="Of Old", color=Color.BLUE, tags=frozenset({" A", "b"}))
    item = entity.layout.to_item(entity.layout.values(made))
    assert both_roads(entity.layout, item) == made
    bare = entity.layout.key({"paint_id": "1"})
    assert entity.layout.from_item(bare) == entity(paint_id="1")


def test_extra_values_would_be_lost_and_so_are_refused() -> None:
    with pytest.raises(DesignError, match="Other allows extra values, which would not be stored"):
        entity_of({}, extra="allow")
    with pytest.raises(DesignError, match="Loose allows extra values"):

        class Loose(View, of=Plain):
            model_config = ConfigDict(extra="allow")
            paint_id: InKey[str]


def _own_init(self: Any, **values: Any) -> None:
    Entity.__init__(self, **{**values, "name": values.get("name", "own").upper()})


def _own_post_init(self: Any, _context: Any) -> None:
    self.__dict__["name"] += "!"


def _model_validator(function: Any) -> Any:
    return model_validator(mode="before")(function)


def _upper(_cls: Any, value: Any) -> Any:
    return value.upper()


def _with_name(_cls: Any, values: Any) -> Any:
    return {**values, "name": values.get("name", "x").upper()}


@pytest.mark.parametrize(
    ("body", "is_plain"),
    [
        ({}, True),
        ({"__init__": _own_init}, False),
        ({"upper": field_validator("name", "note", mode="before")(classmethod(_upper))}, False),
        ({"upper": field_validator("name")(classmethod(_upper))}, False),
        ({"with_name": _model_validator(classmethod(_with_name))}, False),
        ({"_seen": PrivateAttr(default=5)}, False),
        ({"__annotations__": {"name": str}, "name": Field(default="red", validate_default=True)}, False),
    ],
    ids=["plain", "init", "before", "after", "model", "private", "default"],
)
def test_the_constructor_is_asked_exactly_where_it_may_do_something(body: dict[str, Any], is_plain: bool) -> None:
    entity = entity_of(body)
    assert keeps_values(entity) == is_plain
    made = entity(paint_id="1", name="blue", note="x")
    item = entity.layout.to_item(entity.layout.values(made))
    found = both_roads(entity.layout, item)
    assert found == made
    assert found.__pydantic_private__ == made.__pydantic_private__
    assert entity.layout.from_item(entity.layout.key({"paint_id": "2"})) == entity(paint_id="2")


def test_what_runs_after_an_entity_is_made_runs_when_it_is_read() -> None:
    entity = entity_of({"model_post_init": _own_post_init})
    assert not keeps_values(entity)
    item = {**entity.layout.key({"paint_id": "1"}), "name": {"S": "red"}}
    assert entity.layout.from_item(item).name == "red!"


def test_a_validator_does_not_see_a_default_that_the_constructor_would_not_show_it() -> None:
    """None has no `upper`: were it given to the validator, no row without a note could be read."""
    entity = entity_of({"upper": field_validator("note", mode="before")(classmethod(_upper))})
    item = entity.layout.to_item(entity.layout.values(entity(paint_id="1")))
    assert "note" not in item
    assert both_roads(entity.layout, item).note is None


@pytest.mark.parametrize("body", [{}, {"upper": field_validator("name")(classmethod(_upper))}], ids=["plain", "own"])
def test_limits_of_today_do_not_hide_what_was_stored_under_others(body: dict[str, Any]) -> None:
    entity = entity_of(body, str_max_length=4)
    full = entity.layout.to_item(entity.layout.values(entity(paint_id="1", name="RED")))
    old = both_roads(entity.layout, {**full, "name": {"S": "VERMILION"}, "size": {"N": "-5"}})
    assert (old.name, old.size) == ("VERMILION", -5)


def test_what_a_validator_forbids_is_told_with_its_row() -> None:
    def refuse(_cls: Any, value: str) -> str:
        raise ValueError("no such paint")

    entity = entity_of({"refuse": field_validator("name")(classmethod(refuse))})
    with pytest.raises(UnreadableItem, match=r"PAINT#1.*is no Other: name: Value error, no such paint"):
        entity.layout.from_item({**entity.layout.key({"paint_id": "1"}), "name": {"S": "red"}})


def test_a_field_that_only_a_key_holds_is_left_to_its_default_when_there_is_no_key() -> None:
    class Keyed(Entity, table=table_named("Keyed")):
        thing_id: InKey[str]
        seen: OmitDefault[str] = "no"
        PK = key("K#{thing_id}")
        SK = key("K")

        @field_validator("seen")
        @classmethod
        def check_seen(cls, value: str) -> str:
            return value.upper()

    assert both_roads(Keyed.layout, Keyed.layout.key({"thing_id": "1"})) == Keyed(thing_id="1")
    assert both_roads(Keyed.layout, Keyed.layout.to_item(dict(Keyed(thing_id="1", seen="y")))).seen == "Y"
