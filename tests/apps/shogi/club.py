"""People with games on a real engine in memory, with a clock that tests set, and a walk through all that is stored."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tests.adapters.clocks import SettableClock

from chabudai.apps.shogi.entities import ShogiTable
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web import zones

NOON = datetime(2040, 11, 15, 3, 0, tzinfo=UTC)  # in Tokyo; far ahead, so that the store finds nothing expired


@dataclass
class Club:
    store: TypedStore
    clock: SettableClock

    def owner(self, username: str = "akira") -> Owner:
        return Owner(self.store, username, self.clock, zones.TOKYO)

    def items(self) -> list[dict[str, Any]]:
        """Everything that is stored, guard rows included."""
        found: list[dict[str, Any]] = []
        request: dict[str, Any] = {"TableName": ShogiTable.name}
        while True:
            answer = self.store.raw.call("Scan", request)
            found += answer["Items"]
            if "LastEvaluatedKey" not in answer:
                return found
            request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]

    def rows(self, kind: type[Any]) -> list[Any]:
        return list(self.store.scan(kind.scan()))
