"""Preparation: from a plan to what is sent, with every derived key right.

One rule. A key whose parts are all known is computed. Otherwise the missing parts are read, and the write carries a
condition on exactly those parts: it takes effect only while they are what they were when the key was made of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import AttributeValue, Item, are_equal, to_attribute
from chabudai.table.errors import UnreadableItem
from chabudai.table.lazy import lazy
from chabudai.table.plan_kinds import wrong_write
from chabudai.table.plans import Check, Delete, Insert, Put, Update
from chabudai.table.query.expressions import Placeholders, join_and
from chabudai.table.schema.fields import StoredField
from chabudai.table.write.guards import Claim, claim_changes, guarded_fields, replaced_claims
from chabudai.table.write.item_sizes import check_item_size
from chabudai.table.write.prepared_update import PreparedUpdate
from chabudai.table.write.prepared_write import BuiltWrite, PreparedWrite, WriteAction, WritePlan, write_time

if TYPE_CHECKING:
    from chabudai.table.schema.layouts import Layout


@dataclass(frozen=True)
class PreparedPut(PreparedWrite):
    plan: Put[Any]

    @property
    def must_exist(self) -> bool:
        return self.plan.must_exist

    @property
    def must_not_exist(self) -> bool:
        return isinstance(self.plan, Insert)

    @lazy
    def needs(self) -> frozenset[str]:
        return frozenset() if self.must_not_exist else _guarded_fields_of(self) | self.layout.frozen_in_keys

    @lazy
    def entity(self) -> Any:
        """As it is once it is written."""
        return entity_to_put(self.plan, self.layout, self.now)

    @lazy
    def values(self) -> dict[str, Any]:
        return self.layout.values(self.entity)

    @lazy
    def item(self) -> Item:
        return self.layout.to_item(self.values)

    @lazy
    def key(self) -> Item:
        return self.layout.key_of(self.item)

    def check(self) -> None:
        check_item_size(self.item, self.plan)
        self._claims(None)

    def build(self, seen: Item | None) -> BuiltWrite:
        placeholders = Placeholders()
        body = self._body({"Item": self.item}, placeholders, *self._conditions(seen, placeholders))
        return WriteAction("Put", body), self._claims(seen)

    def _claims(self, seen: Item | None) -> list[Claim]:
        if not self.layout.guards:
            return []
        if seen is None:
            return claim_changes(self.layout, self.key, None, self.values)
        known = {name: self.values[name] for name in self.layout.key_fields}
        return list(replaced_claims(self.layout, self.layout.guards, self.key, seen, known, self.values))

    def _conditions(self, seen: Item | None, placeholders: Placeholders) -> tuple[str, ...]:
        own = self._condition(placeholders)
        if self.must_not_exist:
            return self._absent(placeholders), own
        exists = self._exists(placeholders) if self.must_exist else ""
        version = self._version(placeholders)
        frozen = self._frozen(placeholders)
        looks = bool(exists or version or frozen or own)
        up_to_date = self._up_to_date(placeholders) if looks else self._not_newer(placeholders)
        return exists, self._unchanged_condition(seen, placeholders), up_to_date, version, frozen, own

    def violation(self, item: Item | None) -> str | None:
        if item is None or self.must_not_exist:
            return None
        for field in self.layout.frozen_fields:
            if not any(are_equal(item.get(field.stored or ""), same) for same in self._same_attributes(field)):
                return _frozen_text(field.name)
        return next((_frozen_text(name) for name in self.layout.frozen_in_keys if self._is_other(name, item)), None)

    def _is_other(self, name: str, item: Item) -> bool:
        try:
            return bool(self.layout.read_values(item, (name,))[name] != self.values[name])
        except UnreadableItem:
            return False  # a row that can't be read is replaced

    def _frozen(self, placeholders: Placeholders) -> str:
        """The condition that what stands there, if anything does, has the same of what is set only once."""
        same = []
        for each in self.layout.frozen_fields:
            path, attributes = placeholders.name(each.stored or ""), self._same_attributes(each)
            texts = [
                f"attribute_not_exists({path})" if attribute is None else f"{path} = {placeholders.value(attribute)}"
                for attribute in attributes
            ]
            same.append(" OR ".join(texts))
        return f"{self._absent(placeholders)} OR ({join_and(*same)})" if same else ""

    def _same_attributes(self, field: StoredField) -> list[AttributeValue | None]:
        """All that is read as the value: a row from before the field was there reads as its default."""
        stored = self.item.get(field.stored or "")
        if self.values[field.name] != field.default:
            return [stored]
        default = field.encode(field.default)
        return [None] if default is None else [None, default]

    def _version(self, placeholders: Placeholders) -> str:
        field = self.layout.version
        if field is None or field.stored is None:
            return ""
        read = getattr(self.plan.entity, field.name)
        path = placeholders.name(field.stored)
        same = f"{path} = {placeholders.value(to_attribute(read))}"
        # A row from before the field was there reads as its default, which an upgrade has stored perhaps.
        return f"attribute_not_exists({path}) OR {same}" if read == field.default else same


@dataclass(frozen=True)
class PreparedDelete(PreparedWrite):
    plan: Delete[Any]

    @property
    def must_exist(self) -> bool:
        return self.plan.must_exist

    @lazy
    def needs(self) -> frozenset[str]:
        return _guarded_fields_of(self)

    def build(self, seen: Item | None) -> BuiltWrite:
        placeholders = Placeholders()
        exists = self._exists(placeholders) if self.must_exist else ""
        up_to_date = self._up_to_date(placeholders) if self.must_exist else self._not_newer(placeholders)
        conditions = (exists, self._unchanged_condition(seen, placeholders), up_to_date, self._condition(placeholders))
        body = self._body({"Key": self.key}, placeholders, *conditions)
        if seen is None:
            return WriteAction("Delete", body), []
        claims = replaced_claims(self.layout, self.layout.guards, self.key, seen, self.plan.key, None)
        return WriteAction("Delete", body), list(claims)


@dataclass(frozen=True)
class PreparedCheck(PreparedWrite):
    plan: Check[Any]

    @property
    def must_exist(self) -> bool:
        return not self.plan.is_absent

    @property
    def must_not_exist(self) -> bool:
        return self.plan.is_absent

    @lazy
    def needs(self) -> frozenset[str]:
        return frozenset()

    def build(self, seen: Item | None) -> BuiltWrite:
        placeholders = Placeholders()
        there = self._exists(placeholders) if self.must_exist else self._absent(placeholders)
        up_to_date = self._up_to_date(placeholders) if self.must_exist else ""
        body = self._body({"Key": self.key}, placeholders, there, up_to_date, self._condition(placeholders))
        return WriteAction("ConditionCheck", body), []


def entity_to_put(plan: Put[Any], layout: "Layout", now: datetime) -> Any:
    """The entity as it is once it is written, with the time and the number of this write.

    It is made anew: a copy, or an entity that was made without its constructor, may hold anything.
    """
    values = layout.values(plan.entity)
    if layout.version is not None:
        values[layout.version.name] += 1
    if layout.updated_at is not None and not plan.keeps_time:
        values[layout.updated_at.name] = write_time(layout, layout.updated_at, now)
    return layout.construct(values)


def prepare(plan: WritePlan, now: datetime) -> PreparedWrite:
    for kind, make in _PREPARED:
        if isinstance(plan, kind):
            return make(plan, now)
    raise wrong_write(plan)


_PREPARED: tuple[tuple[type, Callable[[Any, datetime], PreparedWrite]], ...] = (
    (Put, PreparedPut),
    (Update, PreparedUpdate.of),
    (Delete, PreparedDelete),
    (Check, PreparedCheck),
)


def _frozen_text(name: str) -> str:
    return f"{name} is frozen, and it was made with another: keep that one"


def _guarded_fields_of(prepared: PreparedWrite) -> frozenset[str]:
    """The fields that guards are made of; were they all of the key, it still matters whether there is an item."""
    layout = prepared.layout
    if not layout.guards:
        return frozenset()
    fields = guarded_fields(layout, layout.guards)
    return fields - layout.key_fields or fields
