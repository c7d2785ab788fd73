"""Keys of objects: names between slashes, of characters that mean nothing to any file system or URL."""

import re

from chabudai.adapters.objects.errors import InvalidObjectKey

_LONGEST = 512
# Not beginning with a dot: neither `..`, nor a hidden file, nor a part that is still being written.
_NAME = r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}"
_KEY = re.compile(rf"{_NAME}(/{_NAME})*")


def check_key(key: str) -> str:
    """The key itself, when it is one."""
    if len(key) > _LONGEST or not _KEY.fullmatch(key):
        raise InvalidObjectKey(
            f"Invalid object key {key[:80]!r}: use letters, digits, . _ and - in names with / between them."
        )
    return key
