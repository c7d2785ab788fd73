"""Checks of a design when it is imported: keys that could collide, and sort keys that would not sort."""

from typing import TYPE_CHECKING

from chabudai.table.errors import DesignError, KeyCollision, UnfitFormat, UnorderedPart
from chabudai.table.keys import KeyAttribute
from chabudai.table.neighbours import Neighbour, rows_of, witness

if TYPE_CHECKING:
    from chabudai.table.layouts import Layout


def check_entity(layout: "Layout") -> None:
    """Everything that can be told of an entity beside those declared before it."""
    _check_sort_keys(layout)
    _check_index_fields(layout)
    names = layout.table.primary.attributes
    own = list(rows_of(layout, names))
    others = [rows for other in layout.table.layouts for rows in rows_of(other, names)]
    for at, rows in enumerate(own):
        for other in [*own[:at], *others]:
            _check_apart(rows, other, names)


def _check_apart(rows: Neighbour, other: Neighbour, names: tuple[str, ...]) -> None:
    witnesses = [witness(rows.keys[name], other.keys[name]) for name in names]
    if None not in witnesses:
        at = " / ".join(str(each) for each in witnesses)
        raise KeyCollision(f"{rows.name} and {other.name} can both have the key {at}: give one of them another prefix")


def _check_sort_keys(layout: "Layout") -> None:
    table = layout.table
    for index in (table.primary, *table.indexes):
        for name in index.range:
            if (key := layout.key_attribute(name)) is not None:
                _check_order(layout, key, repr(index))


def _check_order(layout: "Layout", key: KeyAttribute, where: str) -> None:
    for part in key.template.parts if key.template is not None else ():
        if not part.codec.sorts:
            raise UnorderedPart(
                f"{layout.name}.{key.name} = {key.template} is a sort key of {where}, but {part} does not sort as its "
                f"values do: give a number a width, as in {{{part.field}:010}}, and a sign, as in {{{part.field}:+010}}"
            )


def _check_index_fields(layout: "Layout") -> None:
    """A field that is a key as it is: of a type that a key can have, and never NULL."""
    for index in (layout.table.primary, *layout.table.indexes):
        for name in index.attributes:
            key = layout.key_attribute(name)
            if key is None or key.field is None:
                continue
            if key.field.attribute_type is None:
                raise UnfitFormat(
                    f"{layout.name}.{key.field.name} is a key of {index!r}, for which its type does not fit; "
                    "Annotated[…, As(format)] stores a date or time as text that sorts"
                )
            if key.field.keeps_null:
                raise DesignError(f"{layout.name}.{key.field.name} is a key of {index!r}, where NULL can't be stored")
