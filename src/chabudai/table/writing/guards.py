"""Guards: rows that each stand for the right to be the only one with a value, kept beside the entity."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from chabudai.table.asking.expressions import Placeholders
from chabudai.table.attributes import AttributeValue, Item

if TYPE_CHECKING:
    from chabudai.table.declaring.layouts import Guard, Layout

GUARD_OF = "_guards"


@dataclass(frozen=True, slots=True)
class Right:
    """`row` is the whole guard row: its key, whose it is, and when it expires, if what it guards does.

    `from_others` are those who give the right up in the same transaction.
    """

    constraint: str
    table: str
    key: Item
    row: Item
    is_claimed: bool
    from_others: tuple[Item, ...] = ()

    @property
    def place(self) -> tuple[str, str]:
        return self.table, repr(self.key)

    @property
    def owner(self) -> Item:
        owner: Item = self.row[GUARD_OF]["M"]
        return owner

    def taken_over(self, other: "Right") -> "Right":
        return replace(self, from_others=(*self.from_others, other.owner))


def rights(layout: "Layout", owner: Item, old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> list[Right]:
    """Those that are given up and those that are claimed; None stands for an entity that is not there."""
    return list(changed_rights(layout, layout.guards, owner, old, new))


def changed_rights(
    layout: "Layout",
    guards: "Iterable[Guard]",
    owner: Item,
    old: Mapping[str, Any] | None,
    new: Mapping[str, Any] | None,
) -> Iterator[Right]:
    for guard in guards:
        had = None if old is None else _right(layout, guard, owner, old, is_claimed=False)
        wants = None if new is None else _right(layout, guard, owner, new, is_claimed=True)
        if had is not None and (wants is None or had.key != wants.key):
            yield had
        if wants is not None and (had is None or had.row != wants.row):
            yield wants


def guarded_fields(layout: "Layout", guards: "Iterable[Guard]") -> frozenset[str]:
    """What rights hang on: their values, and the time when they expire."""
    names = frozenset(name for guard in guards for name in guard.fields)
    return names | {layout.expiry.name} if names and layout.expiry is not None else names


def claim(right: Right, ttl: str | None, now: AttributeValue) -> dict[str, Any]:
    """The put of a guard row: nobody has it, or it is the claimant's already, or it has expired."""
    placeholders = Placeholders()
    whose = placeholders.name(GUARD_OF)
    owners = [f"{whose} = {placeholders.value({'M': owner})}" for owner in (right.owner, *right.from_others)]
    pieces = [f"attribute_not_exists({placeholders.name(next(iter(right.key)))})", *owners]
    if ttl is not None:
        pieces.append(f"{placeholders.name(ttl)} <= {placeholders.value(now)}")
    body = {"TableName": right.table, "Item": right.row, "ConditionExpression": " OR ".join(pieces)}
    return placeholders.into(body)


def release(right: Right) -> dict[str, Any]:
    return {"TableName": right.table, "Key": right.key}


def _right(layout: "Layout", guard: "Guard", owner: Item, values: Mapping[str, Any], is_claimed: bool) -> Right | None:
    key = guard.key(values)
    if key is None:
        return None
    row = {**key, GUARD_OF: {"M": owner}}
    if (expiry := layout.expiry) is not None and expiry.stored is not None:
        until = expiry.encode(values[expiry.name])
        row |= {expiry.stored: until} if until is not None else {}
    return Right(guard.name, layout.table.name, key, row, is_claimed)
