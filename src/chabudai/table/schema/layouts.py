"""Layouts: how entity and stored item become each other, by what the entity's declaration says."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from chabudai.items import jsontext
from chabudai.table.attributes import AttributeValue, Item
from chabudai.table.errors import (
    NOTHING,
    InvalidFieldValue,
    InvalidKeyValue,
    MissingPart,
    TableError,
    UnknownField,
    suggest_name,
)
from chabudai.table.schema.careful_reader import CarefulReader
from chabudai.table.schema.fault_places import locate_fault
from chabudai.table.schema.field_layouts import FieldLayout
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.item_decoders import TextDecoder, TextsDecoder, compile_decoder, compile_texts_decoder
from chabudai.table.schema.item_parsers import ItemParser, ItemsParser, compile_items_parser, compile_parser
from chabudai.table.schema.item_writers import (
    ItemWriter,
    KeyCheck,
    compile_item_writer,
    compile_key_check,
    compile_key_writer,
)
from chabudai.table.schema.key_attributes import KeyAttribute
from chabudai.table.schema.stored_forms import is_same_form
from chabudai.table.schema.stored_validation import compile_validator
from chabudai.table.schema.trash import Trash

if TYPE_CHECKING:
    from chabudai.table.schema.entities import Row

_PARTITIONS = 256


@dataclass(frozen=True)
class Layout(FieldLayout):
    @cached_property
    def request_templates(self) -> dict[Any, Any]:
        """What requests of one shape have in common, kept here by those who build them."""
        return {}

    def key_values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of the table's key, each once and no other, in their own types."""
        try:
            return self._check_key(given)
        except LookupError:
            self._check_key_fields(given)
            raise

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
            refusal.locate(", ".join(sorted(missing)), f"the key of {self.name}")
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
        if held.keys() == self.fields.keys():
            return held.copy()
        if unknown := entity.model_fields_set - self.fields.keys():
            raise UnknownField(
                f"{self.name} has no field {min(unknown)!r}, which a copy was given: model_copy(update=…) checks no "
                f"names; {suggest_name(min(unknown), self.fields)}"
            )
        return {name: held[name] if name in held else self._value_of(entity, name) for name in self.fields}

    def _value_of(self, entity: "Row", name: str) -> Any:
        """Refuse an entity without one of its fields, as `model_construct` makes them."""
        if not hasattr(entity, name):
            raise InvalidFieldValue(
                name,
                NOTHING,
                f"it has no value: model_construct(…) checks nothing, {self.name}(…) makes an entity of all its fields",
                self.name,
            )
        return getattr(entity, name)

    def construct(self, values: dict[str, Any]) -> Any:
        """The entity that its constructor makes of these values; InvalidFieldValue for what it refuses.

        A rule over several fields may have looked at one that another rule changed after it: so all of them see what
        was made once more. And rules see what is stored when a row is read, as a time in UTC. Otherwise it would be
        read as another than the one that its keys were made of.
        """
        try:
            if self._fields_with_models:
                values = {
                    **values,
                    **{n: self.fields[n].check(values[n]) for n in self._fields_with_models if n in values},
                }
            made = self.rules.construct(values)
            if not self._is_seen_again or (again := self._values_to_see(made)) is None:
                return made
            values = again
            return self.rules.construct(values)
        except ValidationError as error:
            fault = error.errors(include_url=False, include_context=False)[0]
            if not fault["loc"]:
                known = {name: values[name] for name in self.fields if name in values}
                raise InvalidFieldValue("", known, fault["msg"], self.name) from None
            first, *within = fault["loc"]
            place, found = locate_fault(str(first), values.get(str(first)), within)
            raise InvalidFieldValue(place, found, fault["msg"], self.name) from None

    def _values_to_see(self, made: Any) -> dict[str, Any] | None:
        """What rules have to see once more of an entity that was made; None where they have seen that already."""
        values = self.values(made)
        read = {field.name: field.as_read(values[field.name]) for field in self._fields_seen_as_read}
        if not self.rules.is_over_several_fields and all(is_same_form(values[n], read[n]) for n in read):
            return None
        return {**values, **read}

    @cached_property
    def _is_seen_again(self) -> bool:
        return self.rules.is_over_several_fields or bool(self._fields_seen_as_read)

    @cached_property
    def _fields_seen_as_read(self) -> tuple[StoredField, ...]:
        return tuple(field for field in self.fields.values() if field.is_seen_as_read)

    @cached_property
    def _fields_with_models(self) -> tuple[str, ...]:
        return tuple(name for name, field in self.fields.items() if field.models)

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
            return self._parse_item(item)
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

    def from_text(self, text: bytes) -> Any:
        """The same of one alone."""
        try:
            return self._decode_item(text)
        except (TableError, LookupError, TypeError, ValueError):
            return self.from_item(jsontext.loads_all((text,))[0])

    def version_of(self, item: Item) -> int:
        """The schema version that an item was stored in; UnreadableItem where it says none."""
        return self._careful.version_of(item)

    def upgrade(self, item: Item) -> Item:
        """An item as the current schema version has it; UnreadableItem where it can't be made so."""
        return self._careful.upgrade(item)

    def stored_values(self, item: Item) -> dict[str, Any]:
        """What an item of the current schema version says of each field; what it does not say is left out."""
        return self._careful.stored_values(item)

    def typed_values(self, item: Item, names: Iterable[str]) -> dict[str, Any]:
        """The values of these fields; a default stands for what is missing, and must be there."""
        return self._careful.typed_values(item, names)

    def read_values(self, item: Item, names: Iterable[str]) -> dict[str, Any]:
        """The same as they are read: what was stored before a field had its rules is what these make of it."""
        return self._careful.read_values(item, names)

    @cached_property
    def _careful(self) -> CarefulReader:
        return CarefulReader(self)

    @cached_property
    def _decode_item(self) -> TextDecoder:
        return compile_decoder(self)

    @cached_property
    def _decode_items(self) -> TextsDecoder:
        return compile_texts_decoder(self)

    @cached_property
    def _parse_item(self) -> ItemParser:
        return compile_parser(self)

    @cached_property
    def _parse_items(self) -> ItemsParser:
        return compile_items_parser(self)

    @cached_property
    def validate(self) -> Callable[[dict[str, Any]], Any]:
        """What the entity's constructor makes of stored values, limits apart."""
        return compile_validator(self.entity)

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
        current = item if self.schema_version.is_first else self.upgrade(item)
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

    def _require_attribute(self, key: KeyAttribute, values: Mapping[str, Any]) -> AttributeValue:
        attribute = key.build(values)
        if attribute is None:
            refusal: InvalidKeyValue = MissingPart()
            given = f"{self.name}.{key.name}" if key.template is None else key.template.equation
            refusal.locate(next((name for name in key.fields if values.get(name) is None), key.name), given)
            raise refusal
        return attribute
