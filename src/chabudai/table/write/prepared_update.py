"""Updates: what a change of some fields sends, with the keys and guards that are made of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import AttributeValue, Item
from chabudai.table.errors import InvalidKeyValue
from chabudai.table.lazy import lazy
from chabudai.table.plans import Update
from chabudai.table.query.expressions import Placeholders
from chabudai.table.schema.fields import NO_DEFAULT
from chabudai.table.schema.key_attributes import KeyAttribute
from chabudai.table.write.clauses import Clauses
from chabudai.table.write.guards import Claim, changed_claims, claims_of_forms, guarded_fields
from chabudai.table.write.prepared_write import BuiltWrite, WriteAction
from chabudai.table.write.update_templates import UpdateTemplate
from chabudai.table.write.updated_values import UpdatedValues

if TYPE_CHECKING:
    from chabudai.table.schema.constraints import Guard


# What of a prepared update depends on which fields are changed and how, but on no value.
_OF_SHAPE = (
    "_derived_names",
    "_is_of_plain_shape",
    "_made_of_others",
    "_not_derivable_by_store",
    "_read_attributes",
    "affected_guards",
    "affected_keys",
    "changed",
    "fills",
    "filled_nulls",
    "needs",
    "nested",
)


@dataclass(frozen=True)
class PreparedUpdate(UpdatedValues):
    @staticmethod
    def of(plan: Update[Any], now: datetime) -> "PreparedUpdate":
        """Of simple plans those of one shape are worked out once, and told of the others by that."""
        made = PreparedUpdate(plan, now)
        if not plan.is_simple:
            return made
        changes = (plan.sets, plan.adds, plan.removes, plan.appends, plan.set_additions, plan.set_removals)
        shape = ("shape", *map(frozenset, changes))
        known = made.layout.request_templates.get(shape)
        if known is None:
            known = made.layout.request_templates[shape] = {name: getattr(made, name) for name in _OF_SHAPE}
        vars(made).update(known)
        return made

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
        return frozenset(
            unknown | (self.filled_nulls - sets.keys() - fixed.keys()) | (self._not_derivable_by_store - fixed.keys())
        )

    @property
    def _may_make_only_a_key(self) -> bool:
        """Whether all that is set is left out of an item: the store makes none of attributes that are removed."""
        if not self.plan.may_create or not self.sets or self._derived_names:
            return False
        given = {**self.fills, **self.sets}
        return all(self.layout.fields[name].encode_stored(value) is None for name, value in given.items())

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

    def build(self, seen: Item | None) -> BuiltWrite:
        start = self._values_before(seen, self.needs)
        after = self._values_after(start)
        if not self._is_of_plain_shape or not self._derived_names <= start.keys():
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
        return WriteAction("Update", template.fill(self.key, [*values, self.layout.schema_version.attribute])), []

    def other_way(self, current: Item | None) -> "PreparedUpdate | None":
        """A default stands for what an item lacks, but within it the store can change nothing."""
        is_left_to_store = self.nested.keys() - self._not_derivable_by_store - self.fixed.keys()
        if current is None or self.reads_places or not is_left_to_store:
            return None
        return replace(self, reads_places=True)

    def entity_after(self, seen: Item | None) -> Any:
        """What the update makes of an item; None where that is not known."""
        if seen is None and self.must_exist:
            return None
        return self.layout.construct(self._values_after(self._values_before(seen, frozenset(self.layout.fields))))

    @lazy
    def _is_of_plain_shape(self) -> bool:
        """Whether all that is sent are new values, and that the old ones they are made of are still the same."""
        layout = self.layout
        return self.plan.is_simple and not (
            self.affected_guards
            or self._is_judged_whole
            or layout.expiry is not None
            or not layout.schema_version.is_first
            or not layout.raw_index_fields.isdisjoint(self.changed)
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

    def _claims(self, seen: Item | None, after: Mapping[str, Any]) -> list[Claim]:
        if not self.affected_guards:
            return []
        is_new = seen is None and self.plan.may_create
        names = self.needs & guarded_fields(self.layout, self.affected_guards)
        if seen is None:
            before = None if is_new else self.fixed
            return list(changed_claims(self.layout, self.affected_guards, self.key, before, after))
        forms = self._guarded_forms(seen, names)
        return claims_of_forms(self.layout, self.affected_guards, self.key, forms, after)

    def _guarded_forms(self, seen: Item, names: frozenset[str]) -> list[dict[str, Any]]:
        """The fields of guards as they were: without a value or a default that stands for it, there was no guard."""
        unset = (name for name in names & self.fills.keys() if self.layout.fields[name].default is NO_DEFAULT)
        first = dict.fromkeys(name for name in unset if not self._has_value(name, seen))
        ways = self.layout.read_values, self.layout.typed_values
        return [{**first, **read(seen, names - first.keys()), **self.fixed} for read in ways]

    def _clauses(self, start: Mapping[str, Any], after: Mapping[str, Any], placeholders: Placeholders) -> Clauses:
        clauses = Clauses(placeholders)
        fields = self.layout.fields
        changed = {*self.sets, *(self._derived_names & start.keys()), *self._changed_by_rules(start, after)}
        for name in sorted(changed):
            clauses.put(fields[name], after[name])
        self._derive_in_store(clauses, self._derived_names - start.keys())
        for name in self.fills.keys() - self._derived_names - changed:
            if name in self.filled_nulls and name in after:
                clauses.put(fields[name], after[name])
            else:
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


def _put_key(body: dict[str, Any]) -> WriteAction:
    """An item that is only its key: DynamoDB makes none of an update that sets nothing."""
    return WriteAction("Put", {"Item" if name == "Key" else name: value for name, value in body.items()})


def _action(body: dict[str, Any], clauses: Clauses) -> WriteAction:
    """An update that changes nothing still looks whether the item is there."""
    update = clauses.text()
    return WriteAction("Update", {**body, "UpdateExpression": update} if update else body)


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
