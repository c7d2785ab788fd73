"""Object storage: bytes by key, whether they are kept in a folder or in S3."""

from chabudai.adapters.objects.factory import open  # noqa: A004 - read as `objects.open`
from chabudai.adapters.objects.folder import FolderStorage
from chabudai.adapters.objects.protocol import ObjectStorage, StoredObject

__all__ = ["FolderStorage", "ObjectStorage", "StoredObject", "open"]
