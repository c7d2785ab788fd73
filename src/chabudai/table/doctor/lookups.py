"""Lookups: rows of a table by their keys, as they are at this moment."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chabudai.store import Store
from chabudai.store.errors import Cancelled, NoSuchTable, Throttled, TransactionConflict
from chabudai.table.attributes import Item
from chabudai.table.effects import run
from chabudai.table.error_context import missing_table
from chabudai.table.errors import RetriesExhausted
from chabudai.table.query.batches import MAX_BATCH_KEYS, read_batch
from chabudai.table.query.scans import scan_pages
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.schema.ownership import key_of
from chabudai.table.schema.tables import Table


@dataclass(frozen=True, slots=True)
class TableLookup:
    store: Store
    table: type[Table]
    retry_policy: ConflictRetryPolicy

    def pages(self) -> Iterator[list[Item]]:
        """The whole table, page by page; TableMissing when there is none."""
        try:
            yield from scan_pages(self.call, self.table)
        except NoSuchTable as error:
            raise missing_table([self.table], self.store.stored_name) from error

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Asked again while another transaction is at the same rows, or too much is asked at once."""
        for _ in self.retry_policy.attempts():
            try:
                return self.store.call(operation, request)
            except (TransactionConflict, Throttled):
                continue
        return self.store.call(operation, request)

    def get(self, key: Item) -> Item | None:
        request = {"TableName": self.table.name, "Key": key, "ConsistentRead": True}
        found: Item | None = self.call("GetItem", request).get("Item")
        return found

    def transact_get(self, *keys: Item) -> list[Item | None]:
        """As they are at one moment."""
        gets = [{"Get": {"TableName": self.table.name, "Key": key}} for key in keys]
        for _ in self.retry_policy.attempts():
            try:
                responses = self.call("TransactGetItems", {"TransactItems": gets})["Responses"]
            except Cancelled:
                continue
            return [response.get("Item") for response in responses]
        raise self.retries_exhausted(keys[0])

    def batch_get(self, keys: Iterable[Item]) -> dict[str, Item]:
        """Those that are there, by `key_id`."""
        wanted = list({self.key_id(key): key for key in keys}.values())
        found: dict[str, Item] = {}
        for start in range(0, len(wanted), MAX_BATCH_KEYS):
            for item in self._batch(wanted[start : start + MAX_BATCH_KEYS]):
                found[self.key_id(item)] = item
        return found

    def key_id(self, item: Item) -> str:
        """The same for the same key, in whichever order its attributes stand."""
        return repr(key_of(self.table, item))

    def retries_exhausted(self, key: Item) -> RetriesExhausted:
        return RetriesExhausted(
            f"the row at {format_key(key)} of {self.table.name} changes all the time; try again later"
        )

    def _batch(self, keys: list[Item]) -> list[Item]:
        wanted = {self.table.name: {"Keys": keys, "ConsistentRead": True}}
        found, left = run(read_batch(self.retry_policy, wanted), self.call, self.retry_policy.sleep)
        if left:
            raise self.retries_exhausted(keys[0])
        return [item for _, item in found]


def format_key(key: Item) -> str:
    """A key for people."""
    return " / ".join(str(next(iter(value.values()))) for value in key.values())
