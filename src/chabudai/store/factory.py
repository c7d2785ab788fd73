"""`open`: from an address to a store. A file, memory, DynamoDB or any endpoint: the same calls, the same errors."""

from pathlib import Path
from typing import TYPE_CHECKING

from chabudai.store.errors import InvalidStoreAddress
from chabudai.store.protocol import Store
from chabudai.store.recorder import RecordingStore

if TYPE_CHECKING:
    from chabudai.engine.storage.sqlite import Durability
    from chabudai.store.remote import RemoteStore

_EXTRA = ("aiohttp", "botocore", "httptools", "urllib3")
_ADDRESSES = "a file's path, :memory:, dynamodb://REGION or http://HOST:PORT"


def open(address: str | Path, *, durability: "Durability" = "full") -> Store:  # noqa: A001 - read as `store.open`
    """A store at `household.db`, `:memory:`, `dynamodb://ap-northeast-1` or `http://127.0.0.1:8000`.

    `durability` is how a file is written, as in `Engine.open`; the others take care of that themselves.
    """
    if not _is_remote(address):
        # Loaded when it is needed: who uses DynamoDB alone stands without the engine.
        from chabudai.store.embedded import open_embedded

        return RecordingStore(open_embedded(str(address), durability))
    return RecordingStore(_open_remote(str(address)))


def _is_remote(address: str | Path) -> bool:
    scheme, separator, _ = str(address).partition("://")
    if isinstance(address, Path) or not separator:
        if not str(address):
            raise InvalidStoreAddress(f"The address of the store is missing: give {_ADDRESSES}.")
        return False
    if scheme not in ("dynamodb", "http", "https"):
        raise InvalidStoreAddress(f"Invalid store address {address}: give {_ADDRESSES}.")
    return True


def _open_remote(address: str) -> "RemoteStore":
    """Loaded when it is needed: the embedded store stands without botocore."""
    try:
        from chabudai.store.remote import connect
    except ModuleNotFoundError as missing:
        needed = (missing.name or "").partition(".")[0]
        if needed not in _EXTRA:
            raise
        raise InvalidStoreAddress(f"DynamoDB and other endpoints need {needed}: install chabudai[aws].") from None
    return connect(address)
