"""How much of the disk one household of the demo may take: a stranger can't fill it."""

import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from chabudai.adapters.objects import ObjectStorage, StoredObject
from chabudai.site.demo.errors import HouseholdIsFull
from chabudai.store import Store

_WRITES: Final = frozenset(
    {"PutItem", "UpdateItem", "BatchWriteItem", "TransactWriteItems", "ExecuteStatement", "ExecuteTransaction"}
)


class DiskQuota:
    """Of a folder with all that is in it, measured every `interval` seconds: what is written meanwhile is little beside
    the whole. Threads may share one."""

    def __init__(self, folder: Path, most: int, *, interval: float = 1.0) -> None:
        self._folder, self._most, self._interval = folder, most, interval
        self._measured = (-interval, 0)

    @property
    def is_used_up(self) -> bool:
        measured_at, size = self._measured
        if time.monotonic() - measured_at >= self._interval:
            size = measure(self._folder)
            self._measured = (time.monotonic(), size)
        return size >= self._most

    def check(self) -> None:
        if self.is_used_up:
            raise HouseholdIsFull


class LimitedStore(Store):
    """Reads and deletes as ever; nothing more is written once the quota is used up."""

    def __init__(self, store: Store, quota: DiskQuota) -> None:
        self._store, self._quota = store, quota

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation in _WRITES:
            self._quota.check()
        return self._store.call(operation, request)

    def call_encoded(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._store.call_encoded(operation, request)

    def close(self) -> None:
        self._store.close()


class LimitedObjects(ObjectStorage):
    def __init__(self, objects: ObjectStorage, quota: DiskQuota) -> None:
        self._objects, self._quota = objects, quota

    def put(self, key: str, content: bytes, content_type: str) -> None:
        self._quota.check()
        self._objects.put(key, content, content_type)

    def get(self, key: str) -> bytes:
        return self._objects.get(key)

    def delete(self, key: str) -> None:
        self._objects.delete(key)

    def list(self, under: str) -> Iterator[StoredObject]:
        return self._objects.list(under)


def measure(folder: Path) -> int:
    """The bytes of all files; one that goes meanwhile counts nothing."""
    total = 0
    for where, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(where, name)).st_size
            except FileNotFoundError:
                continue
    return total
