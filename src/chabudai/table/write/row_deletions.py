"""Row deletions: what a query meets goes, by its keys alone: also what no entity can be made of, or has expired."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chabudai.store.errors import Cancelled, TransactionConflict
from chabudai.table.attributes import Item
from chabudai.table.effects import Effects, wait
from chabudai.table.errors import RetriesExhausted
from chabudai.table.plans import Query
from chabudai.table.query.batches import MAX_BATCH_KEYS, read_batch
from chabudai.table.query.expressions import Placeholders
from chabudai.table.query.met_rows import is_upgradable, met_guards, met_rows
from chabudai.table.query.requests import request_from
from chabudai.table.retries import TRANSIENT_REASONS, ConflictRetryPolicy
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.ownership import key_of
from chabudai.table.schema.reserved_names import GUARD_OF, VERSION_ATTRIBUTE
from chabudai.table.schema.tables import Table
from chabudai.table.write.batch_writes import MAX_BATCH_WRITES
from chabudai.table.write.guards import Claim, release
from chabudai.table.write.held_claims import held_claims
from chabudai.table.write.unchanged_rows import unchanged_condition


def delete_rows_effects(plan: Query[Any], retry_policy: ConflictRetryPolicy) -> Effects[int]:
    """How many there were. A page is deleted before the next is asked for: where the last row stood is known still."""
    deletion = _RowDeletion(plan.index.table, retry_policy)
    count = 0
    guards: list[Item] = []
    for part in plan.partitions if plan.each else (plan,):
        start: Item | None = None
        while True:
            response = yield "Query", request_from(part.request, start, None)
            met = list(met_rows(part, response["Items"]))
            guards += met_guards(part, response["Items"])
            yield from deletion.delete_plain(item for layout, item in met if not layout.source.layout.guards)
            for layout, item in met:
                if layout.source.layout.guards:
                    yield from deletion.delete_guarded(layout.source.layout, layout.key_of(item))
            count += len(met)
            start = response.get("LastEvaluatedKey")
            if start is None:
                break
    yield from deletion.delete_orphans(guards)
    return count


@dataclass(frozen=True)
class _RowDeletion:
    table: type[Table]
    retry_policy: ConflictRetryPolicy

    def delete_plain(self, items: Iterable[Item]) -> Effects[None]:
        """In batches, which have no conditions: rows that nothing else hangs on."""
        for keys in _chunks([key_of(self.table, item) for item in items], MAX_BATCH_WRITES):
            yield from self._delete_batch(keys)

    def _delete_batch(self, keys: Sequence[Item]) -> Effects[None]:
        wanted: Mapping[str, Any] = {self.table.name: [{"DeleteRequest": {"Key": key}} for key in keys]}
        for pause in self.retry_policy.pauses():
            yield from wait(pause)
            response = yield "BatchWriteItem", {"RequestItems": wanted}
            wanted = response.get("UnprocessedItems") or {}
            if not wanted:
                return
        raise self._exhausted(sum(map(len, wanted.values())))

    def delete_guarded(self, layout: Layout, key: Item) -> Effects[None]:
        """A row and its guards in one transaction, as it stands there now; what is another's stays."""
        not_held: set[tuple[str, str]] = set()
        for pause in self.retry_policy.pauses():
            yield from wait(pause)
            found = yield "GetItem", {"TableName": self.table.name, "Key": key, "ConsistentRead": True}
            item: Item | None = found.get("Item")
            if item is None:
                return
            is_upgradable(layout, item)  # or of a newer program, which is told
            claims = [claim for claim in held_claims(layout, key, item) if claim.row_id not in not_held]
            refusals = yield from _transact([{"Delete": each} for each in _deletions(layout, key, item, claims)])
            if not refusals:
                return
            not_held |= {
                claim.row_id
                for claim, code in zip(claims, refusals[1:], strict=False)
                if code == "ConditionalCheckFailed"
            }
        raise self._exhausted(1)

    def delete_orphans(self, guards: Iterable[Item]) -> Effects[None]:
        """Of the guards that were met, those whose owner is gone: what could not be read did not tell of them."""
        for chunk in _chunks([key_of(self.table, guard) for guard in guards], MAX_BATCH_KEYS):
            stored = yield from self._read(chunk)
            owned = [guard for guard in stored.values() if "M" in guard.get(GUARD_OF, {})]
            owners = yield from self._read([guard[GUARD_OF]["M"] for guard in owned])
            for guard in owned:
                if _key_id(guard[GUARD_OF]["M"]) not in owners:
                    yield from self._delete_orphan(guard)

    def _read(self, keys: Iterable[Item]) -> Effects[dict[str, Item]]:
        """What stands at these keys, by their ids."""
        distinct = {_key_id(key): key for key in keys}
        if not distinct:
            return {}
        wanted = {self.table.name: {"Keys": list(distinct.values()), "ConsistentRead": True}}
        found, left = yield from read_batch(self.retry_policy, wanted)
        if left:
            raise RetriesExhausted("rows were left unread before their guards were deleted; try again")
        return {_key_id(key_of(self.table, item)): item for _, item in found}

    def _delete_orphan(self, guard: Item) -> Effects[None]:
        """Unless somebody has come to have it."""
        owner = guard[GUARD_OF]["M"]
        claim = Claim("", self.table.name, key_of(self.table, guard), guard, is_acquired=False)
        placeholders = Placeholders()
        absent = f"attribute_not_exists({placeholders.name(self.table.primary.attributes[0])})"
        look = placeholders.into({"TableName": self.table.name, "Key": owner, "ConditionExpression": absent})
        for pause in self.retry_policy.pauses():
            yield from wait(pause)
            refusals = yield from _transact([{"ConditionCheck": look}, {"Delete": release(claim)}])
            if not any(code in TRANSIENT_REASONS for code in refusals):
                return
        raise self._exhausted(1)

    def _exhausted(self, left: int) -> RetriesExhausted:
        tries = self.retry_policy.tries
        return RetriesExhausted(f"the store left {left} rows undeleted at each of {tries} tries; try again")


def _deletions(layout: Layout, key: Item, item: Item, claims: Sequence[Claim]) -> Iterator[dict[str, Any]]:
    placeholders = Placeholders()
    names = (*item, VERSION_ATTRIBUTE, *layout.by_stored, *layout.keys)
    condition = unchanged_condition(layout, item, names, placeholders)
    yield placeholders.into({"TableName": layout.table.name, "Key": key, "ConditionExpression": condition})
    yield from map(release, claims)


def _transact(actions: Sequence[dict[str, Any]]) -> Effects[list[str]]:
    """Why it was not done, action by action; nothing when it was."""
    try:
        yield "TransactWriteItems", {"TransactItems": list(actions)}
    except Cancelled as cancelled:
        return [str(reason.get("Code")) for reason in cancelled.reasons]
    except TransactionConflict:
        return ["TransactionConflict"]
    return []


def _chunks(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for first in range(0, len(items), size):
        yield items[first : first + size]


def _key_id(key: Item) -> str:
    return repr(sorted(key.items()))
