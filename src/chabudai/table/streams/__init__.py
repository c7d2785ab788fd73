"""Streams: what changed in a table, as typed changes for handlers, by a worker here or a Lambda at AWS."""

from chabudai.table.streams.changes import Change, Insertion, Modification, Removal, StreamRecord
from chabudai.table.streams.checkpoints import CheckpointTable, StoredFailure
from chabudai.table.streams.deliveries import WorkerTiming
from chabudai.table.streams.failures import Failure, FailureAction, keep_and_continue, stop
from chabudai.table.streams.handlers import Handlers
from chabudai.table.streams.worker import Worker

__all__ = [
    "Change",
    "CheckpointTable",
    "Failure",
    "FailureAction",
    "Handlers",
    "Insertion",
    "Modification",
    "Removal",
    "StoredFailure",
    "StreamRecord",
    "Worker",
    "WorkerTiming",
    "keep_and_continue",
    "stop",
]
