"""Plan kinds: which method of a store runs which, told where one is given another."""

from typing import Any

from chabudai.table.errors import WrongPlan
from chabudai.table.plans import BatchGet, BatchWrite, Check, Delete, Get, Plan, Put, Query, Scan, Transaction, Update
from chabudai.table.schema.entities import Entity, Row
from chabudai.table.schema.patterns import Pattern
from chabudai.table.schema.tables import Table

_RUNNERS: tuple[tuple[type[Plan], str], ...] = (
    (Get, "get or one"),
    (BatchGet, "batch"),
    (Query, "page, all, first or count"),
    (Scan, "scan"),
    (Put, "write"),
    (Update, "write"),
    (Delete, "write"),
    (BatchWrite, "batch_write"),
    (Transaction, "transact"),
)


def wrong_plan(method: str, wanted: str, given: Any) -> WrongPlan:
    """`method` of a store was given something else than the plans that it runs."""
    return WrongPlan(f"store.{method} takes {wanted}, and was given {_describe(given)}: {_advice(given)}")


def wrong_step(name: str, given: Any) -> WrongPlan:
    return WrongPlan(
        f"the step {name!r} of a transaction is a Put, Insert, Update, Delete or Check, and was given "
        f"{_describe(given)}: {_step_advice(given)}"
    )


def wrong_write(given: Any) -> WrongPlan:
    return WrongPlan(f"a write is a Put, Insert, Update or Delete, and not {_describe(given)}: {_step_advice(given)}")


def wrong_entity(plan: str, given: Any) -> WrongPlan:
    """Put and Insert are given what is to be stored."""
    return WrongPlan(f"{plan} takes an entity, and was given {_describe(given)}: {_entity_advice(given)}")


def check_scan(given: Any) -> None:
    if not isinstance(given, Scan):
        raise wrong_plan("scan", "a Scan", given)


def check_table(given: Any) -> None:
    """`create` makes tables: their classes, not the design or one's name."""
    if isinstance(given, type) and issubclass(given, Table):
        return
    advice = (
        "store.create(*design.tables) makes them all" if hasattr(given, "tables") else "name the class of the table"
    )
    raise WrongPlan(f"store.create takes tables, as Library, and was given {_describe(given)}: {advice}")


def _describe(given: Any) -> str:
    match given:
        case Plan():
            return f"{_article(type(given).__name__)} of {_entity_of(given)}" + (
                f", by {given.pattern}" if given.pattern is not None else ""
            )
        case Pattern():
            return f"the pattern {given.label} itself"
        case Row():
            return f"{_article(type(given).__name__)} itself"
        case type():
            return f"the class {given.__name__}"
        case _:
            return f"a {type(given).__name__}"


def _entity_of(plan: Any) -> str:
    if isinstance(plan, Query):
        return " and ".join(entity.__name__ for entity in plan.entities)
    if isinstance(plan, Transaction):
        return f"{len(plan.steps)} steps"
    if isinstance(plan, BatchWrite):
        return f"{len(plan.writes)} writes"
    return str(plan.layout.name)


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def _advice(given: Any) -> str:
    match given:
        case Check():
            return "a Check is a step of a transaction"
        case Plan():
            return f"store.{next(runner for kind, runner in _RUNNERS if isinstance(given, kind))} runs it"
        case Pattern():
            return f"call it, {given.name}(…), for a plan"
        case Entity():
            name = type(given).__name__
            return f"store.put(…) and store.insert(…) store it, {name}.get(**….own_key) asks for it"
        case type() if issubclass(given, Row):
            return (
                f"{given.__name__}.get(…) asks for one, query({given.__name__}, …) of a table or an index for several, "
                f"{given.__name__}.scan() for all there are"
            )
        case _:
            return (
                "plans are made by an entity, as Book.get(…), by a table or an index, as query(Book, …), or by patterns"
            )


def _entity_advice(given: Any) -> str:
    if isinstance(given, (Plan, Pattern)):
        return _advice(given)
    return "make the entity first, as Book(title=…, …)"


def _step_advice(given: Any) -> str:
    if isinstance(given, Get):
        return f"{given.layout.name}.check(…) holds a transaction to what is there"
    if isinstance(given, Entity):
        return "Insert(…) and Put(…) make writes of it"
    return _advice(given)
