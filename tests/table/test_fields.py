"""Fields: how they are named, what becomes of their values, and what stands for them when they are missing."""

from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

import pytest
from pydantic import BaseModel, BeforeValidator, ConfigDict
from pydantic.alias_generators import to_camel
from tests.table.designs import entity_named, table_named

from chabudai.table import (
    AnyOffset,
    As,
    Entity,
    Field,
    InKey,
    OmitDefault,
    OrNull,
    Prefixed,
    Stored,
    Table,
    as_is,
    camel,
    key,
)
from chabudai.table.attributes import AttributeValue
from chabudai.table.errors import AttributeNameConflict, DesignError, FormatMismatch, InvalidFieldValue, UnreadableItem
from chabudai.table.schema.fields import NO_DEFAULT

Moment: TypeAlias = Annotated[datetime, As("isoms")]
TextOrNull: TypeAlias = OrNull[str]
NumberOrNull: TypeAlias = OrNull[int]
MomentOrNull: TypeAlias = OrNull[Moment]
UnsaidMoment: TypeAlias = OmitDefault[Moment | None]
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


class Size(Enum):
    SMALL = "s"
    LARGE = "l"


class Step(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    step_text: str
    done_at: date | None = None


class Reading(BaseModel):
    """A field that may be None, and does not say what it is when it is missing."""

    read_at: date | None


class Tree(BaseModel):
    name: str
    branches: "list[Tree]" = []


def entity_with(annotation: Any, default: Any = NO_DEFAULT) -> Any:
    """An entity with a field `value` of this annotation."""
    members = {} if default is NO_DEFAULT else {"value": default}
    fields = {"thing_id": InKey[str], "value": annotation}
    return entity_named("Thing", table_named("Things"), fields, PK=key("THING#{thing_id}"), SK=key("META"), **members)


def attribute_of(entity: Any, value: Any) -> AttributeValue | None:
    """What is stored for a value; asserts that the same is read back."""
    layout = entity.layout
    made = entity(thing_id="1", value=value)
    item = layout.to_item(layout.values(made))
    assert layout.from_item(item) == made
    found: AttributeValue | None = item.get(layout.fields["value"].stored)
    return found


@pytest.mark.parametrize(
    ("annotation", "value", "attribute"),
    [
        (str, "text", {"S": "text"}),
        (str, "", {"S": ""}),
        (int, -5, {"N": "-5"}),
        (bool, False, {"BOOL": False}),
        (float, 1.5, {"N": "1.5"}),
        (float, 2.0, {"N": "2"}),
        (Decimal, Decimal("0.10"), {"N": "0.1"}),
        (bytes, b"\x00\xff", {"B": "AP8="}),
        (UUID, UUID(int=1), {"S": "00000000-0000-0000-0000-000000000001"}),
        (date, date(2026, 1, 2), {"S": "2026-01-02"}),
        (datetime, NOON, {"S": "2026-01-02T12:00:00Z"}),
        (Literal["a", "b"], "b", {"S": "b"}),
        (Literal[1, 2], 2, {"N": "2"}),
        (Size, Size.LARGE, {"S": "l"}),
        (list[int], [1, 2], {"L": [{"N": "1"}, {"N": "2"}]}),
        (tuple[str, ...], (), {"L": []}),
        (dict[str, int], {"a": 1}, {"M": {"a": {"N": "1"}}}),
        (frozenset[str], frozenset({"b", "a"}), {"SS": ["a", "b"]}),
        (set[int], {10, 9}, {"NS": ["9", "10"]}),
        (frozenset[str], frozenset(), None),
        (str | None, None, None),
        (str | None, "x", {"S": "x"}),
        (TextOrNull, None, {"NULL": True}),
        (NumberOrNull, 5, {"N": "5"}),
        (Annotated[date, As("yyyymmdd")], date(2026, 1, 2), {"S": "20260102"}),
        (Annotated[datetime, As("iso")], NOON, {"S": "2026-01-02T12:00:00Z"}),
        (Moment, NOON, {"S": "2026-01-02T12:00:00.000Z"}),
        (Moment | None, NOON, {"S": "2026-01-02T12:00:00.000Z"}),
        (Moment | None, None, None),
        (MomentOrNull, None, {"NULL": True}),
        (Annotated[int, As("05")], 12, {"S": "00012"}),
        (Annotated[str, Prefixed("USER#")], "u1", {"S": "USER#u1"}),
        (Annotated[str | None, Prefixed("USER#")], None, None),
        (Annotated[tuple[str, ...], Prefixed("TAG#")], ("b", "a"), {"L": [{"S": "TAG#b"}, {"S": "TAG#a"}]}),
        (Annotated[frozenset[str], Prefixed("TAG#")], frozenset({"a"}), {"SS": ["TAG#a"]}),
        (Step, Step(step_text="x"), {"M": {"stepText": {"S": "x"}}}),
        (
            tuple[Step, ...],
            (Step(step_text="x", done_at=date(2026, 1, 2)),),
            {"L": [{"M": {"stepText": {"S": "x"}, "doneAt": {"S": "2026-01-02"}}}]},
        ),
        (Step | None, None, None),
        (dict[str, Step], {"a": Step(step_text="x")}, {"M": {"a": {"M": {"stepText": {"S": "x"}}}}}),
        (Reading, Reading(read_at=None), {"M": {"read_at": {"NULL": True}}}),
        (
            Tree,
            Tree(name="a", branches=[Tree(name="b")]),
            {
                "M": {
                    "name": {"S": "a"},
                    "branches": {"L": [{"M": {"name": {"S": "b"}, "branches": {"L": []}}}]},
                }
            },
        ),
    ],
)
def test_a_value_is_stored_so_and_read_back(annotation: Any, value: Any, attribute: AttributeValue | None) -> None:
    assert attribute_of(entity_with(annotation), value) == attribute


@pytest.mark.parametrize(
    ("annotation", "default", "value"),
    [
        (OmitDefault[int], 0, 5),
        (OmitDefault[bool], False, True),
        (OmitDefault[tuple[Step, ...]], (), (Step(step_text="x"),)),
        (OmitDefault[str], "plain", ""),
        (OmitDefault[list[str]], Field(default_factory=list), ["x"]),
        (UnsaidMoment, None, NOON),
    ],
)
def test_what_is_unsaid_is_stored_only_when_it_is_not_the_default(annotation: Any, default: Any, value: Any) -> None:
    entity = entity_with(annotation, default)
    usual = entity(thing_id="1").value
    assert attribute_of(entity, usual) is None
    assert attribute_of(entity, value) is not None


def test_each_reader_of_an_item_has_a_list_of_its_own() -> None:
    entity = entity_with(OmitDefault[list[str]], Field(default_factory=list))
    item = entity.layout.to_item({"thing_id": "1", "value": []})
    entity.layout.from_item(item).value.append("x")
    assert entity.layout.from_item(item).value == []


@pytest.mark.parametrize(
    ("annotation", "default", "read"),
    [
        (int, 7, 7),
        (str, "", ""),
        (str | None, None, None),
        (str | None, NO_DEFAULT, None),
        (frozenset[str], NO_DEFAULT, frozenset()),
        (set[str], NO_DEFAULT, set()),
        (list[str], Field(default_factory=list), []),
        (NumberOrNull, None, None),
        (int, Field(default_factory=lambda: 9), 9),
    ],
)
def test_a_default_stands_for_what_an_item_lacks(annotation: Any, default: Any, read: Any) -> None:
    entity = entity_with(annotation, default)
    found = entity.layout.from_item({"PK": {"S": "THING#1"}, "SK": {"S": "META"}})
    assert found.value == read
    assert found.thing_id == "1"


def test_what_has_no_default_must_be_there() -> None:
    entity = entity_with(int)
    with pytest.raises(UnreadableItem, match="is no Thing: value is missing and has no default") as refusal:
        entity.layout.from_item({"PK": {"S": "THING#1"}, "SK": {"S": "META"}, "other": {"S": "x"}})
    assert refusal.value.value == {"PK": {"S": "THING#1"}, "SK": {"S": "META"}}


def test_a_null_that_others_stored_is_none_where_that_can_be() -> None:
    item = {"PK": {"S": "THING#1"}, "SK": {"S": "META"}, "value": {"NULL": True}}
    assert entity_with(int | None, None).layout.from_item(item).value is None
    with pytest.raises(UnreadableItem, match="value: Input should be a valid integer, but it was None"):
        entity_with(int).layout.from_item(item)


@pytest.mark.parametrize(
    ("annotation", "attribute", "read"),
    [
        (int, {"S": "12"}, 12),
        (Decimal, {"S": "1.50"}, Decimal("1.5")),
        (list[str], {"SS": ["a"]}, ["a"]),
        (frozenset[str], {"L": [{"S": "a"}, {"S": "a"}]}, frozenset({"a"})),
        (bool, {"N": "1"}, True),
        (Annotated[str, Prefixed("USER#")], {"S": "without"}, "without"),
        (Annotated[str, Field(max_length=3)], {"S": "longer than now"}, "longer than now"),
        (Annotated[int, Field(ge=0)], {"N": "-1"}, -1),
        (date, {"S": "20260102"}, date(2026, 1, 2)),
    ],
)
def test_what_was_stored_by_others_or_under_other_limits_is_read(
    annotation: Any, attribute: AttributeValue, read: Any
) -> None:
    item = {"PK": {"S": "THING#1"}, "SK": {"S": "META"}, "value": attribute}
    assert entity_with(annotation).layout.from_item(item).value == read


@pytest.mark.parametrize(
    ("annotation", "attribute"),
    [
        (str, {"N": "1"}),
        (int, {"S": "twelve"}),
        (int, {"N": "1.5"}),
        (date, {"N": "1"}),
        (date, {"S": "yesterday"}),
        (Moment, {"S": "2026-01-02"}),
        (Literal["a"], {"S": "b"}),
        (Size, {"S": "xl"}),
        (Step, {"M": {"other": {"S": "x"}}}),
        (Step, {"S": "x"}),
        (Annotated[frozenset[str], Prefixed("TAG#")], {"N": "1"}),
        (list[int], {"XX": 1}),
    ],
)
def test_what_can_not_be_read_is_told_with_the_items_key_and_the_field(
    annotation: Any, attribute: AttributeValue
) -> None:
    item = {"PK": {"S": "THING#1"}, "SK": {"S": "META"}, "value": attribute}
    with pytest.raises(UnreadableItem, match=r"THING#1.*is no Thing: value"):
        entity_with(annotation).layout.from_item(item)


def test_names_follow_the_rule_of_the_table_or_their_own() -> None:
    class Teams(Table, name="Teams", pk="PK", sk="SK", naming=camel): ...

    class Team(Entity, table=Teams):
        team_id: InKey[str]
        team_name: str
        description: Annotated[str, Stored("team_discription")]
        note: Annotated[str, Stored("memo")] | None = None
        from_: int = 1

        PK = key("TEAM#{team_id}")
        SK = key("META")

    team = Team(team_id="1", team_name="n", description="d", note="m")
    assert Team.layout.to_item(Team.layout.values(team)).keys() == {
        "PK",
        "SK",
        "teamName",
        "team_discription",
        "memo",
        "from",
    }

    class Plain(Entity, table=Teams, naming=as_is):
        team_id: InKey[str]
        plain_name: str

        PK = key("PLAIN#{team_id}")
        SK = key("META")

    assert Plain.layout.by_stored.keys() == {"plain_name"}


def test_two_fields_under_one_name_or_one_under_a_keys_or_none_are_refused() -> None:
    class Things(Table, name="Things", pk="PK", sk="SK", naming=camel): ...

    with pytest.raises(AttributeNameConflict, match="wear_count and wearCount would both be stored as wearCount"):

        class Twice(Entity, table=Things):
            wear_count: int
            wearCount: int  # noqa: N815 - the clash is meant

            PK = key("A")
            SK = key("B")

    with pytest.raises(AttributeNameConflict, match="a key and sort would both be stored as SK"):

        class Key(Entity, table=Things):
            sort: Annotated[str, Stored("SK")]

            PK = key("A")
            SK = key("B")

    with pytest.raises(AttributeNameConflict, match=r"Nameless.note would be stored without a name"):

        class Nameless(Entity, table=Things, naming=lambda _: ""):
            note: str

            PK = key("A")
            SK = key("B")


@pytest.mark.parametrize(
    ("annotation", "default", "reason"),
    [
        (OmitDefault[int], NO_DEFAULT, "needs one that is always the same"),
        (OmitDefault[str], Field(default_factory=lambda: "x"), "needs one that is always the same"),
        (str, Field(alias="other"), "has an alias"),
        (frozenset[str] | None, None, "could not be told from None"),
        (set[int] | None, NO_DEFAULT, "could not be told from None"),
    ],
)
def test_a_field_that_could_not_be_read_back_is_refused(annotation: Any, default: Any, reason: str) -> None:
    with pytest.raises(DesignError, match=reason):
        entity_with(annotation, default)


def test_a_format_that_does_not_fit_is_refused() -> None:
    with pytest.raises(FormatMismatch, match="yyyymmdd does not fit int"):
        entity_with(Annotated[int, As("yyyymmdd")])


def test_the_bounds_of_a_number_are_known_wherever_they_stand() -> None:
    def bounds(annotation: Any) -> tuple[Any, Any]:
        field = entity_with(annotation).layout.fields["value"]
        return field.lowest, field.highest

    assert bounds(Annotated[int, Field(ge=0, lt=10)]) == (0, 9)
    assert bounds(Annotated[int, Field(gt=0)] | None) == (1, None)
    assert bounds(Annotated[Decimal, Field(gt=0, le=1)]) == (0, 1)
    assert bounds(int) == (None, None)


def test_a_value_for_a_field_is_checked_against_all_its_rules() -> None:
    field = entity_with(Annotated[str, Field(max_length=3)]).layout.fields["value"]
    assert field.check("abc") == "abc"
    with pytest.raises(InvalidFieldValue, match="value: String should have at most 3 characters, but it was 'abcd'"):
        field.check("abcd")
    assert field.coerce("abcd") == "abcd"


def test_what_makes_a_value_belongs_to_its_type() -> None:
    def parsed(text: Any) -> Any:
        return text.replace(",", ".") if isinstance(text, str) else text

    entity = entity_with(Annotated[Decimal, BeforeValidator(parsed)])
    item = {"PK": {"S": "THING#1"}, "SK": {"S": "META"}, "value": {"S": "1,5"}}
    assert entity.layout.from_item(item).value == Decimal("1.5")


@pytest.mark.parametrize(
    ("spec", "text", "moment"),
    [
        ("isoms", "2026-01-02T12:00:00.123Z", NOON.replace(microsecond=123_000)),
        ("isoms", "2026-01-02T12:00:00.123456+00:00", NOON.replace(microsecond=123_000)),
        ("isoms", "2026-01-02T21:00:00+09:00", NOON),
        ("iso", "2026-01-02T12:00:00.999999Z", NOON),
    ],
)
def test_a_time_is_read_with_any_offset_where_the_field_says_so(spec: str, text: str, moment: datetime) -> None:
    layout = entity_with(Annotated[datetime, As(spec), AnyOffset()]).layout
    item = {"PK": {"S": "THING#1"}, "SK": {"S": "META"}, "value": {"S": text}}
    assert layout.from_item(item).value == moment
    written = layout.to_item(layout.values(layout.from_item(item)))
    assert layout.from_item(written).value == moment


@pytest.mark.parametrize("text", ["2026-01-02T12:00:00", "yesterday", "", "9999-12-31T23:00:00-05:00"])
def test_a_time_without_an_offset_is_read_by_nobody(text: str) -> None:
    layout = entity_with(Annotated[datetime, As("isoms"), AnyOffset()]).layout
    with pytest.raises(UnreadableItem):
        layout.from_item({"PK": {"S": "THING#1"}, "SK": {"S": "META"}, "value": {"S": text}})
