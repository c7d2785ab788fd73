"""`open`: from an address to an object storage. A folder or a bucket: the same keys, the same errors."""

import re
from pathlib import Path

from chabudai.adapters.objects.errors import InvalidObjectKey, InvalidObjectStorage
from chabudai.adapters.objects.folder import FolderStorage
from chabudai.adapters.objects.keys import check_key
from chabudai.adapters.objects.protocol import ObjectStorage

_ADDRESSES = "a folder's path, s3://BUCKET or s3://BUCKET/PREFIX"
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")


def open(address: str | Path) -> ObjectStorage:  # noqa: A001 - read as `objects.open`
    """The storage in the folder `photos`, or in `s3://bucket/photos`. Nothing is connected to before the first call."""
    scheme, separator, rest = str(address).partition("://")
    if isinstance(address, Path) or not separator:
        return _open_folder(str(address))
    if scheme != "s3":
        raise InvalidObjectStorage(f"Unknown object storage {scheme}://: give {_ADDRESSES}.")
    bucket, _, prefix = rest.strip("/").partition("/")
    if not _BUCKET.fullmatch(bucket):
        raise InvalidObjectStorage(f"Invalid bucket name in {address}: give {_ADDRESSES}.")
    return _open_s3(bucket, prefix)


def _open_folder(path: str) -> FolderStorage:
    if not path:
        raise InvalidObjectStorage(f"The address of the object storage is missing: give {_ADDRESSES}.")
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise InvalidObjectStorage(f"{folder} is not a folder, and objects are stored in one.")
    return FolderStorage(folder)


def _open_s3(bucket: str, prefix: str) -> ObjectStorage:
    """Loaded when it is needed: a folder stands without botocore."""
    try:
        if prefix:
            check_key(prefix)
    except InvalidObjectKey as fault:
        raise InvalidObjectStorage(f"Invalid key prefix {prefix!r}: {fault}") from fault
    try:
        from chabudai.adapters.objects.s3 import open_bucket
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "botocore":
            raise
        raise InvalidObjectStorage("S3 needs botocore: install chabudai[aws].") from None
    return open_bucket(bucket, prefix)
