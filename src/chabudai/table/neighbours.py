"""Neighbours: other rows of the same table, and whether a query for one entity would meet them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chabudai.table.keys import KeyAttribute
from chabudai.table.languages import END
from chabudai.table.templates import Template, is_prefix_of, overlaps

if TYPE_CHECKING:
    from chabudai.table.layouts import Layout
    from chabudai.table.plans import Query
    from chabudai.table.queries import Term
    from chabudai.table.tables import Index


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Rows by their keys: an entity's, or those that guard its uniqueness."""

    name: str
    keys: Mapping[str, KeyAttribute]


def rows_of(layout: "Layout", names: tuple[str, ...]) -> Iterator[Neighbour]:
    """The kinds of rows that an entity makes, as far as they have all these key attributes."""
    keys = {name: key for name in names if (key := layout.key_attribute(name)) is not None}
    if len(keys) == len(names):
        yield Neighbour(layout.name, keys)
    for guard in layout.guards:
        own = {guard.pk.name: guard.pk, guard.sk.name: guard.sk}
        if own.keys() >= set(names):
            yield Neighbour(f"{layout.name}.{guard.name} (its guard rows)", own)


def neighbours(index: "Index", asked: "Layout") -> Iterator[Neighbour]:
    """Every other kind of row that the index holds."""
    for layout in index.table.layouts:
        for rows in rows_of(layout, index.attributes):
            if rows.name != asked.whole:
                yield rows


def meets(terms: "list[Term]", query: "Query[Any]", neighbour: Neighbour) -> bool:
    """Whether what these terms ask for can be one of the neighbour's rows."""
    index, layout = query.index, query.layouts[0]
    for name in index.hash:
        if witness(layout.key_attribute(name), neighbour.keys[name]) is None:
            return False
    by_name = {term.attribute: term for term in terms}
    for name in index.range:
        key, other = layout.key_attribute(name), neighbour.keys[name]
        if name not in by_name:
            return True
        if key is None or key.template is None or other.template is None:
            continue
        if not _meets(by_name[name], key.template, other.template, key.with_computed(query.known)):
            return False
    return True


def witness(one: KeyAttribute | None, other: KeyAttribute) -> str | None:
    """A key that both can make; where one is a plain field, it may be any."""
    if one is None:
        return None
    if one.template is not None and other.template is not None:
        return overlaps(one.template, other.template)
    if _type(one) != _type(other):
        return None
    return "any value"


def _type(key: KeyAttribute) -> str | None:
    return "S" if key.field is None else key.field.attribute_type


def _meets(term: "Term", one: Template, other: Template, known: Mapping[str, Any]) -> bool:
    if term.operator != "BETWEEN":
        return is_prefix_of(one, other, known.keys()) is not None
    first = other.segments[0]
    beginning = first if isinstance(first, str) else ""
    end = "" if len(other.segments) == 1 and beginning else END
    low, high = (value["S"] for value in term.values)
    return bool(beginning + end >= low and beginning <= high)
