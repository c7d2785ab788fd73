"""The fields of an entity: what its declaration says of them, of the keys made of them and of where they are stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from chabudai.table.errors import (
    AttributeNameConflict,
    DesignError,
    ImmutableField,
    UnknownField,
    UnrecoverableField,
    suggest_name,
)
from chabudai.table.schema.constraints import Guard
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.key_attributes import Computed, KeyAttribute
from chabudai.table.schema.reserved_names import RESERVED_ATTRIBUTES, VERSION_ATTRIBUTE
from chabudai.table.schema.rules import EntityRules
from chabudai.table.schema.trash import Trash
from chabudai.table.schema.upgrades import SchemaVersion

if TYPE_CHECKING:
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.tables import Table


@dataclass(frozen=True)
class FieldLayout:
    """`source` is the entity; `entity` the same, or a view of it."""

    source: "type[Row]"
    entity: "type[Row]"
    table: "type[Table]"
    fields: Mapping[str, StoredField]
    computed: Mapping[str, Computed]
    keys: Mapping[str, KeyAttribute]
    guards: tuple[Guard, ...]
    schema_version: SchemaVersion
    trash: Trash | None = None

    @property
    def name(self) -> str:
        return self.entity.__name__

    @cached_property
    def by_stored(self) -> Mapping[str, StoredField]:
        found: dict[str, StoredField] = {}
        for field in self.fields.values():
            if field.stored is None:
                continue
            if not field.stored:
                raise AttributeNameConflict(
                    f"{self.name}.{field.name} would be stored without a name; Stored(…) gives it one"
                )
            if field.stored in RESERVED_ATTRIBUTES:
                raise AttributeNameConflict(
                    f"{self.name}.{field.name} would be stored as {field.stored}, by which the toolkit keeps something "
                    "of its own in rows; Stored(…) gives it another name"
                )
            if field.stored in found or field.stored in self.keys:
                other = found[field.stored].name if field.stored in found else "a key"
                raise AttributeNameConflict(
                    f"{self.name}: {other} and {field.name} would both be stored as {field.stored}; Stored(…) gives "
                    "one of them another name"
                )
            found[field.stored] = field
        return found

    @cached_property
    def primary(self) -> tuple[KeyAttribute, ...]:
        """The table's own key, one or two attributes."""
        return tuple(self._primary_attribute(name) for name in self.table.primary.attributes)

    @cached_property
    def derived(self) -> tuple[KeyAttribute, ...]:
        """Keys of indexes that are made of fields."""
        own = {key.name for key in self.primary}
        return tuple(key for name, key in self.keys.items() if name not in own)

    def keys_made_of(self, fields: frozenset[str]) -> tuple[KeyAttribute, ...]:
        """Those keys of indexes that change when one of these fields does."""
        found = self._keys_by_fields.get(fields)
        if found is None:
            found = self._keys_by_fields[fields] = tuple(key for key in self.derived if key.fields & fields)
        return found

    @cached_property
    def _keys_by_fields(self) -> dict[frozenset[str], tuple[KeyAttribute, ...]]:
        return {}

    @cached_property
    def key_fields(self) -> frozenset[str]:
        return frozenset().union(*(key.fields for key in self.primary))

    @cached_property
    def version(self) -> StoredField | None:
        return next((field for field in self.fields.values() if field.is_version), None)

    @cached_property
    def updated_at(self) -> StoredField | None:
        return next((field for field in self.fields.values() if field.is_updated_at), None)

    @cached_property
    def expiry(self) -> StoredField | None:
        return next((each for each in self.all_fields.values() if each.stored and each.stored == self.table.ttl), None)

    @cached_property
    def may_hide_rows(self) -> bool:
        """Whether a row that is stored may not be there for a reader: its time is over, or the trash has it."""
        return self.table.ttl is not None or self.trash is not None

    @cached_property
    def raw_index_fields(self) -> frozenset[str]:
        """Fields that are a key of an index as they are."""
        names = {name for index in self.table.indexes for name in index.attributes} - self.keys.keys()
        return frozenset(self.by_stored[name].name for name in names if name in self.by_stored)

    @cached_property
    def rules(self) -> EntityRules:
        return EntityRules(self.source)

    @cached_property
    def set_once(self) -> tuple[StoredField, ...]:
        """Frozen fields: set when the entity is made. Those of its key can't change anyway."""
        frozen = (field for field in self.fields.values() if field.is_frozen)
        return tuple(field for field in frozen if field.name not in self.key_fields)

    @cached_property
    def frozen_fields(self) -> tuple[StoredField, ...]:
        """Those that are set once and have an attribute of their own."""
        return tuple(field for field in self.set_once if field.stored is not None)

    @cached_property
    def frozen_in_keys(self) -> frozenset[str]:
        """Those that only keys of indexes hold, beside others, so that no condition can compare them."""
        return frozenset(field.name for field in self.set_once if field.stored is None)

    @cached_property
    def fields_made_of_others(self) -> Mapping[str, StoredField]:
        """Fields whose default is made of other fields: what stands for a missing one only a look at the row tells."""
        fields = self.all_fields.items()
        return {name: field for name, field in fields if field.is_default_of_others and field.stored is not None}

    @cached_property
    def undeclared_index_attributes(self) -> tuple[str, ...]:
        """Keys of the table's indexes that this entity has none for: in a row they are left from an older design."""
        own = {*self.table.primary.attributes, *self.keys, *self.source.layout.by_stored}
        names = dict.fromkeys(name for index in self.table.indexes for name in index.attributes)
        return tuple(name for name in names if name not in own)

    @cached_property
    def is_view(self) -> bool:
        return self.entity is not self.source

    @cached_property
    def is_read_in_part(self) -> bool:
        """Whether only what a view shows is asked for: an older schema version may hold it in other attributes."""
        return self.is_view and self.schema_version.is_first

    @property
    def whole(self) -> str:
        """The name of the entity itself, of which this may be a view."""
        return self.source.__name__

    @cached_property
    def attributes(self) -> tuple[str, ...]:
        """Every attribute that a reader of this layout needs, beside the table's own key."""
        beside = [name for name, field in self.fields.items() if field.stored or name not in self.key_fields]
        names = dict.fromkeys(source for name in beside for source in self.sources(name))
        names |= dict.fromkeys([self.table.ttl] if self.table.ttl and self.expiry else [])
        names |= dict.fromkeys(self.source.layout.sources(self.trash.field) if self.trash else [])
        return (*names, VERSION_ATTRIBUTE)

    @cached_property
    def projection(self) -> Mapping[str, Any]:
        """What a request asks for when a view is wanted: its attributes and no others."""
        names = dict.fromkeys([*self.table.primary.attributes, *self.attributes])
        short = {f"#{number}": name for number, name in enumerate(names)}
        return {"ProjectionExpression": ", ".join(short), "ExpressionAttributeNames": short}

    @cached_property
    def all_fields(self) -> Mapping[str, StoredField]:
        """Those of the entity itself, also where this is a view that shows only some."""
        return self.source.layout.fields if self.is_view else self.fields

    def field(self, name: str) -> StoredField:
        """A field of the entity, by which a view can also be asked for and filtered."""
        found = self.all_fields.get(name)
        if found is None:
            raise UnknownField(f"{self.name} has no field {name!r}; {self._advice(name)}")
        return found

    def _advice(self, name: str) -> str:
        """Instead of a name that is no field: a key and a computed part follow the fields that they are made of."""
        whole = self.source.layout
        if name in whole.computed:
            return f"it is computed of {', '.join(whole.computed[name].fields)}, and follows: give those"
        if name in whole.keys:
            return f"it is a key made of {', '.join(sorted(whole.keys[name].fields))}, and follows: give those"
        if name in whole.by_stored:
            return f"that is what {whole.by_stored[name].name} is stored as: name {whole.by_stored[name].name}"
        return suggest_name(name, self.all_fields)

    def stored_name_advice(self, name: str) -> str | None:
        """What to write where attributes are named, and the name that a field has in Python was given."""
        field = self.all_fields.get(name)
        if field is None or field.stored in (None, name):
            return None
        return f"{self.name}.{name} is stored as {field.stored}: name that"

    def kind_of(self, name: str) -> Any:
        """The type of a field, or of a computed part."""
        return self.computed[name].kind if name in self.computed else self.field(name).kind

    def check_value(self, name: str, value: Any) -> Any:
        """A value for a field or a computed part, as it is in Python."""
        return value if name in self.computed else self.field(name).check(value)

    def changeable_field(self, name: str) -> StoredField:
        field = self.field(name)
        if field.is_version or field.is_updated_at:
            raise ImmutableField(f"{self.name}.{name} is filled with each write: {field.filling_advice}")
        if name in self.key_fields:
            raise ImmutableField(
                f"{self.name}.{name} is part of its key, which an update can't change: delete it and insert "
                "another, in one transaction"
            )
        if field.is_frozen:
            raise ImmutableField(
                f"{self.name}.{name} is frozen, and so set once, when the entity is made: leave it, or declare it "
                "without frozen"
            )
        return field

    def key_attribute(self, name: str) -> KeyAttribute | None:
        """How this entity fills a key attribute; None when it does not, and so is not in that index."""
        if name in self.keys:
            return self.keys[name]
        field = (self.source.layout if self.is_view else self).by_stored.get(name)
        return None if field is None else KeyAttribute.of_field(field)

    def sources(self, name: str) -> tuple[str, ...]:
        """The attributes that hold a field: its own, or the keys of indexes that it is read back from."""
        field = self.fields[name]
        if field.stored is not None:
            return (field.stored,)
        return tuple(key.name for key in self.derived if key.holds(name))

    def check_recoverable(self) -> None:
        """Refuse a field that lives only in keys, but can't be read back from any."""
        for field in self.fields.values():
            if field.stored is None and not any(
                self._can_restore(key, field) for key in (*self.primary, *self.derived)
            ):
                raise UnrecoverableField(
                    f"{self.name}.{field.name} lives only in keys, but no key's template names it exactly (a month "
                    "does not say the day) and beside nothing that may be None; without InKey it has an attribute of "
                    "its own"
                )

    def _can_restore(self, key: KeyAttribute, field: StoredField) -> bool:
        """Whether a key names the field, and is there whenever the field is not None."""
        if not key.holds(field.name) or key in self.primary:
            return key.holds(field.name)
        others = (self.fields[name] for name in key.fields - {field.name})
        return not any(other.allows_none for other in others) and not key.may_compute_none

    def _primary_attribute(self, name: str) -> KeyAttribute:
        if key := self.key_attribute(name):
            return key
        raise DesignError(
            f"{self.name} has no {name}, the key of {self.table.name}: write {name} = key(…), or a field stored so"
        )
