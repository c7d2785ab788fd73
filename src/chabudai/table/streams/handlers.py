"""Handlers: functions that want to know of changes. The same object serves a local worker and a Lambda."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, get_args

from chabudai.table.errors import DesignError
from chabudai.table.schema.entities import Entity
from chabudai.table.schema.ownership import entity_of, guard_of
from chabudai.table.schema.tables import Table
from chabudai.table.streams.changes import Change, ChangeKind, StreamRecord, typed_change

E = TypeVar("E", bound=Entity)
Handler: TypeAlias = Callable[[Change[E]], None]
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

    def on(self, entity: type[E], *kinds: ChangeKind) -> Callable[[Handler[E]], Handler[E]]:
        """For changes of these kinds; without any, for all of them."""
        if wrong := set(kinds) - set(_KINDS):
            raise DesignError(f"{min(wrong)!r} is no kind of change: there are {', '.join(_KINDS)}")

        def register(handler: Handler[E]) -> Handler[E]:
            self._registered.append(_Registration(entity, frozenset(kinds or _KINDS), handler))
            return handler

        return register

    def on_unknown(self, handler: OnUnknown) -> OnUnknown:
        """For rows that are no entity of the design; without one, they are skipped."""
        self._on_unknown.append(handler)
        return handler

    def check(self, table: type[Table]) -> None:
        """Refuse a table that has no stream by design, or none of whose entities anyone wants to know of."""
        if table.stream is None:
            raise DesignError(f'{table.name} has no stream: declare one, as in stream="NEW_AND_OLD_IMAGES"')
        if not self._on_unknown and not any(each.entity.layout.table is table for each in self._registered):
            raise DesignError(f"no handler wants to know of any entity of {table.name}")

    def handle(self, table: type[Table], record: StreamRecord) -> bool:
        """Whether anyone wanted to know; raises what a handler raises, or UnreadableItem."""
        layout = entity_of(table, record.keys)
        if layout is None:
            return self._tell_unknown(table, record)
        wanting = [each for each in self._registered if each.wants(layout.entity, record.kind)]
        if wanting:
            change = typed_change(layout, record)
            for each in wanting:
                each.handler(change)
        return bool(wanting)

    def as_lambda(self, table: type[Table]) -> LambdaHandler:
        """A Lambda's entry point, for an event source mapping with ReportBatchItemFailures.

        Lambda goes on with the first record that is reported, so nothing behind it is handled out of order.
        """
        self.check(table)

        def handler(event: Mapping[str, Any], _context: Any) -> dict[str, Any]:
            for raw in event["Records"]:
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
