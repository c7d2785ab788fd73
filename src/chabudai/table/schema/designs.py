"""Designs: tables that belong together, checked as a whole once everything on them is declared."""

from typing import Any

from chabudai.table.creation import attribute_types
from chabudai.table.errors import DesignError, NotProjected, UnusedIndex, suggest_name
from chabudai.table.plans import Plan, Query
from chabudai.table.query.requests import query_shape_of
from chabudai.table.schema.patterns import Pattern
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE
from chabudai.table.schema.tables import Table


class Design:
    """`design = Design("wardrobe", WardrobeTable)` at the end of a module: what can be seen only there is checked."""

    def __init__(self, name: str, *tables: type[Table]) -> None:
        if not isinstance(name, str) or not name:
            raise DesignError(
                f"a design is given its name first, as Design('library', Library), and was given {_shown(name)}"
            )
        self.name = name
        self.tables = tables
        if not tables:
            raise DesignError(f"the design {name} has no table: name them, Design({name!r}, Library)")
        _check_tables(name, tables)
        for table in tables:
            _check_labels(table)
            _check_keys(table)
            attribute_types(table)
            _check_projections(table)
            _check_queries(table)
            _check_indexes(table)
            _check_expiry(table)

    def __repr__(self) -> str:
        return f"<design {self.name}: {', '.join(table.name for table in self.tables)}>"

    def patterns(self, number: str) -> list[Pattern[..., Plan]]:
        """The patterns with a number; several functions may serve one."""
        found = [pattern for table in self.tables for pattern in table.patterns]
        return [pattern for pattern in found if pattern.label.number == number]


def _check_tables(name: str, tables: tuple[type[Table], ...]) -> None:
    for table in tables:
        if not isinstance(table, type) or not issubclass(table, Table):
            raise DesignError(
                f"the design {name} is made of tables, and was given {_shown(table)}: name their classes one after "
                f"another, Design({name!r}, {_table_of(table)})"
            )
    names = [table.name for table in tables]
    if twice := [each for each in names if names.count(each) > 1]:
        raise DesignError(f"the design {name} has two tables named {twice[0]}: leave one out, or rename it")


def _shown(given: Any) -> str:
    return f"the class {given.__name__}" if isinstance(given, type) else f"a {type(given).__name__}"


def _table_of(given: Any) -> str:
    """The table that was meant, if an entity of it was given."""
    layout = getattr(given, "layout", None) if isinstance(given, type) else None
    return "Library" if layout is None else str(layout.table.__name__)


def _check_labels(table: type[Table]) -> None:
    """Several functions may serve one number, but each says what it does."""
    labels = [str(pattern.label) for pattern in table.patterns]
    if twice := [each for each in labels if labels.count(each) > 1]:
        raise DesignError(
            f"{table.name} has two patterns {twice[0]}: give one of them a number of its own, or another description"
        )


def _check_keys(table: type[Table]) -> None:
    """A key that nothing is found by is a slip of the pen in its name, or left from an index that is gone."""
    known = {name for index in (table.primary, *table.indexes) for name in index.attributes}
    for layout in table.layouts:
        for name in sorted(layout.keys.keys() - known):
            raise DesignError(
                f"{layout.name}.{name} = key(…) is a key of neither {table.name} nor one of its indexes; "
                f"{suggest_name(name, sorted(known))}"
            )


def _check_projections(table: type[Table]) -> None:
    """What an index is to hold is stored by someone."""
    stored = sorted({name for layout in table.layouts for name in (*layout.keys, *layout.by_stored)})
    for index in table.indexes:
        for name in () if isinstance(index.projection, str) else index.projection:
            if name not in stored and name != VERSION_ATTRIBUTE:
                advice = next(filter(None, (layout.stored_name_advice(name) for layout in table.layouts)), None)
                raise NotProjected(
                    f"{index!r} is to hold {name}, which no entity of {table.name} stores: projection=… has the names "
                    f"that attributes are stored under; {advice or suggest_name(name, stored)}"
                )


def _check_queries(table: type[Table]) -> None:
    """Queries of patterns beside all entities, those declared after them included."""
    for pattern in table.patterns:
        for plan in pattern.plans:
            if isinstance(plan, Query):
                try:
                    query_shape_of(plan)
                except DesignError as fault:
                    raise type(fault)(f"{pattern.label}: {fault}") from None


def _check_indexes(table: type[Table]) -> None:
    read = {plan.index.name for pattern in table.patterns for plan in pattern.plans if isinstance(plan, Query)}
    for index in table.indexes:
        if index.name not in read:
            raise UnusedIndex(
                f"no pattern of {table.name} reads {index.name}: every write would pay for it in vain; write the "
                "pattern, or leave the index out"
            )


def _check_expiry(table: type[Table]) -> None:
    if table.ttl is not None and not any(layout.expiry for layout in table.layouts):
        advice = (layout.stored_name_advice(table.ttl) for layout in table.layouts)
        told = next(filter(None, advice), "name in ttl=… the attribute that a field is stored as, or leave it out")
        fault = f"no entity of {table.name} stores {table.ttl}, so none of its rows would ever expire"
        raise DesignError(f"{fault}: {told}")
