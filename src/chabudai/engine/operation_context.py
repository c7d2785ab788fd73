"""What an operation's `run` may use: the storage just now, the tables, the time, and how items go into an answer."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from chabudai.engine.catalog import Catalog
from chabudai.engine.storage.sqlite import StorageReader, StorageWriter


class OperationContext(NamedTuple):
    reader: StorageReader
    catalog: Catalog
    clock: Callable[[], float]
    present: Callable[[Sequence[bytes]], list[Any]]
    """Stored items as they go into the answer: decoded for a caller in process, spliced unread for the wire."""

    @property
    def writer(self) -> StorageWriter:
        assert isinstance(self.reader, StorageWriter)
        return self.reader
