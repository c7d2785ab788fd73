"""Unique constraints: the key of the guard row that keeps a value for the one entity that has it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from unicodedata import normalize

from chabudai.table.attributes import Item
from chabudai.table.schema.key_attributes import KeyAttribute, NormalForm
from chabudai.table.schema.trash import Trash


@dataclass(frozen=True)
class Guard:
    """For each value a row of its own, which names the entity that has it.

    `texts` are the fields and computed parts that are free texts: two that look alike are one in `normal_form`. While
    an entity is in the trash that `freed_by` is, nothing is kept for it.
    """

    name: str
    pk: KeyAttribute
    sk: KeyAttribute
    normal_form: NormalForm | None
    texts: frozenset[str]
    freed_by: Trash | None = None

    @cached_property
    def fields(self) -> frozenset[str]:
        """What has to be known to tell the key."""
        fields = self.pk.fields | self.sk.fields
        return fields if self.freed_by is None else fields | {self.freed_by.field}

    def key(self, values: Mapping[str, Any]) -> Item | None:
        """None when a part is None, or the entity is in the trash: then nothing is claimed."""
        if self.freed_by is not None and self.freed_by.holds(values):
            return None
        given = self._normalize(values, self.pk.fields | self.sk.fields)
        pk, sk = self._build(self.pk, given), self._build(self.sk, given)
        return None if pk is None or sk is None else {self.pk.name: pk, self.sk.name: sk}

    def _build(self, key: KeyAttribute, values: Mapping[str, Any]) -> Any:
        return key.build(self._normalize(key.with_computed(values), key.computed))

    def _normalize(self, values: Mapping[str, Any], names: Any) -> Mapping[str, Any]:
        """The values, with those texts among these names in the normal form that are not."""
        if self.normal_form is None:
            return values
        texts = {name: values[name] for name in self.texts.intersection(names) if isinstance(values.get(name), str)}
        changed = {name: normalize(self.normal_form, text) for name, text in texts.items() if not text.isascii()}
        return {**values, **changed} if changed else values
