"""Paths: a place within a field, such as `address.city` or `lines[0].quantity`, with the type that it has there.

A path knows how its place is named in Python and in the stored item, how a value there is checked, written and read,
and how to look it up and replace it in a value of the whole field.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Never, TypeVar

from pydantic import BaseModel

from chabudai.table.attributes import AttributeValue
from chabudai.table.errors import NOTHING, DesignError, ImmutableField, InvalidFieldValue, UnknownField
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.nesting import MISSING, Step, attribute_step, element_step

if TYPE_CHECKING:
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.layouts import Layout

E = TypeVar("E", bound="Row")
T = TypeVar("T")

_MAX_INDEX_DIGITS = 20
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_FIELD = re.compile(r"[^.\[]*")


@dataclass(frozen=True)
class Path(Generic[E, T]):
    """`Order.path_to(lambda order: order.address.city)`. Without steps it is the field itself."""

    entity: type[E]
    field: StoredField
    steps: tuple[Step, ...] = ()

    def __str__(self) -> str:
        return self.field.name + "".join(str(step) for step in self.steps)

    @cached_property
    def leaf(self) -> StoredField:
        """How what stands there is checked, written and read: as if it were a field of its own."""
        if not self.steps:
            return self.field
        return replace(self.steps[-1].leaf(str(self), self.field.annotation), place_of=self.entity.__name__)

    @property
    def parents(self) -> "tuple[Path[E, Any], ...]":
        """The places on the way, the field itself first."""
        return tuple(replace(self, steps=self.steps[:length]) for length in range(len(self.steps)))

    def check(self, value: Any) -> T:
        """The value as it is there; what the type does not allow is InvalidFieldValue."""
        checked: T = self.leaf.check(value)
        return checked

    def encode(self, value: T) -> AttributeValue | None:
        """None for what is left out of the item."""
        return self.leaf.encode_or_tell(value)

    def decode(self, attribute: AttributeValue) -> T:
        decoded: T = self.leaf.coerce(self.leaf.decode(attribute))
        return decoded

    def expression(self, name: Callable[[str], str]) -> str:
        """Its text in an expression, `#0.#1[2]`; `name` makes the placeholder of an attribute's or member's name."""
        if self.field.stored is None:
            raise ImmutableField(f"{self._place} lives only in keys, and so has no path in the item")
        pieces = [name(self.field.stored)]
        pieces += [
            f"[{step.stored}]" if isinstance(step.stored, int) else f".{name(step.stored)}" for step in self.steps
        ]
        return "".join(pieces)

    def get(self, value: Any) -> Any:
        """What stands there in a value of the field; MISSING where it, or one of its parents, is not there."""
        for step in self.steps:
            value = MISSING if value is None or value is MISSING else step.get(value)
        return value

    def replaced(self, value: Any, leaf: T) -> Any:
        """The value of the field with another leaf. It is a copy, and not checked as a whole."""
        return self._change(value, 0, lambda step, parent: step.replaced(parent, leaf)) if self.steps else leaf

    def removed(self, value: Any) -> Any:
        """The value of the field without the leaf; a copy as well."""
        return self._change(value, 0, lambda step, parent: step.removed(parent))

    def _change(self, value: Any, at: int, change: Callable[[Step, Any], Any]) -> Any:
        if value is None or value is MISSING:
            parent = replace(self, steps=self.steps[:at])
            raise InvalidFieldValue(
                str(self), NOTHING, f"{parent} is not there, so nothing in it can be changed: {parent._how_to_make}"
            )
        step = self.steps[at]
        if at == len(self.steps) - 1:
            return change(step, value)
        return step.replaced(value, self._change(step.get(value), at + 1, change))

    @property
    def _how_to_make(self) -> str:
        """What makes that which is not there."""
        if not self.steps:
            return f"set({self}=…) makes it whole"
        if self.steps[-1].container == "list":
            return f"append to {self.parents[-1]} to make it longer"
        return f'set(**{{"{self}": …}}) makes it whole'

    @property
    def _place(self) -> str:
        return f"{self.entity.__name__}.{self}"


def parse_path(layout: "Layout", text: str) -> "Path[Any, Any]":
    """`address.city`, `lines[0].quantity`, `prices.JPY`, by the names that Python knows."""
    beginning = _FIELD.match(text)
    assert beginning is not None
    path: Path[Any, Any] = Path(layout.entity, layout.field(beginning[0]))
    at = beginning.end()
    while at < len(text):
        found = _STEP.match(text, at)
        if found is None:
            raise UnknownField(f"{layout.name} has no {text!r}: a path is written address.city, lines[0].quantity")
        # More digits than any list has elements; Python does not even read some thousands of them.
        number = found[2][:_MAX_INDEX_DIGITS] if found[2] is not None else ""
        path = path_below(path, found[1] if found[2] is None else int(number))
        at = found.end()
    return path


def path_below(path: "Path[E, Any]", key: str | int) -> "Path[E, Any]":
    """One step further, by a name or a number, whatever it is a name of."""
    return _extend(path, attribute_step if isinstance(key, str) else element_step, key)


def record_path(entity: type[E], place: "Callable[[E], T]") -> "Path[E, T]":
    """The path that a function takes through a row: it is run once, with a stand-in that knows the types."""
    if isinstance(place, str) or not callable(place):
        raise UnknownField(
            f"{entity.__name__}.path_to(…) takes a function, as lambda row: row.address.city, and not {place!r}: "
            "set(**{…}) and where(**{…}) take the text of a path"
        )
    stand_in: Any = _RowStandIn(entity)
    found: Any = place(stand_in)
    if isinstance(found, _RowStandIn):
        raise DesignError(
            f"{entity.__name__}.path_to(…) wants a place within the row, as in lambda row: row.address.city, and was "
            "given the row itself: name a field of it"
        )
    if not isinstance(found, _StandIn):
        raise DesignError(
            f"{entity.__name__}.path_to(…) wants a place of the row, as in lambda row: row.address.city, "
            f"and was given {found!r}"
        )
    path: Path[E, T] = found._path
    return path


def present(value: T | None) -> T:
    """For the type checker: what may be None is taken to be there, `path_to(lambda o: present(o.address).city)`."""
    if value is None:
        raise DesignError("present(…) is for a place in path_to(…), and was given None")
    return value


class _RowStandIn:
    __slots__ = ("_entity",)

    def __init__(self, entity: "type[Row]") -> None:
        self._entity = entity

    def __getattr__(self, name: str) -> "_StandIn":
        return _StandIn(Path(self._entity, self._entity.layout.field(name)))


class _StandIn:
    """Stands for a value, and records how it is reached."""

    __slots__ = ("_path",)

    def __init__(self, path: "Path[Any, Any]") -> None:
        self._path = path

    def __getattr__(self, name: str) -> "_StandIn":
        return _StandIn(_extend(self._path, attribute_step, name))

    def __getitem__(self, key: Any) -> "_StandIn":
        return _StandIn(_extend(self._path, element_step, key))

    def __bool__(self) -> bool:
        raise DesignError(
            f"{self._path._place} has no value while its path is written: present(…) tells the type checker that it "
            "is not None"
        )

    def __len__(self) -> int:
        raise DesignError(
            f"{self._path._place} has no length while its path is written: where_at(…, size(gt(2))) asks for it"
        )

    def __iter__(self) -> Never:
        raise self._no_value()

    def _refuse(self, *_: object) -> Never:
        raise self._no_value()

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __neg__ = __call__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = __contains__ = _refuse

    def _no_value(self) -> DesignError:
        return DesignError(
            f"{self._path._place} has no value while its path is written: a path only names a place, add_at(path, 1) "
            "adds to what is there, where_at(path, gt(1)) compares it"
        )


def _extend(path: "Path[E, Any]", make: Callable[[Any, Any, str, type[BaseModel]], Step], key: Any) -> "Path[E, Any]":
    field = path.field
    if not path.steps and (field.codec is not None or field.marks_change_text or field.stored is None):
        how = "in keys only" if field.stored is None else "as a text" if field.codec else "with a prefix"
        raise UnknownField(f"{path._place} is stored {how}, so that nothing within it can be asked for")
    annotation = path.steps[-1].annotation if path.steps else field.annotation
    models = (step.rules.entity for step in reversed(path.steps) if step.rules is not None)
    return replace(path, steps=(*path.steps, make(annotation, key, path._place, next(models, path.entity))))
