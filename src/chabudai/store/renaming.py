"""Tables under other names than their designs give them: told apart here, so that nothing above has to know."""

from collections.abc import Mapping
from typing import Any

from chabudai.store.protocol import AsyncStore, Store


class RenamingStore(Store):
    """Passes every call on, with the names that tables are stored under; answers speak of the designs' names."""

    def __init__(self, store: Store, names: Mapping[str, str]) -> None:
        self._store = store
        self._names = TableNames(names)

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._names.of_design(self._store.call(operation, self._names.as_stored(request)))

    def call_encoded(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._names.of_design(self._store.call_encoded(operation, self._names.as_stored(request)))

    def stored_name(self, table: str) -> str:
        return self._names.stored_name(table)

    def close(self) -> None:
        self._store.close()


class AsyncRenamingStore(AsyncStore):
    """The same for the calls of tasks."""

    def __init__(self, store: AsyncStore, names: Mapping[str, str]) -> None:
        self._store = store
        self._names = TableNames(names)

    async def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._names.of_design(await self._store.call(operation, self._names.as_stored(request)))

    def stored_name(self, table: str) -> str:
        return self._names.stored_name(table)

    async def close(self) -> None:
        await self._store.close()


class TableNames:
    """Designed names and the stored ones, both ways."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._stored = dict(names)
        self._designed = {stored: designed for designed, stored in names.items()}

    def stored_name(self, table: str) -> str:
        return self._stored.get(table, table)

    def as_stored(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return _rename(request, self._stored)

    def of_design(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        renamed = _rename(answer, self._designed)
        if "TableNames" in answer:
            renamed["TableNames"] = [self._designed.get(each, each) for each in answer["TableNames"] if self._has(each)]
        return renamed

    def _has(self, stored: str) -> bool:
        """Not a table whose own name is a design's that is stored under another: no call can mean it."""
        return stored in self._designed or stored not in self._stored


_BY_TABLE = ("RequestItems", "Responses", "UnprocessedKeys", "UnprocessedItems", "ItemCollectionMetrics")
_DESCRIPTIONS = ("Table", "TableDescription", "TimeToLiveSpecification")


def _rename(message: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Only where a request or an answer names a table: an item may hold anything."""
    renamed = _with_name(message, names)
    for part in _BY_TABLE:
        if isinstance(held := renamed.get(part), Mapping):
            renamed[part] = {names.get(table, table): value for table, value in held.items()}
    for part in _DESCRIPTIONS:
        if isinstance(held := renamed.get(part), Mapping):
            renamed[part] = _with_name(held, names)
    if "TransactItems" in renamed:
        renamed["TransactItems"] = [
            {verb: _with_name(body, names) for verb, body in each.items()} for each in renamed["TransactItems"]
        ]
    if isinstance(capacity := renamed.get("ConsumedCapacity"), list):
        renamed["ConsumedCapacity"] = [_with_name(each, names) for each in capacity]
    elif isinstance(capacity, Mapping):
        renamed["ConsumedCapacity"] = _with_name(capacity, names)
    return renamed


def _with_name(body: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    name = body.get("TableName", "")
    return {**body, "TableName": names[name]} if name in names else dict(body)
