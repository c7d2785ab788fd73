"""Guard checks: whether each guard row guards something, and whether everything that must be unique has one."""

from collections.abc import Callable, Sequence
from typing import Any

from chabudai.store.errors import Cancelled
from chabudai.table.attributes import Item
from chabudai.table.doctor.lookups import TableLookup, format_key
from chabudai.table.doctor.repairs import acquire_guard, release_guard
from chabudai.table.doctor.reports import Finding, ReportBuilder
from chabudai.table.doctor.row_checks import CheckedRow, check_row, told_claims
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.ownership import key_of
from chabudai.table.schema.reserved_names import GUARD_OF
from chabudai.table.write.guards import Claim


class GuardCheck:
    """Rows in doubt are collected page by page and resolved in the end, by reading both rows in one transaction.

    What has expired is as good as gone: an expired row needs no guards, and an expired guard keeps nothing from others.
    """

    def __init__(self, lookup: TableLookup, report: ReportBuilder, repair: bool, clock: Callable[[], float]) -> None:
        self._lookup = lookup
        self._report = report
        self._repair = repair
        self._clock = clock
        self._orphans: list[tuple[Layout, Item]] = []
        self._unguarded: list[tuple[Layout, Item, str]] = []

    def collect(self, page: Sequence[CheckedRow]) -> None:
        """Note what does not fit, as far as two looks one after the other can tell."""
        claims = [(each.layout, claim) for each in page if each.layout is not None for claim in self._claims(each)]
        guards = [(each.guard.layout, each.item) for each in page if each.guard is not None and not self._is_gone(each)]
        keys = [claim.key for _, claim in claims] + [_owner_of(guard) for _, guard in guards]
        found = self._lookup.batch_get(keys)
        for layout, claim in claims:
            if found.get(self._lookup.key_id(claim.key)) != claim.row:
                self._unguarded.append((layout, claim.owner, claim.constraint))
        for layout, guard in guards:
            owner = found.get(self._lookup.key_id(_owner_of(guard)))
            if not self._is_owner(owner, self._key(guard)):
                self._orphans.append((layout, self._key(guard)))

    def resolve(self) -> None:
        """Orphans first: what they keep from others is free then."""
        for layout, key in self._orphans:
            self._resolve_orphan(layout, key)
        for layout, owner, constraint in self._unguarded:
            self._resolve_owner(layout, owner, constraint)

    def _resolve_orphan(self, layout: Layout, key: Item) -> None:
        for _ in self._lookup.retry_policy.attempts():
            seen = self._lookup.get(key)
            checked = None if seen is None else check_row(self._lookup.table, seen)
            if seen is None or checked is None or checked.guard is None or self._is_gone(checked):
                return
            guard, owner = self._lookup.transact_get(key, _owner_of(seen))
            if guard != seen:
                continue
            if self._is_owner(owner, key):
                return
            description = f"it is for {format_key(_owner_of(seen))}, which {self._describe_owner(owner)}"
            finding = Finding("orphan guard", key, layout.name, description)
            if self._record_or_repair(finding, release_guard(layout, seen, _owner_of(seen), owner)):
                return
        raise self._lookup.retries_exhausted(key)

    def _resolve_owner(self, layout: Layout, key: Item, constraint: str) -> None:
        for _ in self._lookup.retry_policy.attempts():
            seen = self._lookup.get(key)
            wanted = [] if seen is None else self._claims(check_row(self._lookup.table, seen))
            claim = next((each for each in wanted if each.constraint == constraint), None)
            if seen is None or claim is None:
                return
            owner, guard = self._lookup.transact_get(key, claim.key)
            if owner == seen and self._is_guarded(layout, seen, claim, guard):
                return
        raise self._lookup.retries_exhausted(key)

    def _is_guarded(self, layout: Layout, owner: Item, claim: Claim, guard: Item | None) -> bool:
        """Whether there is nothing more to do about it: False when it is to be looked at again."""
        if guard == claim.row:
            return True
        where = f"{claim.constraint} at {format_key(claim.key)}"
        is_kept = guard is not None and not self._has_expired(layout, guard)
        if guard is not None and is_kept and guard.get(GUARD_OF) != {"M": claim.owner}:
            holder = format_key(guard[GUARD_OF]["M"]) if "M" in guard.get(GUARD_OF, {}) else "nobody"
            finding = Finding("contested guard", claim.owner, layout.name, f"{where} is kept for {holder}")
            self._report.add(finding)
            return True
        description = f"{where} is {'not as it should be' if is_kept else 'missing'}"
        return self._record_or_repair(
            Finding("missing guard", claim.owner, layout.name, description),
            acquire_guard(layout, owner, claim, self._clock()),
        )

    def _record_or_repair(self, finding: Finding, actions: list[dict[str, Any]]) -> bool:
        """Whether a finding was noted, or mended where that is wanted; False when a row has changed meanwhile."""
        if not self._repair:
            self._report.add(finding)
            return True
        try:
            self._lookup.call("TransactWriteItems", {"TransactItems": actions})
        except Cancelled:
            return False
        self._report.add_repaired(finding)
        return True

    def _is_owner(self, owner: Item | None, guard: Item) -> bool:
        """Whether an entity claims this guard, or can't be read and so may."""
        if owner is None:
            return False
        checked = check_row(self._lookup.table, owner)
        return checked.values is None or any(claim.key == guard for claim in self._claims(checked))

    def _describe_owner(self, owner: Item | None) -> str:
        if owner is None:
            return "is not there"
        return "has expired" if self._is_gone(check_row(self._lookup.table, owner)) else "has another"

    def _claims(self, checked: CheckedRow) -> list[Claim]:
        """The guards that a row should have."""
        if checked.layout is None or checked.values is None or self._is_gone(checked):
            return []
        return told_claims(checked.layout, checked.item, checked.values)[0]

    def _is_gone(self, checked: CheckedRow) -> bool:
        layout = checked.guard.layout if checked.guard is not None else checked.layout
        return layout is not None and self._has_expired(layout, checked.item)

    def _has_expired(self, layout: Layout, item: Item) -> bool:
        """Of an entity that does not expire, neither rows nor guards do."""
        until = item.get(self._lookup.table.ttl or "", {}).get("N") if layout.expiry is not None else None
        return until is not None and float(until) <= self._clock()

    def _key(self, item: Item) -> Item:
        return key_of(self._lookup.table, item)


def _owner_of(guard: Item) -> Item:
    owner: Item = guard[GUARD_OF]["M"]
    return owner
