"""Lookups: rows of a table by their keys, as they are at this moment."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from chabudai.store import Store
from chabudai.store.errors import Cancelled, Conflict
from chabudai.table.asking.batches import AT_ONCE, read_batch
from chabudai.table.attributes import Item
from chabudai.table.declaring.rows import key_of
from chabudai.table.declaring.tables import Table
from chabudai.table.errors import LostRace
from chabudai.table.writing.races import Patience


@dataclass(frozen=True, slots=True)
class Lookup:
    store: Store
    table: type[Table]
    patience: Patience

    def every(self) -> Iterator[list[Item]]:
        """The whole table, page by page."""
        request: dict[str, Any] = {"TableName": self.table.name, "ConsistentRead": True}
        while True:
            response = self.store.call("Scan", request)
            yield response["Items"]
            if "LastEvaluatedKey" not in response:
                return
            request["ExclusiveStartKey"] = response["LastEvaluatedKey"]

    def one(self, key: Item) -> Item | None:
        request = {"TableName": self.table.name, "Key": key, "ConsistentRead": True}
        found: Item | None = self.store.call("GetItem", request).get("Item")
        return found

    def together(self, *keys: Item) -> list[Item | None]:
        """As they are at one moment."""
        gets = [{"Get": {"TableName": self.table.name, "Key": key}} for key in keys]
        for _ in self.patience.attempts():
            try:
                responses = self.store.call("TransactGetItems", {"TransactItems": gets})["Responses"]
            except (Cancelled, Conflict):
                continue
            return [response.get("Item") for response in responses]
        raise self.lost_race(keys[0])

    def several(self, keys: Iterable[Item]) -> dict[str, Item]:
        """Those that are there, by the marks of their keys."""
        wanted = list({self.mark(key): key for key in keys}.values())
        found: dict[str, Item] = {}
        for start in range(0, len(wanted), AT_ONCE):
            for item in self._batch(wanted[start : start + AT_ONCE]):
                found[self.mark(item)] = item
        return found

    def mark(self, item: Item) -> str:
        """The same for the same key, in whichever order its attributes stand."""
        return repr(key_of(self.table, item))

    def lost_race(self, key: Item) -> LostRace:
        return LostRace(f"the row at {shown(key)} of {self.table.name} changes all the time; try again later")

    def _batch(self, keys: list[Item]) -> list[Item]:
        wanted = {self.table.name: {"Keys": keys, "ConsistentRead": True}}
        found, left = read_batch(self.store.call, self.patience, wanted)
        if left:
            raise self.lost_race(keys[0])
        return [item for _, item in found]


def shown(key: Item) -> str:
    """A key for people."""
    return " / ".join(str(next(iter(value.values()))) for value in key.values())
