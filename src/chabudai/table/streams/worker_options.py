"""Options of workers: what they are made with, and what is refused there."""

from typing import Any, get_args

from chabudai.table.errors import DesignError, WrongPlan
from chabudai.table.plan_kinds import describe
from chabudai.table.streams.deliveries import WorkerTiming
from chabudai.table.streams.functions import check_function
from chabudai.table.streams.handlers import Handlers
from chabudai.table.streams.shard_assignment import StreamStart
from chabudai.table.typed_store import TypedStore


def check_options(store: Any, handlers: Any, name: Any, start_at: Any, on_failure: Any, timing: Any) -> None:
    _check_store(store)
    if not isinstance(handlers, Handlers):
        raise WrongPlan(
            f"a worker gives changes to Handlers, and was given {describe(handlers)}: handlers = Handlers(), then "
            '@handlers.on(Book, "insert") before each function'
        )
    if not isinstance(name, str) or not name:
        raise DesignError(
            f"Worker: name={name!r} is no name, under which it finds its checkpoints again: give a text, as "
            'name="mails"'
        )
    if start_at not in get_args(StreamStart):
        raise DesignError(
            f'Worker: start_at={start_at!r} is no place to start at: give "TRIM_HORIZON" for all that the stream still '
            'has, or "LATEST" for what changes from now on'
        )
    if isinstance(on_failure, str):
        raise DesignError(
            f"Worker: on_failure={on_failure!r} is a text: give a function, as on_failure=stop with "
            "from chabudai.table.streams import stop, or keep_and_continue"
        )
    check_function("Worker: on_failure", on_failure, "failure")
    if not isinstance(timing, WorkerTiming):
        raise DesignError(f"Worker: timing={timing!r} is none: give one, as timing=WorkerTiming(tries=3)")


def _check_store(given: Any) -> None:
    if not isinstance(given, TypedStore):
        raise WrongPlan(
            f"a worker reads from a TypedStore, and was given {describe(given)}: table.open(address) opens one, also "
            "beside an asyncio store; the worker has a thread of its own"
        )
