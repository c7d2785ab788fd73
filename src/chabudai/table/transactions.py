"""Transactions before they are sent: two steps at one item become one or are refused; DynamoDB's limits are kept."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from chabudai.engine.sizes import item_size
from chabudai.table.conditions import every
from chabudai.table.errors import TooLarge, TouchedTwice
from chabudai.table.plans import Check, Delete, Insert, Put, Step, Transaction, Update
from chabudai.table.writes import Action

MAX_ACTIONS = 100
MAX_BYTES = 4 * 1024 * 1024


def merged(transaction: Transaction) -> tuple[Step, ...]:
    """The steps with at most one for each item; the name of a joint one tells both."""
    found: dict[Any, Step] = {}
    for step in transaction.steps:
        layout = step.plan.layout
        place = (layout.table.name, repr(layout.key(step.plan.key)))
        found[place] = _joined(found[place], step) if place in found else step
    return tuple(found.values())


def check_size(actions: Sequence[Action], told: str) -> None:
    """Refuse what DynamoDB would refuse, before anything is sent."""
    if len(actions) > MAX_ACTIONS:
        raise TooLarge(f"{told}: {len(actions)} actions, and a transaction takes {MAX_ACTIONS}; do it in several")
    size = sum(_size(action.body) for action in actions)
    if size > MAX_BYTES:
        raise TooLarge(f"{told}: some {size / 1024 / 1024:.1f} MB, and a transaction takes 4; do it in several")


def _size(body: Mapping[str, Any]) -> int:
    held = body.get("Item") or {**body["Key"], **body.get("ExpressionAttributeValues", {})}
    return item_size(held)


def _joined(one: Step, other: Step) -> Step:
    name = f"{one.name} + {other.name}"
    match one.plan, other.plan:
        case (Check() as check, plan) | (plan, Check() as check):
            return Step(name, _checked(check, plan, name))
        case Update() as first, Update() as second if first.entity is second.entity:
            return Step(name, _both(first, second, name))
        case _:
            raise TouchedTwice(
                f"the steps {one.name!r} and {other.name!r} are at one item, which a transaction can touch only once"
            )


def _checked(check: Check[Any], plan: Any, name: str) -> Any:
    """A look at an item that is written anyway is a condition of the write."""
    wants_absence = isinstance(plan, Insert) or (isinstance(plan, Check) and plan.is_absent)
    if check.is_absent != wants_absence and not (check.is_absent and type(plan) is Put):
        raise TouchedTwice(f"the steps {name} want the same item to exist and not to exist")
    if check.is_absent and type(plan) is Put:
        return Insert(plan.entity, plan.condition)
    joined = replace(plan, condition=every(plan.condition, check.condition))
    if isinstance(joined, Update):
        return replace(joined, may_create=False)
    return joined.existing() if isinstance(joined, Delete) else joined


def _both(one: Update[Any], other: Update[Any], name: str) -> Update[Any]:
    if twice := (one.changed & other.changed) - (one.adds.keys() & other.adds.keys()):
        raise TouchedTwice(f"the steps {name} both change {min(twice)} of the same {one.layout.name}")
    sums = {field: one.adds.get(field, 0) + other.adds.get(field, 0) for field in {**one.adds, **other.adds}}
    return replace(
        one,
        may_create=one.may_create and other.may_create,
        sets={**one.sets, **other.sets},
        adds=sums,
        removes=one.removes | other.removes,
        appends={**one.appends, **other.appends},
        puts_in={**one.puts_in, **other.puts_in},
        takes_out={**one.takes_out, **other.takes_out},
        initial={**one.initial, **other.initial},
        condition=every(one.condition, other.condition),
    )
