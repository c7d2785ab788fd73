"""Stores: one protocol, `call(operation, request)`, whether the tables are in a file, in memory or at AWS."""

from chabudai.store.calls import RecordedCall
from chabudai.store.factory import open  # noqa: A004 - read as `store.open`
from chabudai.store.protocol import Store
from chabudai.store.recorder import label_calls, record_calls

__all__ = ["RecordedCall", "Store", "label_calls", "open", "record_calls"]
