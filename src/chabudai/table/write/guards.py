"""Guards: rows that keep a unique value for one entity, and the claims on them that a write acquires or releases."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import AttributeValue, Item
from chabudai.table.errors import InvalidKeyValue, UnreadableItem
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


def replaced_claims(
    layout: "Layout",
    guards: "Iterable[Guard]",
    owner: Item,
    seen: Item,
    known: Mapping[str, Any],
    new: Mapping[str, Any] | None,
) -> Iterator[Claim]:
    """The same for a row as it was seen, of which some fields are known without a look.

    A guard that was made before its fields had their rules was made of what is stored. Where neither can be told,
    nothing is released: the doctor finds what is left over.
    """
    for guard in guards:
        names = guarded_fields(layout, (guard,)) - known.keys()
        forms = [_readable_form(guard, read, seen, names, known) for read in (layout.read_values, layout.typed_values)]
        yield from claims_of_forms(layout, (guard,), owner, forms, new)


def claims_of_forms(
    layout: "Layout",
    guards: "Iterable[Guard]",
    owner: Item,
    forms: Sequence[Mapping[str, Any] | None],
    new: Mapping[str, Any] | None,
) -> list[Claim]:
    """The same where a guard may have been made of either form of the old values: as it is read, or as it is stored."""
    read, stored = forms
    changed = list(changed_claims(layout, guards, owner, read, new))
    if stored is None or stored == read:
        return changed
    wanted = {each.row_id for each in (*changed, *changed_claims(layout, guards, owner, None, new))}
    older = changed_claims(layout, guards, owner, stored, None)
    return [*changed, *(each for each in older if each.row_id not in wanted)]


def _readable_form(
    guard: "Guard",
    read: Callable[[Item, Iterable[str]], dict[str, Any]],
    seen: Item,
    names: frozenset[str],
    known: Mapping[str, Any],
) -> dict[str, Any] | None:
    try:
        values = {**read(seen, names), **known}
        guard.key(values)
    except (UnreadableItem, InvalidKeyValue):
        return None
    return values


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
