"""Guarding: whether each guard row guards something, and whether everything that must be the only one is guarded."""

from collections.abc import Sequence
from typing import Any

from chabudai.store.errors import Cancelled, Conflict
from chabudai.table.attributes import Item
from chabudai.table.declaring.layouts import Layout
from chabudai.table.declaring.rows import key_of
from chabudai.table.doctor.examination import Examined, examine
from chabudai.table.doctor.lookups import Lookup, shown
from chabudai.table.doctor.repairs import claim, release
from chabudai.table.doctor.reports import Finding, Tally
from chabudai.table.writing.guards import GUARD_OF, Right, rights


class GuardRound:
    """Suspects are gathered page by page, and settled in the end: each by a look at both rows at one moment."""

    def __init__(self, lookup: Lookup, tally: Tally, repair: bool) -> None:
        self._lookup = lookup
        self._tally = tally
        self._repair = repair
        self._orphans: list[tuple[Layout, Item]] = []
        self._unguarded: list[tuple[Layout, Item, str]] = []

    def suspect(self, page: Sequence[Examined]) -> None:
        """Note what does not fit, as far as two looks one after the other can tell."""
        claims = [(each.layout, right) for each in page if each.layout is not None for right in _rights(each)]
        guards = [(each.guard.layout, each.item) for each in page if each.guard is not None]
        keys = [right.key for _, right in claims] + [_owner_of(guard) for _, guard in guards]
        found = self._lookup.several(keys)
        for layout, right in claims:
            if found.get(self._lookup.mark(right.key)) != right.row:
                self._unguarded.append((layout, right.owner, right.constraint))
        for layout, guard in guards:
            owner = found.get(self._lookup.mark(_owner_of(guard)))
            if not self._is_owner(owner, self._key(guard)):
                self._orphans.append((layout, self._key(guard)))

    def settle(self) -> None:
        """Orphans first: what they keep from others is free then."""
        for layout, key in self._orphans:
            self._settle_orphan(layout, key)
        for layout, owner, constraint in self._unguarded:
            self._settle_owner(layout, owner, constraint)

    def _settle_orphan(self, layout: Layout, key: Item) -> None:
        for _ in self._lookup.patience.attempts():
            seen = self._lookup.one(key)
            if seen is None or examine(self._lookup.table, seen).guard is None:
                return
            guard, owner = self._lookup.together(key, _owner_of(seen))
            if guard != seen:
                continue
            if self._is_owner(owner, key):
                return
            says = f"it is for {shown(_owner_of(seen))}, which {'has another' if owner else 'is not there'}"
            finding = Finding("orphan guard", key, layout.name, says)
            if self._is_settled(finding, release(layout, seen, _owner_of(seen), owner)):
                return
        raise self._lookup.lost_race(key)

    def _settle_owner(self, layout: Layout, key: Item, constraint: str) -> None:
        for _ in self._lookup.patience.attempts():
            seen = self._lookup.one(key)
            wanted = [] if seen is None else _rights(examine(self._lookup.table, seen))
            right = next((each for each in wanted if each.constraint == constraint), None)
            if seen is None or right is None:
                return
            owner, guard = self._lookup.together(key, right.key)
            if owner == seen and self._is_guarded(layout, seen, right, guard):
                return
        raise self._lookup.lost_race(key)

    def _is_guarded(self, layout: Layout, owner: Item, right: Right, guard: Item | None) -> bool:
        """Whether there is nothing more to do about it: False when it is to be looked at again."""
        if guard == right.row:
            return True
        where = f"{right.constraint} at {shown(right.key)}"
        if guard is not None and guard.get(GUARD_OF) != {"M": right.owner}:
            holder = shown(guard[GUARD_OF]["M"]) if "M" in guard.get(GUARD_OF, {}) else "nobody"
            finding = Finding("contested guard", right.owner, layout.name, f"{where} is kept for {holder}")
            self._tally.found(finding)
            return True
        says = f"{where} is {'not as it should be' if guard else 'missing'}"
        return self._is_settled(Finding("missing guard", right.owner, layout.name, says), claim(layout, owner, right))

    def _is_settled(self, finding: Finding, actions: list[dict[str, Any]]) -> bool:
        """Whether a finding was noted, or mended where that is wanted; False when a row has changed meanwhile."""
        if not self._repair:
            self._tally.found(finding)
            return True
        try:
            self._lookup.store.call("TransactWriteItems", {"TransactItems": actions})
        except (Cancelled, Conflict):
            return False
        self._tally.repaired(finding)
        return True

    def _is_owner(self, owner: Item | None, guard: Item) -> bool:
        """Whether an entity claims this guard, or can't be read and so may."""
        if owner is None:
            return False
        examined = examine(self._lookup.table, owner)
        return examined.values is None or any(right.key == guard for right in _rights(examined))

    def _key(self, item: Item) -> Item:
        return key_of(self._lookup.table, item)


def _rights(examined: Examined) -> list[Right]:
    """The guards that a row should have."""
    if examined.layout is None or examined.values is None:
        return []
    return rights(examined.layout, examined.layout.key_of(examined.item), None, examined.values)


def _owner_of(guard: Item) -> Item:
    owner: Item = guard[GUARD_OF]["M"]
    return owner
