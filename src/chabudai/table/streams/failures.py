"""Failures: changes that could not be handled however often they were tried, and what becomes of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from chabudai.engine import jsontext
from chabudai.table.declaring.tables import Table
from chabudai.table.streams.changes import Change, Record, change_of

Verdict: TypeAlias = Literal["continue", "stop"]
_LARGEST = 350_000


@dataclass(frozen=True, slots=True)
class Failure:
    """`told` is the record in DynamoDB's words; None when the store let go of changes before they were read."""

    table: type[Table]
    stream: str
    shard: str
    sequence: str
    told: Mapping[str, Any] | None
    error: Exception
    tries: int

    def __str__(self) -> str:
        return f"the change {self.sequence} of {self.table.name}, tried {self.tries} times: {self.error!r}"

    @property
    def record(self) -> Record | None:
        return None if self.told is None else Record.of(self.told)

    def change(self) -> Change[Any] | None:
        """None when there is no record, or it is of no entity; NotReadable when it can't be read as one."""
        record = self.record
        return None if record is None else change_of(self.table, record)


OnFailure: TypeAlias = Callable[[Failure], Verdict]


def go_on(_failure: Failure) -> Verdict:
    """The change is kept for another try, and the worker goes on with the next."""
    return "continue"


def stop(_failure: Failure) -> Verdict:
    """The worker stops, and begins with this change when it is started again."""
    return "stop"


def record_text(told: Mapping[str, Any] | None) -> str | None:
    """A record as JSON, without its images when an item could not hold them; None when it is too large even so."""
    if told is None:
        return None
    body = {name: value for name, value in told["dynamodb"].items() if not name.endswith("Image")}
    for each in (told, {**told, "dynamodb": body}):
        text = jsontext.dumps(dict(each)).decode()
        if len(text.encode()) <= _LARGEST:
            return text
    return None
