"""Writes: from a plan to what is sent, with every derived key right.

One rule. A key whose parts are all known is computed. Otherwise the missing parts are read, and the write carries a
condition on exactly those parts: it takes effect only while they are what they were when the key was made of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from chabudai.table.attributes import Item, to_attribute
from chabudai.table.conditions import Condition, Field, at_least, at_most, equalities
from chabudai.table.errors import FieldRefused
from chabudai.table.expressions import Placeholders, all_of, condition_text
from chabudai.table.fields import NOTHING, StoredField
from chabudai.table.keys import KeyAttribute
from chabudai.table.plans import Check, Delete, Insert, Put, Update
from chabudai.table.upgrades import ATTRIBUTE

if TYPE_CHECKING:
    from chabudai.table.layouts import Guard, Layout

Verb: TypeAlias = Literal["Put", "Update", "Delete", "ConditionCheck"]
Write: TypeAlias = Put[Any] | Update[Any] | Delete[Any] | Check[Any]

GUARD_OF = "_guards"


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a transaction, or the whole of a single write. `guard` names the constraint whose row it is."""

    verb: Verb
    body: dict[str, Any]
    guard: str | None = None


@dataclass(frozen=True)
class Work(ABC):
    """A write plan made ready: `needs` are the fields that have to be read before it can be sent."""

    plan: Write
    now: datetime

    @property
    def layout(self) -> "Layout":
        return self.plan.layout

    @cached_property
    @abstractmethod
    def needs(self) -> frozenset[str]: ...

    @cached_property
    def key(self) -> Item:
        return self.layout.key(self.plan.key)

    @abstractmethod
    def actions(self, seen: Item | None) -> list[Action]:
        """What to send; `seen` is the item as it was read, None when there is none or nothing had to be read."""

    def is_outdated(self, seen: Item | None, current: Item | None) -> bool:
        """Whether the item is no longer what the actions were made of."""
        if not self.needs or (seen is None) != (current is None):
            return bool(self.needs)
        return any((seen or {}).get(name) != (current or {}).get(name) for name in self._read_attributes)

    @cached_property
    def _read_attributes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.layout.sources(name)[0] for name in sorted(self.needs)))

    def _unchanged(self, seen: Item | None, placeholders: Placeholders) -> str:
        """The condition on exactly what was read."""
        if not self.needs:
            return ""
        if seen is None:
            return self._absent(placeholders)
        return " AND ".join(self._same(name, seen, placeholders) for name in self._read_attributes)

    def _same(self, name: str, seen: Item, placeholders: Placeholders) -> str:
        path = placeholders.name(name)
        return f"{path} = {placeholders.value(seen[name])}" if name in seen else f"attribute_not_exists({path})"

    def _exists(self, placeholders: Placeholders) -> str:
        return f"attribute_exists({placeholders.name(self.layout.primary[0].name)})"

    def _absent(self, placeholders: Placeholders) -> str:
        return f"attribute_not_exists({placeholders.name(self.layout.primary[0].name)})"

    def _condition(self, placeholders: Placeholders) -> str:
        return condition_text(self.plan.condition, self.layout, placeholders)

    def _guards(self, old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> Iterable[Action]:
        """Rights that are given up and rights that are claimed; None for an entity that is not there."""
        for guard in self.layout.guards:
            had = None if old is None else guard.key(old)
            wants = None if new is None else guard.key(new)
            if had == wants:
                continue
            if had is not None:
                yield self._released(guard, had)
            if wants is not None:
                yield self._claimed(guard, wants)

    def _released(self, guard: "Guard", key: Item) -> Action:
        return Action("Delete", {"TableName": self.layout.table.name, "Key": key}, guard.name)

    def _claimed(self, guard: "Guard", key: Item) -> Action:
        placeholders = Placeholders()
        owner = placeholders.value({"M": self.key})
        text = f"{self._absent(placeholders)} OR {placeholders.name(GUARD_OF)} = {owner}"
        item = {**key, GUARD_OF: {"M": self.key}}
        body = {"TableName": self.layout.table.name, "Item": item, "ConditionExpression": text}
        return Action("Put", placeholders.into(body), guard.name)

    def _body(self, place: Mapping[str, Any], placeholders: Placeholders, *conditions: str) -> dict[str, Any]:
        body: dict[str, Any] = {"TableName": self.layout.table.name, **place}
        if text := all_of(*conditions):
            body["ConditionExpression"] = text
        return placeholders.into(body)

    @property
    def _guarded(self) -> frozenset[str]:
        """The fields that rights hang on, beyond those of the key."""
        fields: set[str] = set()
        return frozenset(fields.union(*(guard.fields for guard in self.layout.guards)) - self.layout.key_fields)


@dataclass(frozen=True)
class PutWork(Work):
    plan: Put[Any]

    @cached_property
    def needs(self) -> frozenset[str]:
        return frozenset() if isinstance(self.plan, Insert) else self._guarded

    @cached_property
    def values(self) -> dict[str, Any]:
        """The entity's, with the time and the number of this write."""
        values = self.layout.values(self.plan.entity)
        if self.layout.version is not None:
            values[self.layout.version.name] += 1
        if self.layout.touched is not None:
            values[self.layout.touched.name] = moment(self.layout.touched, self.now)
        return values

    def actions(self, seen: Item | None) -> list[Action]:
        placeholders = Placeholders()
        place = {"Item": self.layout.to_item(self.values)}
        absent = self._absent(placeholders) if isinstance(self.plan, Insert) else ""
        conditions = (absent, self._unchanged(seen, placeholders), self._version(placeholders))
        body = self._body(place, placeholders, *conditions, self._condition(placeholders))
        old = None if seen is None else self.layout.known(seen, self.needs) | dict(self.plan.key)
        return [Action("Put", body), *self._guards(old, self.values)]

    def _version(self, placeholders: Placeholders) -> str:
        field = self.layout.version
        if field is None or field.stored is None or isinstance(self.plan, Insert):
            return ""
        read = getattr(self.plan.entity, field.name)
        path = placeholders.name(field.stored)
        if read == field.default:
            return f"attribute_not_exists({path})"
        return f"{path} = {placeholders.value(to_attribute(read))}"


@dataclass(frozen=True)
class DeleteWork(Work):
    plan: Delete[Any]

    @cached_property
    def needs(self) -> frozenset[str]:
        return self._guarded

    def actions(self, seen: Item | None) -> list[Action]:
        placeholders = Placeholders()
        exists = self._exists(placeholders) if self.plan.must_exist else ""
        unchanged = self._unchanged(seen, placeholders)
        body = self._body({"Key": self.key}, placeholders, exists, unchanged, self._condition(placeholders))
        old = None if seen is None else self.layout.known(seen, self.needs) | dict(self.plan.key)
        return [Action("Delete", body), *self._guards(old, None)]


@dataclass(frozen=True)
class CheckWork(Work):
    plan: Check[Any]

    @cached_property
    def needs(self) -> frozenset[str]:
        return frozenset()

    def actions(self, seen: Item | None) -> list[Action]:
        placeholders = Placeholders()
        there = self._absent(placeholders) if self.plan.is_absent else self._exists(placeholders)
        return [
            Action("ConditionCheck", self._body({"Key": self.key}, placeholders, there, self._condition(placeholders)))
        ]


@dataclass(frozen=True)
class UpdateWork(Work):
    plan: Update[Any]

    @cached_property
    def needs(self) -> frozenset[str]:
        """Parts of touched keys whose values are neither given nor fixed by the condition."""
        parts: set[str] = set()
        for key in self.touched_keys:
            parts |= key.fields
        unknown = {name for name in parts if not self._is_known(name)}
        for guard in self._touched_guards:
            unknown |= guard.fields - self.fixed.keys()
        return frozenset(unknown)

    @cached_property
    def fixed(self) -> dict[str, Any]:
        """What the item is known to have before: its key, and what the condition asks for."""
        asked = {name: value for name, value in equalities(self.plan.condition).items() if name in self.layout.fields}
        return {**asked, **self.plan.key}

    @cached_property
    def sets(self) -> dict[str, Any]:
        """What is set, the removed and the time of this write included."""
        removed = {name: self.layout.fields[name].default for name in self.plan.removes}
        touched = self.layout.touched
        now = {} if touched is None or touched.name in self.plan.sets else {touched.name: moment(touched, self.now)}
        return {**removed, **now, **self.plan.sets}

    @cached_property
    def adds(self) -> dict[str, Any]:
        version = self.layout.version
        counted = {} if version is None or version.name in self.plan.changed else {version.name: 1}
        return {**counted, **self.plan.adds}

    @cached_property
    def fills(self) -> dict[str, Any]:
        """For what may have to be made: a value for each field that is not set, unless it has one."""
        if not self.plan.may_create:
            return dict(self.plan.initial)
        others = self.layout.fields.keys() - self.sets.keys() - self.layout.key_fields
        return {name: self._fill(self.layout.fields[name]) for name in sorted(others)}

    @cached_property
    def touched_keys(self) -> tuple[KeyAttribute, ...]:
        if self.plan.may_create:
            return self.layout.derived
        changed = {*self.sets, *self.adds, *self.plan.initial}
        return tuple(key for key in self.layout.derived if key.fields & changed)

    def actions(self, seen: Item | None) -> list[Action]:
        placeholders = Placeholders()
        old = self._old(seen)
        new = self._new(old)
        update = self._expression(new, placeholders)
        unchanged = self._unchanged(seen, placeholders)
        exists = "" if self.plan.may_create else self._exists(placeholders)
        conditions = (exists, unchanged, self._shape(placeholders), self._condition(placeholders))
        limits = self._limits(old, placeholders)
        body = self._body({"Key": self.key}, placeholders, *conditions, *limits)
        body["UpdateExpression"] = update
        guards = self._guards(old, new) if self._touched_guards else ()
        return [Action("Update", body), *guards]

    @property
    def _touched_guards(self) -> "list[Guard]":
        changed = self.layout.fields.keys() if self.plan.may_create else {*self.sets, *self.adds}
        return [guard for guard in self.layout.guards if guard.fields & changed]

    def _is_known(self, name: str) -> bool:
        return name in self.sets or name in self.fixed

    def _old(self, seen: Item | None) -> dict[str, Any]:
        """Fields as they are before: those that are fixed, and those that were read."""
        if not self.needs:
            return self.fixed
        missing = {name: value for name, value in self.fills.items() if name in self.needs}
        stored = self.layout.stored_values(seen) if seen is not None else {}
        unsaid = self.needs - stored.keys() - missing.keys()
        said = {name: stored[name] for name in self.needs & stored.keys()}
        return {**missing, **self.layout.known(seen or {}, unsaid), **said, **self.fixed}

    def _new(self, old: Mapping[str, Any]) -> dict[str, Any]:
        added = {name: self._sum(name, old[name], amount) for name, amount in self.adds.items() if name in old}
        return {**old, **added, **self.sets}

    def _sum(self, name: str, old: Any, amount: Any) -> Any:
        field = self.layout.fields[name]
        return field.check((field.default if old is None else old) + amount)

    def _fill(self, field: StoredField) -> Any:
        if field.name in self.plan.initial:
            return self.plan.initial[field.name]
        if field.name in self.plan.changed:
            return None if field.default is NOTHING else field.default
        if field.default is not NOTHING:
            return field.default
        if field.has_default:
            return self.layout.entity.model_fields[field.name].get_default(call_default_factory=True, validated_data={})
        if field.stored is None:
            return None
        raise FieldRefused(field.name, None, "a new one needs a value; otherwise(…) or set(…) gives it")

    def _expression(self, new: Mapping[str, Any], placeholders: Placeholders) -> str:
        clauses = _Clauses(placeholders)
        for name, value in self.sets.items():
            if name in self.layout.raw_index_fields:
                KeyAttribute.of_field(self.layout.fields[name]).build(self.sets)
            clauses.put(self.layout.fields[name], value)
        for name, amount in self.adds.items():
            clauses.add(self.layout.fields[name], amount, self.plan.initial.get(name))
        for name, more in self.plan.appends.items():
            clauses.append(self.layout.fields[name], more)
        for name, value in self.fills.items():
            if name not in self.adds and name not in self.plan.changed:
                clauses.fill(self.layout.fields[name], value)
        for name, members in self.plan.puts_in.items():
            clauses.members("ADD", self.layout.fields[name], members)
        for name, members in self.plan.takes_out.items():
            clauses.members("DELETE", self.layout.fields[name], members)
        for key in self.touched_keys:
            clauses.key(key, new)
        if self.plan.may_create and not self.layout.shape.is_first:
            clauses.mark(self.layout.shape.number)
        return clauses.text()

    def _shape(self, placeholders: Placeholders) -> str:
        """An item of an older shape is brought up to date before it is changed."""
        if self.layout.shape.is_first:
            return ""
        mark = placeholders.value({"N": str(self.layout.shape.number)})
        text = f"{placeholders.name(ATTRIBUTE)} = {mark}"
        return f"{self._absent(placeholders)} OR {text}" if self.plan.may_create else text

    def _limits(self, old: Mapping[str, Any], placeholders: Placeholders) -> list[str]:
        """The bounds of fields, where a sum or a list is made by the store itself."""
        limits: list[Condition] = []
        for name, amount in self.adds.items():
            field = self.layout.fields[name]
            if name in old:
                continue
            if amount < 0 and field.lowest is not None:
                limits.append(Field(name, at_least(field.lowest - amount)))
            if amount > 0 and field.highest is not None:
                limits.append(Field(name, at_most(field.highest - amount)))
        texts = [condition_text(limit, self.layout, placeholders) for limit in limits]
        for name, more in self.plan.appends.items():
            field = self.layout.fields[name]
            if field.longest is not None and field.stored is not None:
                path, most = placeholders.name(field.stored), placeholders.value({"N": str(field.longest - len(more))})
                texts.append(f"attribute_not_exists({path}) OR size({path}) <= {most}")
        return texts


class _Clauses:
    """The parts of an update expression."""

    def __init__(self, placeholders: Placeholders) -> None:
        self._placeholders = placeholders
        self._clauses: dict[str, list[str]] = {}

    def put(self, field: StoredField, value: Any) -> None:
        if field.stored is None:
            return
        attribute = field.encode(value)
        path = self._placeholders.name(field.stored)
        if attribute is None:
            self._say("REMOVE", path)
        else:
            self._say("SET", f"{path} = {self._placeholders.value(attribute)}")

    def add(self, field: StoredField, amount: Any, initial: Any) -> None:
        path = self._placeholders.name(field.stored or "")
        start = initial if initial is not None else 0 if field.default in (NOTHING, None) else field.default
        zero = self._placeholders.value(to_attribute(start))
        more = self._placeholders.value(to_attribute(amount))
        self._say("SET", f"{path} = if_not_exists({path}, {zero}) + {more}")

    def append(self, field: StoredField, more: tuple[Any, ...]) -> None:
        path = self._placeholders.name(field.stored or "")
        empty = self._placeholders.value({"L": []})
        added = self._placeholders.value(field.encode(list(more)) or {"L": []})
        self._say("SET", f"{path} = list_append(if_not_exists({path}, {empty}), {added})")

    def fill(self, field: StoredField, value: Any) -> None:
        if field.stored is None or (attribute := field.encode(value)) is None:
            return
        path = self._placeholders.name(field.stored)
        self._say("SET", f"{path} = if_not_exists({path}, {self._placeholders.value(attribute)})")

    def members(self, verb: str, field: StoredField, members: frozenset[Any]) -> None:
        if members and (attribute := field.encode(members)) is not None:
            self._say(verb, f"{self._placeholders.name(field.stored or '')} {self._placeholders.value(attribute)}")

    def key(self, key: KeyAttribute, values: Mapping[str, Any]) -> None:
        path = self._placeholders.name(key.name)
        attribute = key.build(values)
        if attribute is None:
            self._say("REMOVE", path)
        else:
            self._say("SET", f"{path} = {self._placeholders.value(attribute)}")

    def mark(self, shape: int) -> None:
        self._say("SET", f"{self._placeholders.name(ATTRIBUTE)} = {self._placeholders.value({'N': str(shape)})}")

    def text(self) -> str:
        return " ".join(f"{verb} {', '.join(parts)}" for verb, parts in self._clauses.items())

    def _say(self, verb: str, part: str) -> None:
        self._clauses.setdefault(verb, []).append(part)


def moment(field: StoredField, now: datetime) -> Any:
    """A time as a field has it: milliseconds since 1970 where it is a number."""
    return int(now.timestamp() * 1000) if field.kind is int else now.astimezone(UTC)


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
