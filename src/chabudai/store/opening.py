"""`open`: from an address to a store. A file, memory, DynamoDB or any endpoint: the same calls, the same errors."""

import re
from pathlib import Path

from chabudai.engine import Engine
from chabudai.store.embedded import EmbeddedStore
from chabudai.store.errors import BadAddress
from chabudai.store.protocol import Store
from chabudai.store.recorder import RecordingStore


def open(address: str | Path) -> Store:
    """A store at `household.db`, `:memory:`, `dynamodb://ap-northeast-1` or `http://127.0.0.1:8000`."""
    return RecordingStore(_open(str(address)))


def _open(address: str) -> Store:
    if not address:
        raise BadAddress("An address is missing: a file's path, :memory:, dynamodb://REGION or http://HOST:PORT.")
    scheme, separator, rest = address.partition("://")
    if not separator:
        return EmbeddedStore(Engine.open(address))
    if scheme == "dynamodb":
        if not re.fullmatch(r"[a-z]{2}(-[a-z]+)+-\d", rest):
            raise BadAddress(f"{address} names no AWS region, as in dynamodb://ap-northeast-1.")
        return _remote().dynamodb(rest)
    if scheme in ("http", "https"):
        return _remote().endpoint(address)
    raise BadAddress(f"{address} is no store: a file's path, :memory:, dynamodb://REGION or http://HOST:PORT.")


def _remote():  # type: ignore[no-untyped-def]
    """Loaded when it is needed: the embedded store stands without botocore."""
    try:
        from chabudai.store import remote
    except ModuleNotFoundError:
        raise BadAddress("For DynamoDB and other endpoints, install chabudai with its extra: chabudai[aws].") from None
    return remote
