"""Stores: one protocol, `call(operation, request)`, whether the tables are in a file, in memory or at AWS."""

from chabudai.store.asked import Asked
from chabudai.store.opening import open  # noqa: A004 - read as `store.open`
from chabudai.store.protocol import Store
from chabudai.store.recorder import asking, listening

__all__ = ["Asked", "Store", "asking", "listening", "open"]
