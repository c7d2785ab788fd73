"""Transactions before they are sent: two steps at one item become one or are refused; DynamoDB's limits are kept."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from chabudai.items.sizes import item_size
from chabudai.table.descriptions import describe_plan
from chabudai.table.errors import ConflictingWrites, TransactionTooLarge
from chabudai.table.nested_changes import check_apart
from chabudai.table.plans import Check, Delete, Insert, Put, Step, Transaction, Update
from chabudai.table.query.conditions import all_of
from chabudai.table.sums import add_exactly
from chabudai.table.write.prepared_write import WriteAction

MAX_ACTIONS = 100
MAX_BYTES = 4 * 1024 * 1024


def merge_steps(transaction: Transaction) -> tuple[Step, ...]:
    """The steps with at most one for each item; the name of a joint one tells both."""
    found: dict[Any, Step] = {}
    for step in transaction.steps:
        layout = step.plan.layout
        item_id = (layout.table.name, repr(layout.key(step.plan.key)))
        found[item_id] = _merge_pair(found[item_id], step) if item_id in found else step
    return tuple(found.values())


def check_count(actions: int, description: str) -> None:
    if actions > MAX_ACTIONS:
        raise TransactionTooLarge(
            f"{description}: {actions} actions, and a transaction takes {MAX_ACTIONS}; do it in several"
        )


def check_size(actions: Sequence[WriteAction], description: str) -> None:
    """Refuse what DynamoDB would refuse, before anything is sent."""
    check_count(len(actions), description)
    size = sum(_size(action.body) for action in actions)
    if size > MAX_BYTES:
        raise TransactionTooLarge(
            f"{description}: some {size / 1024 / 1024:.1f} MB, and a transaction takes 4; do it in several"
        )


def _size(body: Mapping[str, Any]) -> int:
    held = body.get("Item") or {**body["Key"], **body.get("ExpressionAttributeValues", {})}
    return item_size(held)


def _merge_pair(one: Step, other: Step) -> Step:
    names = (*one.names, *other.names)
    name = " + ".join(names)
    match one.plan, other.plan:
        case (Check() as check, plan) | (plan, Check() as check):
            return Step(name, _merge_check(check, plan, name), names)
        case Update() as first, Update() as second if first.entity is second.entity:
            return Step(name, _merge_updates(first, second, name), names)
        case _:
            raise ConflictingWrites(
                f"the steps {one.name!r} and {other.name!r} are both at {describe_plan(one.plan)}, and a "
                "transaction can touch an item only once: make them one, or two transactions"
            )


def _merge_check(check: Check[Any], plan: Any, name: str) -> Any:
    """A look at an item that is written anyway is a condition of the write."""
    condition = all_of(plan.condition, check.condition)
    match plan, check.is_absent:
        case (Insert(), True) | (Check(is_absent=True), True) | (Check(is_absent=False), False):
            return replace(plan, condition=condition)
        case Put(must_exist=False), True:
            return Insert(plan.entity, condition, keeps_time=plan.keeps_time, pattern=plan.pattern)
        case Update(), False:
            return replace(plan, condition=condition, may_create=False)
        case (Put(), False) | (Delete(), False) if not isinstance(plan, Insert):
            return replace(plan, condition=condition, must_exist=True)
        case _:
            raise ConflictingWrites(
                f"the steps {name} want {describe_plan(plan)} to be there and not to be there: leave one out"
            )


def _merge_updates(one: Update[Any], other: Update[Any], name: str) -> Update[Any]:
    within = {change.path.field.name for change in one.nested} & {change.path.field.name for change in other.nested}
    twice = (one.changed & other.changed) - (one.adds.keys() & other.adds.keys()) - within
    twice |= {each for each in one.initial.keys() & other.initial.keys() if one.initial[each] != other.initial[each]}
    if twice:
        raise ConflictingWrites(f"the steps {name} both change {min(twice)} of {describe_plan(one)}: leave one out")
    nested = (*one.nested, *other.nested)
    check_apart(nested, one.layout.name)
    sums = {field: add_exactly(one.adds[field], other.adds[field]) for field in one.adds.keys() & other.adds.keys()}
    return replace(
        one,
        may_create=one.may_create and other.may_create,
        sets={**one.sets, **other.sets},
        adds={**one.adds, **other.adds, **sums},
        removes=one.removes | other.removes,
        appends={**one.appends, **other.appends},
        set_additions={**one.set_additions, **other.set_additions},
        set_removals={**one.set_removals, **other.set_removals},
        initial={**one.initial, **other.initial},
        nested=nested,
        condition=all_of(one.condition, other.condition),
    )
