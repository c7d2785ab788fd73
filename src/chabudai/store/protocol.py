"""The narrow waist: DynamoDB's own requests and responses, as dictionaries in its JSON, go through one call."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Protocol, Self


class Store(Protocol):
    """Where tables live: a file, memory, DynamoDB, or any endpoint that speaks it. Threads may share one."""

    @abstractmethod
    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Answer one request; binary values are base64 text both ways. Raises StoreError."""

    def call_encoded(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """The same for a read whose items may come as the store keeps them, each in JSON as bytes, or as ever."""
        return self.call(operation, request)

    def stored_name(self, table: str) -> str:
        """The name that a table has where it is stored, if that is another."""
        return table

    @abstractmethod
    def close(self) -> None:
        """Let go of the file or the connections; a second time does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncStore(Protocol):
    """The same for asyncio: the tasks of one event loop may share one, and none waits for another's answer."""

    @abstractmethod
    async def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Answer one request, as `Store.call` does. A write whose task is cancelled may have been done, or not."""

    def stored_name(self, table: str) -> str:
        """The name that a table has where it is stored, if that is another."""
        return table

    @abstractmethod
    async def close(self) -> None:
        """Wait for what is under way in this process, then let go; a second time does nothing."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
