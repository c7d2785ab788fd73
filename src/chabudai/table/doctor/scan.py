"""The scan: walks through every row of a table, tells what is wrong with it, and mends what can be mended."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from chabudai.store.errors import ConditionFailed
from chabudai.table.attributes import Item
from chabudai.table.doctor.guard_checks import GuardCheck
from chabudai.table.doctor.lookups import TableLookup
from chabudai.table.doctor.repairs import repair_request
from chabudai.table.doctor.reports import DoctorReport, ReportBuilder
from chabudai.table.doctor.row_checks import CheckedRow, check_row
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.schema.designs import Design
from chabudai.table.schema.ownership import key_of
from chabudai.table.schema.tables import Table
from chabudai.table.typed_store import TypedStore


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
    clock: Callable[[], float] | None = None,
) -> DoctorReport:
    """Look at every row, while others read and write. With `repair`, keys, types, schema versions and guards are made
    right.

    A row that changes meanwhile is looked at again. Unknown, unreadable and misplaced rows are never touched, nor are
    values that may mean something else than what is read. What has expired is told by the store's own clock, unless
    another is given, in Unix seconds.
    """
    tables = subject.tables if isinstance(subject, Design) else (subject,)
    lookups = [TableLookup(store.raw, table, ConflictRetryPolicy()) for table in tables]
    now = clock or (lambda: store.clock().timestamp())
    return DoctorReport(tuple(_TableScan(lookup, repair, now).run(progress).report() for lookup in lookups))


class _TableScan:
    """One table."""

    def __init__(self, lookup: TableLookup, repair: bool, clock: Callable[[], float]) -> None:
        self._lookup = lookup
        self._table = lookup.table
        self._repair = repair
        self._clock = clock
        self._report = ReportBuilder(lookup.table.name)
        self._guards = GuardCheck(lookup, self._report, repair, clock)

    def run(self, progress: OnProgress) -> ReportBuilder:
        for page in self._lookup.pages():
            self._guards.collect([checked for item in page if (checked := self._check(item)) is not None])
            progress(Progress(self._table.name, self._report.rows, self._report.findings))
        self._guards.resolve()
        return self._report

    def _check(self, item: Item) -> CheckedRow | None:
        """The row as it was last seen; None when it is gone by then."""
        checked = self._check_and_repair(check_row(self._table, item))
        self._report.rows += 1
        self._report.expired += self._has_expired(item)
        if checked is not None and checked.layout is not None:
            self._report.count_entity(checked.layout.name)
        if checked is not None and checked.guard is not None:
            self._report.guards += 1
        return checked

    def _check_and_repair(self, checked: CheckedRow) -> CheckedRow | None:
        if self._repair:
            for _ in self._lookup.retry_policy.attempts():
                if not checked.is_repairable:
                    break
                if self._try_repair(checked):
                    return checked
                item = self._lookup.get(key_of(self._table, checked.item))
                if item is None:
                    return None
                checked = check_row(self._table, item)
        for finding in checked.findings:
            self._report.add(finding)
        return checked

    def _try_repair(self, checked: CheckedRow) -> bool:
        """False when the row is no longer as it was checked."""
        try:
            self._lookup.call(*repair_request(checked))
        except ConditionFailed:
            return False
        for finding in checked.findings:
            (self._report.add_repaired if finding.is_repairable else self._report.add)(finding)
        return True

    def _has_expired(self, item: Item) -> bool:
        until = item.get(self._table.ttl or "", {}).get("N")
        return until is not None and float(until) <= self._clock()
