"""Descriptions: plans in words, for the errors that people read."""

from collections.abc import Iterator
from typing import Any

from chabudai.table.errors import ItemNotFound
from chabudai.table.plans import BatchWrite, Check, Delete, Get, Plan, Query, Transaction, Update
from chabudai.table.query.conditions import ALWAYS
from chabudai.table.schema.tables import Table

_MOST_STEPS = 5


def describe_plan(plan: Any) -> str:
    """What was asked, and of which pattern."""
    if isinstance(plan, Transaction):
        names = " and ".join(table.name for table in tables_of(plan))
        return f"{pattern_prefix(plan)}the transaction {_describe_steps(plan)} in {names}"
    return pattern_prefix(plan) + _describe_item(plan)


def item_not_found(plan: Any) -> ItemNotFound:
    return ItemNotFound(
        f"{pattern_prefix(plan)}there is no {_describe_item(plan)} in {plan.layout.table.name}{_missing_advice(plan)}"
    )


def pattern_prefix(plan: Any) -> str:
    return f"{plan.pattern}: " if plan.pattern is not None else ""


def tables_of(plan: Plan) -> list[type[Table]]:
    """Every table that a plan is at, each once."""
    return list(dict.fromkeys(_tables(plan)))


def _missing_advice(plan: Any) -> str:
    match plan:
        case Get() if plan.layout.trash is not None and plan.trash == "HIDDEN":
            return ", unless it is in the trash: .with_trash() finds it there; store.get(…) gives None for it"
        case Get():
            return ": store.get(…) gives None for it"
        case Update():
            return f": insert it first, or {plan.layout.name}.upsert(…){_upsert_needs(plan)}"
        case Delete() if plan.condition is ALWAYS:
            return ": without existing() that would be no error"
        case Delete():
            return ": a delete with a condition wants it to be there"
        case Check():
            return ": insert it before the transaction; check(…).absent() holds where there is none"
        case _:
            return ": insert it first"


def _upsert_needs(plan: Update[Any]) -> str:
    """The fields without which an upsert in the place of the update could not make a row."""
    given = {*plan.key, *plan.changed, *plan.initial}
    fields = (field for name, field in plan.layout.fields.items() if name not in given)
    needed = [f"{field.name}=…" for field in fields if not field.has_default and field.stored is not None]
    return f" with if_missing({', '.join(needed)})" if needed else ""


def _tables(plan: Any) -> Iterator[type[Table]]:
    match plan:
        case Query():
            yield plan.index.table
        case Transaction():
            yield from (step.plan.layout.table for step in plan.steps)
        case BatchWrite():
            yield from (write.layout.table for write in plan.writes)
        case _:
            yield plan.layout.table


def _describe_item(plan: Any) -> str:
    names = ", ".join(f"{name}={plan.key[name]!r}" for name in plan.layout.fields if name in plan.key)
    return f"{plan.layout.name}({names})"


def _describe_steps(plan: Transaction) -> str:
    names = [step.name for step in plan.steps]
    more = len(names) - _MOST_STEPS
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:_MOST_STEPS])} and {more} more"
