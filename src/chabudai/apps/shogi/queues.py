"""Queues: what waits for a worker, taken by one of them for a lease, and by another when that one has died."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from chabudai.apps.shogi import design
from chabudai.apps.shogi.analysis_entities import Queue, QueueEntry
from chabudai.table import Insert, Transaction, TypedStore

LEASE: Final = timedelta(seconds=60)


@dataclass(frozen=True)
class Queued:
    """One thing in a queue, and where it stands there."""

    queue: Queue
    item_id: str
    due: datetime


def plan_entry(transaction: Transaction, queued: Queued, step: str = "entry") -> Transaction:
    return transaction.step(step, Insert(QueueEntry(queue=queued.queue, due=queued.due, item_id=queued.item_id)))


def plan_taken_entry(transaction: Transaction, queued: Queued) -> Transaction:
    """Of something that whoever makes it holds first: others may take it when that lease ends."""
    entry = QueueEntry(queue=queued.queue, due=queued.due, item_id=queued.item_id, taken=True)
    return transaction.step("entry", Insert(entry))


def plan_lease(transaction: Transaction, queued: Queued, until: datetime) -> Transaction:
    """It is taken, or goes on being taken, until then."""
    if until == queued.due:
        held = QueueEntry.update(queue=queued.queue, due=queued.due, item_id=queued.item_id)
        return transaction.step("entry", held.set(taken=True))
    later = QueueEntry(queue=queued.queue, due=until, item_id=queued.item_id, taken=True)
    return plan_exit(transaction, queued).step("next entry", Insert(later))


def plan_exit(transaction: Transaction, queued: Queued) -> Transaction:
    gone = QueueEntry.delete(queue=queued.queue, due=queued.due, item_id=queued.item_id)
    return transaction.step("entry", gone.existing())


def find_due(store: TypedStore, queue: Queue, now: datetime) -> list[QueueEntry]:
    """Those that may be taken by now, the longest waiting first."""
    return list(store.page(design.due_entries(queue, now)))


def count_taken(store: TypedStore, queue: Queue, now: datetime) -> int:
    """How many are with workers that are alive: a lease that has ended counts no more."""
    return sum(entry.taken and entry.due > now for entry in store.all(design.queue_entries(queue)))


def drop(store: TypedStore, entry: QueueEntry) -> None:
    """Of something that is gone: it expired, or its person left."""
    store.write(QueueEntry.delete(**entry.own_key))


def count_before(store: TypedStore, queued: Queued) -> int:
    """How many wait before it, without those that a worker has."""
    place = (queued.due, queued.item_id)
    entries = store.all(design.queue_entries(queued.queue))
    return sum(not entry.taken and (entry.due, entry.item_id) < place for entry in entries)
