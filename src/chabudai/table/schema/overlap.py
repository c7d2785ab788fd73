"""Overlap: the kinds of rows in a table, keys that two of them can share, and rows of others that a query returns."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from chabudai.table.keys.regular_languages import (
    END,
    CharClass,
    Language,
    Star,
    any_char_except,
    common_text,
    concat,
    either,
    literal,
    one_or_more,
)
from chabudai.table.keys.templates import Part, Template
from chabudai.table.query.conditions import Predicate
from chabudai.table.schema.key_attributes import KeyAttribute

if TYPE_CHECKING:
    from chabudai.table.plans import Query
    from chabudai.table.schema.entities import Row
    from chabudai.table.schema.layouts import Layout
    from chabudai.table.schema.tables import Index

_ANYTHING = Star(any_char_except())
_LAST = ord(END) - 1


@dataclass(frozen=True, slots=True)
class RowKind:
    """Rows by their keys: an entity's, or those that guard its uniqueness, which have no `entity`."""

    name: str
    keys: Mapping[str, KeyAttribute]
    entity: "type[Row] | None" = None


def row_kinds(layout: "Layout", names: tuple[str, ...]) -> Iterator[RowKind]:
    """The kinds of rows that an entity makes, as far as they have all these key attributes."""
    keys = {name: key for name in names if (key := layout.key_attribute(name)) is not None}
    if len(keys) == len(names):
        yield RowKind(layout.name, keys, layout.source)
    for guard in layout.guards:
        own = {guard.pk.name: guard.pk, guard.sk.name: guard.sk}
        if own.keys() >= set(names):
            yield RowKind(f"{layout.name}.{guard.name} (its guard rows)", own)


def other_row_kinds(index: "Index", asked: "Layout") -> Iterator[RowKind]:
    """Every other kind of row that the index holds."""
    for layout in index.table.layouts:
        for row_kind in row_kinds(layout, index.attributes):
            if row_kind.entity is not asked.source:
                yield row_kind


def may_return(query: "Query[Any]", row_kind: RowKind, is_bounded: bool) -> bool:
    """Whether a query that knows these fields, whatever their values, can return a row of the other kind."""
    layout = query.layouts[0]
    for name in query.index.hash:
        if common_key(layout.key_attribute(name), row_kind.keys[name]) is None:
            return False
    for name in query.index.range:
        key, other = layout.key_attribute(name), row_kind.keys[name]
        if key is None or key.missing_parts(query.known):
            return key is None or _may_reach(key, other, query, is_bounded)
        if common_key(key, other) is None:
            return False
    return True


def common_key(one: KeyAttribute | None, other: KeyAttribute) -> str | None:
    """A key that both can make."""
    if one is None or _begin_differently(one, other):
        return None
    mine, theirs = language_of(one), language_of(other)
    if mine is not None and theirs is not None:
        return common_text(mine, theirs)
    return "any value" if _type(one) == _type(other) else None


def language_of(key: KeyAttribute) -> Language | None:
    """Every text that the attribute can be; None where it is no text."""
    if key.template is not None:
        return key.template.language
    field = key.field
    if field is None or field.attribute_type != "S":
        return None
    if field.codec is not None:
        return field.codec.language
    choices = _choices(field.kind)
    return either(*map(literal, choices)) if choices and not field.marks_change_text else one_or_more(any_char_except())


def _choices(kind: Any) -> list[str]:
    """The texts of a known handful of values."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [member.value for member in kind] if isinstance(kind, type) and issubclass(kind, Enum) else []


def _type(key: KeyAttribute) -> str | None:
    return "S" if key.field is None else key.field.attribute_type


def _begin_differently(one: KeyAttribute, other: KeyAttribute) -> bool:
    """Nearly always so, and seen at once: languages need not be compared."""
    if one.template is None or other.template is None:
        return False
    mine, theirs = one.template.segments[0], other.template.segments[0]
    if isinstance(mine, Part) or isinstance(theirs, Part):
        return False
    return not (mine.startswith(theirs) or theirs.startswith(mine))


def _may_reach(key: KeyAttribute, other: KeyAttribute, query: "Query[Any]", is_bounded: bool) -> bool:
    """Whether what is asked of a sort key that is not wholly known can be the other's."""
    if _begin_differently(key, other):
        return False
    theirs = language_of(other)
    if key.template is None or theirs is None:
        is_asked = key.field is not None and key.field.name in query.ranges
        return common_key(key, other) is not None if is_asked else True
    return common_text(_requested_keys(key, key.template, query, is_bounded), theirs) is not None


def _requested_keys(key: KeyAttribute, template: Template, query: "Query[Any]", is_bounded: bool) -> Language:
    """Every text that queries of this shape ask for, whatever the values."""
    known = key.with_computed(query.known)
    at, part = next(
        (at, segment)
        for at, segment in enumerate(template.segments)
        if isinstance(segment, Part) and segment.field not in known
    )
    start = concat(
        *(literal(each) if isinstance(each, str) else each.codec.language for each in template.segments[:at])
    )
    return concat(start, _requested_texts(template, at, part, query.ranges.get(part.field), is_bounded))


def _requested_texts(
    template: Template, at: int, part: Part, predicate: Predicate | None, is_bounded: bool
) -> Language:
    """What may stand from the first part on that is not known."""
    low, high = part.codec.extent
    if high == END or (predicate is None and not is_bounded):
        return _ANYTHING
    if predicate is not None and predicate.operator == "begins_with":
        return _interval(low[0], high[0], is_open=True)
    following = template.segments[at + 1 : at + 2]
    behind = following[0] if following and isinstance(following[0], str) else ""
    return _interval(low, high + behind, is_open=len(template.segments) > at + 1 + bool(behind))


def _interval(low: str, high: str, is_open: bool) -> Language:
    """The texts from low to high, in DynamoDB's order; of an open one also those that begin with high."""
    if not low:
        return _up_to(high, is_open)
    if not high:
        return _from(low)
    if low[0] == high[0]:
        return concat(literal(low[0]), _interval(low[1:], high[1:], is_open))
    return either(
        concat(literal(low[0]), _from(low[1:])),
        concat(_characters(ord(low[0]) + 1, ord(high[0]) - 1), _ANYTHING),
        concat(literal(high[0]), _up_to(high[1:], is_open)),
    )


def _from(low: str) -> Language:
    if not low:
        return _ANYTHING
    above = concat(_characters(ord(low[0]) + 1, _LAST), _ANYTHING)
    return either(concat(literal(low[0]), _from(low[1:])), above)


def _up_to(high: str, is_open: bool) -> Language:
    if not high:
        return _ANYTHING if is_open else concat()
    below = concat(_characters(0, ord(high[0]) - 1), _ANYTHING)
    return either(concat(), below, concat(literal(high[0]), _up_to(high[1:], is_open)))


def _characters(first: int, last: int) -> Language:
    return CharClass(((first, last),)) if first <= last else either()
