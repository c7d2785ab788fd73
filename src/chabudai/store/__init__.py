"""Stores: one protocol, `call(operation, request)`, whether the tables are in a file, in memory or at AWS."""

from chabudai.store.opening import open
from chabudai.store.protocol import Store
from chabudai.store.recorder import Asked, asking, listening

__all__ = ["Asked", "Store", "asking", "listening", "open"]
