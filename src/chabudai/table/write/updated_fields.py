"""The fields of an update: which ones change, how, and what is known of them before anything is read."""

from dataclasses import dataclass
from typing import Any

from chabudai.table.errors import NOTHING, InvalidFieldValue
from chabudai.table.lazy import lazy
from chabudai.table.nested_changes import NestedChange
from chabudai.table.plans import Update
from chabudai.table.query.conditions import ALWAYS, equalities
from chabudai.table.schema.fields import NO_DEFAULT, StoredField
from chabudai.table.write.clauses import start_value
from chabudai.table.write.prepared_write import PreparedWrite, write_time


@dataclass(frozen=True)
class UpdatedFields(PreparedWrite):
    """`reads_places`: a place within a field is changed here, of what was read, and not by the store itself."""

    plan: Update[Any]
    reads_places: bool = False

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
    def filled_nulls(self) -> frozenset[str]:
        """Fields whose None is an attribute, so that only a look tells whether the first value is to be given."""
        return frozenset(name for name in self.plan.initial if self.layout.fields[name].keeps_null)

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

    def _fill(self, field: StoredField) -> Any:
        if field.name in self.plan.initial:
            return self.plan.initial[field.name]
        if field.default is not NO_DEFAULT:
            return field.checked_default()
        if field.name in self._derived_names:
            return None
        if field.has_default:
            return self._make_default(field)
        if field.stored is None:
            return None
        raise InvalidFieldValue(field.name, NOTHING, self._upsert_advice(field), field.owner)

    def _upsert_advice(self, field: StoredField) -> str:
        entity, name = self.layout.name, field.name
        if field.is_frozen:
            return (
                f"it is frozen and has no default, so no upsert can make a {entity}: insert {entity}(…) where there is "
                f"none, and use {entity}.update(…) where it exists"
            )
        return (
            f"it has no default, so an upsert that finds no {entity} can't make one: give a value by "
            f"if_missing({name}=…) or set({name}=…), or use {entity}.update(…) where it exists"
        )

    def _make_default(self, field: StoredField) -> Any:
        info = self.layout.entity.model_fields[field.name]
        made = info.get_default(call_default_factory=True, validated_data={})
        return field.as_read(made) if field.is_seen_as_read else made

    @lazy
    def changed(self) -> frozenset[str]:
        return frozenset({*self.plan.changed, *self.sets, *self.adds, *self.plan.initial})

    @lazy
    def nested(self) -> dict[str, list[NestedChange]]:
        """Changes within fields, by the field."""
        found: dict[str, list[NestedChange]] = {}
        for change in self.plan.nested:
            found.setdefault(change.path.field.name, []).append(change)
        return found

    @lazy
    def _derived_names(self) -> frozenset[str]:
        """Fields whose new values are made of their old ones."""
        of_whole = (self.adds, self.plan.appends, self.plan.set_additions, self.plan.set_removals, self.nested)
        return frozenset(name for changes in of_whole for name in changes)

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
            is_left_to_store = not (self.plan.may_create or self.reads_places)
            return is_left_to_store and all(each.is_derivable_by_store for each in self.nested[field.name])
        if field.codec is not None or field.keeps_null or field.stored is None or not field.is_bounded_only:
            return False
        if field.is_expiry:
            return False  # a sum is rounded up to whole seconds, and has to be some
        if field.omits_default and field.name in self.layout.raw_index_fields:
            return False  # its default is no attribute, and so does not stand in an index
        if not field.is_set:
            return True
        is_growing = field.name in self.plan.set_additions
        is_limited = (field.longest if is_growing else field.shortest) is not None
        return not is_limited and not start_value(field, self.plan.initial.get(field.name))

    @property
    def _is_judged_whole(self) -> bool:
        return self.layout.rules.is_over_several_fields
