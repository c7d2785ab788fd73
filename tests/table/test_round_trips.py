"""Round trips: a value comes back as it was given, or its type is refused when the entity is declared."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum, StrEnum
from types import new_class
from typing import Annotated, Any, Literal, NamedTuple, NewType, NotRequired
from uuid import UUID

import pytest
from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    Discriminator,
    PlainSerializer,
    RootModel,
    SerializeAsAny,
    Tag,
    computed_field,
    field_serializer,
    model_serializer,
    with_config,
)
from pydantic.dataclasses import dataclass as pydantic_dataclass
from tests.table.designs import table_named
from typing_extensions import TypeAliasType, TypedDict

from chabudai import table
from chabudai.table import DesignError, EmptySet, Entity, Field, InKey, InvalidFieldValue, key

DAY = date(2020, 1, 1)
MOMENT = datetime(2020, 1, 1, tzinfo=UTC)


class Color(StrEnum):
    RED = "red"


class Size(Enum):
    SMALL = 1


class Aliased(BaseModel):
    val: int = Field(default=1, serialization_alias="Value")


class ReadElsewhere(BaseModel):
    val: int = Field(default=1, validation_alias="Value")


class Excluding(BaseModel):
    secret: int = Field(default=0, exclude=True)


class ExcludingSome(BaseModel):
    secret: int = Field(default=0, exclude_if=lambda value: value == 5)


class FieldSerializer(BaseModel):
    val: int = 0

    @field_serializer("val")
    def write(self, value: int) -> str:
        return str(value + 1)


class ModelSerializer(BaseModel):
    val: int = 0

    @model_serializer
    def write(self) -> dict[str, Any]:
        return {}


class MarkedSerializer(BaseModel):
    val: Annotated[int, PlainSerializer(lambda value: value + 1)] = 0


class AnySerializer(BaseModel):
    each: list[SerializeAsAny[BaseModel]] = []


class TwiceStored(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    one: int = Field(default=1, alias="both")
    other: int = Field(default=2, alias="both")


class Bare(BaseModel):
    words: set[str]


class Filled(BaseModel):
    words: set[str] = {"a"}


class Absent(BaseModel):
    words: frozenset[str] | None = None


class Around(BaseModel):
    inner: list[Excluding] = []


class DateOrText(BaseModel):
    when: date | str = ""


class Card(BaseModel):
    kind: Literal["card"] = "card"
    number: str = ""


class Cash(BaseModel):
    kind: Literal["cash"] = "cash"


class Cheque(BaseModel):
    number: str = ""


class Coin(TypedDict):
    value: Annotated[int, Field(ge=1)]
    year: NotRequired[Annotated[int, Field(ge=1870)]]


@with_config(str_to_lower=True)
class Lowered(TypedDict):
    text: str


@dataclass(frozen=True)
class Token:
    value: int


@pydantic_dataclass
class Ticket:
    text: str


class HoldsToken(BaseModel):
    token: Token


class Names(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    alias: int = Field(default=1, alias="Alias")
    by_name: int = Field(default=1, validation_alias="Value")
    several: int = Field(default=1, validation_alias=AliasChoices("Sev", "sv"), serialization_alias="sv")


class Square(BaseModel):
    model_config = ConfigDict(extra="forbid")
    side: int = 0

    @computed_field  # type: ignore[prop-decorator]
    @property
    def area(self) -> int:
        return self.side * self.side


Paid = Annotated[Card | Cash, Field(discriminator="kind")]
ByFunction = Annotated[
    Annotated[Card, Tag("number")] | Annotated[Cheque, Tag("cheque")],
    Discriminator(lambda each: "number" if "kind" in dict(each) else "cheque"),
]


def entity_of(annotation: Any) -> Any:
    body = {
        "__module__": __name__,
        "__annotations__": {"id": InKey[str], "held": annotation},
        "PK": key("T#{id}"),
        "SK": key("T"),
    }
    return new_class("Thing", (Entity,), {"table": table_named("Things")}, lambda space: space.update(body))


@pytest.mark.parametrize(
    ("annotation", "told"),
    [
        (
            Aliased,
            "Thing.held holds Aliased, whose val is stored as 'Value' and not read from there: give it one alias",
        ),
        (ReadElsewhere, "whose val is stored as 'val' and not read from there"),
        (Excluding, "Thing.held holds Excluding, whose secret is excluded, and so would be lost"),
        (ExcludingSome, "whose secret is excluded"),
        (FieldSerializer, "Thing.held holds FieldSerializer, whose val has a serializer.*: leave the serializer out"),
        (ModelSerializer, "Thing.held holds ModelSerializer, which has a serializer of its own"),
        (MarkedSerializer, "Thing.held: MarkedSerializer.val has a serializer"),
        (AnySerializer, "Thing.held: AnySerializer.each has a serializer"),
        (list[Annotated[Card, PlainSerializer(str)]], "Thing.held has a serializer"),
        (TwiceStored, "whose one and other are both stored as 'both': give one of them another alias"),
        (dict[str, Around] | None, "Thing.held holds Excluding"),
        (Bare, "Thing.held holds Bare, whose words may be an empty set, .*: give words the default set"),
        (list[Filled], "Thing.held holds Filled, whose words may be an empty set"),
        (Absent, "Thing.held holds Absent, whose words may be an empty set, .*, and leave out `| None`"),
        (DateOrText, "Thing.held: DateOrText.when is a union whose members can't be told apart"),
    ],
)
def test_a_model_that_stores_less_or_other_than_it_reads_is_refused(annotation: Any, told: str) -> None:
    with pytest.raises(DesignError, match=told):
        entity_of(annotation)


@pytest.mark.parametrize(
    ("annotation", "told"),
    [
        (
            Token,
            "Thing.held is Token, a dataclass, whose own rules are not kept when it is changed: make it a pydantic",
        ),
        (dict[str, list[Ticket] | None], "Thing.held is Ticket, a dataclass"),
        (HoldsToken, "Thing.held: HoldsToken.token is Token, a dataclass"),
        (Lowered, "Thing.held is Lowered, a TypedDict with a configuration"),
    ],
)
def test_what_takes_any_value_for_its_fields_is_refused(annotation: Any, told: str) -> None:
    with pytest.raises(DesignError, match=told):
        entity_of(annotation)


def test_the_rules_of_a_typed_dict_hold_for_each_of_its_members() -> None:
    thing = entity_of(Coin)
    with table.open(":memory:") as store:
        store.create(thing.layout.table)
        store.insert(thing(id="1", held={"value": 1}))
        for member in ("value", "year"):
            with pytest.raises(InvalidFieldValue):
                thing.update(id="1").set(**{f"held.{member}": 0})
        assert store.write(thing.update(id="1").set(**{"held.year": 1900})).held == {"value": 1, "year": 1900}


@pytest.mark.parametrize(
    ("annotation", "told"),
    [
        (date | str, r"Thing.held is a union .*: datetime.date\(2020, 1, 1\) would be read back as '2020-01-01'; give"),
        (date | datetime, "would be read back as"),
        (UUID | str, "would be read back as"),
        (Color | str, "<Color.RED: 'red'> would be read back as 'red'"),
        (Size | int, "<Size.SMALL: 1> would be read back as 1"),
        (int | Decimal, r"Decimal\('1'\) would be read back as 1"),
        (float | Decimal, "would be read back as"),
        (list[int] | tuple[int, ...], "would be read back as"),
        (list[date] | list[str], "would be read back as"),
        (dict[str, date] | dict[str, str], "would be read back as"),
        (list[date | str], "would be read back as"),
        (dict[str, list[date | str]] | None, "would be read back as"),
        (Card | Cheque, "Card and Cheque can't be told apart once they are stored: give both a field of the same name"),
        (list[Card] | list[Cheque], "Card and Cheque can't be told apart"),
        (Card | dict[str, str], r"Card and dict\[str, str\] can't be told apart"),
        (Coin | Token, "Coin and Token can't be told apart"),
        (set[str] | int, "Thing.held: DynamoDB has no empty sets"),
    ],
)
def test_a_union_whose_members_are_stored_alike_is_refused(annotation: Any, told: str) -> None:
    with pytest.raises(DesignError, match=told):
        entity_of(annotation)


@pytest.mark.parametrize(
    ("annotation", "values"),
    [
        (int | str, [5, "5", "", 0]),
        (str | int | None, [5, "5", None]),
        (int | float, [1, 1.5, 2.0]),
        (bool | int | str | bytes, [True, 1, "1", b"1"]),
        (Literal["auto"] | str, ["auto", "other"]),
        (Literal["auto"] | int, ["auto", 1]),
        (Literal["blue"] | Color, ["blue", Color.RED]),
        (date | int, [DAY, 5]),
        (UUID | date, [UUID(int=1), DAY]),
        (list[int] | list[str], [[1], ["1"], []]),
        (dict[str, int] | dict[str, str], [{"a": 1}, {"a": "1"}]),
        (str | list[str], ["a", ["a"]]),
        (Card | Cash, [Card(number="1"), Cash()]),
        (list[Card] | Card | str, [[Card()], Card(number="1"), "x"]),
        (Paid | None, [Cash(), None]),
        (list[Paid], [[Cash(), Card()]]),
        (ByFunction, [Card(), Cheque(number="5")]),
        (Card | str, [Card(), "card"]),
        (Names, [Names.model_validate({"Alias": 1, "Value": 2, "Sev": 3})]),
        (Square, [Square(side=3)]),
        (RootModel[list[int]], [RootModel[list[int]]([1, 2])]),
        (dict[str, time | int], [{"a": time(10), "b": 1}]),
    ],
)
def test_a_type_that_is_accepted_comes_back_as_it_was_given(annotation: Any, values: list[Any]) -> None:
    thing = entity_of(annotation)
    with table.open(":memory:") as store:
        store.create(thing.layout.table)
        for value in values:
            store.put(thing(id="1", held=value))
            row: Any = store.get(thing.get(id="1"))
            found = row.held
            assert found == value
            assert type(found) is type(value) or {type(found), type(value)} == {int, float}


def test_a_model_that_holds_another_type_is_refused_with_its_field_and_without_a_warning() -> None:
    thing = entity_of(list[Cheque])
    wrong = Cheque().model_copy(update={"number": 5})
    with pytest.raises(InvalidFieldValue, match=r"Thing\.held: Input should be a valid string"):
        thing.update(id="1").append(held=[wrong])
    with table.open(":memory:") as store:
        store.create(thing.layout.table)
        with pytest.raises(InvalidFieldValue, match=r"Thing\.held\[0\]\.number: Input should be a valid string"):
            store.put(thing(id="1", held=[wrong]))


class Crossed(Cheque):
    bank: str = ""


class Kept(BaseModel):
    words: set[str] = set()
    numbers: frozenset[int] = Field(default_factory=frozenset, alias="Numbers")
    inner: "list[Kept]" = []


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    said: int | None = None


class Drawer(TypedDict):
    left: Names
    right: int | None


class Desk(BaseModel):
    drawer: Drawer
    note: str | None = None


class Place(NamedTuple):
    row: int
    holds: Names | None


NAMES = Names.model_validate({"Alias": 3})
Lines = TypeAliasType("Lines", list[Names])
Line = NewType("Line", Names)


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (Lines, [NAMES]),
        (Lines | None, [NAMES]),
        (dict[str, Line], {"a": Line(NAMES)}),
        (Drawer, Drawer(left=NAMES, right=None)),
        (Desk, Desk(drawer=Drawer(left=NAMES, right=None))),
        (Place, Place(1, NAMES)),
        (list[Place], [Place(1, None), Place(2, NAMES)]),
        (Open, Open.model_validate({"unsaid": None, "more": {"a": None}})),
    ],
)
def test_models_and_none_come_back_from_wherever_they_stand(annotation: Any, value: Any) -> None:
    thing = entity_of(annotation)
    with table.open(":memory:") as store:
        store.create(thing.layout.table)
        store.put(thing(id="1", held=value))
        assert store.one(thing.get(id="1")).held == value
        assert store.write(thing.update(id="1").set(held=value)).held == value


def test_a_model_in_a_named_type_is_held_to_its_rules_and_changed_in_place() -> None:
    thing = entity_of(TypeAliasType("Sides", list[Square]))
    with table.open(":memory:") as store:
        store.create(thing.layout.table)
        with pytest.raises(InvalidFieldValue, match="Input should be a valid integer"):
            store.put(thing(id="1", held=[Square.model_construct(side="x")]))
        store.put(thing(id="1", held=[Square(side=1)]))
        assert store.write(thing.update(id="1").add(**{"held[0].side": 2})).held == [Square(side=3)]
    with pytest.raises(DesignError, match=r"Thing\.held holds Excluding, whose secret is excluded"):
        entity_of(TypeAliasType("Secrets", dict[str, Excluding]))


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (Cheque, Crossed(number="5", bank="Mizuho")),
        (Cheque | None, Crossed(number="5")),
        (list[Cheque], [Cheque(), Crossed()]),
        (dict[str, list[Cheque]], {"a": [Crossed()]}),
        (list[Cheque | str], ["a", Crossed()]),
    ],
)
def test_a_model_of_another_class_than_is_declared_is_refused_and_not_cut_down(annotation: Any, value: Any) -> None:
    thing = entity_of(annotation)
    told = r"^Thing\.held(\[0\])?: Input should be Cheque itself, as which Crossed would be read back \(or declare"
    with table.open(":memory:") as store:
        store.create(thing.layout.table)
        with pytest.raises(InvalidFieldValue, match=told):
            store.put(thing(id="1", held=value))
        with pytest.raises(InvalidFieldValue, match=told):
            thing.update(id="1").set(held=value)
        if isinstance(value, list):
            with pytest.raises(InvalidFieldValue, match=told):
                thing.update(id="1").append(held=value)
            with pytest.raises(InvalidFieldValue, match=told):
                thing.update(id="1").set(**{"held[0]": value[-1]})


def test_an_empty_set_within_a_model_is_left_out_and_read_back() -> None:
    thing = entity_of(Kept)
    held = Kept.model_validate({"words": {"a"}, "inner": [Kept(), Kept.model_validate({"Numbers": {1}})]})
    with table.open(":memory:") as store:
        store.create(thing.layout.table)
        for given in (Kept(), held, Kept(inner=[held])):
            store.put(thing(id="1", held=given))
            assert store.one(thing.get(id="1")).held == given
            assert store.write(thing.update(id="1").set(held=given)).held == given
        assert store.write(thing.update(id="1").set(**{"held.inner[0].words": set()})).held.inner[0].words == set()
        [item] = store.raw.call("Scan", {"TableName": thing.layout.table.name})["Items"]
        assert item["held"]["M"]["inner"]["L"][0]["M"]["inner"] == held_inner(held)


def held_inner(held: Kept) -> dict[str, Any]:
    """The same as DynamoDB has it."""
    assert held.inner == [Kept(), Kept.model_validate({"Numbers": {1}})]
    empty: dict[str, Any] = {"M": {"inner": {"L": []}}}
    return {"L": [empty, {"M": {"Numbers": {"NS": ["1"]}, "inner": {"L": []}}}]}


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (list[set[int]], [set()]),
        (dict[str, set[int]], {"a": set()}),
        (dict[str, set[int] | Card], {"a": set()}),
    ],
)
def test_an_empty_set_that_could_not_be_read_back_is_refused_with_its_field(annotation: Any, value: Any) -> None:
    thing = entity_of(annotation)
    with table.open(":memory:") as store:
        store.create(thing.layout.table)
        with pytest.raises(EmptySet, match=r"^Thing\.held: .* is an empty set, which DynamoDB does not have: "):
            store.put(thing(id="1", held=value))
        with pytest.raises(EmptySet, match=r"^Thing\.held: "):
            store.write(thing.update(id="1").set(held=value))


def test_what_a_nested_model_computes_is_not_stored_and_so_never_stale() -> None:
    thing = entity_of(Square)
    with table.open(":memory:") as store:
        store.create(thing.layout.table)
        store.put(thing(id="1", held=Square(side=4)))
        assert store.write(thing.update(id="1").set(**{"held.side": 7})).held.area == 49
        [item] = store.raw.call("Scan", {"TableName": thing.layout.table.name})["Items"]
        assert item["held"] == {"M": {"side": {"N": "7"}}}
