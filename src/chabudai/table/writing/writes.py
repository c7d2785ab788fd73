"""Writes: from a plan to what is sent, with every derived key right.

One rule. A key whose parts are all known is computed. Otherwise the missing parts are read, and the write carries a
condition on exactly those parts: it takes effect only while they are what they were when the key was made of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from chabudai.table.asking.expressions import Placeholders
from chabudai.table.attributes import Item, to_attribute
from chabudai.table.plans import Check, Delete, Insert, Put, Update
from chabudai.table.writing.guards import guarded_fields, rights
from chabudai.table.writing.updates import UpdateWork
from chabudai.table.writing.works import Action, Made, Work, Write, moment


@dataclass(frozen=True)
class PutWork(Work):
    plan: Put[Any]

    @property
    def must_exist(self) -> bool:
        return self.plan.must_exist

    @property
    def wants_absence(self) -> bool:
        return isinstance(self.plan, Insert)

    @cached_property
    def needs(self) -> frozenset[str]:
        return frozenset() if self.wants_absence else _guarded(self)

    @cached_property
    def values(self) -> dict[str, Any]:
        """The entity's, with the time and the number of this write."""
        values = self.layout.values(self.plan.entity)
        if self.layout.version is not None:
            values[self.layout.version.name] += 1
        if self.layout.touched is not None:
            values[self.layout.touched.name] = moment(self.layout, self.layout.touched, self.now)
        return values

    @cached_property
    def item(self) -> Item:
        return self.layout.to_item(self.values)

    def check(self) -> None:
        _ = self.item, rights(self.layout, self.key, None, self.values)

    def make(self, seen: Item | None) -> Made:
        placeholders = Placeholders()
        body = self._body({"Item": self.item}, placeholders, *self._conditions(seen, placeholders))
        return Action("Put", body), rights(self.layout, self.key, _before(self, seen), self.values)

    def _conditions(self, seen: Item | None, placeholders: Placeholders) -> tuple[str, ...]:
        own = self._condition(placeholders)
        if self.wants_absence:
            return self._absent(placeholders), own
        exists = self._exists(placeholders) if self.must_exist else ""
        version = self._version(placeholders)
        looks = bool(exists or version or own)
        in_order = self._in_order(placeholders) if looks else ""
        return exists, self._unchanged(seen, placeholders), in_order, version, own

    def _version(self, placeholders: Placeholders) -> str:
        field = self.layout.version
        if field is None or field.stored is None:
            return ""
        read = getattr(self.plan.entity, field.name)
        path = placeholders.name(field.stored)
        if read == field.default:
            return f"attribute_not_exists({path})"
        return f"{path} = {placeholders.value(to_attribute(read))}"


@dataclass(frozen=True)
class DeleteWork(Work):
    plan: Delete[Any]

    @property
    def must_exist(self) -> bool:
        return self.plan.must_exist

    @cached_property
    def needs(self) -> frozenset[str]:
        return _guarded(self)

    def make(self, seen: Item | None) -> Made:
        placeholders = Placeholders()
        exists = self._exists(placeholders) if self.must_exist else ""
        in_order = self._in_order(placeholders) if self.must_exist else ""
        conditions = (exists, self._unchanged(seen, placeholders), in_order, self._condition(placeholders))
        body = self._body({"Key": self.key}, placeholders, *conditions)
        return Action("Delete", body), rights(self.layout, self.key, _before(self, seen), None)


@dataclass(frozen=True)
class CheckWork(Work):
    plan: Check[Any]

    @property
    def must_exist(self) -> bool:
        return not self.plan.is_absent

    @property
    def wants_absence(self) -> bool:
        return self.plan.is_absent

    @cached_property
    def needs(self) -> frozenset[str]:
        return frozenset()

    def make(self, seen: Item | None) -> Made:
        placeholders = Placeholders()
        there = self._exists(placeholders) if self.must_exist else self._absent(placeholders)
        in_order = self._in_order(placeholders) if self.must_exist else ""
        body = self._body({"Key": self.key}, placeholders, there, in_order, self._condition(placeholders))
        return Action("ConditionCheck", body), []


def work_of(plan: Write, now: datetime) -> Work:
    for kind, make in _WORKS:
        if isinstance(plan, kind):
            return make(plan, now)
    raise TypeError(f"{type(plan).__name__} is no write")


_WORKS: tuple[tuple[type, Callable[[Any, datetime], Work]], ...] = (
    (Put, PutWork),
    (Update, UpdateWork),
    (Delete, DeleteWork),
    (Check, CheckWork),
)


def _guarded(work: Work) -> frozenset[str]:
    """The fields that rights hang on; were they all of the key, it has still to be seen whether there is an item."""
    fields = guarded_fields(work.layout, work.layout.guards)
    return fields - work.layout.key_fields or fields


def _before(work: Work, seen: Item | None) -> dict[str, Any] | None:
    return None if seen is None else {**work.layout.known(seen, work.needs), **work.plan.key}
