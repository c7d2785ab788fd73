"""The narrow waist: DynamoDB's own requests and responses, as dictionaries in its JSON, go through one call."""

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Protocol, Self


class Store(Protocol):
    """Where tables live: a file, memory, DynamoDB, or any endpoint that speaks it."""

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Answer one request; raises StoreError."""
        ...

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Closing:
    """A store as a context manager that closes itself."""

    def close(self) -> None:
        raise AssertionError("every store closes in its own way")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
