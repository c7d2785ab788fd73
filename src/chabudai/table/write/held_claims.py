"""Held claims: the guards that a stored row may have, told of its values wherever it has them."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from typing import Any

from chabudai.table.attributes import Item, to_item
from chabudai.table.errors import TableError
from chabudai.table.schema.layouts import Layout
from chabudai.table.write.guards import Claim, changed_claims, guarded_fields

# What a guard is made of may be computed by anyone's code, and here it meets items that it was not made for.
_UNREADABLE = (TableError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def held_claims(layout: Layout, owner: Item, item: Item) -> list[Claim]:
    """To be released, each once: of an older row what each version of it may have had, of a broken one what is left."""
    found: dict[tuple[str, str], Claim] = {}
    with suppress(*_UNREADABLE):  # what can't be upgraded further
        for form in layout.schema_version.older_forms(item):
            found |= {claim.row_id: claim for claim in _claims_of_form(layout, owner, form)}
    return list(found.values())


def _claims_of_form(layout: Layout, owner: Item, form: dict[str, Any]) -> Iterator[Claim]:
    """Of the values as they stand there, as the fields' types make them, and as they are read by their rules: older
    programs may have had any of these.
    """
    readings: tuple[Callable[[Item, Iterable[str]], dict[str, Any]], ...] = (
        layout.typed_values,
        partial(_kept_values, layout),
        layout.read_values,
    )
    for guard, read in product(layout.guards, readings):
        try:
            values = read(to_item(form), guarded_fields(layout, (guard,)))
            found = list(changed_claims(layout, (guard,), owner, values, None))
        except _UNREADABLE:
            continue
        yield from found


def _kept_values(layout: Layout, item: Item, names: Iterable[str]) -> dict[str, Any]:
    values, stored = layout.typed_values(item, names), layout.stored_values(item)
    return values | {name: stored[name] for name in values.keys() & stored.keys()}
