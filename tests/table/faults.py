"""A store on whose way others come in between, and requests fail, as they do between a program and DynamoDB."""

from collections.abc import Callable, Mapping
from typing import Any

from chabudai.store import AsyncStore, Store
from chabudai.store.errors import StoreError, refusal

WRITES = ("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "BatchWriteItem")


class FaultyStore(Store):
    """Before each write one of `rivals` is let in; `fault` goes wrong once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.rivals: list[Callable[[], object]] = []
        self.fault: str | None = None

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation in WRITES and self.rivals:
            self.rivals.pop(0)()
        if operation in WRITES and self.fault is not None:
            return self._fail(operation, request)
        return self._store.call(operation, request)

    def close(self) -> None:
        self._store.close()

    def _fail(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        fault, self.fault = self.fault, None
        is_transaction = operation == "TransactWriteItems"
        match fault:
            case "lost":
                return self._lose_answer(operation, request)
            case "cancelled" if is_transaction:
                raise _cancelled(request, "TransactionConflict")
            case "throttled" if is_transaction:
                raise _cancelled(request, "ThrottlingError")
            case "throttled":
                raise refusal("ProvisionedThroughputExceededException", "too much", {})
            case "unprocessed" if operation == "BatchWriteItem":
                return self._leave_some(request)
            case "conflict" | "cancelled" if operation != "BatchWriteItem":
                raise refusal("TransactionConflictException", "another is at it", {})
            case _:
                return self._store.call(operation, request)

    def _lose_answer(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Done, and sent again by a store that has got no answer."""
        self._store.call(operation, request)
        try:
            return self._store.call(operation, request)
        except StoreError as error:
            error.after_lost_answer = True
            raise

    def _leave_some(self, request: Mapping[str, Any]) -> dict[str, Any]:
        ((table, writes),) = request["RequestItems"].items()
        self._store.call("BatchWriteItem", {"RequestItems": {table: writes[:1]}})
        return {"UnprocessedItems": {table: writes[1:]} if writes[1:] else {}}


class AsyncView(AsyncStore):
    """A store that answers at once, as one that is awaited."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._store.call(operation, request)

    async def close(self) -> None:
        """The store belongs to whoever opened it."""


def _cancelled(request: Mapping[str, Any], code: str) -> StoreError:
    reasons = [{"Code": code if at == 0 else "None"} for at in range(len(request["TransactItems"]))]
    return refusal("TransactionCanceledException", "cancelled", {"CancellationReasons": reasons})
