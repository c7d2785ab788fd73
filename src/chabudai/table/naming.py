"""Naming: what a Python field is called in a stored item, by a rule for the table and exceptions per field."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType, UnionType
from typing import Annotated, Any, TypeAlias, TypeVar, Union, get_args, get_origin

from chabudai.table.errors import NameTaken, UnknownField

Rule: TypeAlias = Callable[[str], str]
V = TypeVar("V")


def as_is(field: str) -> str:
    return field


def camel(field: str) -> str:
    """`wear_count` as `wearCount`; a trailing underscore, as in `from_`, is Python's and stays out."""
    name = pascal(field)
    return name[:1].lower() + name[1:]


def pascal(field: str) -> str:
    return "".join(word[0].upper() + word[1:] for word in field.split("_") if word)


@dataclass(frozen=True, slots=True)
class Stored:
    """`Annotated[str, Stored("team_discription")]`: stored under this name, whatever the rule says."""

    name: str


@dataclass(frozen=True, slots=True)
class Naming:
    """Both directions of one entity's names; each field has one, and no two have the same."""

    stored: Mapping[str, str]
    fields: Mapping[str, str]

    @staticmethod
    def of(fields: Iterable[str], rule: Rule, exceptions: Mapping[str, str]) -> "Naming":
        stored = {field: exceptions.get(field, rule(field)) for field in fields}
        if unknown := exceptions.keys() - stored:
            raise UnknownField(f"a stored name is given for {min(unknown)}, which is no field")
        taken: dict[str, str] = {}
        for field, name in stored.items():
            if not name:
                raise NameTaken(f"the field {field} would be stored without a name; Stored(…) gives it one")
            if name in taken:
                raise NameTaken(f"{taken[name]} and {field} would both be stored as {name}; Stored(…) tells them apart")
            taken[name] = field
        return Naming(MappingProxyType(stored), MappingProxyType(taken))

    def to_stored(self, values: Mapping[str, V]) -> dict[str, V]:
        """The same values under their stored names; every key has to be a field."""
        return {self.stored[field]: value for field, value in values.items()}

    def to_fields(self, attributes: Mapping[str, V]) -> dict[str, V]:
        """The same values under their fields' names; what is no field's, as keys of indexes, is left out."""
        return {self.fields[name]: value for name, value in attributes.items() if name in self.fields}


def exceptions_in(annotations: Mapping[str, Any]) -> dict[str, str]:
    """The stored names that a class's annotations ask for, by field."""
    found = {field: _stored_name(annotation) for field, annotation in annotations.items()}
    return {field: name for field, name in found.items() if name is not None}


def _stored_name(annotation: Any) -> str | None:
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *marks = get_args(annotation)
        return next((mark.name for mark in marks if isinstance(mark, Stored)), None) or _stored_name(inner)
    if origin in (Union, UnionType):
        return next((name for each in get_args(annotation) if (name := _stored_name(each))), None)
    return None
