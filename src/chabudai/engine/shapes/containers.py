"""Shapes of lists, maps, structures and attribute values.

`read` deserialises as DynamoDB's front end does: unknown members and nulls vanish, wrong types are refused. `faults`
lists broken constraints in DynamoDB's words. Attribute values are only looked into by a deep read, since
`values.normalize_item` checks them anyway; a deep read is made to find out which of several faults DynamoDB tells
first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from chabudai.engine.errors import SerializationFailed, ValidationFailed
from chabudai.engine.shapes.scalars import Blob, Boolean, Text, is_table_arn
from chabudai.engine.shapes.wording import NOT_A_CLASS, NOT_EXPECTED, PACKAGE, fault, length_faults

MAX_FAULTS = 10


class Shape(Protocol):
    @property
    def is_unconstrained(self) -> bool:
        """Whether no value of this shape can break a constraint."""
        ...

    def read(self, raw: Any, deep: bool) -> Any:
        """The value as DynamoDB understands it; the very same object when nothing had to be changed."""
        ...

    def faults(self, value: Any, where: str) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list; one that is itself the value of a map or list is worded otherwise when it is none."""

    member: Shape
    min_length: int = 0
    max_length: int | None = None
    is_inner: bool = False

    @property
    def is_unconstrained(self) -> bool:
        return not self.min_length and self.max_length is None and self.member.is_unconstrained

    def read(self, raw: Any, deep: bool) -> list[Any]:
        if type(raw) is not list:
            word = NOT_A_CLASS if self.is_inner else "Unexpected field type"
            raise SerializationFailed(NOT_EXPECTED if isinstance(raw, dict) else word)
        members = [None if each is None else self.member.read(each, deep) for each in raw]
        return raw if all(new is old for new, old in zip(members, raw, strict=True)) else members

    def faults(self, value: list[Any], where: str) -> Sequence[str]:
        faults = length_faults(value, len(value), where, self.min_length, self.max_length)
        if not self.member.is_unconstrained:
            for position, member in enumerate(value, 1):
                if member is not None:
                    faults += self.member.faults(member, f"{where}.{position}.member")
        return faults


@dataclass(frozen=True, slots=True)
class MapOf:
    member: Shape
    java: str = "java.lang.String"
    min_length: int = 0
    max_length: int | None = None
    key: Text | None = None
    value_length: tuple[int, int] | None = None
    is_inner: bool = False

    @property
    def is_unconstrained(self) -> bool:
        limited = (
            self.min_length or self.max_length is not None or self.key is not None or self.value_length is not None
        )
        return not limited and self.member.is_unconstrained

    def read(self, raw: Any, deep: bool) -> dict[str, Any]:
        if type(raw) is not dict:
            if isinstance(raw, list):
                raise SerializationFailed(f"Unrecognized collection type java.util.Map<java.lang.String, {self.java}>")
            raise SerializationFailed(NOT_A_CLASS if self.is_inner else "Unexpected field type")
        if not deep and type(self.member) is AttributeValueShape:
            for each in raw.values():
                if type(each) is not dict:
                    break
            else:
                return raw
        members = {name: None if each is None else self.member.read(each, deep) for name, each in raw.items()}
        return raw if all(members[name] is raw[name] for name in raw) else members

    def faults(self, value: dict[str, Any], where: str) -> Sequence[str]:
        faults = length_faults(value, len(value), where, self.min_length, self.max_length)
        faults += self._key_faults(value, where)
        if self.value_length is not None:
            least, most = self.value_length
            if any(member is not None and not least <= len(member) <= most for member in value.values()):
                limits = _constraints(Text(min_length=least, max_length=most))
                faults.append(fault(value, where, f"Map value must satisfy constraint: [{limits}]"))
        if not self.member.is_unconstrained:
            for name, member in value.items():
                if member is not None:
                    faults += self.member.faults(member, f"{where}.{name}.member")
        return faults

    def _key_faults(self, value: dict[str, Any], where: str) -> list[str]:
        if self.key is None:
            return []
        constraint = f"Map keys must satisfy constraint: [{_constraints(self.key)}]"
        bad = [name for name in value if not is_table_arn(name) and self.key.faults(name, "")]
        return [fault(value, where, constraint) for _ in bad]


@dataclass(frozen=True, slots=True)
class Member:
    """A structure's member. A `required` one's absence is told alone, before all other faults; a `present` one's
    among them."""

    shape: Shape
    required: bool = False
    present: bool = False


@dataclass(frozen=True)
class Structure:
    """Members in the order in which DynamoDB lists their faults. `nested` tells how a wrong type is worded."""

    name: str
    members: Mapping[str, Member]
    is_field: bool = True

    @property
    def is_unconstrained(self) -> bool:
        return not self._constrained

    @cached_property
    def _constrained(self) -> tuple[tuple[str, str, Shape | None, bool], ...]:
        """Name, spelling in messages, shape if its value can be a fault, whether its absence is one."""
        return tuple(
            (name, name[0].lower() + name[1:], None if member.shape.is_unconstrained else member.shape, member.present)
            for name, member in self.members.items()
            if member.present or not member.shape.is_unconstrained
        )

    @cached_property
    def _shapes(self) -> Mapping[str, Shape]:
        return {name: member.shape for name, member in self.members.items()}

    @cached_property
    def _required(self) -> tuple[str, ...]:
        return tuple(name for name, member in self.members.items() if member.required)

    def read(self, raw: Any, deep: bool) -> dict[str, Any]:
        if type(raw) is not dict:
            if isinstance(raw, list):
                raise SerializationFailed(f"Unrecognized collection type class {PACKAGE}{self.name}")
            word = "Unexpected field type" if self.is_field else "Unexpected value type in payload"
            raise SerializationFailed(word)
        shapes = self._shapes
        for name, each in raw.items():
            shape = shapes.get(name)
            if shape is None or each is None or shape.read(each, deep) is not each:
                break
        else:
            return raw
        return {
            name: shapes[name].read(each, deep) for name, each in raw.items() if name in shapes and each is not None
        }

    def faults(self, value: dict[str, Any], where: str) -> Sequence[str]:
        prefix = where + "." if where else ""
        faults: list[str] = []
        for name, spelled, shape, is_present in self._constrained:
            if name not in value:
                if is_present:
                    faults.append(fault(None, prefix + spelled, "Member must not be null"))
            elif shape is not None:
                faults += shape.faults(value[name], prefix + spelled)
        return faults

    def check(self, request: dict[str, Any]) -> None:
        """Refuse a request that breaks its constraints: missing parameters one by one, the rest collected."""
        for name in self._required:
            if name not in request:
                raise ValidationFailed(f"The parameter '{name}' is required but was not present in the request")
        faults = self.faults(request, "")[:MAX_FAULTS]
        if faults:
            plural = "s" if len(faults) > 1 else ""
            raise ValidationFailed(f"{len(faults)} validation error{plural} detected: {'; '.join(faults)}")


@dataclass(frozen=True, slots=True)
class AttributeValueShape:
    """An attribute value: looked into only by a deep read."""

    is_field: bool = False

    @property
    def is_unconstrained(self) -> bool:
        return True

    def read(self, raw: Any, deep: bool) -> Any:
        if not deep and type(raw) is dict:
            return raw
        return (_FIELD_VALUE if self.is_field else _VALUE).read(raw, deep)

    def faults(self, value: Any, where: str) -> Sequence[str]:
        return ()


def structure(name: str, /, is_field: bool = True, **members: Shape | Member) -> Structure:
    return Structure(
        name,
        {key: each if isinstance(each, Member) else Member(each) for key, each in members.items()},
        is_field,
    )


def present(shape: Shape) -> Member:
    return Member(shape, present=True)


def _constraints(key: Text) -> str:
    parts = []
    if key.max_length is not None:
        parts.append(f"Member must have length less than or equal to {key.max_length}")
    if key.min_length:
        parts.append(f"Member must have length greater than or equal to {key.min_length}")
    if key.pattern:
        parts.append(f"Member must satisfy regular expression pattern: {key.pattern}")
    return ", ".join(parts)


def _value_structure(is_field: bool) -> Structure:
    return structure(
        "AttributeValue",
        is_field,
        S=Text(),
        B=Blob(),
        N=Text(),
        BOOL=Boolean(),
        NULL=Boolean(),
        BS=ListOf(Blob()),
        NS=ListOf(Text()),
        SS=ListOf(Text()),
        L=ListOf(AttributeValueShape()),
        M=MapOf(AttributeValueShape(), f"{PACKAGE}AttributeValue"),
    )


_VALUE = _value_structure(is_field=False)
_FIELD_VALUE = _value_structure(is_field=True)
