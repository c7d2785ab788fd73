"""The plan of an update: some fields of a row change, and what is made of them follows."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Generic, Never, Self, TypeVar

from chabudai.table.elements import check_list, check_several
from chabudai.table.errors import ConflictingWrites, ImmutableField, UnknownField, WrongFieldType, unnamed_values
from chabudai.table.plans.plan import Plan
from chabudai.table.query.conditions import ALWAYS, Condition, all_of, where
from chabudai.table.schema.fields import NO_DEFAULT

if TYPE_CHECKING:
    from chabudai.table.nested_changes import NestedChange, Verb
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.layouts import Layout
    from chabudai.table.schema.paths import Path

E = TypeVar("E", bound="Row")
T = TypeVar("T")
Number = TypeVar("Number", bound="int | float | Decimal | None")

# Shared by all plans: a plan with more is another plan.
_NO_CHANGES: Mapping[str, Mapping[str, Any]] = {
    name: {} for name in ("sets", "adds", "appends", "set_additions", "set_removals", "initial")
}


@dataclass(frozen=True)
class Update(Plan, Generic[E]):
    """Change some fields. Keys that are made of them follow by themselves."""

    entity: type[E]
    key: Mapping[str, Any]
    may_create: bool = False
    sets: Mapping[str, Any] = field(default_factory=dict)
    adds: Mapping[str, Any] = field(default_factory=dict)
    removes: frozenset[str] = frozenset()
    appends: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    set_additions: Mapping[str, frozenset[Any]] = field(default_factory=dict)
    set_removals: Mapping[str, frozenset[Any]] = field(default_factory=dict)
    initial: Mapping[str, Any] = field(default_factory=dict)
    nested: "tuple[NestedChange, ...]" = ()
    condition: Condition = ALWAYS

    @classmethod
    def of(cls, entity: type[E], key: Mapping[str, Any], *, may_create: bool = False) -> "Update[E]":
        """One that changes nothing yet."""
        made = object.__new__(cls)
        vars(made).update(_NO_CHANGES, entity=entity, key=key, may_create=may_create)
        return made

    @property
    def layout(self) -> "Layout":
        return self.entity.layout

    @property
    def changed(self) -> set[str]:
        """The fields of which anything changes."""
        whole = self._changed_whole
        return whole.union(change.path.field.name for change in self.nested) if self.nested else whole

    @property
    def _changed_whole(self) -> set[str]:
        return {*self.sets, *self.adds, *self.removes, *self.appends, *self.set_additions, *self.set_removals}

    def set(self, *unnamed: Never, **fields: Any) -> Self:
        """None where the field may be None takes the attribute away; `**{"address.city": "Nara"}` is within a field."""
        if unnamed:
            raise unnamed_values(f"{self.layout.name}.update(…).set", unnamed)
        if nested := {name: value for name, value in fields.items() if _is_nested(name)}:
            whole = {name: value for name, value in fields.items() if name not in nested}
            return self._within("set", nested).set(**whole)
        values = {name: self.layout.changeable_field(name).check(value) for name, value in fields.items()}
        return self._changing(fields, sets={**self.sets, **values})

    def add(self, *unnamed: Never, **fields: Any) -> Self:
        """To numbers; what the field's own bounds forbid is refused where it is stored."""
        if unnamed:
            raise unnamed_values(f"{self.layout.name}.update(…).add", unnamed)
        if nested := {name: value for name, value in fields.items() if _is_nested(name)}:
            whole = {name: value for name, value in fields.items() if name not in nested}
            return self._within("add", nested).add(**whole)
        amounts = {name: self._amount(name, amount) for name, amount in fields.items()}
        return self._changing(fields, adds={**self.adds, **amounts})

    def _amount(self, name: str, amount: Any) -> Any:
        changed = self.layout.changeable_field(name)
        if not changed.is_number or isinstance(amount, bool) or amount is None:
            raise WrongFieldType(
                f"{self.layout.name}.{name} is no number, and so {amount!r} can't be added to it: set(…) gives it "
                "another value, append(…) adds to a list, add_to_set(…) to a set"
            )
        return changed.check_amount(amount)

    def remove(self, *names: str) -> Self:
        """The attribute goes; the field must have a default."""
        if nested := dict.fromkeys(filter(_is_nested, names)):
            return self._within("remove", nested).remove(*(name for name in names if name not in nested))
        for name in names:
            removed = self.layout.changeable_field(name)
            if removed.default is NO_DEFAULT or (removed.is_set and not removed.has_default and removed.shortest):
                raise ImmutableField(
                    f"{self.layout.name}.{name} can't be removed: it has no default; set(…) gives it another value"
                )
        return self._changing(names, removes=self.removes | set(names))

    def append(self, **fields: Iterable[Any]) -> Self:
        """To the ends of lists."""
        if nested := {name: value for name, value in fields.items() if _is_nested(name)}:
            whole = {name: value for name, value in fields.items() if name not in nested}
            return self._within("append", nested).append(**whole)
        values = {name: tuple(self._elements("append", name, list, more)) for name, more in fields.items()}
        return self._changing(fields, appends={**self.appends, **values})

    def add_to_set(self, **fields: Iterable[Any]) -> Self:
        """Into sets."""
        values = {name: frozenset(self._elements("add_to_set", name, set, more)) for name, more in fields.items()}
        return self._changing(fields, set_additions={**self.set_additions, **values})

    def remove_from_set(self, **fields: Iterable[Any]) -> Self:
        """Out of sets."""
        values = {name: frozenset(self._elements("remove_from_set", name, set, less)) for name, less in fields.items()}
        return self._changing(fields, set_removals={**self.set_removals, **values})

    def set_at(self, path: "Path[E, T]", value: T) -> Self:
        """A field, or a place within: `set_at(Order.path_to(lambda order: order.address.city), "Kyoto")`."""
        return self._change_at("set", path, value)

    def add_at(self, path: "Path[E, Number]", amount: Number) -> Self:
        """To a number: `add_at(Order.path_to(lambda order: order.lines[0].quantity), 2)`."""
        return self._change_at("add", path, amount)

    def remove_at(self, path: "Path[E, Any]") -> Self:
        return self._change_at("remove", path, None)

    def append_at(self, path: "Path[E, list[T]]", more: list[T] | tuple[T, ...]) -> Self:
        """To the end of a list: `append_at(Shop.path_to(lambda shop: shop.hours["mon"]), ["10:00"])`."""
        return self._change_at("append", path, more)

    def if_missing(self, **fields: Any) -> Self:
        """Values for fields that have none yet."""
        values = {name: self.layout.changeable_field(name).check(value) for name, value in fields.items()}
        return self._with(initial={**self.initial, **values})

    @property
    def is_simple(self) -> bool:
        """Whether fields change as a whole, of a row that is there, whatever else it is."""
        return not (self.may_create or self.initial or self.nested) and self.condition is ALWAYS

    def when(self, *conditions: Condition, **fields: Any) -> Self:
        """All of these, and all that was asked before."""
        return self._with(condition=all_of(self.condition, *conditions, where(**fields)))

    def _elements(self, method: str, name: str, kind: Callable[[Iterable[Any]], Any], given: Any) -> Any:
        field = self.layout.changeable_field(name)
        if kind is list:
            check_list(self.layout.name, name, field.kind)
        elif not field.is_set:
            advice = "append(…) is for lists, add_to_set(…) and remove_from_set(…) are for sets, set(…) is for the rest"
            raise WrongFieldType(f"{self.layout.name}.{name} can't be changed by {method}(…): {advice}")
        check_several(self.layout.name, name, given)
        return field.check_elements(kind(given))

    def _within(self, verb: "Verb", places: Mapping[str, Any]) -> Self:
        from chabudai.table.schema.paths import parse_path

        return self._change_at_all(verb, [(parse_path(self.layout, place), value) for place, value in places.items()])

    def _change_at(self, verb: "Verb", path: "Path[Any, Any]", value: Any) -> Self:
        from chabudai.table.schema.paths import Path

        if not isinstance(path, Path):
            raise UnknownField(
                f"{verb}_at(…) takes a path, as {self.layout.name}.path_to(lambda row: …) makes it, and not {path!r}: "
                f"{verb}(…) takes the text of one"
            )
        if path.entity.layout.source is not self.layout.source:
            raise UnknownField(
                f"{path} is a path of {path.entity.__name__}, and was given to an update of {self.layout.name}"
            )
        if not path.steps:
            return self.remove(str(path)) if verb == "remove" else getattr(self, verb)(**{str(path): value})
        return self._change_at_all(verb, [(path, value)])

    def _change_at_all(self, verb: "Verb", changes: "Iterable[tuple[Path[Any, Any], Any]]") -> Self:
        """Places within fields, compared with each other once however many they are."""
        from chabudai.table.nested_changes import NestedChange, check_apart

        made: list[NestedChange] = []
        whole = self._changed_whole
        for path, value in changes:
            name = self.layout.changeable_field(path.field.name).name
            if name in whole:
                raise ConflictingWrites(
                    f"{self.layout.name}.{name} is changed twice in one update: leave one of them out"
                )
            made.append(NestedChange.of(path, verb, value))
        nested = (*self.nested, *made)
        check_apart(nested, self.layout.name)
        return self._with(nested=nested)

    def _changing(self, names: Iterable[str], **changes: Any) -> Self:
        if twice := self.changed.intersection(names):
            raise ConflictingWrites(
                f"{self.layout.name}.{min(twice)} is changed twice in one update: leave one of them out"
            )
        return self._with(**changes)


def _is_nested(name: str) -> bool:
    return "." in name or "[" in name
