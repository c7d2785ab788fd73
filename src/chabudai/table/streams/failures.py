"""Failures: changes that could not be handled however often they were tried, and what becomes of them."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from chabudai.table.schema.tables import Table
from chabudai.table.streams.changes import Change, StreamRecord, change_of

FailureAction: TypeAlias = Literal["continue", "stop"]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Failure:
    """`raw` is the record in DynamoDB's words; None when the store let go of changes before they were read."""

    table: type[Table]
    stream: str
    shard: str
    sequence: str
    raw: Mapping[str, Any] | None
    error: Exception
    tries: int

    def __str__(self) -> str:
        times = "once" if self.tries == 1 else f"{self.tries} times"
        return f"the change {self.sequence} of {self.table.name}, tried {times}: {error_repr(self.error)}"

    @property
    def record(self) -> StreamRecord | None:
        return None if self.raw is None else StreamRecord.of(self.raw)

    def change(self) -> Change[Any] | None:
        """None when there is no record, or it is of no entity; UnreadableItem when it can't be read as one."""
        record = self.record
        return None if record is None else change_of(self.table, record)


def error_text(error: Exception) -> str:
    """What any error says, in a text that can be stored: some can't be printed, and some hold half a surrogate pair."""
    try:
        said = str(error)
    except Exception as worse:
        said = f"its text can't be told ({type(worse).__name__})"
    return f"{type(error).__name__}: {said}".encode("utf-8", "backslashreplace").decode()


def error_repr(error: Exception) -> str:
    try:
        return repr(error)
    except Exception:
        return error_text(error)


OnFailure: TypeAlias = Callable[[Failure], FailureAction]


def keep_and_continue(failure: Failure) -> FailureAction:
    """The change is kept for another try and logged as an error, and the worker goes on with the next."""
    _log.error("Given up and kept: %s. worker.failures() has it, worker.retry(…) hands it over again", failure)
    return "continue"


def stop(_failure: Failure) -> FailureAction:
    """The worker stops, and begins with this change when it is started again."""
    return "stop"
