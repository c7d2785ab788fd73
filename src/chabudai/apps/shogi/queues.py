"""Queues: what waits for a worker, taken by one of them for a lease, and by another when that one has died."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, get_args

from chabudai.apps.shogi import design
from chabudai.apps.shogi.analysis_entities import Queue, QueueEntry
from chabudai.table import Insert, Transaction, TypedStore

LEASE: Final = timedelta(seconds=60)


@dataclass(frozen=True)
class Queued:
    """One thing in a queue, where it stands there, and who asked for it."""

    queue: Queue
    item_id: str
    due: datetime
    username: str


def plan_entry(transaction: Transaction, queued: Queued, step: str = "entry") -> Transaction:
    return transaction.step(step, Insert(_entry(queued)))


def plan_taken_entry(transaction: Transaction, queued: Queued) -> Transaction:
    """Of something that whoever makes it holds first: others may take it when that lease ends."""
    return transaction.step("entry", Insert(_entry(queued, taken=True)))


def plan_lease(transaction: Transaction, queued: Queued, until: datetime) -> Transaction:
    """It is taken, or goes on being taken, until then."""
    if until == queued.due:
        held = QueueEntry.update(queue=queued.queue, due=queued.due, item_id=queued.item_id)
        return transaction.step("entry", held.set(taken=True))
    later = _entry(replace(queued, due=until), taken=True)
    return plan_exit(transaction, queued).step("next entry", Insert(later))


def plan_exit(transaction: Transaction, queued: Queued) -> Transaction:
    gone = QueueEntry.delete(queue=queued.queue, due=queued.due, item_id=queued.item_id)
    return transaction.step("entry", gone.existing())


def find_due(store: TypedStore, queue: Queue, now: datetime) -> list[QueueEntry]:
    """Those that may be taken by now, the longest waiting first."""
    return list(store.page(design.due_entries(queue, now)))


def find_entries(store: TypedStore, queue: Queue) -> list[QueueEntry]:
    """All that wait or are with workers, the longest waiting first."""
    return list(store.all(design.queue_entries(queue)))


def count_taken(entries: Iterable[QueueEntry], now: datetime) -> int:
    """How many are with workers that are alive: a lease that has ended counts no more."""
    return sum(_is_with_worker(entry, now) for entry in entries)


def order_by_turns(entries: Sequence[QueueEntry], now: datetime, turns: Mapping[str, int]) -> list[QueueEntry]:
    """Those that may be taken by now: people take turns, however much one of them has asked for.

    Whoever has nothing with a worker comes first, then whose turn in `turns` is the longest ago or never was.
    """
    busy = Counter(entry.username for entry in entries if _is_with_worker(entry, now))
    due = [entry for entry in entries if entry.due <= now]
    return sorted(due, key=lambda entry: (busy[entry.username], turns.get(entry.username or "", -1)))


def drop(store: TypedStore, entry: QueueEntry) -> None:
    """Of something that is gone: it expired, or its person left."""
    store.write(QueueEntry.delete(**entry.own_key))


def forget_all(store: TypedStore, username: str) -> None:
    """What a person has asked for, of which nothing else is left."""
    for queue in get_args(Queue):
        for entry in find_entries(store, queue):
            if entry.username == username:
                drop(store, entry)


def count_before(store: TypedStore, queued: Queued, now: datetime) -> int:
    """How many come before it, without those that a worker has: of each person one by one in turn."""
    entries = find_entries(store, queued.queue)
    rounds = Counter(entry.username for entry in entries if _is_with_worker(entry, now))
    places: dict[str, tuple[int, int]] = {}
    for number, entry in enumerate(entries):
        if not entry.taken:
            places[entry.item_id] = (rounds[entry.username], number)
            rounds[entry.username] += 1
    own = places.get(queued.item_id)
    return 0 if own is None else sum(place < own for place in places.values())


def _entry(queued: Queued, *, taken: bool = False) -> QueueEntry:
    return QueueEntry(queue=queued.queue, due=queued.due, item_id=queued.item_id, username=queued.username, taken=taken)


def _is_with_worker(entry: QueueEntry, now: datetime) -> bool:
    return entry.taken and entry.due > now
