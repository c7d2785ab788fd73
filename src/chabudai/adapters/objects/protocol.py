"""What every object storage does: store bytes by key, give them back, delete them, list which there are."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredObject:
    """An object without its bytes. `modified_at` is in UTC."""

    key: str
    size: int
    modified_at: datetime


class ObjectStorage(Protocol):
    """A folder or an S3 bucket. Threads may share one. Every method raises ObjectStorageError."""

    @abstractmethod
    def put(self, key: str, content: bytes, content_type: str) -> None:
        """Store it whole, in the place of whatever was there."""

    @abstractmethod
    def get(self, key: str) -> bytes:
        """NoSuchObject when there is none."""

    @abstractmethod
    def delete(self, key: str) -> None:
        """It need not be there."""

    @abstractmethod
    def list(self, under: str) -> Iterator[StoredObject]:
        """Everything whose key begins with the whole names of `under`, in the order of the keys."""
