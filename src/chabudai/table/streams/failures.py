"""Failures: changes that could not be handled however often they were tried, and what becomes of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from chabudai.items import jsontext
from chabudai.table.schema.tables import Table
from chabudai.table.streams.changes import Change, StreamRecord, change_of

FailureAction: TypeAlias = Literal["continue", "stop"]
_LARGEST = 350_000


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
        return f"the change {self.sequence} of {self.table.name}, tried {self.tries} times: {self.error!r}"

    @property
    def record(self) -> StreamRecord | None:
        return None if self.raw is None else StreamRecord.of(self.raw)

    def change(self) -> Change[Any] | None:
        """None when there is no record, or it is of no entity; UnreadableItem when it can't be read as one."""
        record = self.record
        return None if record is None else change_of(self.table, record)


OnFailure: TypeAlias = Callable[[Failure], FailureAction]


def keep_and_continue(_failure: Failure) -> FailureAction:
    """The change is kept for another try, and the worker goes on with the next."""
    return "continue"


def stop(_failure: Failure) -> FailureAction:
    """The worker stops, and begins with this change when it is started again."""
    return "stop"


def record_text(raw: Mapping[str, Any] | None) -> str | None:
    """A record as JSON, without its images when an item could not hold them; None when it is too large even so."""
    if raw is None:
        return None
    body = {name: value for name, value in raw["dynamodb"].items() if not name.endswith("Image")}
    for each in (raw, {**raw, "dynamodb": body}):
        text = jsontext.dumps(dict(each)).decode()
        if len(text.encode()) <= _LARGEST:
            return text
    return None
