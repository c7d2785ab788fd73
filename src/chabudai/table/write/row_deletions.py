"""Row deletions: what a query meets goes, by its keys alone: also what no entity can be made of, or has expired."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

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
from chabudai.table.write.transactions import MAX_ACTIONS
from chabudai.table.write.unchanged_rows import unchanged_condition

_PLACEHOLDER: Final = re.compile(r"([#:])(\w+)")


def delete_rows_effects(plan: Query[Any], retry_policy: ConflictRetryPolicy) -> Effects[int]:
    """How many went. A page is deleted before the next is asked for: where the last row stood is known still."""
    deletion = _RowDeletion(plan.index.table, retry_policy)
    count = 0
    guards: list[Item] = []
    for part in plan.partitions if plan.each else (plan,):
        start: Item | None = None
        while True:
            response = yield "Query", request_from(part.request, start, None)
            met = list(met_rows(part, response["Items"]))
            guards += met_guards(part, response["Items"])
            asked = _Asked.of(part)
            count += yield from deletion.delete_plain(
                [i for layout, i in met if not layout.source.layout.guards], asked
            )
            for layout, item in met:
                if layout.source.layout.guards:
                    count += yield from deletion.delete_guarded(layout.source.layout, layout.key_of(item), asked)
            start = response.get("LastEvaluatedKey")
            if start is None:
                break
    yield from deletion.delete_orphans(guards)
    return count


@dataclass(frozen=True)
class _RowDeletion:
    table: type[Table]
    retry_policy: ConflictRetryPolicy

    def delete_plain(self, items: Sequence[Item], asked: "_Asked | None") -> Effects[int]:
        """Rows that nothing else hangs on: in batches, which have no conditions, where only the key was asked for."""
        keys = [key_of(self.table, item) for item in items]
        if asked is None:
            for chunk in _chunks(keys, MAX_BATCH_WRITES):
                yield from self._delete_batch(chunk)
            return len(keys)
        count = 0
        for chunk in _chunks(keys, MAX_ACTIONS):
            count += yield from self._delete_if(chunk, asked)
        return count

    def _delete_if(self, keys: Sequence[Item], asked: "_Asked") -> Effects[int]:
        """But those that are no longer what was asked for: somebody took one out of the trash, say."""
        left = list(keys)
        for pause in self.retry_policy.pauses():
            yield from wait(pause)
            refusals = yield from _transact([{"Delete": asked.put_on(self.table, key)} for key in left])
            if not refusals:
                return len(left)
            if len(refusals) == len(left):
                left = [key for key, code in zip(left, refusals, strict=True) if code != "ConditionalCheckFailed"]
            if not left:
                return 0
        raise self._exhausted(len(left))

    def _delete_batch(self, keys: Sequence[Item]) -> Effects[None]:
        wanted: Mapping[str, Any] = {self.table.name: [{"DeleteRequest": {"Key": key}} for key in keys]}
        for pause in self.retry_policy.pauses():
            yield from wait(pause)
            response = yield "BatchWriteItem", {"RequestItems": wanted}
            wanted = response.get("UnprocessedItems") or {}
            if not wanted:
                return
        raise self._exhausted(sum(map(len, wanted.values())))

    def delete_guarded(self, layout: Layout, key: Item, asked: "_Asked | None") -> Effects[int]:
        """A row and its guards in one transaction, as it stands there now; what is another's stays.

        Nothing of what is no longer asked for.
        """
        not_held: set[tuple[str, str]] = set()
        for pause in self.retry_policy.pauses():
            yield from wait(pause)
            found = yield "GetItem", {"TableName": self.table.name, "Key": key, "ConsistentRead": True}
            item: Item | None = found.get("Item")
            if item is None:
                return 0
            is_upgradable(layout, item)  # or of a newer program, which is told
            claims = [claim for claim in held_claims(layout, key, item) if claim.row_id not in not_held]
            deletions = _deletions(layout, key, item, claims, asked)
            refusals = yield from _transact([{"Delete": each} for each in deletions])
            if not refusals:
                return 1
            if (
                refusals[0] == "ConditionalCheckFailed"
                and asked is not None
                and not (yield from self._holds(key, asked))
            ):
                return 0
            not_held |= {
                claim.row_id
                for claim, code in zip(claims, refusals[1:], strict=False)
                if code == "ConditionalCheckFailed"
            }
        raise self._exhausted(1)

    def _holds(self, key: Item, asked: "_Asked") -> Effects[bool]:
        refusals = yield from _transact([{"ConditionCheck": asked.put_on(self.table, key)}])
        return "ConditionalCheckFailed" not in refusals

    def delete_orphans(self, guards: Iterable[Item]) -> Effects[None]:
        """Of the guards that were met, those whose owner is gone: what could not be read did not tell of them."""
        for chunk in _chunks([key_of(self.table, guard) for guard in guards], MAX_BATCH_KEYS):
            stored = yield from self._read(chunk)
            names = set(self.table.primary.attributes)
            owned = [guard for guard in stored.values() if guard.get(GUARD_OF, {}).get("M", {}).keys() == names]
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


@dataclass(frozen=True)
class _Asked:
    """What a query asks of its rows, as a condition on one of them."""

    text: str
    names: Mapping[str, str]
    values: Mapping[str, Any]

    @classmethod
    def of(cls, plan: Query[Any]) -> "_Asked | None":
        """None where only the table's own keys are asked for, which never change."""
        request = plan.request
        terms = [request[name] for name in ("KeyConditionExpression", "FilterExpression") if name in request]
        if "IndexName" not in request and "FilterExpression" not in request:
            return None
        text = _PLACEHOLDER.sub(r"\1asked\2", " AND ".join(f"({term})" for term in terms))
        used = set(_PLACEHOLDER.findall(text))
        return cls(text, cls._renamed(request, "Names", used), cls._renamed(request, "Values", used))

    @staticmethod
    def _renamed(request: Mapping[str, Any], kind: str, used: Collection[tuple[str, str]]) -> dict[str, Any]:
        given = request.get(f"ExpressionAttribute{kind}", {})
        return {f"{key[0]}asked{key[1:]}": value for key, value in given.items() if (key[0], f"asked{key[1:]}") in used}

    def put_on(self, table: type[Table], key: Item) -> dict[str, Any]:
        return self.join({"TableName": table.name, "Key": key, "ConditionExpression": ""})

    def join(self, request: dict[str, Any]) -> dict[str, Any]:
        """With what is asked as a further condition."""
        texts = [text for text in (request["ConditionExpression"], self.text) if text]
        joined = {**request, "ConditionExpression": " AND ".join(texts)}
        for kind, more in (("Names", self.names), ("Values", self.values)):
            if more:
                joined[f"ExpressionAttribute{kind}"] = {**request.get(f"ExpressionAttribute{kind}", {}), **more}
        return joined


def _deletions(
    layout: Layout, key: Item, item: Item, claims: Sequence[Claim], asked: _Asked | None
) -> Iterator[dict[str, Any]]:
    placeholders = Placeholders()
    names = (*item, VERSION_ATTRIBUTE, *layout.by_stored, *layout.keys)
    condition = unchanged_condition(layout, item, names, placeholders)
    deletion = placeholders.into({"TableName": layout.table.name, "Key": key, "ConditionExpression": condition})
    yield deletion if asked is None else asked.join(deletion)
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
