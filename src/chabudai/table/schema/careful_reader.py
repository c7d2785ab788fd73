"""The careful reader: an item read field by field, which says what is wrong with it where it is no such entity."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from chabudai.table.attributes import AttributeValue, Item
from chabudai.table.errors import InvalidFieldValue, NewerItem, TableError, UnreadableItem
from chabudai.table.schema.fields import NO_DEFAULT, StoredField
from chabudai.table.schema.item_parsers import construct_entity
from chabudai.table.schema.key_attributes import KeyAttribute
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE
from chabudai.table.schema.stored_validation import compile_field_validators, keeps_values
from chabudai.table.schema.upgrades import FailedUpgrade, UnreadableStamp, version_of

if TYPE_CHECKING:
    from chabudai.table.schema.layouts import Layout


# What anyone's code raises for an item that it was not made for.
_FAULTS_OF_UPGRADES = (TableError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True)
class CarefulReader:
    layout: "Layout"

    def parse(self, item: Item) -> Any:
        if not self.layout.owns(item):
            raise self._foreign(item)
        stored = self.stored_values(self.upgrade(item))
        if keeps_values(self.layout.entity):
            values = {field.name: self._value_or_default(field, stored, item) for field in self.layout.fields.values()}
            return construct_entity(self.layout, values)
        given = [field for field in self.layout.fields.values() if not self._is_left_to_entity(field, stored)]
        try:
            return self.layout.validate(
                {field.name: self._value_or_fixed_default(field, stored, item) for field in given}
            )
        except ValidationError as error:
            fault = error.errors(include_url=False, include_context=False)[0]
            where = ".".join(map(str, fault["loc"]))
            raise UnreadableItem(self._identify(item), f"is no {self.layout.name}: {where}: {fault['msg']}") from None

    def stored_values(self, item: Item) -> dict[str, Any]:
        """What an item of the current schema version says of each field; what it does not say is left out."""
        values: dict[str, Any] = {}
        for key in (*reversed(self.layout.derived), *self.layout.primary):
            if key.name in item:
                values |= self._read(key, item)
        for name, attribute in item.items():
            if (field := self.layout.by_stored.get(name)) is not None:
                values[field.name] = self._decode(field, attribute, item)
        for field in self.layout.fields.values():
            if field.name not in values and self._is_none_without_key(field):
                values[field.name] = None
        return values

    def read_values(self, item: Item, names: Iterable[str]) -> dict[str, Any]:
        """The same as they are read: by the entity's rules of each field alone."""
        values = self.typed_values(item, names)
        if ruled := self._validators.keys() & values.keys():
            stored = self.stored_values(item)
            said = [name for name in ruled if name in stored]  # a default is taken as it is
            values |= {name: self._rule(name, values[name], item) for name in said}
        return values

    @cached_property
    def _validators(self) -> Mapping[str, Callable[[Any], Any]]:
        return compile_field_validators(self.layout.rules)

    def _rule(self, name: str, value: Any, item: Item) -> Any:
        try:
            return self._validators[name](value)
        except ValidationError as error:
            fault = error.errors(include_url=False, include_context=False)[0]
            raise UnreadableItem(self._identify(item), f"is no {self.layout.name}: {name}: {fault['msg']}") from None

    def typed_values(self, item: Item, names: Iterable[str]) -> dict[str, Any]:
        """The values of these fields; a default stands for what is missing, and must be there."""
        values: dict[str, Any] = {}
        others: list[StoredField] = []
        for field in (self.layout.fields[name] for name in names):
            if field.stored is not None and field.stored in item:
                values[field.name] = self._coerce(field, self._decode(field, item[field.stored], item), item)
            else:
                others.append(field)
        stored = self.stored_values(item) if others else {}
        return values | {field.name: self._value_or_fixed_default(field, stored, item) for field in others}

    def version_of(self, item: Item) -> int:
        """The schema version that an item was stored in."""
        try:
            return version_of(item)
        except UnreadableStamp as error:
            raise UnreadableItem(self._identify(item), f"is no {self.layout.name}: {error}") from None

    def upgrade(self, item: Item) -> Item:
        number = self.version_of(item)
        if self.layout.schema_version.is_newer(item):
            raise self._newer(item)
        try:
            return self.layout.schema_version.upgrade(item)
        except _FAULTS_OF_UPGRADES as error:
            told = str(error) if isinstance(error, (FailedUpgrade, TableError)) else repr(error)
            reason = f"is no {self.layout.name}: it is of schema version {number} and can't be upgraded: {told}"
            raise UnreadableItem(self._identify(item), reason) from error

    def _is_left_to_entity(self, field: StoredField, stored: Mapping[str, Any]) -> bool:
        """Whether an item says nothing of the field, and the entity itself has a default for it."""
        is_said = field.name in stored and (field.stored is not None or stored[field.name] is not None)
        return field.has_default and not is_said

    def _value_or_default(self, field: StoredField, stored: Mapping[str, Any], item: Item) -> Any:
        """The same; but what is made anew each time, as an id, will also do."""
        if field.name in stored or field.default is not NO_DEFAULT or not field.has_default:
            return self._value_or_fixed_default(field, stored, item)
        return self.layout.entity.model_fields[field.name].get_default(call_default_factory=True, validated_data={})

    def _value_or_fixed_default(self, field: StoredField, stored: Mapping[str, Any], item: Item) -> Any:
        """What the item says of a field, in its type; else the default that is always the same, which must be there."""
        if field.name in stored:
            return self._coerce(field, stored[field.name], item)
        if field.default is not NO_DEFAULT:
            return field.new_default()
        raise UnreadableItem(
            self._identify(item),
            f"is no {self.layout.name}: {field.name} is missing and has no default: give it one, or the entity an "
            "upgrade",
        )

    def _is_none_without_key(self, field: StoredField) -> bool:
        """Whether the field is None when no key is there to tell it."""
        return field.stored is None and field.name not in self.layout.key_fields and field.allows_none

    def _read(self, key: KeyAttribute, item: Item) -> dict[str, Any]:
        """What a key says; one of an index only of fields that live in keys, and nothing if others wrote it."""
        if key.template is None:
            return {}
        found = key.read(item[key.name])
        is_own = key in self.layout.primary
        if found is None and is_own:
            raise self._foreign(item)
        wanted = (
            name
            for name in found or ()
            if name in self.layout.fields and (is_own or self.layout.fields[name].stored is None)
        )
        return {name: (found or {})[name] for name in wanted}

    def _decode(self, field: StoredField, attribute: AttributeValue, item: Item) -> Any:
        try:
            return field.decode(attribute)
        except (TableError, TypeError, ValueError) as error:
            raise UnreadableItem(self._identify(item), f"is no {self.layout.name}: {field.name}: {error}") from None
        except LookupError:
            raise UnreadableItem(
                self._identify(item), f"is no {self.layout.name}: {field.name} is stored as {attribute}"
            ) from None

    def _coerce(self, field: StoredField, value: Any, item: Item) -> Any:
        try:
            return field.coerce(value)
        except InvalidFieldValue as refusal:
            reason = f"is no {self.layout.name}: {field.name}: {refusal.reason}, but it was {refusal.value!r}"
            raise UnreadableItem(self._identify(item), reason) from None

    def _foreign(self, item: Item) -> UnreadableItem:
        """An item whose key is not one of this entity's is another's, even if every field could be read from it."""
        found = " / ".join(
            f"{name} {_format_attribute(item.get(name))}" for name in self.layout.table.primary.attributes
        )
        wanted = " / ".join(f"{key.name} {key.template or 'of any value'}" for key in self.layout.primary)
        return UnreadableItem(
            self._identify(item), f"is no row of {self.layout.whole}: its key is {found}, not {wanted}"
        )

    def _newer(self, item: Item) -> UnreadableItem:
        number = item[VERSION_ATTRIBUTE]["N"]
        known = self.layout.schema_version.number
        return NewerItem(
            self._identify(item),
            f"is of {self.layout.whole}'s schema version {number}, newer than the {known} known here",
        )

    def _identify(self, item: Item) -> Item:
        """Enough of an item to find it again."""
        return {name: item[name] for name in self.layout.table.primary.attributes if name in item}


def _format_attribute(attribute: AttributeValue | None) -> str:
    return "missing" if attribute is None else repr(next(iter(attribute.values()), None))
