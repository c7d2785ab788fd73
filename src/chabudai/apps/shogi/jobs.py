"""Jobs: what takes longer than a page, done bit by bit by whoever has it, and gone on with after a crash."""

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from types import TracebackType
from typing import Final, Self
from uuid import uuid4

from chabudai.adapters.clock import Clock
from chabudai.apps.shogi import design, queues
from chabudai.apps.shogi.errors import FolderBeingMoved, LeaseLost, NoSuchJob, TooBusy
from chabudai.apps.shogi.job_entities import FolderLock, Job, JobFile
from chabudai.apps.shogi.moments import this_second
from chabudai.apps.shogi.people import PERSON_GONE
from chabudai.apps.shogi.queues import Queued
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import StepErrors, failed_step, translate
from chabudai.common.text import is_id
from chabudai.table import (
    BatchWrite,
    Check,
    Insert,
    Page,
    Put,
    Transaction,
    TypedStore,
    Update,
    any_of,
    le,
    not_exists,
    where,
)
from chabudai.web import zones

LIFETIME: Final = timedelta(days=7)
LEASE: Final = timedelta(seconds=20)
"""Of a worker that says nothing; between two files or bundles of games each prolongs it."""
MOST_TRIES: Final = 3
"""Of workers that did nothing of it before they died: then it stops, instead of taking every worker with it."""
_IDLE_PAUSE: Final = 2.0  # seconds
_log = logging.getLogger(__name__)

Step = Callable[[Owner, Job], Job]
"""One bit of a job; the job as it is then. One that is not waiting any more is at its end."""


def plan_new(transaction: Transaction, job: Job) -> Transaction:
    """Its step `lock` fails when it is a move of folders, and another is under way."""
    queued = _queued(job)
    return queues.plan_entry(_plan_lock(transaction.step("job", Insert(job)), job, queued.due), queued)


def plan_held(transaction: Transaction, job: Job) -> Transaction:
    """A new one that its maker holds: until it is given back, or its lease ends and another worker finds it."""
    return queues.plan_taken_entry(transaction.step("job", Insert(job)), _queued(job))


def restart(store: TypedStore, job: Job, clock: Clock) -> Job:
    """One that has stopped, with as many files or games as it names: from now on workers find it again."""
    now = this_second(clock)
    changed = {"status": "waiting", "due": now, "tries": 0, "total": job.total, "arriving": False}
    row: Update[Job] = Job.update(job_id=job.job_id).set(**changed).remove("stopped_at")
    plan = _plan_lock(Transaction().step("job", row.when(status="stopped", due=None)), job, now)
    _transact(store, queues.plan_entry(plan, Queued("job", job.job_id, now, job.username)))
    return job.model_copy(update={**changed, "stopped_at": None})


def find(owner: Owner, job_id: str) -> Job:
    found = owner.store.get(design.job(job_id).consistently()) if is_id(job_id) else None
    if found is None or found.username != owner.username:
        raise NoSuchJob
    return found


def find_page(owner: Owner, cursor: str | None = None) -> Page[Job]:
    with refuse_wrong_cursor():
        return owner.store.page(design.jobs(owner.username), cursor)


def claim(store: TypedStore, clock: Clock, worker: str) -> Job | None:
    """The longest waiting one, also one whose worker has died."""
    now = this_second(clock)
    for entry in queues.find_due(store, "job", now):
        job = store.get(design.job(entry.item_id).consistently())
        if job is None or job.status != "waiting":
            queues.drop(store, entry)
        elif job.tries >= MOST_TRIES:
            _give_up(store, job)
        elif job.due == entry.due and (taken := take(store, job, worker, clock)):
            return taken
    return None


def take(store: TypedStore, job: Job, worker: str, clock: Clock) -> Job | None:
    """This one, whoever waits before it; None when another worker has it."""
    until = this_second(clock) + LEASE
    if job.due is None or (job.worker is not None and job.due > this_second(clock)):
        return None
    row: Update[Job] = Job.update(job_id=job.job_id).set(worker=worker, due=until, tries=job.tries + 1)
    plan = Transaction().step("job", row.when(status="waiting", due=job.due))
    if failed_step(store, queues.plan_lease(plan, _queued(job), until)) is not None:
        return None
    return job.model_copy(update={"worker": worker, "due": until, "tries": job.tries + 1})


def held(job: Job) -> Update[Job]:
    """Only while this worker has it. Each step of a job is a transaction with this in it."""
    row: Update[Job] = Job.update(job_id=job.job_id)
    return row.when(status="waiting", worker=job.worker)


def check_held(job: Job) -> Check[Job]:
    """The same for a step that changes nothing of the job itself."""
    return Job.check(job_id=job.job_id).when(status="waiting", worker=job.worker)


def prolong(owner: Owner, job: Job) -> Job:
    """Between two steps, so that nobody takes it for dead."""
    until = this_second(owner.clock) + LEASE
    if job.due is not None and until - job.due < LEASE / 3:
        return job
    plan = Transaction().step("job", held(job).set(due=until))
    _transact(owner.store, queues.plan_lease(plan, _queued(job), until))
    return job.model_copy(update={"due": until})


def give_back(owner: Owner, job: Job) -> Job:
    """Any worker may go on with it at once."""
    now = this_second(owner.clock)
    row = held(job).set(due=now).remove("worker")
    later = queues.plan_exit(Transaction().step("job", row), _queued(job))
    _transact(owner.store, queues.plan_entry(later, Queued("job", job.job_id, now, job.username), "next entry"))
    return job.model_copy(update={"worker": None, "due": now})


def stop(owner: Owner, job_id: str) -> Job:
    """Its person calls it off: whoever has it loses it. What is done stays, and it can go on later."""
    for _ in attempts(TooBusy):
        job = find(owner, job_id)
        if job.status != "waiting":
            return job
        row: Update[Job] = Job.update(job_id=job_id).set(status="stopped").when(status="waiting", due=job.due)
        if failed_step(owner.store, plan_end(Transaction(), job, row)) is None:
            return job.model_copy(update={"status": "stopped", "due": None, "worker": None})
    raise AssertionError("attempts end by raising")


def plan_end(transaction: Transaction, job: Job, row: Update[Job]) -> Transaction:
    ended = _plan_unlock(transaction.step("job", row.remove("worker", "due")), job)
    return ended if job.due is None else queues.plan_exit(ended, _queued(job))


def transact(store: TypedStore, transaction: Transaction) -> None:
    """LeaseLost when another worker has the job by now; FolderBeingMoved for a second move of folders.

    NotSignedIn where the account is gone that wants a new one.
    """
    _transact(store, transaction)


def run(owner: Owner, job: Job, step: Step, most_steps: int | None = None) -> Job:
    """Step by step to its end, or so many steps: what is left is any worker's at once."""
    count = 0
    while job.status == "waiting":
        if most_steps is not None and count >= most_steps:
            return give_back(owner, job)
        job = step(owner, prolong(owner, job))
        count += 1
    return job


def stop_lost(owner: Owner) -> list[Job]:
    """Those that wait and stand in no queue, as an upload left them that was cut off: their person may go on."""
    lost = [job for job in owner.store.all(design.jobs(owner.username)) if job.status == "waiting" and job.due is None]
    return [stop(owner, job.job_id) for job in lost]


def discard(owner: Owner, job_id: str) -> None:
    """The report goes, and what was not taken in; games that are kept stay. A folder is moved to the end first."""
    job = find(owner, job_id)
    if job.kind == "move" and job.status == "waiting":
        raise FolderBeingMoved(job.job_id)
    delete(owner.store, job)


def forget_all(store: TypedStore, username: str) -> None:
    """With the person: what is under way ends with LeaseLost."""
    for job in list(store.all(design.jobs(username))):
        delete(store, job)
    for unreadable in list(store.all(design.job_keys(username))):
        store.write(Job.delete(job_id=unreadable.job_id))
        _delete_files(store, unreadable.job_id)


def delete(store: TypedStore, job: Job) -> None:
    """With its files. It goes first: every write to them is held to it."""
    plan = _plan_unlock(Transaction().step("job", Job.delete(job_id=job.job_id)), job)
    if job.due is not None:
        plan = queues.plan_exit(plan, _queued(job))
    if failed_step(store, plan) is not None:
        store.write(Job.delete(job_id=job.job_id))
    _delete_files(store, job.job_id)


class JobWorker:
    """Does the jobs of all people in a thread of its own, one after another, until it is left."""

    def __init__(self, store: TypedStore, clock: Clock, steps: Callable[[Job], Step]) -> None:
        self._store, self._clock, self._steps = store, clock, steps
        self._name = f"jobs-{uuid4()}"
        self._stop, self._wake = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._work, name="shogi jobs", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop.set()
        self._wake.set()
        self._thread.join()

    def wake(self) -> None:
        """There is something to do."""
        self._wake.set()

    def catch_up(self) -> int:
        """All that may be taken by now; how many jobs."""
        count = 0
        while not self._stop.is_set() and (job := claim(self._store, self._clock, self._name)) is not None:
            self._do(job)
            count += 1
        return count

    def _do(self, job: Job) -> None:
        owner = Owner(self._store, job.username, self._clock, zones.TOKYO)
        step = self._steps(job)
        try:
            while job.status == "waiting" and not self._stop.is_set():
                job = _note_success(owner, step(owner, prolong(owner, job)))
            if job.status == "waiting":
                give_back(owner, job)
        except LeaseLost:
            _log.info("job %s is another worker's, or gone", job.job_id)
        except Exception:
            _log.exception("job %s failed; it is tried again when its lease ends", job.job_id)

    def _work(self) -> None:
        while not self._stop.is_set():
            try:
                self.catch_up()
            except Exception:
                _log.exception("the queue of jobs can't be read")
            self._wake.wait(_IDLE_PAUSE)
            self._wake.clear()


def _note_success(owner: Owner, job: Job) -> Job:
    """It does not end its workers: those that came before it died of something else."""
    if job.tries == 0 or job.status != "waiting":
        return job
    _transact(owner.store, Transaction().step("job", held(job).set(tries=0)))
    return job.model_copy(update={"tries": 0})


def _give_up(store: TypedStore, job: Job) -> None:
    _log.warning("job %s stops: %s workers died of it", job.job_id, job.tries)
    row: Update[Job] = Job.update(job_id=job.job_id).set(status="stopped").when(status="waiting", due=job.due)
    failed_step(store, plan_end(Transaction(), job, row))


def _delete_files(store: TypedStore, job_id: str) -> None:
    files = list(store.all(design.file_lines(job_id).consistently()))
    store.batch_write(BatchWrite(tuple(JobFile.delete(job_id=row.job_id, number=row.number) for row in files)))


def _plan_lock(transaction: Transaction, job: Job, now: datetime) -> Transaction:
    """One move of folders after another: the second is refused."""
    if job.kind != "move":
        return transaction
    lock = FolderLock(username=job.username, job_id=job.job_id, expired=job.expired)
    is_free = any_of(where(job_id=not_exists()), where(expired=le(int(now.timestamp()))))
    return transaction.step("lock", Put(lock).when(is_free))


def _plan_unlock(transaction: Transaction, job: Job) -> Transaction:
    if job.kind != "move" or job.status != "waiting":
        return transaction
    return transaction.step("lock", FolderLock.delete(username=job.username))


def _queued(job: Job) -> Queued:
    if job.due is None:
        raise LeaseLost
    return Queued("job", job.job_id, job.due, job.username)


def _transact(store: TypedStore, transaction: Transaction) -> None:
    lost = StepErrors(missing=LeaseLost, unmet=LeaseLost)
    locked = StepErrors(unmet=lambda: FolderBeingMoved(""))
    with translate(steps={"job": lost, "entry": lost, "next entry": lost, "lock": locked, "person": PERSON_GONE}):
        store.transact(transaction)
