"""Unions: their members have to be told apart by what is stored of them, or a value comes back as another's.

Of plain types that is tried, with some values of each; of models and the like it is asked for by a tag.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import is_dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum
from itertools import combinations
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, Discriminator, TypeAdapter, ValidationError

from chabudai.table.annotations import plain_type
from chabudai.table.attributes import from_attribute, to_attribute
from chabudai.table.errors import DesignError, TableError

_MOMENT = datetime(2020, 1, 1, tzinfo=UTC)
_SAMPLES: Mapping[Any, tuple[Any, ...]] = {
    str: ("", "1", "1.5", "true", "2020-01-01", "2020-01-01T00:00:00Z", "10:00:00", str(UUID(int=1))),
    int: (0, 1, 5, 1_577_836_800),
    float: (0.5, 1.0),
    Decimal: (Decimal("0.5"), Decimal(1)),
    bool: (False, True),
    bytes: (b"", b"1"),
    date: (_MOMENT.date(),),
    datetime: (_MOMENT, _MOMENT.replace(hour=10)),
    AwareDatetime: (_MOMENT, _MOMENT.replace(hour=10)),
    time: (time(10),),
    UUID: (UUID(int=1),),
}


def check_union(place: str, union: Any, marks: tuple[Any, ...]) -> None:
    """`union` as it is annotated; `marks` are what stands beside it in Annotated."""
    members = [each for each in get_args(union) if each is not NoneType]
    if len(members) == 1 or any(isinstance(mark, Discriminator) for mark in marks):
        return
    shapes = {shape: None for member in members for shape in _shapes(member)}
    for (depth, one), (other_depth, other) in combinations(shapes, 2):
        if depth == other_depth and not _are_tagged(one, other):
            raise DesignError(
                f"{place}: {_name(one)} and {_name(other)} can't be told apart once they are stored: give both a "
                "field of the same name that is a Literal of its own in each, as in kind: Literal['card']"
            )
    annotated: Any = Annotated
    adapter: TypeAdapter[Any] = TypeAdapter(annotated[(union, *marks)] if marks else union)
    for member in members:
        for sample in _samples(member):
            _try(place, adapter, sample)


def _try(place: str, adapter: "TypeAdapter[Any]", sample: Any) -> None:
    try:
        given = adapter.validate_python(sample)
        stored = to_attribute(given)
    except (ValidationError, TableError):
        return  # no value of it, or none that can be stored: both are told when one is given
    try:
        found: Any = adapter.validate_python(from_attribute(stored))
    except ValidationError:
        found = None
    if not _are_same(given, found):
        raise DesignError(
            f"{place} is a union whose members can't be told apart once they are stored: {given!r} would be read back "
            f"as {found!r}; give it one type, or a field for each"
        )


def _samples(member: Any) -> Iterator[Any]:
    """Some values of a type, of a closed one all of them; none of models and of what is not known here."""
    kind = plain_type(member)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        for each in arguments:
            yield from _samples(each)
    elif origin is Literal:
        yield from arguments
    elif isinstance(kind, type) and not arguments and issubclass(kind, Enum):
        yield from kind
    elif origin is tuple and arguments[-1] is not Ellipsis:
        yield from (tuple(each) for each in zip(*map(_samples, arguments), strict=False))
    elif isinstance(origin, type) and issubclass(origin, Mapping) and len(arguments) == 2:
        yield from ({"x": each} for each in _samples(arguments[1]))
    elif isinstance(origin, type) and issubclass(origin, (Sequence, AbstractSet)) and arguments:
        make: Any = origin if origin in (tuple, set, frozenset) else list
        yield from (make([each]) for each in _samples(arguments[0]))
    else:
        yield from _SAMPLES.get(kind, ())


def _are_same(one: Any, other: Any) -> bool:
    if isinstance(one, (list, tuple)) and type(one) is type(other):
        return len(one) == len(other) and all(map(_are_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_are_same(one[name], other[name]) for name in one)
    if isinstance(one, (set, frozenset)) and type(one) is type(other):
        return {(type(each), each) for each in one} == {(type(each), each) for each in other}
    # A whole number is a float for Python's own types, and equal to it.
    kinds = {type(one), type(other)}
    return (len(kinds) == 1 or kinds == {int, float}) and one == other


def _shapes(member: Any, depth: str = "") -> Iterator[tuple[str, Any]]:
    """What is stored as a map (models, dataclasses, TypedDicts, dicts), each with the lists and dicts around it."""
    kind = plain_type(member)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        for each in arguments:
            yield from _shapes(each, depth)
        return
    if _is_map(origin or kind):
        yield depth, kind
    if _is_dict(kind) and len(arguments) == 2:
        yield from _shapes(arguments[1], f"{depth}M")
    elif isinstance(origin, type) and issubclass(origin, Sequence):
        for each in arguments:
            yield from _shapes(each, f"{depth}L")


def _are_tagged(one: Any, other: Any) -> bool:
    if _is_dict(one) and _is_dict(other):
        return True  # told apart by their members, which are looked at as well
    tags, others = _tags(one), _tags(other)
    return any(name in others and tags[name].isdisjoint(others[name]) for name in tags)


def _tags(kind: Any) -> dict[str, set[Any]]:
    """The closed sets of values of fields, by the names that these are stored under."""
    if _is_dict(kind):
        return {}
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        hints = {info.serialization_alias or name: info.annotation for name, info in kind.model_fields.items()}
    else:
        hints = get_type_hints(kind)
    return {name: set(get_args(hint)) for name, hint in hints.items() if get_origin(hint) is Literal}


def _is_map(kind: Any) -> bool:
    return isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, (BaseModel, Mapping)))


def _is_dict(kind: Any) -> bool:
    """Whether its members can have any names."""
    origin = get_origin(kind) or kind
    return isinstance(origin, type) and issubclass(origin, Mapping) and not hasattr(kind, "__required_keys__")


def _name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
