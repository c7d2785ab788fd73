"""Checks of a design when it is imported: keys that could collide, and sort keys that would not sort."""

from datetime import datetime
from typing import TYPE_CHECKING

from pydantic import AwareDatetime

from chabudai.table.annotations import may_be_none
from chabudai.table.errors import DesignError, FormatMismatch, KeyCollision, PartOutOfRange, UnsortablePart
from chabudai.table.keys.templates import Part
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.key_attributes import KeyAttribute
from chabudai.table.schema.overlap import RowKind, common_key, row_kinds

if TYPE_CHECKING:
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.layouts import Layout


def check_entity(layout: "Layout") -> None:
    """Everything that can be told of an entity beside those declared before it."""
    _check_own_key(layout)
    _check_identity(layout)
    _check_sort_keys(layout)
    _check_index_fields(layout)
    _check_defaults(layout)
    names = layout.table.primary.attributes
    own = list(row_kinds(layout, names))
    others = [rows for other in layout.table.layouts for rows in row_kinds(other, names)]
    for at, rows in enumerate(own):
        for other in [*own[:at], *others]:
            _check_no_collision(rows, other, names)


def _check_own_key(layout: "Layout") -> None:
    """Every row has the table's own key, and so a value for each part of it."""
    for key in layout.primary:
        made = key.name if key.template is None else f"{key.name} = {key.template}"
        for name in sorted(key.fields):
            field = layout.fields[name]
            if field.is_version or field.is_updated_at:
                word = "Version" if field.is_version else "UpdatedAt"
                raise DesignError(
                    f"{layout.name}.{made} is the key of {layout.table.name}, and {name} in it is {word}, which every "
                    "write changes: a key stays as it is; write another field into it, as an int that the program "
                    "counts or a datetime that is set once"
                )
            if field.allows_none or (field.has_default and field.default is None):
                raise DesignError(
                    f"{layout.name}.{made} is the key of {layout.table.name}, and {name} in it may be None: leave out "
                    f"`| None` and the default None, or write another field into the key"
                )
        for name, part in key.computed.items():
            if may_be_none(part.kind):
                raise DesignError(
                    f"{layout.name}.{made} is the key of {layout.table.name}, and the computed {name} in it may be "
                    f"None: let {part.function.__name__} return a value in any case"
                )


def _check_identity(layout: "Layout") -> None:
    """The table's own key says exactly what it is made of: with a month alone, two days of it would be one row."""
    for key in layout.primary:
        for part in key.template.parts if key.template is not None else ():
            made_of = key.computed[part.field].fields if part.field in key.computed else (part.field,)
            for field in () if part.codec.is_exact and part.field not in key.computed else made_of:
                if not _is_in_key(layout, field):
                    raise KeyCollision(
                        f"{layout.name}.{key.name} = {key.template}: two with different {field} can have the same "
                        f"key, since {part} says less; write {{{field}}} itself into {layout.primary[-1].name}, "
                        f"or give what {part} says a field of its own"
                    )


def _is_in_key(layout: "Layout", field: str) -> bool:
    return any(key.holds(field) or (key.template is None and field in key.fields) for key in layout.primary)


def check_config(row: "type[Row]") -> None:
    """What is not declared has no place in an item."""
    if row.model_config.get("extra") == "allow":
        raise DesignError(
            f"{row.__name__} allows extra values, which would not be stored: leave out extra='allow', and declare a "
            "dict[str, Any] for what is not known beforehand"
        )


def _check_no_collision(rows: RowKind, other: RowKind, names: tuple[str, ...]) -> None:
    witnesses = [common_key(rows.keys[name], other.keys[name]) for name in names]
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
        description = f"{layout.name}.{key.name} = {key.template} is a sort key of {where}"
        if not part.codec.sorts:
            raise UnsortablePart(f"{description}, but {part} does not sort as its values do: {_order_advice(part)}")
        if part.field in layout.fields:
            _check_limits(description, part, layout.fields[part.field])


def _order_advice(part: Part) -> str:
    if part.codec.kind is int:
        return (
            f"give a number a width, as in {{{part.field}:010}}, and one that can be negative also a sign, "
            f"as in {{{part.field}:+010}}"
        )
    return "a range over it would leave out some and give others; write it in texts that sort, or not into a sort key"


def _check_limits(description: str, part: Part, field: StoredField) -> None:
    """The limits that a whole number has by its annotation are within those of its place in the key."""
    for limit in (field.lowest, field.highest) if field.kind is int else ():
        try:
            if limit is not None:
                part.codec.encode(limit)
        except PartOutOfRange as refusal:
            raise FormatMismatch(
                f"{description}, but {part.field} may be {limit}: {refusal}; or the field a bound"
            ) from None


def _check_index_fields(layout: "Layout") -> None:
    """A field that is a key as it is: of a type that a key can have, and never NULL."""
    for index in (layout.table.primary, *layout.table.indexes):
        for name in index.attributes:
            key = layout.key_attribute(name)
            if key is None or key.field is None:
                continue
            if key.field.attribute_type is None:
                raise FormatMismatch(
                    f"{layout.name}.{key.field.name} is a key of {index!r}, for which its type does not fit: "
                    f"{_index_advice(key.field)}"
                )
            if key.field.keeps_null:
                raise DesignError(f"{layout.name}.{key.field.name} is a key of {index!r}, where NULL can't be stored")


def _index_advice(field: StoredField) -> str:
    if field.kind is bool:
        return f'a key is a text, a number or binary; write it into one, as in name = key("{{{field.name}}}")'
    if field.kind in (datetime, AwareDatetime):
        return "Annotated[datetime, As('isoms')] stores a time as text that sorts"
    return "a key is a text, a number or binary; what holds several is found by a row for each of them"


def _check_defaults(layout: "Layout") -> None:
    """None and empty sets are stored as nothing, and nothing is read as the default: it has to be the same."""
    for field in layout.fields.values():
        if field.stored is None or not field.has_default:
            continue
        if field.allows_none and field.default is not None and not field.keeps_null:
            raise DesignError(
                f"{layout.name}.{field.name} may be None, which would be read back as its default {field.default!r}; "
                "OrNull[…] stores None as NULL"
            )
        if field.is_set and field.default:
            raise DesignError(
                f"{layout.name}.{field.name}: DynamoDB has no empty sets, and one would be read back as its default"
            )
