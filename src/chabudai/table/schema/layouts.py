"""Layouts: what is known of one entity from its declaration, and so how entity and stored item become each other."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from chabudai.items import jsontext
from chabudai.table.annotations import models_in
from chabudai.table.attributes import AttributeValue, Item
from chabudai.table.errors import (
    AttributeNameConflict,
    DesignError,
    ImmutableField,
    InvalidFieldValue,
    InvalidKeyValue,
    MissingPart,
    TableError,
    UnknownField,
    UnrecoverableField,
    suggest_name,
)
from chabudai.table.schema.careful_reader import CarefulReader
from chabudai.table.schema.constraints import Guard
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.item_decoders import ItemDecoder, compile_decoder
from chabudai.table.schema.item_parsers import ItemParser, compile_parser
from chabudai.table.schema.item_writers import (
    ItemWriter,
    KeyCheck,
    compile_item_writer,
    compile_key_check,
    compile_key_writer,
)
from chabudai.table.schema.key_attributes import Computed, KeyAttribute
from chabudai.table.schema.rules import EntityRules
from chabudai.table.schema.stored_validation import compile_validator
from chabudai.table.schema.trash import Trash
from chabudai.table.schema.upgrades import VERSION_ATTRIBUTE, SchemaVersion

if TYPE_CHECKING:
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.tables import Table


_PARTITIONS = 256


@dataclass(frozen=True)
class Layout:
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
    def request_templates(self) -> dict[Any, Any]:
        """What requests of one shape have in common, kept here by those who build them."""
        return {}

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
    def raw_index_fields(self) -> frozenset[str]:
        """Fields that are a key of an index as they are."""
        names = {name for index in self.table.indexes for name in index.attributes} - self.keys.keys()
        return frozenset(self.by_stored[name].name for name in names if name in self.by_stored)

    @cached_property
    def rules(self) -> EntityRules:
        return EntityRules(self.source)

    @cached_property
    def frozen_fields(self) -> tuple[StoredField, ...]:
        """Fields that are set once, when the entity is made; those of its key can't change anyway."""
        return tuple(
            field
            for field in self.fields.values()
            if field.is_frozen and field.stored is not None and field.name not in self.key_fields
        )

    @cached_property
    def undeclared_index_attributes(self) -> tuple[str, ...]:
        """Keys of the table's indexes that this entity has none for: in a row they are left from an older design."""
        own = {*self.table.primary.attributes, *self.keys, *self.source.layout.by_stored}
        names = dict.fromkeys(name for index in self.table.indexes for name in index.attributes)
        return tuple(name for name in names if name not in own)

    @cached_property
    def is_view(self) -> bool:
        return self.entity is not self.source

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
            raise UnknownField(f"{self.name} has no field {name!r}; {suggest_name(name, self.all_fields)}")
        return found

    def kind_of(self, name: str) -> Any:
        """The type of a field, or of a computed part."""
        return self.computed[name].kind if name in self.computed else self.field(name).kind

    def check_value(self, name: str, value: Any) -> Any:
        """A value for a field or a computed part, as it is in Python."""
        return value if name in self.computed else self.field(name).check(value)

    def changeable_field(self, name: str) -> StoredField:
        field = self.field(name)
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

    def key_values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the table's key, each once and no other, in their own types."""
        if given.keys() != self.key_fields:
            self._check_key_fields(given)
        return self._check_key(given)

    @cached_property
    def _check_key(self) -> KeyCheck:
        return compile_key_check(self)

    def _check_key_fields(self, given: Mapping[str, Any]) -> None:
        if unknown := given.keys() - self.key_fields:
            raise UnknownField(
                f"{min(unknown)} is not in the key of {self.name}, which is made of "
                f"{', '.join(sorted(self.key_fields))}: name those, each once and no other"
            )
        if missing := self.key_fields - given.keys():
            refusal: InvalidKeyValue = MissingPart()
            refusal.locate(min(missing), f"the key of {self.name}")
            raise refusal

    def key(self, values: Mapping[str, Any]) -> Item:
        try:
            return self._write_key(values)
        except (TableError, LookupError, TypeError, ValueError):
            return self._write_key_carefully(values)

    @cached_property
    def _write_key(self) -> ItemWriter:
        return compile_key_writer(self)

    def _write_key_carefully(self, values: Mapping[str, Any]) -> Item:
        return {key.name: self._require_attribute(key, values) for key in self.primary}

    def key_of(self, item: Item) -> Item:
        return {key.name: item[key.name] for key in self.primary}

    def values(self, entity: "Row") -> dict[str, Any]:
        held = entity.__dict__
        # Beside the fields there may be what was worked out of them.
        return (
            held.copy() if held.keys() == self.fields.keys() else {name: getattr(entity, name) for name in self.fields}
        )

    def construct(self, values: dict[str, Any]) -> Any:
        """The entity that its constructor makes of these values; InvalidFieldValue for what it refuses."""
        try:
            if self._fields_with_models:
                values = {
                    **values,
                    **{name: self.fields[name].check(values[name]) for name in self._fields_with_models},
                }
            return self.rules.construct(values)
        except ValidationError as error:
            fault = error.errors(include_url=False, include_context=False)[0]
            name = ".".join(map(str, fault["loc"])) or "the whole"
            value = values.get(str(fault["loc"][0])) if fault["loc"] else values
            raise InvalidFieldValue(name, value, fault["msg"], self.name) from None

    @cached_property
    def _fields_with_models(self) -> tuple[str, ...]:
        return tuple(name for name, field in self.fields.items() if models_in(field.annotation))

    def to_item(self, values: Mapping[str, Any]) -> Item:
        """Everything that is stored for these values, every key included."""
        try:
            return self._write_item(values)
        except (TableError, LookupError, TypeError, ValueError):
            return self._write_carefully(values)

    @cached_property
    def _write_item(self) -> ItemWriter:
        return compile_item_writer(self)

    def _write_carefully(self, values: Mapping[str, Any]) -> Item:
        item = self._write_key_carefully(values)
        for field in self.fields.values():
            value = values[field.name]
            if field.stored is None or (field.omits_default and value == field.default):
                continue
            if (attribute := field.encode_or_tell(value)) is not None:
                item[field.stored] = attribute
        for key in self.derived:
            if (attribute := key.build(values)) is not None:
                item[key.name] = attribute
        for name in self.raw_index_fields:
            KeyAttribute.of_field(self.fields[name]).build(values)
        return self.schema_version.stamp(item)

    def from_item(self, item: Item) -> Any:
        """The entity that was stored so; an older schema version is upgraded."""
        try:
            return self._parse_items((item,))[0]
        except (TableError, LookupError, TypeError, ValueError):
            return self._careful.parse(item)

    def from_items(self, items: Sequence[Item]) -> list[Any]:
        """The same for many of them, in little more time than their values take."""
        try:
            return self._parse_items(items)
        except (TableError, LookupError, TypeError, ValueError):
            return list(map(self.from_item, items))

    def from_encoded(self, texts: Sequence[bytes]) -> list[Any]:
        """The same of items as a store keeps them, in JSON, in about half the time; DecodeError for what is none."""
        try:
            return self._decode_items(texts)
        except (TableError, LookupError, TypeError, ValueError):
            return self.from_items(jsontext.loads_all(texts))

    def version_of(self, item: Item) -> int:
        """The schema version that an item was stored in; UnreadableItem where it says none."""
        return self._careful.version_of(item)

    def stored_values(self, item: Item) -> dict[str, Any]:
        """What an item of the current schema version says of each field; what it does not say is left out."""
        return self._careful.stored_values(item)

    def read_values(self, item: Item, names: Iterable[str]) -> dict[str, Any]:
        """The values of these fields; a default stands for what is missing, and must be there."""
        return self._careful.read_values(item, names)

    @cached_property
    def _careful(self) -> CarefulReader:
        return CarefulReader(self)

    @cached_property
    def _decode_items(self) -> ItemDecoder:
        return compile_decoder(self)

    @cached_property
    def _parse_items(self) -> ItemParser:
        return compile_parser(self)

    @cached_property
    def validate(self) -> Callable[[dict[str, Any]], Any]:
        """What the entity's constructor makes of stored values, limits apart."""
        return compile_validator(self.entity)

    def sources(self, name: str) -> tuple[str, ...]:
        """The attributes that hold a field: its own, or the keys of indexes that it is read back from."""
        field = self.fields[name]
        if field.stored is not None:
            return (field.stored,)
        return tuple(key.name for key in self.derived if key.holds(name))

    def owns(self, item: Item) -> bool:
        """Whether an item's key is one of this entity's."""
        for name, matches in self._primary_matches:
            attribute = item.get(name)
            if attribute is None or (matches is not None and ("S" not in attribute or not matches(attribute["S"]))):
                return False
        return True

    @cached_property
    def _primary_matches(self) -> tuple[tuple[str, Callable[[str], object] | None], ...]:
        """The table's key by name, with what tells whether a text is this entity's; None where any value is."""
        matches = [None if key.template is None else key.template.match for key in self.primary]
        if matches[0] is not None:
            matches[0] = lru_cache(_PARTITIONS)(matches[0])  # rows of one query are in one partition
        return tuple(zip((key.name for key in self.primary), matches, strict=True))

    def with_trash(self, trash: Trash) -> "Layout":
        """The same for entities that can be in the trash, where they may give up what is unique."""
        checked = trash.check(self)
        freed_by = checked if checked.frees_unique else None
        guards = tuple(replace(guard, freed_by=freed_by) for guard in self.guards)
        return replace(self, trash=checked, guards=guards)

    def is_trashed(self, item: Item) -> bool:
        """Whether an item, of whichever schema version, is of an entity in the trash."""
        if self.trash is None:
            return False
        current = item if self.schema_version.is_first else self._careful.upgrade(item)
        field = self.all_fields[self.trash.field]
        if field.stored is None:
            return self.trash.holds({field.name: None, **self.source.layout.stored_values(current)})
        attribute = current.get(field.stored)
        if self.trash.status is None:
            return attribute is not None and "NULL" not in attribute
        return attribute == self._deleted_status if attribute is not None else field.default == self.trash.deleted

    @cached_property
    def _deleted_status(self) -> AttributeValue | None:
        assert self.trash is not None
        return self.all_fields[self.trash.field].encode(self.trash.deleted)

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

    def _require_attribute(self, key: KeyAttribute, values: Mapping[str, Any]) -> AttributeValue:
        attribute = key.build(values)
        if attribute is None:
            refusal: InvalidKeyValue = MissingPart()
            given = f"{self.name}.{key.name}" if key.template is None else key.template.equation
            refusal.locate(next((name for name in key.fields if values.get(name) is None), key.name), given)
            raise refusal
        return attribute
