"""Prepared writes: write plans made ready to be sent. Here: what all of them have and share."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from chabudai.table.attributes import AttributeValue, Item, to_attribute
from chabudai.table.lazy import lazy
from chabudai.table.plans import Check, Delete, Put, Update
from chabudai.table.query.conditions import ALWAYS
from chabudai.table.query.expressions import Placeholders, condition_text, join_and
from chabudai.table.query.made_defaults import compared_made_defaults, must_be_there
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE
from chabudai.table.write.guards import Claim, acquire, release

if TYPE_CHECKING:
    from chabudai.table.schema.layouts import Layout

Verb: TypeAlias = Literal["Put", "Update", "Delete", "ConditionCheck"]
WritePlan: TypeAlias = Put[Any] | Update[Any] | Delete[Any] | Check[Any]

RETURN_OLD = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
_RETURN_VALUES = {"Put": "NONE", "Update": "ALL_NEW", "Delete": "ALL_OLD"}

# Of the formats of times the coarsest first, in microseconds.
_TIME_UNITS = {"iso": 1_000_000, "isoms": 1_000, "isous": 1}


class WriteAction(NamedTuple):
    """One action of a transaction, or the whole of a single write. `claim` is set when it is at a guard row."""

    verb: Verb
    body: dict[str, Any]
    claim: Claim | None = None


def single_request(action: WriteAction) -> dict[str, Any]:
    """What is sent for an action that is a write by itself."""
    looks = RETURN_OLD if "ConditionExpression" in action.body else {}
    return {**action.body, "ReturnValues": _RETURN_VALUES[action.verb], **looks}


BuiltWrite: TypeAlias = tuple[WriteAction, list[Claim]]


@dataclass(frozen=True)
class PreparedWrite(ABC):
    """`needs` are the fields that have to be read before it can be sent."""

    plan: WritePlan
    now: datetime

    @lazy
    def layout(self) -> "Layout":
        return self.plan.layout

    @lazy
    @abstractmethod
    def needs(self) -> frozenset[str]: ...

    @property
    @abstractmethod
    def must_exist(self) -> bool: ...

    @property
    def must_not_exist(self) -> bool:
        return False

    @abstractmethod
    def build(self, seen: Item | None) -> BuiltWrite:
        """What to send, and the claims that change with it; `seen` is the item as it was read, None when none was."""

    @lazy
    def key(self) -> Item:
        return self.layout.key(self.plan.key)

    def check(self) -> None:
        """Refuse what can be told before anything is read."""
        _ = self.key

    def violation(self, _item: Item | None) -> str | None:
        """What the entity's own rules forbid with this item; None when nothing."""
        return None

    def known_violation(self) -> str | None:
        """The same by what the plan itself says of the item, where it is not looked at."""
        return None

    def is_outdated(self, seen: Item | None, current: Item | None) -> bool:
        """Whether the item is no longer what the actions were made of."""
        if not self.needs or (seen is None) != (current is None):
            return bool(self.needs)
        return any((seen or {}).get(name) != (current or {}).get(name) for name in self._read_attributes)

    def other_way(self, _current: Item | None) -> "PreparedWrite | None":
        """The same write where the store can't do it by itself with what stands there; None where there is none."""
        return None

    def is_up_to_date(self, item: Item) -> bool:
        """Of the current schema version and not expired: otherwise it is upgraded, or deleted, before the write."""
        if self.layout.expiry is not None and self.has_expired(item):
            return False
        if VERSION_ATTRIBUTE not in item and self.layout.schema_version.is_first:
            return True
        return self.must_not_exist or self.layout.version_of(item) == self.layout.schema_version.number

    def has_expired(self, item: Item) -> bool:
        until = item.get(self.layout.table.ttl or "", {}).get("N") if self.layout.expiry is not None else None
        return until is not None and float(until) <= self.now.timestamp()

    def guard_action(self, claim: Claim) -> WriteAction:
        if not claim.is_acquired:
            return WriteAction("Delete", release(claim), claim)
        ttl = self.layout.table.ttl if self.layout.expiry is not None else None
        return WriteAction("Put", acquire(claim, ttl, self._now_attribute), claim)

    @lazy
    def _now_attribute(self) -> AttributeValue:
        return to_attribute(self.now.timestamp())

    @lazy
    def _read_attributes(self) -> tuple[str, ...]:
        """Where the needs are stored: of a field that lives only in keys, every key that it can be read from."""
        return tuple(dict.fromkeys(source for name in sorted(self.needs) for source in self.layout.sources(name)))

    def _unchanged_condition(self, seen: Item | None, placeholders: Placeholders) -> str:
        """The condition on exactly what was read."""
        if not self.needs:
            return ""
        if seen is None:
            return self._absent(placeholders)
        same = [_unchanged_attribute(name, seen, placeholders) for name in self._read_attributes]
        return " AND ".join(same) or self._exists(placeholders)

    def _exists(self, placeholders: Placeholders) -> str:
        return f"attribute_exists({placeholders.name(self.layout.primary[0].name)})"

    def _absent(self, placeholders: Placeholders) -> str:
        return f"attribute_not_exists({placeholders.name(self.layout.primary[0].name)})"

    def _up_to_date(self, placeholders: Placeholders) -> str:
        """The condition that what stands there, if anything does, is in order."""
        pieces: list[str] = []
        if self.layout.expiry is not None:
            ttl = placeholders.name(self.layout.table.ttl or "")
            pieces.append(f"NOT {ttl} <= {placeholders.value(self._now_attribute)}")
        version = placeholders.name(VERSION_ATTRIBUTE)
        if self.layout.schema_version.is_first:
            pieces.append(f"attribute_not_exists({version}) OR {version} = {self._version_number(placeholders)}")
        else:
            pieces.append(f"{self._absent(placeholders)} OR {version} = {self._version_number(placeholders)}")
        return join_and(*pieces)

    def _not_newer(self, placeholders: Placeholders) -> str:
        """The condition that what stands there, if anything does, was not stored by a newer program."""
        version = placeholders.name(VERSION_ATTRIBUTE)
        comparison = "=" if self.layout.schema_version.is_first else "<="
        return f"attribute_not_exists({version}) OR {version} {comparison} {self._version_number(placeholders)}"

    def _version_number(self, placeholders: Placeholders) -> str:
        return placeholders.value(self.layout.schema_version.attribute)

    def _condition(self, placeholders: Placeholders) -> str:
        condition = self.plan.condition
        if condition is ALWAYS:
            return ""
        text = condition_text(condition, self.layout, placeholders)
        return join_and(text, *must_be_there(compared_made_defaults(condition, self.layout), placeholders))

    def _body(self, place: Mapping[str, Any], placeholders: Placeholders, *conditions: str) -> dict[str, Any]:
        body: dict[str, Any] = {"TableName": self.layout.table.name, **place}
        if text := join_and(*conditions):
            body["ConditionExpression"] = text
        return placeholders.into(body)


def write_time(layout: "Layout", field: StoredField, now: datetime) -> Any:
    """A time as fine as the field and every key with it can hold; milliseconds since 1970 where it is a number."""
    if field.kind is int:
        return int(now.timestamp() * 1000)
    codecs = [
        key.template.codec_of(field.name) for key in layout.keys.values() if key.template and key.holds(field.name)
    ]
    names = {codec.name.lstrip("-") for codec in (*codecs, field.codec) if codec is not None}
    finest = next((unit for name, unit in _TIME_UNITS.items() if name in names), 1_000)
    return now.astimezone(UTC).replace(microsecond=now.microsecond // finest * finest)


def _unchanged_attribute(name: str, seen: Item, placeholders: Placeholders) -> str:
    path = placeholders.name(name)
    return f"{path} = {placeholders.value(seen[name])}" if name in seen else f"attribute_not_exists({path})"
