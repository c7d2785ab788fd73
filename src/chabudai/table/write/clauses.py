"""Clauses: the parts of an update expression, each attribute in one of them."""

from collections.abc import Iterable, Mapping
from typing import Any

from chabudai.table.attributes import AttributeValue, to_attribute
from chabudai.table.nested_changes import NestedChange
from chabudai.table.query.expressions import Placeholders
from chabudai.table.schema.fields import NO_DEFAULT, StoredField
from chabudai.table.schema.key_attributes import KeyAttribute
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE


class Clauses:
    """A field that only keys hold says nothing here: its keys do."""

    def __init__(self, placeholders: Placeholders) -> None:
        self._placeholders = placeholders
        self._clauses: dict[str, list[str]] = {}

    def put(self, field: StoredField, value: Any) -> None:
        if field.stored is not None:
            self._assign(field.stored, field.encode_stored(value))

    def key(self, key: KeyAttribute, values: Mapping[str, Any]) -> None:
        self._assign(key.name, key.build(values))

    def drop(self, name: str) -> None:
        """An attribute that nothing makes any more."""
        self._assign(name, None)

    def stamp(self, schema_version: int) -> None:
        self._assign(VERSION_ATTRIBUTE, {"N": str(schema_version)})

    def add(self, field: StoredField, amount: Any, initial: Any) -> None:
        path = self._path(field)
        start = self._placeholders.value(to_attribute(start_value(field, initial)))
        more = self._placeholders.value(to_attribute(amount))
        self._add_clause("SET", f"{path} = if_not_exists({path}, {start}) + {more}")

    def append(self, field: StoredField, more: tuple[Any, ...], initial: Any) -> None:
        path = self._path(field)
        start = self._placeholders.value(field.encode_or_tell(start_value(field, initial)) or {"L": []})
        added = self._placeholders.value(field.encode_or_tell(list(more)) or {"L": []})
        self._add_clause("SET", f"{path} = list_append(if_not_exists({path}, {start}), {added})")

    def fill(self, field: StoredField, value: Any) -> None:
        if field.stored is None or (attribute := field.encode_stored(value)) is None:
            return
        path = self._path(field)
        self._add_clause("SET", f"{path} = if_not_exists({path}, {self._placeholders.value(attribute)})")

    def add_to_set(self, field: StoredField, members: frozenset[Any]) -> None:
        self._change_set("ADD", field, members)

    def remove_from_set(self, field: StoredField, members: frozenset[Any]) -> None:
        self._change_set("DELETE", field, members)

    def change_within(self, changes: Iterable[NestedChange]) -> None:
        for change in changes:
            self._add_clause(*change.clause(self._placeholders))

    @property
    def sets_anything(self) -> bool:
        """Whether an item would be made by it: of what is only removed DynamoDB makes none."""
        return bool(self._clauses.keys() - {"REMOVE", "DELETE"})

    def text(self) -> str:
        return " ".join(f"{verb} {', '.join(parts)}" for verb, parts in self._clauses.items())

    def _change_set(self, verb: str, field: StoredField, members: frozenset[Any]) -> None:
        if (attribute := field.encode_or_tell(members)) is not None:
            self._add_clause(verb, f"{self._path(field)} {self._placeholders.value(attribute)}")

    def _assign(self, name: str, attribute: AttributeValue | None) -> None:
        path = self._placeholders.name(name)
        if attribute is None:
            self._add_clause("REMOVE", path)
        else:
            self._add_clause("SET", f"{path} = {self._placeholders.value(attribute)}")

    def _path(self, field: StoredField) -> str:
        return self._placeholders.name(field.stored or "")

    def _add_clause(self, verb: str, part: str) -> None:
        self._clauses.setdefault(verb, []).append(part)


def start_value(field: StoredField, initial: Any) -> Any:
    """What a field that has no value is changed from: the first value given for it, its default, or nothing at all."""
    for value in (initial, field.default):
        if value is not None and value is not NO_DEFAULT:
            return value
    return 0 if field.is_number else frozenset() if field.is_set else []
