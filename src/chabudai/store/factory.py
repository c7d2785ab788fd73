"""`open`, `open_async`: from an address to a store. A file, memory or any endpoint: the same calls, the same errors."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from chabudai.store.errors import InvalidStoreAddress
from chabudai.store.protocol import AsyncStore, Store
from chabudai.store.recorder import AsyncRecordingStore, RecordingStore

if TYPE_CHECKING:
    from chabudai.engine.storage.sqlite import Durability

_EXTRA = ("aiohttp", "botocore", "httptools", "urllib3")
_SLIPS = (
    (re.compile(r":?memory:?|:.*", re.IGNORECASE), ":memory:"),
    (re.compile(r"dynamodb(?::/?)?()", re.IGNORECASE), "dynamodb://REGION"),
    (re.compile(r"(?:dynamodb:/?)?([a-z]{2}(?:-[a-z]+)+-\d)", re.IGNORECASE), "dynamodb://{}"),
    (re.compile(r"(https?):/?([^/].*)", re.IGNORECASE), "{}://{}"),
    (re.compile(r"((?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):\d+(?:/.*)?)"), "http://{}"),
    (re.compile(r"file:(.+)", re.IGNORECASE), "{}"),
    (re.compile(r"(localhost|\d+\.\d+\.\d+\.\d+)"), "http://{}:8000"),
)
_ADDRESSES = "a file's path, :memory:, dynamodb://REGION or http://HOST:PORT"


def open(address: str | Path, *, durability: "Durability" = "full") -> Store:  # noqa: A001 - read as `store.open`
    """A store at `household.db`, `:memory:`, `dynamodb://ap-northeast-1` or `http://127.0.0.1:8000`.

    `durability` is how a file is written, as in `Engine.open`; the others take care of that themselves.
    """
    if not _is_remote(address):
        return RecordingStore(_open_embedded(str(address), durability))
    with _name_missing_extra():
        from chabudai.store.remote import connect
    return RecordingStore(connect(str(address)))


def open_async(address: str | Path, *, durability: "Durability" = "full") -> AsyncStore:
    """The same for asyncio: an endpoint is asked without threads, a file or memory in a few threads of its own."""
    if not _is_remote(address):
        from chabudai.store.threads import ThreadedStore

        return AsyncRecordingStore(ThreadedStore(_open_embedded(str(address), durability)))
    with _name_missing_extra():
        from chabudai.store.async_remote import connect_async
    return AsyncRecordingStore(connect_async(str(address)))


def _is_remote(address: str | Path) -> bool:
    if not isinstance(address, (str, Path)):
        raise InvalidStoreAddress(f"The address of a store is a text or a Path, not {address!r}: give {_ADDRESSES}.")
    if not _is_path(str(address)):
        raise InvalidStoreAddress(
            f"Invalid store address {str(address)!r}: no file has such a name; give {_ADDRESSES}."
        )
    scheme, separator, _ = str(address).partition("://")
    if isinstance(address, Path) or not separator:
        if not str(address).strip():
            raise InvalidStoreAddress(f"The address of the store is missing: give {_ADDRESSES}.")
        if isinstance(address, str) and address != ":memory:":
            _refuse_likely_slip(address)
        return False
    if scheme not in ("dynamodb", "http", "https"):
        raise InvalidStoreAddress(f"Invalid store address {address}: give {_ADDRESSES}.")
    return True


def _is_path(address: str) -> bool:
    try:
        return b"\0" not in os.fsencode(address) and address.encode() is not None
    except UnicodeEncodeError:
        return False


def _refuse_likely_slip(address: str) -> None:
    """What looks like another kind of address would become a file by that name; `./` says that one is meant."""
    for form, meant in _SLIPS:
        if found := form.fullmatch(address):
            likely = meant.format(*found.groups())
            raise InvalidStoreAddress(
                f"Invalid store address {address}: give {likely}, if that is meant, or ./{address} for a file of that "
                "name."
            )


def _open_embedded(path: str, durability: "Durability") -> Store:
    """Loaded when it is needed: who uses DynamoDB alone stands without the engine, as a file does without botocore."""
    from chabudai.store.embedded import open_embedded

    return open_embedded(path, durability)


@contextmanager
def _name_missing_extra() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as missing:
        needed = (missing.name or "").partition(".")[0]
        if needed not in _EXTRA:
            raise
        raise InvalidStoreAddress(f"DynamoDB and other endpoints need {needed}: install chabudai[aws].") from None
