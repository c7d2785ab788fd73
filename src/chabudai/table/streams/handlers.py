"""Handlers: functions that want to know of changes. The same object serves a local worker and a Lambda."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar, get_args, overload

from chabudai.table.errors import DesignError, WrongPlan
from chabudai.table.plan_kinds import check_followed_table, describe
from chabudai.table.schema.entities import Entity
from chabudai.table.schema.ownership import entity_of, guard_of
from chabudai.table.schema.tables import Table
from chabudai.table.streams.changes import (
    Change,
    ChangeKind,
    Insertion,
    Modification,
    Removal,
    StreamRecord,
    typed_change,
    widened,
)
from chabudai.table.streams.functions import check_done, check_function

E = TypeVar("E", bound=Entity)
C = TypeVar("C")
Handler: TypeAlias = Callable[[C], None]
Decorator: TypeAlias = Callable[[Handler[C]], Handler[C]]
_I: TypeAlias = Literal["insert"]
_M: TypeAlias = Literal["modify"]
_R: TypeAlias = Literal["remove"]
OnUnknown: TypeAlias = Callable[[StreamRecord], None]
LambdaHandler: TypeAlias = Callable[[Mapping[str, Any], Any], dict[str, Any]]

_KINDS: tuple[ChangeKind, ...] = get_args(ChangeKind)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Registration:
    entity: type[Entity]
    kinds: frozenset[ChangeKind]
    handler: Callable[[Change[Any]], None]

    def wants(self, entity: Any, kind: ChangeKind) -> bool:
        return self.entity is entity and kind in self.kinds


class Handlers:
    """`@handlers.on(Invitation, "insert")` before a function of a `Change[Invitation]`.

    Every change is delivered at least once, and in the order of the changes of its row. When a handler raises, the
    change is delivered again, to those too that have handled it: `change.id` tells that it is the same.
    """

    def __init__(self) -> None:
        self._registered: list[_Registration] = []
        self._on_unknown: list[OnUnknown] = []

    @overload
    def on(self, entity: type[E]) -> Decorator[Change[E]]: ...
    @overload
    def on(self, entity: type[E], kind: _I, /) -> Decorator[Insertion[E]]: ...
    @overload
    def on(self, entity: type[E], kind: _M, /) -> Decorator[Modification[E]]: ...
    @overload
    def on(self, entity: type[E], kind: _R, /) -> Decorator[Removal[E]]: ...
    @overload
    def on(self, entity: type[E], kind: _I, other: _M, /) -> Decorator[Insertion[E] | Modification[E]]: ...
    @overload
    def on(self, entity: type[E], kind: _M, other: _I, /) -> Decorator[Insertion[E] | Modification[E]]: ...
    @overload
    def on(self, entity: type[E], kind: _M, other: _R, /) -> Decorator[Modification[E] | Removal[E]]: ...
    @overload
    def on(self, entity: type[E], kind: _R, other: _M, /) -> Decorator[Modification[E] | Removal[E]]: ...
    @overload
    def on(self, entity: type[E], kind: _I | _R, other: _I | _R, /) -> Decorator[Insertion[E] | Removal[E]]: ...
    def on(self, entity: type[E], *kinds: ChangeKind) -> Decorator[Any]:
        """For changes of these kinds; without any, for all of them."""
        if not (isinstance(entity, type) and issubclass(entity, Entity)):
            raise WrongPlan(f"changes of an entity are handled, and not of {describe(entity)}: name its class, as Book")
        if wrong := set(kinds) - set(_KINDS):
            raise DesignError(f"{min(wrong)!r} is no kind of change: there are {', '.join(_KINDS)}")

        def register(handler: Handler[Any]) -> Handler[Any]:
            check_function(f"a handler of {entity.__name__}", handler, "change")
            self._registered.append(_Registration(entity, frozenset(kinds or _KINDS), handler))
            return handler

        return register

    def on_unknown(self, handler: OnUnknown) -> OnUnknown:
        """For rows that are no entity of the design; without one, they are skipped."""
        check_function("a handler of unknown rows", handler, "record")
        self._on_unknown.append(handler)
        return handler

    def check(self, table: type[Table]) -> None:
        """Refuse a table that has no stream by design, or none of whose entities anyone wants to know of."""
        check_followed_table(table)
        if table.stream is None:
            raise DesignError(f'{table.name} has no stream: declare one, as in stream="NEW_AND_OLD_IMAGES"')
        if not self._on_unknown and not any(each.entity.layout.table is table for each in self._registered):
            raise DesignError(
                f'no handler wants to know of any entity of {table.name}: write one, @handlers.on(Book, "insert")'
            )

    def handle(self, table: type[Table], record: StreamRecord) -> bool:
        """Whether anyone wanted to know; raises what a handler raises, or UnreadableItem."""
        layout = entity_of(table, record.keys)
        if layout is None:
            return self._tell_unknown(table, record)
        wanting = [each for each in self._registered if each.wants(layout.entity, record.kind)]
        if wanting:
            change = typed_change(layout, record)
            for each in wanting:
                done: Any = each.handler(widened(change) if len(each.kinds) == len(_KINDS) else change)  # type: ignore[func-returns-value]
                if done is not None:
                    check_done(f"a handler of {each.entity.__name__}", done)
        return bool(wanting)

    def as_lambda(self, table: type[Table]) -> LambdaHandler:
        """A Lambda's entry point, for an event source mapping with ReportBatchItemFailures.

        Lambda goes on with the first record that is reported, so nothing behind it is handled out of order.
        """
        self.check(table)

        def handler(event: Mapping[str, Any], _context: Any) -> dict[str, Any]:
            for raw in _stream_records(table, event):
                try:
                    self.handle(table, StreamRecord.of(raw))
                except Exception:
                    sequence = raw["dynamodb"]["SequenceNumber"]
                    _log.exception("The change %s of %s could not be handled", sequence, table.name)
                    return {"batchItemFailures": [{"itemIdentifier": sequence}]}
            return {"batchItemFailures": []}

        return handler

    def _tell_unknown(self, table: type[Table], record: StreamRecord) -> bool:
        """The rows that guard uniqueness are the toolkit's own, and of no interest to anyone."""
        if guard_of(table, record.keys) is not None:
            return False
        for handler in self._on_unknown:
            handler(record)
        return bool(self._on_unknown)


def _stream_records(table: type[Table], event: Any) -> Sequence[Mapping[str, Any]]:
    records = event.get("Records") if isinstance(event, Mapping) else None
    if not isinstance(records, Sequence) or not all(isinstance(raw, Mapping) and "dynamodb" in raw for raw in records):
        raise WrongPlan(
            f"the Lambda for changes of {table.name} was given an event that is no batch of records of a DynamoDB "
            "stream: map the table's stream to it, and other sources to functions of their own"
        )
    return records
