"""Item upgrades: before a write, an item of an older schema version is upgraded and one that has expired is deleted."""

from collections.abc import Iterable, Sequence
from typing import Any

from chabudai.store.errors import Cancelled, ConditionFailed, TransactionConflict
from chabudai.table.attributes import Item
from chabudai.table.descriptions import describe_plan
from chabudai.table.effects import Effects
from chabudai.table.errors import NotUnique
from chabudai.table.query.expressions import Placeholders
from chabudai.table.retries import TRANSIENT_REASONS
from chabudai.table.write.guards import Claim, claim_changes, describe_constraint
from chabudai.table.write.held_claims import held_claims
from chabudai.table.write.prepared_write import PreparedWrite
from chabudai.table.write.unchanged_rows import attributes_upgraded, unchanged_condition


def upgrade_or_delete(prepared: PreparedWrite, item: Item) -> Effects[None]:
    """Unless it has changed meanwhile: then whoever changed it upgraded it, or the next try does."""
    layout = prepared.layout
    try:
        if prepared.has_expired(item):
            yield "DeleteItem", _request(prepared, item, {"Key": prepared.key}, item)
            return
        values = layout.values(layout.from_item(item))
        put = _request(prepared, item, {"Item": layout.to_item(values)}, attributes_upgraded(layout, item))
        if layout.guards:
            yield from _upgrade_with_guards(prepared, put, _claims(prepared, item, values))
        else:
            yield "PutItem", put
    except (ConditionFailed, TransactionConflict):
        return


def _request(prepared: PreparedWrite, item: Item, what: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """While all of these attributes are as they were seen."""
    placeholders = Placeholders()
    condition = unchanged_condition(prepared.layout, item, names, placeholders)
    request = {"TableName": prepared.layout.table.name, **what, "ConditionExpression": condition}
    return placeholders.into(request)


def _claims(prepared: PreparedWrite, item: Item, values: dict[str, Any]) -> list[Claim]:
    """Every guard of the upgraded item, and to be released what older versions of it have had.

    What was unique in them is no longer known; but what is unique now is told of their values wherever they have them.
    """
    layout = prepared.layout
    acquired = claim_changes(layout, prepared.key, None, values)
    older = held_claims(layout, prepared.key, item)
    wanted = {claim.row_id: claim for claim in older} | {claim.row_id: claim for claim in acquired}
    return list(wanted.values())


def _upgrade_with_guards(prepared: PreparedWrite, put: dict[str, Any], claims: Sequence[Claim]) -> Effects[None]:
    """In one transaction; NotUnique when another has what the item needs then, and the write does not give it up."""
    while True:
        actions = [prepared.guard_action(claim) for claim in claims]
        try:
            yield "TransactWriteItems", {"TransactItems": [{"Put": put}, *({each.verb: each.body} for each in actions)]}
            return
        except Cancelled as cancelled:
            codes = [reason.get("Code") for reason in cancelled.reasons]
            if len(codes) != len(claims) + 1:
                raise
            if codes[0] == "ConditionalCheckFailed" or not {*codes}.isdisjoint(TRANSIENT_REASONS):
                return
            if not {*codes} <= {"None", "ConditionalCheckFailed"}:
                raise
        refused = [claim for claim, code in zip(claims, codes[1:], strict=True) if code != "None"]
        _require_given_up(prepared, put["Item"], [claim for claim in refused if claim.is_acquired])
        claims = [claim for claim in claims if claim not in refused]


def _require_given_up(prepared: PreparedWrite, upgraded: Item, taken: Sequence[Claim]) -> None:
    """A row that may not have its value is still to be deleted, or to be given another one."""
    released = {claim.row_id for claim in prepared.build(upgraded)[1] if not claim.is_acquired} if taken else set()
    for claim in taken:
        if claim.row_id not in released:
            raise NotUnique(
                f"{describe_plan(prepared.plan)}: it is of an older schema version, and once it is upgraded "
                f"another has the same {describe_constraint(prepared.layout, claim)}: give one of them another value"
            )
