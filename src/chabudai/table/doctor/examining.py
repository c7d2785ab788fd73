"""The doctor: walks through every row of a table, tells what is wrong with it, and mends what can be mended."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from chabudai.store.errors import ConditionFailed, Conflict
from chabudai.table.attributes import Item
from chabudai.table.declaring.designs import Design
from chabudai.table.declaring.rows import key_of
from chabudai.table.declaring.tables import Table
from chabudai.table.doctor.examination import Examined, examine
from chabudai.table.doctor.guarding import GuardRound
from chabudai.table.doctor.lookups import Lookup
from chabudai.table.doctor.repairs import repair_of
from chabudai.table.doctor.reports import Report, Tally
from chabudai.table.stores import TypedStore
from chabudai.table.writing.races import Patience


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the doctor has come in a table."""

    table: str
    rows: int
    findings: int


OnProgress: TypeAlias = Callable[[Progress], None]


def doctor(
    store: TypedStore,
    subject: Design | type[Table],
    *,
    repair: bool = False,
    progress: OnProgress = lambda _: None,
    clock: Callable[[], float] = time.time,
) -> Report:
    """Look at every row, while others read and write. With `repair`, keys, shapes and guards are made right.

    A row that changes meanwhile is looked at again. Unknown, unreadable and misplaced rows are never touched.
    """
    tables = subject.tables if isinstance(subject, Design) else (subject,)
    lookups = [Lookup(store.raw, table, Patience()) for table in tables]
    return Report(tuple(_Visit(lookup, repair, clock).made(progress).report() for lookup in lookups))


class _Visit:
    """One table."""

    def __init__(self, lookup: Lookup, repair: bool, clock: Callable[[], float]) -> None:
        self._lookup = lookup
        self._table = lookup.table
        self._repair = repair
        self._clock = clock
        self._tally = Tally(lookup.table.name)
        self._guards = GuardRound(lookup, self._tally, repair)

    def made(self, progress: OnProgress) -> Tally:
        for page in self._lookup.every():
            self._guards.suspect([examined for item in page if (examined := self._visited(item)) is not None])
            progress(Progress(self._table.name, self._tally.rows, self._tally.findings))
        self._guards.settle()
        return self._tally

    def _visited(self, item: Item) -> Examined | None:
        """The row as it was last seen; None when it is gone by then."""
        examined = self._treated(examine(self._table, item))
        self._tally.rows += 1
        self._tally.expired += self._has_expired(item)
        if examined is not None and examined.layout is not None:
            self._tally.entity(examined.layout.name)
        if examined is not None and examined.guard is not None:
            self._tally.guards += 1
        return examined

    def _treated(self, examined: Examined) -> Examined | None:
        if self._repair:
            for _ in self._lookup.patience.attempts():
                if not examined.is_repairable:
                    break
                if self._is_mended(examined):
                    return examined
                item = self._lookup.one(key_of(self._table, examined.item))
                if item is None:
                    return None
                examined = examine(self._table, item)
        for finding in examined.findings:
            self._tally.found(finding)
        return examined

    def _is_mended(self, examined: Examined) -> bool:
        """False when the row is no longer as it was examined."""
        try:
            self._lookup.store.call(*repair_of(examined))
        except (ConditionFailed, Conflict):
            return False
        for finding in examined.findings:
            self._tally.repaired(finding)
        return True

    def _has_expired(self, item: Item) -> bool:
        until = item.get(self._table.ttl or "", {}).get("N")
        return until is not None and float(until) <= self._clock()
