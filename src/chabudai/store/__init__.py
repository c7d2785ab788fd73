"""Stores: one protocol, `call(operation, request)`, whether the tables are in a file, in memory or at AWS."""

from chabudai.store.calls import RecordedCall
from chabudai.store.factory import open, open_async  # noqa: A004 - read as `store.open`
from chabudai.store.protocol import AsyncStore, Store
from chabudai.store.recorder import label_calls, record_calls

__all__ = ["AsyncStore", "RecordedCall", "Store", "label_calls", "open", "open_async", "record_calls"]
