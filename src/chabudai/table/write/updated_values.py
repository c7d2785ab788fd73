"""The values of an update: what fields have before and after it, and whether the entity's rules allow that.

A sum, a list or a set that a key is made of is made here, of what was read; any other is made by the store, which is
held to the bounds by a condition.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from chabudai.table.attributes import Item, to_attribute
from chabudai.table.errors import NOTHING, InvalidFieldValue
from chabudai.table.nested_changes import apply_changes
from chabudai.table.query.expressions import Placeholders
from chabudai.table.schema.fields import NO_DEFAULT, StoredField
from chabudai.table.sums import add_exactly
from chabudai.table.write.clauses import start_value
from chabudai.table.write.updated_fields import UpdatedFields


@dataclass(frozen=True)
class UpdatedValues(UpdatedFields):
    def violation(self, item: Item | None) -> str | None:
        if self._can_break_no_rule:
            return None
        try:
            had = self._values_before(item, self._derived_names)
            first = {name for name in had if item is None or had[name] is None or not self._has_value(name, item)}
            if found := self._first_bound_violation(self._new_values(had), first):
                return found
            after = self._values_after(self._values_before(item, self.needs))
        except InvalidFieldValue as refusal:
            return _refusal_text(refusal)
        return None if item is None else self._frozen_violation(item, after)

    def known_violation(self) -> str | None:
        """The same by what the condition says of the item, without a look at it."""
        had = {name: value for name, value in self.fixed.items() if name in self._derived_names}
        try:
            first = {name for name, value in had.items() if value == self.layout.fields[name].default}
            found = self._first_bound_violation(self._new_values(had), first)
            if found or self.plan.may_create or not self._is_judged_whole:
                return found
            return self._change_of_frozen(self.fixed, self._values_after(self.fixed))
        except InvalidFieldValue as refusal:
            return _refusal_text(refusal)

    def _frozen_violation(self, item: Item, after: Mapping[str, Any]) -> str | None:
        """Where a rule over several fields would change one that is set once."""
        if not self._is_judged_whole or not self.layout.set_once:
            return None
        held = [field.name for field in self.layout.set_once if self._has_value(field.name, item)]
        read = self.layout.values(self.layout.from_item(item))
        return self._change_of_frozen({name: read[name] for name in held}, after)

    def _change_of_frozen(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> str | None:
        for name in sorted(before.keys() & after.keys()):
            if self.layout.fields[name].is_frozen and before[name] != after[name]:
                made = f"a rule would make {after[name]!r} of {before[name]!r}"
                return f"{name} is frozen, and {made}: leave what that is made of, or declare it without frozen"
        return None

    @property
    def _can_break_no_rule(self) -> bool:
        """Whether every field that is made of its old value has no rule but a bound on the other side.

        And is within that bound also where there is no old value.
        """
        if self._is_judged_whole or self.plan.nested:
            return False
        return not any(self._is_bounded(self.layout.fields[name]) for name in self._derived_names)

    def _is_bounded(self, field: StoredField) -> bool:
        amount = self.adds.get(field.name, 0)
        if not field.is_bounded_only or not amount:
            return True
        if (field.highest if amount > 0 else field.lowest) is not None:
            return True
        return self._first_value_violation(field) is not None

    def _values_before(self, item: Item | None, names: frozenset[str]) -> dict[str, Any]:
        """Fields before the change, with a value for each that has none and is given one."""
        made: dict[str, Any] = {}
        read: list[str] = []
        for name in names:
            if item is not None and self._has_value(name, item):
                read.append(name)
            elif name in self.fills:
                made[name] = self.fills[name]
            elif item is None or name in self._made_of_others:
                continue
            elif name in self._derived_names and self.layout.fields[name].default is NO_DEFAULT:
                made[name] = None
            elif not (self._is_judged_whole and self._is_made_anew(name)):
                read.append(name)
        # Where the constructor is asked of the whole, it is to see, and to change, what is stored.
        read_values = self.layout.typed_values if self._is_judged_whole else self.layout.read_values
        return {**made, **read_values(item or {}, read), **self.fixed}

    def _is_made_anew(self, name: str) -> bool:
        """Whether a factory makes its default: the constructor calls it, and what it made is stored then."""
        field = self.layout.fields[name]
        return field.stored is not None and field.has_default and field.default is NO_DEFAULT

    def _has_value(self, name: str, item: Item) -> bool:
        """Whether the item has a value for a field: of one that only keys hold, whether there is such a key."""
        stored = self.layout.fields[name].stored
        if stored is None:
            return self.layout.stored_values(item).get(name) is not None
        return stored in item and not (name in self.filled_nulls and "NULL" in item[stored])

    def _values_after(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """What is known of the entity after the change, as its constructor makes it."""
        made = {name: self._judge(name, value) for name, value in self._new_values(start)}
        after = {**start, **made, **self.sets}
        if not self._is_judged_whole:
            return after
        judged = self.layout.values(self.layout.construct(after))
        for name in self.layout.key_fields:
            if judged[name] != self.plan.key[name]:
                raise InvalidFieldValue(name, judged[name], "a rule changes what is part of the key", self.layout.name)
        return judged

    def _judge(self, name: str, value: Any) -> Any:
        field = self.layout.fields[name]
        if not field.is_bounded_only or name in self.nested:
            return field.check(value)
        return field.as_read(value) if field.is_seen_as_read else value

    def _new_values(self, had: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """The new values of fields whose old ones are known."""
        for name in self._derived_names & had.keys():
            field = self.layout.fields[name]
            if name in self.nested:
                yield name, apply_changes(self.nested[name], had[name])
                continue
            old = had[name] if had[name] is not None else start_value(field, self.plan.initial.get(name))
            if name in self.adds:
                yield name, add_exactly(old, self.adds[name])
            elif name in self.plan.appends:
                yield name, [*old, *self.plan.appends[name]]
            elif name in self.plan.set_additions:
                yield name, frozenset(old) | self.plan.set_additions[name]
            else:
                yield name, frozenset(old) - self.plan.set_removals[name]

    def _first_bound_violation(self, made: Iterator[tuple[str, Any]], first: AbstractSet[str]) -> str | None:
        told = (self._bound_violation(name, value, is_first=name in first) for name, value in made)
        found = next(filter(None, told), None)
        return None if found is None else f"{found}; give another value"

    def _bound_violation(self, name: str, value: Any, *, is_first: bool) -> str | None:
        """Only in the direction of the change: what was stored under other bounds can come nearer to those of now.

        But where nothing was stored, the value is the first, and within all of them.
        """
        field = self.layout.fields[name]
        if name in self.adds:
            return _sum_violation(field, value, self.adds[name], is_first)
        if name in self.nested:
            return None  # judged as a whole
        shrinks = name in self.plan.set_removals
        if (is_first or not shrinks) and field.longest is not None and len(value) > field.longest:
            return f"{name} would have {len(value)}, and {field.longest} are the most"
        if (is_first or shrinks) and field.shortest is not None and len(value) < field.shortest:
            return f"{name} would have {len(value)}, and {field.shortest} are the least"
        return None

    def _first_value_violation(self, field: StoredField) -> str | None:
        """What is wrong with the value that is made where there is none."""
        if not field.is_limited or field.name in self.nested:
            return None
        first = dict(self._new_values({field.name: None}))[field.name]
        return self._bound_violation(field.name, first, is_first=True)

    def _limits(self, start: Mapping[str, Any], placeholders: Placeholders) -> Iterator[str]:
        """The bounds of fields, where a sum or a list is made by the store itself."""
        for name in sorted(self._derived_names - start.keys()):
            yield from (change.condition(placeholders) for change in self.nested.get(name, ()))
            field = self.layout.fields[name]
            bound, is_first_refused = self._bound(field), self._first_value_violation(field) is not None
            if bound is None:
                if is_first_refused:
                    yield f"attribute_exists({placeholders.name(field.stored or '')})"
                continue
            comparison, limit = bound
            path = placeholders.name(field.stored or "")
            text = f"{comparison.format(path)} {placeholders.value(to_attribute(limit))}"
            yield text if is_first_refused else f"attribute_not_exists({path}) OR {text}"

    def _bound(self, field: StoredField) -> tuple[str, Any] | None:
        """What the old value is compared with, so that the new one is within bounds."""
        amount = self.adds.get(field.name, 0)
        if amount > 0 and field.highest is not None:
            return "{} <" if field.excludes_highest else "{} <=", add_exactly(field.highest, -amount)
        if amount < 0 and field.lowest is not None:
            return "{} >" if field.excludes_lowest else "{} >=", add_exactly(field.lowest, -amount)
        if field.name in self.plan.appends and field.longest is not None:
            return "size({}) <=", field.longest - len(self.plan.appends[field.name])
        return None


def _sum_violation(field: StoredField, value: Any, amount: Any, is_first: bool) -> str | None:
    most, least, told = field.highest, field.lowest, f"{field.name} would be {value}"
    is_rising, is_falling = is_first or amount > 0, is_first or amount < 0
    if is_rising and most is not None and (value > most or (value == most and field.excludes_highest)):
        return f"{told}, and {_bound_text('less than', field.excludes_highest, most)} is the most"
    if is_falling and least is not None and (value < least or (value == least and field.excludes_lowest)):
        return f"{told}, and {_bound_text('more than', field.excludes_lowest, least)} is the least"
    return None


def _bound_text(word: str, is_open: bool, bound: Any) -> str:
    return f"{word} {bound}" if is_open else str(bound)


def _refusal_text(refusal: InvalidFieldValue) -> str:
    """A place that is not there is told with what to do; a value that breaks a rule can only be another one."""
    if refusal.value is NOTHING:
        return str(refusal)
    return f"what it would become breaks a rule: {refusal}; give another value"
