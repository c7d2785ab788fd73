"""Streams: what changed in a table, as typed changes for handlers, by a worker here or a Lambda at AWS."""

from chabudai.table.streams.changes import Change
from chabudai.table.streams.deliveries import WorkerTiming
from chabudai.table.streams.handlers import Handlers
from chabudai.table.streams.worker import Worker

__all__ = ["Change", "Handlers", "Worker", "WorkerTiming"]
