"""What an operation's `run` may use: the storage just now, the tables, the time, and how items go into an answer."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from chabudai.engine.catalog import Catalog
from chabudai.engine.storage.sqlite import StorageReader, StorageWriter

Present: TypeAlias = Callable[[Sequence[bytes]], list[Any]]


class OperationContext(NamedTuple):
    reader: StorageReader
    catalog: Catalog
    clock: Callable[[], float]
    present: Present
    """Stored items as they go into the answer: decoded or as they are in process, spliced unread for the wire."""

    @property
    def writer(self) -> StorageWriter:
        assert isinstance(self.reader, StorageWriter)
        return self.reader
