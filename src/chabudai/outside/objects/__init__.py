"""Objects: bytes by key, whether they are kept in a folder or in S3."""

from chabudai.outside.objects.folder import Folder
from chabudai.outside.objects.opening import open  # noqa: A004 - read as `objects.open`
from chabudai.outside.objects.protocol import Entry, Objects

__all__ = ["Entry", "Folder", "Objects", "open"]
