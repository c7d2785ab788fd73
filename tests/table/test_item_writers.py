"""Writers: the fast way from values to an item, and what an item is by its design, agree on all values there are."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from importlib import import_module
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import AfterValidator, BaseModel, ConfigDict, field_validator
from pydantic.fields import FieldInfo
from tests.table.designs import entity_named, table_named
from tests.table.strategies import MILLISECONDS
from tests.table.test_item_parsers import entities

from chabudai.table import Design, Entity, Gsi, InKey, OmitDefault, Table, computed, key
from chabudai.table.annotations import plain_type
from chabudai.table.attributes import Item
from chabudai.table.errors import InvalidFieldValue, TableError
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE

APPS = ("kondate", "shogi", "tasks", "todo", "wardrobe")
USUAL: Mapping[Any, st.SearchStrategy[Any]] = {
    str: st.text("ab漢", min_size=1, max_size=3),
    int: st.integers(0, 999),
    bool: st.booleans(),
    bytes: st.binary(max_size=3),
    Decimal: st.decimals(-1000, 1000, places=2),
    date: st.dates(),
    datetime: MILLISECONDS,
}
DIGITS = st.sampled_from("0123456789/")
UNUSUAL: st.SearchStrategy[Any] = st.sampled_from(
    [
        None,
        "",
        "a#b",
        "漢",
        "\ud800",
        0,
        -1,
        10**40,
        True,
        1.5,
        float("nan"),
        (),
        frozenset(),
        frozenset({"x", 1}),
        {1},
        ["x"],
        {"a": 1},
        b"x",
    ]
)


def layouts_of(app: str) -> Iterator[Layout]:
    module = import_module(f"chabudai.apps.{app}.design")
    designs = [member for member in vars(module).values() if isinstance(member, Design)]
    return (layout for design in designs for table in design.tables for layout in table.layouts)


LAYOUTS = [layout for app in APPS for layout in layouts_of(app)]


def usual(annotation: Any) -> st.SearchStrategy[Any]:
    kind = plain_type(annotation)
    origin, members = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(members)
    if origin is tuple:
        return st.lists(usual(members[0]), max_size=2).map(tuple)
    if origin is frozenset:
        return st.frozensets(usual(members[0]), max_size=2)
    if issubclass(kind, Enum):
        return st.sampled_from(kind)
    if issubclass(kind, BaseModel):
        return st.builds(kind, **{name: usual_in(info) for name, info in kind.model_fields.items()})
    return USUAL[kind]


def usual_in(info: FieldInfo) -> st.SearchStrategy[Any]:
    """A value for a field of a nested model, which holds to its bounds when it is made."""
    bounds = {name: getattr(each, name) for each in info.metadata for name in ("ge", "le") if hasattr(each, name)}
    if bounds:
        return st.integers(bounds.get("ge", 0), bounds.get("le", 999))
    shapes = [each for each in map(pattern_of, (*info.metadata, info.annotation, *get_args(info.annotation))) if each]
    return st.from_regex(shapes[0], fullmatch=True, alphabet=DIGITS) if shapes else usual(info.annotation)


def pattern_of(place: Any) -> str | None:
    """The pattern that a field's own metadata, or its annotated type, asks for."""
    for each in (place, *getattr(place, "__metadata__", ())):
        for one in (each, *getattr(each, "metadata", ())):
            shape = getattr(one, "pattern", None)
            if isinstance(shape, str):
                return shape
    return None


def described_item(layout: Layout, values: Mapping[str, Any]) -> Item:
    """What is stored for these values, told attribute by attribute as a design does."""
    item = {name: described_key(layout, name, values) for name in layout.table.primary.attributes}
    for field in layout.fields.values():
        if field.stored is not None and not (field.omits_default and values[field.name] == field.default):
            item[field.stored] = field.encode(values[field.name])
    for name, attribute in layout.keys.items():
        if name not in layout.table.primary.attributes:
            item[name] = attribute.build(values)
    version = layout.schema_version.number
    stamp = {} if version == 1 else {VERSION_ATTRIBUTE: {"N": str(version)}}
    return {name: attribute for name, attribute in item.items() if attribute is not None} | stamp


def described_key(layout: Layout, name: str, values: Mapping[str, Any]) -> Any:
    attribute = layout.key_attribute(name)
    built = None if attribute is None else attribute.build(values)
    if built is None:
        raise MissingKeyError
    return built


class MissingKeyError(Exception):
    pass


def outcome(write: Callable[[], Item]) -> tuple[Item | None, bool]:
    """The item, or that there is none."""
    try:
        return write(), False
    except (TableError, MissingKeyError, TypeError, LookupError, ValueError, ArithmeticError):
        return None, True


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(entities())
def test_a_written_item_is_what_its_design_describes(drawn: tuple[Any, dict[str, Any]]) -> None:
    entity, values = drawn
    layout = entity.layout
    made = layout.values(entity(**values))
    assert layout._write_item(made) == layout.to_item(made) == described_item(layout, made)
    assert layout._write_key(made) == layout.key(made) == layout.key_of(described_item(layout, made))


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(entities(), st.data())
def test_unusual_values_are_written_or_refused_as_the_design_describes(
    drawn: tuple[Any, dict[str, Any]], data: st.DataObject
) -> None:
    entity, values = drawn
    made = entity.layout.values(entity(**values))
    for _ in range(3):
        check_alike(
            entity.layout, {**made, **data.draw(st.dictionaries(st.sampled_from(sorted(made)), UNUSUAL, max_size=3))}
        )


@pytest.mark.filterwarnings("ignore:Pydantic serializer warnings")
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.table.name} {layout.name}")
def test_every_entity_of_the_apps_is_written_as_its_design_describes(layout: Layout) -> None:
    def values_of(field: StoredField) -> st.SearchStrategy[Any]:
        return st.none() | usual(field.kind) if field.allows_none else usual(field.kind)

    @settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow], deadline=None)
    @given(
        st.fixed_dictionaries({name: values_of(field) for name, field in layout.fields.items()}),
        st.dictionaries(st.sampled_from(sorted(layout.fields)), UNUSUAL, max_size=2),
    )
    def check(values: dict[str, Any], others: dict[str, Any]) -> None:
        check_alike(layout, values)
        check_alike(layout, {**values, **others})

    check()


def check_alike(layout: Layout, values: dict[str, Any]) -> None:
    described = outcome(lambda: described_item(layout, values))
    assert outcome(lambda: layout.to_item(values)) == described
    written, refused = outcome(lambda: layout._write_item(values))
    assert refused or written == described[0]


def test_a_value_that_a_key_refuses_is_named_as_ever() -> None:
    entity = entity_named(
        "Cup", table_named("T"), {"cup_id": InKey[str], "size": int}, PK=key("A"), SK=key("C#{cup_id}")
    )
    with pytest.raises(TableError, match=r"cup_id in Cup.SK = C#\{cup_id\}: 'a#b' holds the delimiter"):
        entity.layout.to_item({"cup_id": "a#b", "size": 1})
    with pytest.raises(TableError, match=r"cup_id in Cup.SK = C#\{cup_id\}"):
        entity.layout.key({"cup_id": None})


def test_literals_of_keys_are_written_to_the_letter() -> None:
    texts = ['it\'s "{}" \\n 100%', "%s%d%%"]
    for text in texts:
        made = text.replace("{}", "")
        entity = entity_named("Cup", table_named("T"), {"cup_id": InKey[str]}, PK=key(made), SK=key("C#{cup_id}"))
        assert entity.layout.to_item({"cup_id": "1"})["PK"] == {"S": made}
        assert entity.layout.primary[0].template.build({}) == made


def size_group(size: int) -> str | None:
    return "large" if size > 3 else None


def test_computed_parts_are_computed_once_and_leave_keys_out() -> None:
    table = table_named("T", by_group=Gsi("ByGroup", "groupPk", "groupSk"))
    entity = entity_named(
        "Cup",
        table,
        {"cup_id": InKey[str], "size": OmitDefault[int]},
        PK=key("A"),
        SK=key("C#{cup_id}"),
        groupPk=key("G#{group}"),
        groupSk=key("G#{group}#{size:03}"),
        group=computed(size_group),
        size=3,
    )
    large, small = ({"cup_id": "1", "size": size} for size in (4, 3))
    assert entity.layout.to_item(large) == described_item(entity.layout, large)
    assert set(entity.layout.to_item(large)) == {"PK", "SK", "size", "groupPk", "groupSk"}
    assert set(entity.layout.to_item(small)) == {"PK", "SK"}


class Homes(Table, name="Homes", pk="PK", sk="SK"):
    pass


class Lowered(Entity, table=Homes):
    model_config = ConfigDict(str_to_lower=True)
    home: InKey[str]
    PK = key("LOWERED#{home}")
    SK = key("LOWERED")


class Stripped(Entity, table=Homes):
    home: InKey[Annotated[str, AfterValidator(str.strip)]]
    PK = key("STRIPPED#{home}")
    SK = key("STRIPPED")


class Folded(Entity, table=Homes):
    home: InKey[str]
    PK = key("FOLDED#{home}")
    SK = key("FOLDED")

    @field_validator("home")
    @classmethod
    def fold(cls, home: str) -> str:
        return home.casefold()


class Plain(Entity, table=Homes):
    home: InKey[str]
    PK = key("PLAIN#{home}")
    SK = key("PLAIN")


@pytest.mark.parametrize(
    ("entity", "home"), [(Lowered, " a"), (Stripped, "A"), (Folded, " a"), (Plain, " A")], ids=lambda each: str(each)
)
def test_a_text_in_a_key_is_what_the_constructor_makes_of_it(entity: type[Entity], home: str) -> None:
    made: Any = entity(home=" A")  # type: ignore[call-arg]
    assert entity.get(home=" A").key == {"home": home} == {"home": made.home}


@pytest.mark.parametrize("value", [1, None, ["A"]])
def test_what_is_no_text_is_refused_in_a_key_of_texts(value: Any) -> None:
    with pytest.raises(InvalidFieldValue, match="home"):
        Plain.get(home=value)
