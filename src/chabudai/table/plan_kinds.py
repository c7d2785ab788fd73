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

_SEVERAL = {
    "batch": "Book.batch(home=…, book_id=[…]) makes one of a list of values",
    "transact": 'Transaction().step("book", plan).step("loan", other) makes one of several',
    "transact_get": "give them one after another, store.transact_get(*plans)",
    "batch_write": "BatchWrite((Put(book), Put(other))) makes one of several",
    "write": "store.batch_write(BatchWrite(…)) writes several, each by itself, store.transact(…) all or none",
    "get": "store.batch(Book.batch(…)) gets several",
}


def wrong_plan(method: str, wanted: str, given: Any) -> WrongPlan:
    """`method` of a store was given something else than the plans that it runs."""
    advice = _SEVERAL.get(method) if isinstance(given, (list, tuple, set)) else None
    return WrongPlan(f"store.{method} takes {wanted}, and was given {describe(given)}: {advice or _advice(given)}")


def wrong_step(name: str, given: Any) -> WrongPlan:
    return WrongPlan(
        f"the step {name!r} of a transaction is a Put, Insert, Update, Delete or Check, and was given "
        f"{describe(given)}: {_step_advice(given)}"
    )


def wrong_write(given: Any) -> WrongPlan:
    return WrongPlan(f"a write is a Put, Insert, Update or Delete, and not {describe(given)}: {_step_advice(given)}")


def wrong_entity(plan: str, given: Any) -> WrongPlan:
    """Put and Insert are given what is to be stored."""
    return WrongPlan(f"{plan} takes an entity, and was given {describe(given)}: {_entity_advice(given)}")


def wrong_row(given: Any) -> WrongPlan:
    """A query is given the classes of entities or views."""
    return WrongPlan(
        f"a query asks for entities or views, and was given {describe(given)}: name the class, as in query(Book, …)"
    )


def check_plan(method: str, given: Any) -> None:
    if not isinstance(given, Plan):
        raise wrong_plan(method, "a plan", given)


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
    raise WrongPlan(f"store.create takes tables, as Library, and was given {describe(given)}: {advice}")


def check_followed_table(given: Any) -> None:
    """A worker and a Lambda's handler follow one table."""
    if isinstance(given, type) and issubclass(given, Table):
        return
    advice = (
        "give each of design.tables a worker of its own"
        if hasattr(given, "tables")
        else "name the class of the table, as Library"
    )
    raise WrongPlan(f"the stream of a table is followed, and not of {describe(given)}: {advice}")


def describe(given: Any) -> str:
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
            return _article(type(given).__name__)


def _entity_of(plan: Any) -> str:
    if isinstance(plan, Query):
        return " and ".join(entity.__name__ for entity in plan.entities)
    if isinstance(plan, Transaction):
        return f"{len(plan.steps)} steps"
    if isinstance(plan, BatchWrite):
        return f"{len(plan.writes)} writes"
    return str(plan.layout.name)


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


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
    if isinstance(given, Row):
        whole = given.layout.whole
        return f"a view has only some of a {whole}: {whole}.update(**….own_key).set(…) changes it"
    if isinstance(given, (list, tuple)):
        return "store.batch_write(BatchWrite((Put(book), Put(other)))) stores several"
    return "make the entity first, as Book(title=…, …)"


def _step_advice(given: Any) -> str:
    if isinstance(given, Get):
        return f"{given.layout.name}.check(…) holds a transaction to what is there"
    if isinstance(given, Entity):
        return "Insert(…) and Put(…) make writes of it"
    return _advice(given)
