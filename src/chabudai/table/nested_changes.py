"""Nested changes: what an update does at a place within a field, in Python or by the store itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel

from chabudai.table.annotations import has_fixed_length
from chabudai.table.attributes import to_attribute
from chabudai.table.elements import check_list, check_several
from chabudai.table.errors import (
    NOTHING,
    ConflictingWrites,
    ImmutableField,
    InvalidFieldValue,
    UnknownField,
    WrongFieldType,
)
from chabudai.table.query.expressions import Placeholders
from chabudai.table.schema.fields import NO_DEFAULT, StoredField
from chabudai.table.schema.nesting import MISSING
from chabudai.table.schema.paths import Path
from chabudai.table.sums import add_exactly

_KEEPS_VALUES = {"frozen", "extra", "title", "populate_by_name", "validate_by_name", "ignored_types"}

Verb: TypeAlias = Literal["set", "add", "remove", "append"]


@dataclass(frozen=True)
class NestedChange:
    """`value` is what is set, added or appended, already checked."""

    path: Path[Any, Any]
    verb: Verb
    value: Any = None

    @staticmethod
    def of(path: Path[Any, Any], verb: Verb, value: Any = None) -> "NestedChange":
        """Checked by the type of the place, as far as that can be told without what stands there."""
        place, leaf = f"{path.entity.__name__}.{path}", path.leaf
        if not path.steps:
            raise UnknownField(f"{place} is a field itself: {verb}({path}=…) changes it")
        match verb:
            case "set":
                return NestedChange(path, verb, path.check(value))
            case "add":
                if leaf.kind is Any:
                    raise WrongFieldType(
                        f"{place} may be anything, and so nothing can be added to it: declare numbers, as in "
                        "dict[str, int], or set another value"
                    )
                if not leaf.is_number or isinstance(value, bool):
                    raise WrongFieldType(f"{place} is no number, and so nothing can be added to it: set another value")
                return NestedChange(path, verb, leaf.check_amount(value))
            case "append":
                check_list(path.entity.__name__, str(path), leaf.kind)
                check_several(path.entity.__name__, str(path), value)
                return NestedChange(path, verb, tuple(leaf.check_elements(list(value))))
            case _:
                if path.steps[-1].container == "model" and path.steps[-1].default is NO_DEFAULT:
                    raise ImmutableField(
                        f"{place} can't be removed: it has no default, and {path.parents[-1]} could not be read "
                        f"without; give it another value, or remove {path.parents[-1]} where that may be missing"
                    )
                if has_fixed_length(path.parents[-1].leaf.kind):
                    raise ImmutableField(
                        f"{place} can't be removed: its tuple has a fixed number of elements; give it another value"
                    )
                return NestedChange(path, verb)

    def __str__(self) -> str:
        return str(self.path)

    @cached_property
    def place(self) -> tuple[str | int, ...]:
        return self.path.field.name, *(step.stored for step in self.path.steps)

    def applied_to(self, value: Any) -> Any:
        """A value of the field after the change; InvalidFieldValue where the place is not there."""
        if self.verb == "remove":
            return self.path.removed(value)
        if self._must_be_there and self.path.get(value) is MISSING:
            parent = self.path.parents[-1]
            raise InvalidFieldValue(
                str(self), NOTHING, f"there is no such element: append to {parent} to make it longer"
            )
        return self.path.replaced(value, self._new_leaf(self.path.get(value)))

    def clause(self, placeholders: Placeholders) -> tuple[str, str]:
        """The verb and the text of the clause by which the store does it."""
        at = self.path.expression(placeholders.name)
        if self.verb == "remove":
            return "REMOVE", at
        if self.verb == "set":
            attribute = self.path.encode(self.value)
            return ("REMOVE", at) if attribute is None else ("SET", f"{at} = {placeholders.value(attribute)}")
        start = placeholders.value(to_attribute(self._start) if self.verb == "add" else {"L": []})
        if self.verb == "add":
            return "SET", f"{at} = if_not_exists({at}, {start}) + {placeholders.value(to_attribute(self.value))}"
        more = placeholders.value(self.path.leaf.encode(list(self.value)) or {"L": []})
        return "SET", f"{at} = list_append(if_not_exists({at}, {start}), {more})"

    def condition(self, placeholders: Placeholders) -> str:
        """That the place is there, or what it is within: otherwise the store could not change it."""
        place = self.path if self._must_be_there and self.verb != "remove" else self.path.parents[-1]
        return f"attribute_exists({place.expression(placeholders.name)})"

    @property
    def is_derivable_by_store(self) -> bool:
        """Whether nothing but the type of the place says what may stand there."""
        leaf = self.path.leaf
        models = {self.path.entity, *self.path.field.models}
        if self.path.field.has_functions or any(map(_changes_values, models)):
            return False
        if leaf.is_limited:
            return self.verb == "set"
        is_sized = self.path.steps[-1].container != "model" and any(
            _has_length(each.leaf) for each in self.path.parents
        )
        return not is_sized and (self.verb in ("set", "remove") or (leaf.is_bounded_only and not leaf.allows_none))

    @property
    def _must_be_there(self) -> bool:
        """An element of a list is changed where it is; behind the end DynamoDB would append it."""
        return self.path.steps[-1].container == "list"

    @property
    def _start(self) -> Any:
        default = self.path.leaf.default
        return 0 if default is None or default is NO_DEFAULT else default

    def _new_leaf(self, old: Any) -> Any:
        known = None if old is MISSING else old
        if self.verb == "add":
            return add_exactly(self._start if known is None else known, self.value)
        return [*(known or ()), *self.value] if self.verb == "append" else self.value


def check_apart(changes: tuple[NestedChange, ...], entity: str) -> None:
    """Refuse two changes at one place, or of which one is within the other."""
    at_place: dict[tuple[str | int, ...], NestedChange] = {}
    within: dict[tuple[str | int, ...], NestedChange] = {}
    for change in changes:
        around = [change.place[:length] for length in range(1, len(change.place) + 1)]
        other = next((at_place[each] for each in around if each in at_place), within.get(change.place))
        if other is not None:
            raise ConflictingWrites(
                f"{entity}.{other} and {entity}.{change} are changed in one update: leave one of them out"
            )
        at_place[change.place] = change
        within |= dict.fromkeys(around, change)


def apply_changes(changes: Iterable[NestedChange], value: Any) -> Any:
    """As the store does it: numbers of elements count in the lists as they were, which close up at the end."""
    given = list(changes)
    removals = [change for change in given if change.verb == "remove"]
    kept = [change for change in given if change.verb != "remove"]
    for change in (*kept, *sorted(removals, key=_order_in_lists, reverse=True)):
        value = change.applied_to(value)
    return value


def _order_in_lists(change: NestedChange) -> list[tuple[int, str]]:
    """Of the elements of one list the later is greater, and so removed before it gets another number."""
    return [(part, "") if isinstance(part, int) else (-1, part) for part in change.place]


def _has_length(field: StoredField) -> bool:
    return field.longest is not None or field.shortest is not None


def _changes_values(model: type[BaseModel]) -> bool:
    """Whether a model has a configuration of its own, which only its constructor knows."""
    return bool(model.model_config.keys() - _KEEPS_VALUES)
