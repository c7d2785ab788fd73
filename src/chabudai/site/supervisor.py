"""Several processes that do the same work: one that dies is replaced, and none outlives whoever started them."""

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NoReturn

from chabudai.site.errors import WorkerFailed

Work = Callable[[Callable[[], None]], object]
"""What a worker does until SIGTERM; it calls what it is given once it serves. Pickled on its way to the worker."""

_STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_log = logging.getLogger(__name__)
# Forking would copy locks and the database's connections in whatever state they are.
_spawning = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Timeouts:
    """In seconds."""

    stop: float = 15.0  # for a worker to finish what it is answering, before it is killed
    restart: float = 1.0  # before another is started, when one died before it served or could not be started


def supervise(count: int, work: Work, on_ready: Callable[[], None], timeouts: Timeouts | None = None) -> None:
    """Until SIGTERM or SIGINT, or until one of the first workers fails to start (WorkerFailed).

    `on_ready` is called once, when all of them serve.
    """
    with _stop_signals() as stop:
        workers = _Workers(count, work, timeouts or Timeouts(), stop)
        try:
            workers.start()
            workers.wait_until_all_serve()
            if not workers.is_stopping:
                on_ready()
            while not workers.is_stopping:
                workers.wait_for_change()
                workers.replace_dead()
        finally:
            workers.stop()


def exit_cleanly(*_: object) -> NoReturn:
    """SIGTERM by itself would end a process with everything open."""
    sys.exit(0)


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    ready: Connection  # readable once the worker serves, or has died
    is_serving: bool = False


class _Workers:
    def __init__(self, count: int, work: Work, timeouts: Timeouts, stop_signal: socket.socket) -> None:
        self.is_stopping = False
        self._count = count
        self._work = work
        self._timeouts = timeouts
        self._stop_signal = stop_signal
        self._start_after = 0.0
        self._workers: list[_Worker] = []

    def start(self) -> None:
        while len(self._workers) < self._count:
            self._workers.append(_start(self._work))

    def wait_until_all_serve(self) -> None:
        while not self.is_stopping and not all(worker.is_serving for worker in self._workers):
            self.wait_for_change()
            for worker in self._dead():
                raise WorkerFailed(f"A worker ended before it served ({_describe_end(worker.process)}).")

    def wait_for_change(self) -> None:
        """Until a worker serves or has died, another may be started, or a signal came."""
        starting = {worker.ready: worker for worker in self._workers if not worker.is_serving}
        watched: list[Connection | socket.socket | int] = [
            self._stop_signal,
            *starting,
            *(worker.process.sentinel for worker in self._workers),
        ]
        is_complete = len(self._workers) == self._count
        changed = wait(watched, None if is_complete else max(0.0, self._start_after - time.monotonic()))
        for ready, worker in starting.items():
            if ready in changed:
                worker.is_serving = _receive_ready(ready)
        if self._stop_signal in changed:
            self._stop_signal.recv(4096)
            self.is_stopping = True

    def replace_dead(self) -> None:
        """At once; but slowly when one died before it served, as the next may die as well."""
        for worker in self._dead():
            _log.warning("worker %d ended (%s): another is started", worker.process.pid, _describe_end(worker.process))
            self._workers.remove(worker)
            if not worker.is_serving:
                self._start_after = time.monotonic() + self._timeouts.restart
            _release(worker)
        if self.is_stopping or time.monotonic() < self._start_after:
            return
        try:
            self.start()
        except WorkerFailed as failure:
            _log.warning("%s", failure)
            self._start_after = time.monotonic() + self._timeouts.restart

    def stop(self) -> None:
        """A second signal or too long a wait kills them."""
        deadline = time.monotonic() + self._timeouts.stop
        for worker in self._workers:
            worker.process.terminate()
        while alive := [worker.process.sentinel for worker in self._workers if worker.process.is_alive()]:
            left = deadline - time.monotonic()
            if left <= 0 or self._stop_signal in wait([self._stop_signal, *alive], left):
                break
        for worker in self._workers:
            worker.process.kill()
            worker.process.join()
            _release(worker)

    def _dead(self) -> list[_Worker]:
        return [worker for worker in self._workers if not worker.process.is_alive()]


def _start(work: Work) -> _Worker:
    ready, sender = _spawning.Pipe(duplex=False)
    process = _spawning.Process(target=_run_worker, args=(work, sender), name="chabudai-worker")
    try:
        with sender, _interrupts_blocked():
            process.start()
    except OSError as error:  # no memory, no process or no file left for it
        ready.close()
        raise WorkerFailed(f"A worker could not be started: {error}.") from error
    return _Worker(process, ready)


def _run_worker(work: Work, sender: Connection) -> None:
    """A worker, from its first to its last moment."""
    signal.signal(signal.SIGTERM, exit_cleanly)
    threading.Thread(target=_end_with_supervisor, name="chabudai-supervisor", daemon=True).start()
    work(lambda: sender.send(True))


def _end_with_supervisor() -> None:
    """However the supervisor ends, no worker stays behind to hold the port."""
    supervisor = multiprocessing.parent_process()
    assert supervisor is not None
    supervisor.join()
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def _stop_signals() -> Iterator[socket.socket]:
    """A socket that becomes readable when one comes: so that nothing, like a worker's start, is interrupted halfway."""
    receiver, sender = socket.socketpair()
    with receiver, sender:
        sender.setblocking(False)
        handlers = {number: signal.signal(number, lambda *_: None) for number in _STOP_SIGNALS}
        former = signal.set_wakeup_fd(sender.fileno())
        try:
            yield receiver
        finally:
            signal.set_wakeup_fd(former)
            for number, handler in handlers.items():
                signal.signal(number, handler)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal: what is started here is deaf to it, and waits for its supervisor."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # the first start would do it, and unblock
    former = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)


def _receive_ready(ready: Connection) -> bool:
    with suppress(EOFError):
        return bool(ready.recv())
    return False


def _describe_end(process: SpawnProcess) -> str:
    code = process.exitcode or 0
    return f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"


def _release(worker: _Worker) -> None:
    worker.ready.close()
    worker.process.close()
