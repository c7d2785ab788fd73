"""Guards: rows that keep a unique value for one entity, and the claims on them that a write acquires or releases."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import AttributeValue, Item
from chabudai.table.query.expressions import Placeholders
from chabudai.table.schema.reserved_names import GUARD_OF

if TYPE_CHECKING:
    from chabudai.table.schema.constraints import Guard
    from chabudai.table.schema.layouts import Layout


@dataclass(frozen=True, slots=True)
class Claim:
    """`row` is the whole guard row: its key, whose it is, and when it expires, if what it guards does.

    `released_by` are the owners that release it in the same transaction.
    """

    constraint: str
    table: str
    key: Item
    row: Item
    is_acquired: bool
    released_by: tuple[Item, ...] = ()

    @property
    def row_id(self) -> tuple[str, str]:
        return self.table, repr(self.key)

    @property
    def owner(self) -> Item:
        owner: Item = self.row[GUARD_OF]["M"]
        return owner

    def take_over(self, other: "Claim") -> "Claim":
        return replace(self, released_by=(*self.released_by, other.owner))


def claim_changes(
    layout: "Layout", owner: Item, old: Mapping[str, Any] | None, new: Mapping[str, Any] | None
) -> list[Claim]:
    """The claims that are released and those that are acquired; None stands for an entity that is not there."""
    return list(changed_claims(layout, layout.guards, owner, old, new))


def changed_claims(
    layout: "Layout",
    guards: "Iterable[Guard]",
    owner: Item,
    old: Mapping[str, Any] | None,
    new: Mapping[str, Any] | None,
) -> Iterator[Claim]:
    for guard in guards:
        had = None if old is None else _claim_of(layout, guard, owner, old, is_acquired=False)
        wants = None if new is None else _claim_of(layout, guard, owner, new, is_acquired=True)
        if had is not None and (wants is None or had.key != wants.key):
            yield had
        if wants is not None and (had is None or had.row != wants.row):
            yield wants


def guarded_fields(layout: "Layout", guards: "Iterable[Guard]") -> frozenset[str]:
    """What guards are made of: their values, and the time when they expire."""
    names = frozenset(name for guard in guards for name in guard.fields)
    return names | {layout.expiry.name} if names and layout.expiry is not None else names


def acquire(claim: Claim, ttl: str | None, now: AttributeValue) -> dict[str, Any]:
    """The put of a guard row: nobody has it, or it is the claimant's already, or it has expired."""
    placeholders = Placeholders()
    whose = placeholders.name(GUARD_OF)
    owners = [f"{whose} = {placeholders.value({'M': owner})}" for owner in (claim.owner, *claim.released_by)]
    pieces = [f"attribute_not_exists({placeholders.name(next(iter(claim.key)))})", *owners]
    if ttl is not None:
        pieces.append(f"{placeholders.name(ttl)} <= {placeholders.value(now)}")
    body = {"TableName": claim.table, "Item": claim.row, "ConditionExpression": " OR ".join(pieces)}
    return placeholders.into(body)


def release(claim: Claim) -> dict[str, Any]:
    """The deletion of a guard row, unless it is another's."""
    placeholders = Placeholders()
    absent = f"attribute_not_exists({placeholders.name(next(iter(claim.key)))})"
    own = f"{placeholders.name(GUARD_OF)} = {placeholders.value({'M': claim.owner})}"
    body = {"TableName": claim.table, "Key": claim.key, "ConditionExpression": f"{absent} OR {own}"}
    return placeholders.into(body)


def describe_constraint(layout: "Layout", claim: Claim) -> str:
    guard = next(guard for guard in layout.guards if guard.name == claim.constraint)
    return f"{guard.name} ({guard.pk.template} / {guard.sk.template})"


def _claim_of(
    layout: "Layout", guard: "Guard", owner: Item, values: Mapping[str, Any], is_acquired: bool
) -> Claim | None:
    key = guard.key(values)
    if key is None:
        return None
    row = {**key, GUARD_OF: {"M": owner}}
    if (expiry := layout.expiry) is not None and expiry.stored is not None:
        until = expiry.encode_stored(values[expiry.name])
        row |= {expiry.stored: until} if until is not None else {}
    return Claim(guard.name, layout.table.name, key, row, is_acquired)
