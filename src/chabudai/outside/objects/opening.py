"""`open`: from an address to a place for objects. A folder or a bucket: the same keys, the same errors."""

import re
from pathlib import Path

from chabudai.outside.objects.errors import BadKey, BadPlace
from chabudai.outside.objects.folder import Folder
from chabudai.outside.objects.keys import checked
from chabudai.outside.objects.protocol import Objects

_ADDRESSES = "a folder's path, s3://BUCKET or s3://BUCKET/PREFIX"
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")


def open(address: str | Path) -> Objects:  # noqa: A001 - read as `objects.open`
    """Objects in the folder `photos`, or in `s3://bucket/photos`. Nothing is asked of anyone before the first one."""
    scheme, separator, rest = str(address).partition("://")
    if isinstance(address, Path) or not separator:
        return _folder(str(address))
    if scheme != "s3":
        raise BadPlace(f"{scheme}:// is no place for objects: give {_ADDRESSES}.")
    bucket, _, prefix = rest.strip("/").partition("/")
    if not _BUCKET.fullmatch(bucket):
        raise BadPlace(f"{address} names no bucket: give {_ADDRESSES}.")
    return _s3(bucket, prefix)


def _folder(path: str) -> Folder:
    if not path:
        raise BadPlace(f"The place for objects is missing: give {_ADDRESSES}.")
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise BadPlace(f"{folder} is no folder, and objects are kept in one.")
    return Folder(folder)


def _s3(bucket: str, prefix: str) -> Objects:
    """Loaded when it is needed: a folder stands without botocore."""
    try:
        if prefix:
            checked(prefix)
    except BadKey as fault:
        raise BadPlace(f"{prefix!r} can't stand before keys: {fault}") from fault
    try:
        from chabudai.outside.objects.s3 import in_bucket
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "botocore":
            raise
        raise BadPlace("S3 needs botocore: install chabudai[aws].") from None
    return in_bucket(bucket, prefix)
