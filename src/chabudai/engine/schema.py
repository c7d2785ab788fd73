"""What a table is: its keys, indexes and settings, as one frozen value that is kept as JSON in the catalog."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, Self

from chabudai.engine.storage.ordering import END, encode, hash_prefix
from chabudai.engine.storage.rows import RowLayout
from chabudai.engine.values import Item
from chabudai.items.sizes import value_size

MAX_HASH = 2048
MAX_RANGE = 1024

ScalarType = Literal["S", "N", "B"]
IndexStatus = Literal["CREATING", "ACTIVE"]
Columns = tuple[Any, ...]
"""What stands in a row beside key and item: when it expires, then each index's key or None."""
StreamView = Literal["KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"]


class KeyPart(NamedTuple):
    name: str
    type: ScalarType


@dataclass(frozen=True, slots=True)
class Keys:
    """Partition and sort attributes; a table has 1 + 0–1, a global index up to 4 + 4."""

    hash: tuple[KeyPart, ...]
    range: tuple[KeyPart, ...]

    def __iter__(self) -> Iterator[KeyPart]:
        yield from self.hash
        yield from self.range

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(part.name for part in self)

    def description(self) -> list[dict[str, str]]:
        return [{"AttributeName": part.name, "KeyType": "HASH"} for part in self.hash] + [
            {"AttributeName": part.name, "KeyType": "RANGE"} for part in self.range
        ]

    def encode(self, item: Item) -> bytes | None:
        """The key's bytes, or None when the item lacks a part or has it with another type, or empty: a sparse index."""
        partition = _encode_parts(self.hash, item)
        if partition is None:
            return None
        if not self.range:
            return hash_prefix(partition) + partition
        sort = _encode_parts(self.range, item)
        return None if sort is None else hash_prefix(partition) + partition + sort

    def partition(self, item: Item) -> bytes:
        """The beginning that all keys of the item's partition share; the item has its partition attributes."""
        encoded = _encode_parts(self.hash, item)
        assert encoded is not None
        return hash_prefix(encoded) + encoded

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        return cls(tuple(KeyPart(*part) for part in stored["hash"]), tuple(KeyPart(*part) for part in stored["range"]))


@dataclass(frozen=True, slots=True)
class Throughput:
    """Provisioned units, and when and how often they were changed. 0 and 0 when paid per request."""

    read: int = 0
    write: int = 0
    decreases_today: int = 0
    increased_at: float | None = None
    decreased_at: float | None = None


@dataclass(frozen=True, slots=True)
class Index:
    """A secondary index. `column` numbers the column of the table's rows that holds its key."""

    name: str
    column: int
    is_local: bool
    keys: Keys
    projection: Literal["ALL", "KEYS_ONLY", "INCLUDE"]
    included: tuple[str, ...] = ()
    status: IndexStatus = "ACTIVE"
    throughput: Throughput = Throughput()
    on_demand: Mapping[str, int] | None = None
    warm: Mapping[str, int] | None = None

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        members = dict(stored)
        members["keys"] = Keys.from_json(stored["keys"])
        members["included"] = tuple(stored["included"])
        members["throughput"] = Throughput(**stored["throughput"])
        return cls(**members)

    def as_active(self) -> Self:
        return replace(self, status="ACTIVE")

    def key_of(self, item: Item, base_key: bytes) -> bytes | None:
        """Index keys need not be unique: the base key behind them makes each row's so."""
        key = self.keys.encode(item)
        return None if key is None else self.full_key(item, key, base_key)

    def full_key(self, item: Item, key: bytes, base_key: bytes) -> bytes | None:
        """The whole of a row's key in this index, from its own part of it."""
        return None if len(key) > MAX_RANGE and self._has_oversized_key(item) else key + base_key

    def _has_oversized_key(self, item: Item) -> bool:
        """An item written before the index was there may have too long a key: it stays outside, as on AWS."""
        return any(
            value_size(item[part.name]) > most
            for parts, most in ((self.keys.hash, MAX_HASH), (self.keys.range, MAX_RANGE))
            for part in parts
        )


@dataclass(frozen=True, slots=True)
class StreamSetting:
    label: str
    view: StreamView
    enabled: bool


@dataclass(frozen=True)
class TableSchema:
    id: int
    name: str
    table_uuid: str
    created_at: float
    keys: Keys
    attributes: Mapping[str, ScalarType]
    indexes: tuple[Index, ...] = ()
    next_column: int = 1
    billing: Literal["PROVISIONED", "PAY_PER_REQUEST"] = "PROVISIONED"
    billing_changed_at: float | None = None
    throughput: Throughput = Throughput()
    on_demand: Mapping[str, int] | None = None
    warm: Mapping[str, int] | None = None
    stream: StreamSetting | None = None
    expiry: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    is_protected: bool = False
    table_class: str | None = None
    table_class_changed_at: float | None = None
    encryption: Mapping[str, Any] | None = None
    backups_enabled_at: float | None = None
    recovery_days: int = 35
    backfilled_to: int | None = None
    """While rows are given new index keys or a new expiry: the last row done. None when none are."""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        known = {each.name for each in fields(cls)}
        members = {name: value for name, value in stored.items() if name in known}
        members["keys"] = Keys.from_json(stored["keys"])
        members["indexes"] = tuple(Index.from_json(index) for index in stored["indexes"])
        members["throughput"] = Throughput(**stored["throughput"])
        members["stream"] = StreamSetting(**stored["stream"]) if stored["stream"] else None
        return cls(**members)

    def with_(self, **changes: Any) -> Self:
        return replace(self, **changes)

    @cached_property
    def key_names(self) -> tuple[str, ...]:
        return self.keys.names

    @cached_property
    def key_parts(self) -> tuple[KeyPart, ...]:
        return tuple(self.keys)

    @cached_property
    def local_indexes(self) -> tuple[Index, ...]:
        return tuple(index for index in self.indexes if index.is_local)

    @cached_property
    def global_indexes(self) -> tuple[Index, ...]:
        return tuple(index for index in self.indexes if not index.is_local)

    @cached_property
    def index_key_parts(self) -> tuple[tuple[Index, KeyPart], ...]:
        """Every key attribute of an index that is not a key attribute of the table, global indexes first."""
        return tuple(
            (index, part)
            for index in (*self.global_indexes, *self.local_indexes)
            for part in index.keys
            if part.name not in self.key_names
        )

    def projected_names(self, index: Index) -> frozenset[str]:
        """The attributes that an index with a projection other than ALL holds."""
        return self._projected_names[index.name]

    @cached_property
    def _projected_names(self) -> Mapping[str, frozenset[str]]:
        return {index.name: frozenset({*self.key_names, *index.keys.names, *index.included}) for index in self.indexes}

    def index(self, name: str) -> Index | None:
        return next((index for index in self.indexes if index.name == name), None)

    @cached_property
    def layout(self) -> RowLayout:
        return RowLayout(self.id, tuple(index.column for index in self.indexes))

    @cached_property
    def index_key_names(self) -> frozenset[str]:
        """Every attribute that a column of the rows is made from."""
        names = {part.name for index in self.indexes for part in index.keys}
        return frozenset(names if self.expiry is None else names | {self.expiry})

    def key_of(self, item: Item) -> bytes:
        """The row's key; the item was checked to have its key attributes."""
        key = self.keys.encode(item)
        assert key is not None
        return key

    def key_attributes(self, item: Item) -> Item:
        return {name: item[name] for name in self.key_names}

    def columns_of(self, item: Item, key: bytes) -> Columns:
        """Indexes often share their partition attributes: those are encoded once."""
        partitions = [_encode_parts(parts, item) for parts in self._partitions]
        columns: list[Any] = [None if self.expiry is None else self.expires(item)]
        for index, group in self._grouped_indexes:
            partition = partitions[group]
            sort = None if partition is None else _encode_parts(index.keys.range, item)
            if partition is None or sort is None:
                columns.append(None)
            else:
                columns.append(index.full_key(item, hash_prefix(partition) + partition + sort, key))
        return tuple(columns)

    @cached_property
    def _partitions(self) -> tuple[tuple[KeyPart, ...], ...]:
        return tuple(dict.fromkeys(index.keys.hash for index in self.indexes))

    @cached_property
    def _grouped_indexes(self) -> tuple[tuple[Index, int], ...]:
        return tuple((index, self._partitions.index(index.keys.hash)) for index in self.indexes)

    def expires(self, item: Item) -> int | None:
        """The second at which the item expires; None when it never does (no such attribute, or not a number)."""
        if self.expiry is None or (value := item.get(self.expiry)) is None or (number := value.get("N")) is None:
            return None
        second = int(number.partition(".")[0] or 0)
        return second if abs(second) < 1 << 62 else None


def _encode_parts(parts: tuple[KeyPart, ...], item: Item) -> bytes | None:
    encoded = b""
    for name, kind in parts:
        value = item.get(name)
        if value is None or not (payload := value.get(kind)):
            return None
        # Most keys are strings without a zero: no call for them.
        if kind == "S" and b"\x00" not in (content := payload.encode()):
            encoded += content + END
        else:
            encoded += encode(kind, payload)
    return encoded
