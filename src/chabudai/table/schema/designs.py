"""Designs: tables that belong together, checked as a whole once everything on them is declared."""

from chabudai.table.creation import attribute_types
from chabudai.table.errors import DesignError, UnusedIndex
from chabudai.table.plans import Plan, Query
from chabudai.table.query.requests import query_shape_of
from chabudai.table.schema.patterns import Pattern
from chabudai.table.schema.tables import Table


class Design:
    """`design = Design("wardrobe", WardrobeTable)` at the end of a module: what can be seen only there is checked."""

    def __init__(self, name: str, *tables: type[Table]) -> None:
        self.name = name
        self.tables = tables
        if not tables:
            raise DesignError(f"the design {name} has no table: name them, Design({name!r}, Library)")
        for table in tables:
            attribute_types(table)
            _check_queries(table)
            _check_indexes(table)
            _check_expiry(table)

    def __repr__(self) -> str:
        return f"<design {self.name}: {', '.join(table.name for table in self.tables)}>"

    def patterns(self, number: str) -> list[Pattern[..., Plan]]:
        """The patterns with a number; several functions may serve one."""
        found = [pattern for table in self.tables for pattern in table.patterns]
        return [pattern for pattern in found if pattern.label.number == number]


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
        raise DesignError(
            f"no entity of {table.name} stores {table.ttl}, so none of its rows would ever expire: name in ttl=… the "
            "attribute that a field is stored as, or leave it out"
        )
