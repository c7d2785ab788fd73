"""Changes: what happened to a row, as a stream tells it, with the entity as it was before and as it is after."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from chabudai.table.attributes import Item
from chabudai.table.errors import NotInStream
from chabudai.table.schema.entities import Entity
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.ownership import entity_of
from chabudai.table.schema.tables import Table

E = TypeVar("E", bound=Entity)
ChangeKind: TypeAlias = Literal["insert", "modify", "remove"]

_KINDS: Mapping[str, ChangeKind] = {"INSERT": "insert", "MODIFY": "modify", "REMOVE": "remove"}
_EXPIRY = "dynamodb.amazonaws.com"


@dataclass(frozen=True, slots=True)
class StreamRecord:
    """A change in DynamoDB's words. An image is None where there is none, or the stream's view does not hold it."""

    id: str
    kind: ChangeKind
    keys: Item
    old: Item | None
    new: Item | None
    sequence: str
    at: datetime
    is_expiry: bool

    @staticmethod
    def of(raw: Mapping[str, Any]) -> "StreamRecord":
        """From GetRecords or from a Lambda's event, which differ in how they spell who did it."""
        body = raw["dynamodb"]
        return StreamRecord(
            str(raw.get("eventID", body["SequenceNumber"])),
            _KINDS[raw["eventName"]],
            body["Keys"],
            body.get("OldImage"),
            body.get("NewImage"),
            body["SequenceNumber"],
            _to_datetime(body.get("ApproximateCreationDateTime", 0)),
            _is_expiry(raw),
        )


@dataclass(frozen=True, slots=True)
class Change(Generic[E]):
    """One change of one entity. `id` is the same each time it is delivered; `is_expiry` when its time was over.

    `key` has the fields of the entity's key, for `Entity.get(**change.key)`. What happened within a second may have the
    same `at`; `sequence` tells the order. An image is None where there is none, or the stream's view does not hold it.
    """

    entity: type[E]
    id: str
    kind: ChangeKind
    key: Mapping[str, Any]
    old_image: E | None
    new_image: E | None
    sequence: str
    at: datetime
    is_expiry: bool

    @property
    def old(self) -> E | None:
        """The entity as it was."""
        return self.old_image

    @property
    def new(self) -> E | None:
        """The entity as it is after the change."""
        return self.new_image


@dataclass(frozen=True, slots=True)
class Insertion(Change[E]):
    """A row was made: `new` is it, and `old` None."""

    @property
    def old(self) -> None:
        return None

    @property
    def new(self) -> E:
        return _held(self, "new", self.new_image)


@dataclass(frozen=True, slots=True)
class Modification(Change[E]):
    """A row was changed, from `old` to `new`."""

    @property
    def old(self) -> E:
        return _held(self, "old", self.old_image)

    @property
    def new(self) -> E:
        return _held(self, "new", self.new_image)


@dataclass(frozen=True, slots=True)
class Removal(Change[E]):
    """A row was removed, or has expired: `old` is what it was, and `new` None."""

    @property
    def old(self) -> E:
        return _held(self, "old", self.old_image)

    @property
    def new(self) -> None:
        return None


_CLASSES: Mapping[ChangeKind, type[Change[Any]]] = {"insert": Insertion, "modify": Modification, "remove": Removal}


def change_of(table: type[Table], record: StreamRecord) -> Change[Any] | None:
    """The record as a change of the entity whose key it has; None when the design knows none."""
    layout = entity_of(table, record.keys)
    return None if layout is None else typed_change(layout, record)


def typed_change(layout: Layout, record: StreamRecord) -> Change[Any]:
    """Images of older schema versions are upgraded; UnreadableItem when one is no such entity."""
    old, new = (None if image is None else layout.from_item(image) for image in (record.old, record.new))
    entity = old if new is None else new
    known = layout.stored_values(record.keys) if entity is None else layout.values(entity)
    return _CLASSES[record.kind](
        entity=layout.entity,
        id=record.id,
        kind=record.kind,
        key={name: known[name] for name in sorted(layout.key_fields) if name in known},
        old_image=old,
        new_image=new,
        sequence=record.sequence,
        at=record.at,
        is_expiry=record.is_expiry,
    )


def widened(change: Change[E]) -> Change[E]:
    """For who wants changes of every kind: an image that the stream's view does not hold is None."""
    has_old, has_new = change.kind != "insert", change.kind != "remove"
    if (change.old_image is None and has_old) or (change.new_image is None and has_new):
        return Change(**{each.name: getattr(change, each.name) for each in fields(change)})
    return change


def _held(change: Change[E], name: str, image: E | None) -> E:
    if image is None:
        table = change.entity.layout.table
        raise NotInStream(
            f"{change.entity.__name__}: the stream of {table.name} does not hold the {name} image of a row "
            f'(stream="{table.stream}"): declare stream="NEW_AND_OLD_IMAGES", or ask for the row by change.key'
        )
    return image


def _to_datetime(raw: float | datetime) -> datetime:
    return raw.astimezone(UTC) if isinstance(raw, datetime) else datetime.fromtimestamp(raw, UTC)


def _is_expiry(raw: Mapping[str, Any]) -> bool:
    identity = raw.get("userIdentity") or {}
    principal = identity.get("PrincipalId") or identity.get("principalId")
    return bool(principal == _EXPIRY)
