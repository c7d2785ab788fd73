"""Updates: what a change of some fields sends, with the keys and guards that are made of them.

A sum, a list or a set that a key is made of is made here, of what was read; any other is made by the store.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import AttributeValue, Item, to_attribute
from chabudai.table.errors import InvalidFieldValue, InvalidKeyValue
from chabudai.table.lazy import lazy
from chabudai.table.nested_changes import NestedChange, apply_changes
from chabudai.table.plans import Update
from chabudai.table.query.conditions import ALWAYS, equalities
from chabudai.table.query.expressions import Placeholders
from chabudai.table.schema.fields import NO_DEFAULT, StoredField
from chabudai.table.schema.key_attributes import KeyAttribute
from chabudai.table.sums import add_exactly
from chabudai.table.write.clauses import Clauses, start_value
from chabudai.table.write.guards import Claim, changed_claims, guarded_fields
from chabudai.table.write.prepared_write import BuiltWrite, PreparedWrite, WriteAction, write_time
from chabudai.table.write.update_templates import UpdateTemplate

if TYPE_CHECKING:
    from chabudai.table.schema.constraints import Guard


@dataclass(frozen=True)
class PreparedUpdate(PreparedWrite):
    plan: Update[Any]

    @property
    def must_exist(self) -> bool:
        return not self.plan.may_create

    @lazy
    def needs(self) -> frozenset[str]:
        """What has to be known and is neither given nor fixed by the condition: parts of affected keys and guards.

        Where rules are over several fields, that is every field.
        """
        sets, fixed = self.sets, self.fixed
        # One that may have to be made has no guards yet, whatever the condition says.
        settled = self.plan.key if self.plan.may_create else fixed
        if self._is_judged_whole:
            unknown = self.layout.fields.keys() - sets.keys() - settled.keys()
        else:
            parts = (name for key in self.affected_keys for name in key.fields)
            unknown = {name for name in parts if name not in sets and name not in fixed}
        if self.affected_guards:
            unknown |= guarded_fields(self.layout, self.affected_guards) - settled.keys()
        if self._may_make_only_a_key:
            unknown |= self.sets.keys()
        return frozenset(unknown | (self._not_derivable_by_store - fixed.keys()))

    @property
    def _may_make_only_a_key(self) -> bool:
        """Whether all that is set is left out of an item: the store makes none of attributes that are removed."""
        if not self.plan.may_create or not self.sets or self._derived_names:
            return False
        given = {**self.fills, **self.sets}
        return all(self.layout.fields[name].encode_stored(value) is None for name, value in given.items())

    @lazy
    def fixed(self) -> dict[str, Any]:
        """What the item is known to have before: its key, and what the condition asks for."""
        if self.plan.condition is ALWAYS:
            return {**self.plan.key}
        asked = equalities(self.plan.condition)
        known = {name for name in asked.keys() & self.layout.fields.keys() if asked[name] is not None}
        return {
            **{name: self.layout.fields[name].check(asked[name]) for name in known - self.plan.initial.keys()},
            **self.plan.key,
        }

    @lazy
    def sets(self) -> dict[str, Any]:
        """What is set, the removed and the time of this write included."""
        removed = {name: self.layout.fields[name].checked_default() for name in self.plan.removes}
        updated_at = self.layout.updated_at
        is_due = updated_at is not None and updated_at.name not in self.plan.sets
        now = (
            {updated_at.name: write_time(self.layout, updated_at, self.now)}
            if updated_at is not None and is_due
            else {}
        )
        return {**removed, **now, **self.plan.sets}

    @lazy
    def adds(self) -> dict[str, Any]:
        version = self.layout.version
        counted = {} if version is None or version.name in self.plan.changed else {version.name: 1}
        return {**counted, **self.plan.adds}

    @lazy
    def fills(self) -> dict[str, Any]:
        """For what has no value yet: the first one given for it, and in what may have to be made each field's own."""
        if not self.plan.may_create:
            return {name: value for name, value in self.plan.initial.items() if name not in self.sets}
        others = self.layout.fields.keys() - self.sets.keys() - self.layout.key_fields - self._made_of_others
        return {**self._stored_key_fields, **{name: self._fill(self.layout.fields[name]) for name in sorted(others)}}

    @lazy
    def _made_of_others(self) -> frozenset[str]:
        """Fields without a first value but the one that the constructor makes of other fields."""
        fields = self.layout.fields.values()
        return frozenset(f.name for f in fields if f.is_default_of_others and f.name not in self.plan.initial)

    @property
    def _stored_key_fields(self) -> dict[str, Any]:
        """Fields of the key that also have an attribute of their own beside it."""
        primary = self.layout.table.primary.attributes
        return {name: value for name, value in self.plan.key.items() if self.layout.fields[name].stored not in primary}

    @lazy
    def changed(self) -> frozenset[str]:
        return frozenset({*self.plan.changed, *self.sets, *self.adds, *self.plan.initial})

    @lazy
    def affected_keys(self) -> tuple[KeyAttribute, ...]:
        may_change = self.plan.may_create or self._is_judged_whole
        return self.layout.derived if may_change else self.layout.keys_made_of(self.changed)

    @lazy
    def affected_guards(self) -> "tuple[Guard, ...]":
        guards = self.layout.guards
        if (
            self.plan.may_create
            or self._is_judged_whole
            or (self.layout.expiry is not None and self.layout.expiry.name in self.changed)
        ):
            return guards
        return tuple(guard for guard in guards if guard.fields & self.changed)

    def check(self) -> None:
        super().check()
        _ = self.fills
        known = {**self.fixed, **self.sets}
        for key in (*self.affected_keys, *(key for guard in self.affected_guards for key in (guard.pk, guard.sk))):
            _check_parts(key, known)

    def violation(self, item: Item | None) -> str | None:
        if self._can_break_no_rule:
            return None
        try:
            made = self._new_values(self._values_before(item, self._derived_names))
            if found := next(filter(None, (self._bound_violation(name, value) for name, value in made)), None):
                return found
            self._values_after(self._values_before(item, self.needs))
        except InvalidFieldValue as refusal:
            return f"what it would become breaks a rule: {refusal}"
        return None

    def known_violation(self) -> str | None:
        """The same by what the condition says of the item, without a look at it."""
        had = {name: value for name, value in self.fixed.items() if name in self._derived_names}
        try:
            made = self._new_values(had)
            return next(filter(None, (self._bound_violation(name, value) for name, value in made)), None)
        except InvalidFieldValue as refusal:
            return f"what it would become breaks a rule: {refusal}"

    @property
    def _can_break_no_rule(self) -> bool:
        """Whether every field that is made of its old value has no rule but a bound on the other side."""
        if self._is_judged_whole or self.plan.nested:
            return False
        return not any(self._is_bounded(self.layout.fields[name]) for name in self._derived_names)

    def _is_bounded(self, field: StoredField) -> bool:
        amount = self.adds.get(field.name, 0)
        if not field.is_bounded_only or not amount:
            return True
        return (field.highest if amount > 0 else field.lowest) is not None

    def build(self, seen: Item | None) -> BuiltWrite:
        start = self._values_before(seen, self.needs)
        after = self._values_after(start)
        if not self._is_plain(start):
            return self._build_expressions(seen, start, after)
        assigned = self._assigned_attributes(after)
        values = [*assigned.values(), *map((seen or {}).get, self._read_attributes)]
        if not values or None in values:
            return self._build_expressions(seen, start, after)
        shape = "update", self.changed, self.needs
        template: UpdateTemplate | None = self.layout.request_templates.get(shape)
        if template is None:
            built = self._build_expressions(seen, start, after)
            self.layout.request_templates[shape] = UpdateTemplate.of(built[0].body)
            return built
        outcome = assigned | dict.fromkeys(self.layout.undeclared_index_attributes)
        return WriteAction("Update", template.fill(self.key, [*values, self._version_attribute]), outcome=outcome), []

    def _is_plain(self, start: Mapping[str, Any]) -> bool:
        """Whether all that is sent are new values, and that the old ones they are made of are still the same."""
        plan, layout = self.plan, self.layout
        return not (
            plan.may_create
            or plan.initial
            or plan.nested
            or plan.condition is not ALWAYS
            or self.affected_guards
            or self._is_judged_whole
            or layout.expiry is not None
            or not layout.schema_version.is_first
            or not layout.raw_index_fields.isdisjoint(self.changed)
            or not self._derived_names <= start.keys()
        )

    def _assigned_attributes(self, after: Mapping[str, Any]) -> dict[str, AttributeValue | None]:
        """In the order of the expressions; None for what is removed."""
        fields = (self.layout.fields[name] for name in sorted(self.changed))
        assigned = {
            field.stored: field.encode_stored(after[field.name]) for field in fields if field.stored is not None
        }
        return assigned | {key.name: key.build(after) for key in self.affected_keys}

    def _build_expressions(self, seen: Item | None, start: Mapping[str, Any], after: Mapping[str, Any]) -> BuiltWrite:
        placeholders = Placeholders()
        clauses = self._clauses(start, after, placeholders)
        is_only_key = not self.must_exist and seen is None and not clauses.sets_anything
        if is_only_key:
            placeholders = Placeholders()
        exists = self._exists(placeholders) if self.must_exist else ""
        conditions = (exists, self._unchanged_condition(seen, placeholders), self._up_to_date(placeholders))
        limits = self._limits(start, placeholders)
        body = self._body({"Key": self.key}, placeholders, *conditions, self._condition(placeholders), *limits)
        return _put_key(body) if is_only_key else _action(body, clauses), self._claims(seen, after)

    @property
    def _is_judged_whole(self) -> bool:
        return self.layout.rules.is_over_several_fields

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
        return value if field.is_bounded_only and name not in self.nested else field.check(value)

    def _claims(self, seen: Item | None, after: Mapping[str, Any]) -> list[Claim]:
        if not self.affected_guards:
            return []
        is_new = seen is None and self.plan.may_create
        names = self.needs & guarded_fields(self.layout, self.affected_guards)
        read = {} if seen is None else self.layout.read_values(seen, names)
        before = None if is_new else {**read, **self.fixed}
        return list(changed_claims(self.layout, self.affected_guards, self.key, before, after))

    @lazy
    def _derived_names(self) -> frozenset[str]:
        """Fields whose new values are made of their old ones."""
        of_whole = (self.adds, self.plan.appends, self.plan.set_additions, self.plan.set_removals, self.nested)
        return frozenset(name for changes in of_whole for name in changes)

    @lazy
    def nested(self) -> dict[str, list[NestedChange]]:
        """Changes within fields, by the field."""
        found: dict[str, list[NestedChange]] = {}
        for change in self.plan.nested:
            found.setdefault(change.path.field.name, []).append(change)
        return found

    @lazy
    def _not_derivable_by_store(self) -> frozenset[str]:
        return frozenset(
            name for name in self._derived_names if not self._is_derivable_by_store(self.layout.fields[name])
        )

    def _is_derivable_by_store(self, field: StoredField) -> bool:
        """Whether the store can change it by itself: no number as text, no NULL, no set with a limit or a start.

        And no rule but bounds, which it is held to by a condition.
        """
        if field.name in self.nested:
            return not self.plan.may_create and all(each.is_derivable_by_store for each in self.nested[field.name])
        if field.codec is not None or field.keeps_null or field.stored is None or not field.is_bounded_only:
            return False
        if field.is_expiry and field.kind is not int:
            return False  # a sum is rounded up to whole seconds
        if field.omits_default and (field.is_expiry or field.name in self.layout.raw_index_fields):
            return False  # its default is no attribute, and so neither expires nor stands in an index
        if not field.is_set:
            return True
        is_growing = field.name in self.plan.set_additions
        is_limited = (field.longest if is_growing else field.shortest) is not None
        return not is_limited and not start_value(field, self.plan.initial.get(field.name))

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
            else:
                read.append(name)
        return {**made, **self.layout.read_values(item or {}, read), **self.fixed}

    def _has_value(self, name: str, item: Item) -> bool:
        """Whether the item has a value for a field: of one that only keys hold, whether there is such a key."""
        stored = self.layout.fields[name].stored
        return stored in item if stored is not None else self.layout.stored_values(item).get(name) is not None

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

    def _bound_violation(self, name: str, value: Any) -> str | None:
        """Only in the direction of the change: what was stored under other bounds can come nearer to those of now."""
        field = self.layout.fields[name]
        amount = self.adds.get(name, 0)
        most, least = field.highest, field.lowest
        if amount > 0 and most is not None and (value > most or (value == most and field.excludes_highest)):
            return f"{name} would be {value}, and {_bound_text('less than', field.excludes_highest, most)} is the most"
        if amount < 0 and least is not None and (value < least or (value == least and field.excludes_lowest)):
            return f"{name} would be {value}, and {_bound_text('more than', field.excludes_lowest, least)} is the least"
        grows = name in self.plan.appends or name in self.plan.set_additions
        if grows and field.longest is not None and len(value) > field.longest:
            return f"{name} would have {len(value)}, and {field.longest} are the most"
        shrinks = name in self.plan.set_removals
        if shrinks and field.shortest is not None and len(value) < field.shortest:
            return f"{name} would have {len(value)}, and {field.shortest} are the least"
        return None

    def _fill(self, field: StoredField) -> Any:
        if field.name in self.plan.initial:
            return self.plan.initial[field.name]
        if field.default is not NO_DEFAULT:
            return field.checked_default()
        if field.name in self._derived_names:
            return None
        if field.has_default:
            return self.layout.entity.model_fields[field.name].get_default(call_default_factory=True, validated_data={})
        if field.stored is None:
            return None
        raise InvalidFieldValue(
            field.name, None, "a new one needs a value: give it by if_missing(…) or set(…)", field.owner
        )

    def _clauses(self, start: Mapping[str, Any], after: Mapping[str, Any], placeholders: Placeholders) -> Clauses:
        clauses = Clauses(placeholders)
        fields = self.layout.fields
        changed = {*self.sets, *(self._derived_names & start.keys()), *self._changed_by_rules(start, after)}
        for name in sorted(changed):
            clauses.put(fields[name], after[name])
        self._derive_in_store(clauses, self._derived_names - start.keys())
        for name in self.fills.keys() - self._derived_names - changed:
            clauses.fill(fields[name], self.fills[name])
        for key in self.affected_keys:
            clauses.key(key, after)
        for name in self.layout.undeclared_index_attributes:
            clauses.drop(name)
        self._check_raw_keys({**self.fills, **after})
        if self.plan.may_create and not self.layout.schema_version.is_first:
            clauses.stamp(self.layout.schema_version.number)
        return clauses

    def _changed_by_rules(self, start: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
        """Fields that the entity's rules change beside those that the plan does."""
        if self._is_judged_whole:
            for name in self.layout.fields.keys() - self.layout.key_fields - self.sets.keys():
                if name not in start or start[name] != after[name]:
                    yield name

    def _derive_in_store(self, clauses: Clauses, names: Iterable[str]) -> None:
        plan = self.plan
        for name in sorted(names):
            field, initial = self.layout.fields[name], plan.initial.get(name)
            if name in self.nested:
                clauses.change_within(self.nested[name])
            elif name in self.adds:
                clauses.add(field, self.adds[name], initial)
            elif name in plan.appends:
                clauses.append(field, plan.appends[name], initial)
            elif name in plan.set_additions:
                clauses.add_to_set(field, plan.set_additions[name])
            else:
                clauses.remove_from_set(field, plan.set_removals[name])

    def _check_raw_keys(self, values: Mapping[str, Any]) -> None:
        for name in self.layout.raw_index_fields:
            if name in values:
                KeyAttribute.of_field(self.layout.fields[name]).build(values)

    def _limits(self, start: Mapping[str, Any], placeholders: Placeholders) -> Iterator[str]:
        """The bounds of fields, where a sum or a list is made by the store itself."""
        for name in sorted(self._derived_names - start.keys()):
            yield from (change.condition(placeholders) for change in self.nested.get(name, ()))
            if (bound := self._bound(self.layout.fields[name])) is None:
                continue
            comparison, limit = bound
            path = placeholders.name(self.layout.fields[name].stored or "")
            text = f"{comparison.format(path)} {placeholders.value(to_attribute(limit))}"
            first = dict(self._new_values({name: None}))[name]
            yield text if self._bound_violation(name, first) else f"attribute_not_exists({path}) OR {text}"

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


def _put_key(body: dict[str, Any]) -> WriteAction:
    """An item that is only its key: DynamoDB makes none of an update that sets nothing."""
    return WriteAction("Put", {"Item" if name == "Key" else name: value for name, value in body.items()})


def _action(body: dict[str, Any], clauses: Clauses) -> WriteAction:
    """An update that changes nothing still looks whether the item is there."""
    update = clauses.text()
    return WriteAction("Update", {**body, "UpdateExpression": update} if update else body, outcome=clauses.outcome)


def _bound_text(word: str, is_open: bool, bound: Any) -> str:
    return f"{word} {bound}" if is_open else str(bound)


def _check_parts(key: KeyAttribute, values: Mapping[str, Any]) -> None:
    """Refuse a value that can't stand in a key, even where the others of its parts are not known yet."""
    if key.template is None:
        return
    given = key.with_computed(values)
    for part in key.template.parts:
        if given.get(part.field) is None:
            continue
        try:
            part.codec.encode(given[part.field])
        except InvalidKeyValue as refusal:
            refusal.locate(part.field, key.template.equation)
            raise
