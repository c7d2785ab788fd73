"""Key conditions: the terms of which they are made, each a comparison of one key attribute."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chabudai.table.attributes import AttributeValue
from chabudai.table.errors import InvalidKeyCondition, PartOutOfRange, UnsortablePart
from chabudai.table.keys import dates
from chabudai.table.keys.codecs import Codec
from chabudai.table.keys.regular_languages import END
from chabudai.table.keys.templates import Template
from chabudai.table.query.comparisons import MIRRORED, ORDERED, comparison_of
from chabudai.table.query.conditions import Predicate
from chabudai.table.query.expressions import Placeholders
from chabudai.table.schema.fields import StoredField

# Nothing sorts before these, so that asking for less is asking for nothing.
_LEAST: Mapping[str, AttributeValue] = {
    "S": {"S": "\0"},
    "N": {"N": "-9.9999999999999999999999999999999999999E+125"},
    "B": {"B": "AA=="},
}


@dataclass(frozen=True, slots=True)
class KeyTerm:
    """One comparison of a key attribute."""

    attribute: str
    operator: str
    values: tuple[AttributeValue, ...]

    def text(self, placeholders: Placeholders) -> str:
        path = placeholders.name(self.attribute)
        given = [placeholders.value(value) for value in self.values]
        match self.operator:
            case "begins_with":
                return f"begins_with({path}, {given[0]})"
            case "between":
                return f"{path} BETWEEN {given[0]} AND {given[1]}"
            case operator:
                return f"{path} {operator} {given[0]}"


def prefix_term(attribute: str, text: str) -> KeyTerm:
    return KeyTerm(attribute, "begins_with", ({"S": text},))


def bounded_term(attribute: str, template: Template, known: Mapping[str, Any], name: str) -> KeyTerm:
    """Everything from the first to the last that the part can write."""
    return _between(attribute, *template.bounds(known, name, None, None))


def part_term(attribute: str, template: Template, known: Mapping[str, Any], name: str, predicate: Predicate) -> KeyTerm:
    """What is asked of the first part of a template that is not known."""
    if (predicate.operator, predicate.operands) == ("begins_with", ("",)):
        return bounded_term(attribute, template, known, name)
    if predicate.operator == "begins_with":
        return prefix_term(attribute, template.prefix_of_value(known, name, predicate.operands[0]))
    if predicate.operator not in ORDERED:
        raise InvalidKeyCondition(
            f"{name} in {template.equation}: a key can be compared, or begin with a text, and nothing else; filter(…) "
            "asks for the rest"
        )
    _check_sorts(template, name)
    _check_whole_periods(template, name, predicate)
    return _between(attribute, *_range_ends(template, known, name, predicate))


def field_term(attribute: str, field: StoredField, predicate: Predicate) -> KeyTerm | None:
    """What is asked of a field that is a key as it is; None when that is everything."""
    if (predicate.operator, predicate.operands) == ("begins_with", ("",)):
        return None
    if predicate.operator not in (*ORDERED, "begins_with"):
        raise InvalidKeyCondition(
            f"{field.name}: a key can be compared, or begin with a text, and nothing else; filter(…) asks for the rest"
        )
    comparison = comparison_of(field, predicate)
    if comparison.is_impossible:
        return _impossible_term(attribute, field.attribute_type or "S")
    return KeyTerm(attribute, comparison.operator, comparison.operands)


def period_of(codec: Codec, predicate: Predicate) -> tuple[Any, bool] | None:
    """A value of the one period (a month, a year) that a range lies in, and whether the range is all of it."""
    operands = predicate.operands
    if codec.is_exact or codec.is_descending:
        return None
    if predicate.operator == "begins_with":
        return (codec.decode(operands[0]), True) if codec.matches(operands[0]) else None
    if predicate.operator != "between" or len(set(map(codec.encode, operands))) > 1:
        return None
    is_whole = dates.is_first_of_period(codec, operands[0]) and dates.is_last_of_period(codec, operands[1])
    return operands[0], is_whole


def _check_sorts(template: Template, name: str) -> None:
    """Behind a text the delimiter sorts above a space, so that `a b` would come before `a`."""
    if template.codec_of(name).name == "text" and template.segments[-1] != template.parts[template.fields.index(name)]:
        raise UnsortablePart(
            f'{name} in {template}: with something behind it, a text with a space, ! or " does not sort as it reads; '
            f"{{{name}:escaped}} does, and can have ranges"
        )


def _check_whole_periods(template: Template, name: str, predicate: Predicate) -> None:
    """A month has no halves: a range over months begins with a first day and ends with a last one."""
    codec = template.codec_of(name)
    if codec.is_exact:
        return
    first, last = dates.is_first_of_period, dates.is_last_of_period
    fits = {">=": (first,), "<": (first,), ">": (last,), "<=": (last,), "between": (first, last)}[predicate.operator]
    for is_end, operand in zip(fits, predicate.operands, strict=True):
        if not is_end(codec, operand):
            refusal = PartOutOfRange(
                operand,
                f"is not where a period of {codec.name} {'begins' if is_end is first else 'ends'}, and the key knows "
                "only whole ones: begin with a first day, end with a last one, and filter(…) the rest",
            )
            refusal.locate(name, template.equation)
            raise refusal


def _range_ends(template: Template, known: Mapping[str, Any], name: str, predicate: Predicate) -> tuple[str, str]:
    """The first and the last key that may be meant."""
    is_descending = template.codec_of(name).is_descending
    operator = MIRRORED[predicate.operator] if is_descending else predicate.operator
    operands = predicate.operands[::-1] if is_descending else predicate.operands
    first, last = template.bounds(known, name, None, None)
    lows, highs = zip(*(template.bounds(known, name, operand, operand) for operand in operands), strict=True)
    match operator:
        case ">=":
            return lows[0], last
        case ">":
            return _after(highs[0]), last
        case "<=":
            return first, highs[0]
        case "<":
            return first, _before(lows[0])
        case _:
            return lows[0], highs[1]


def _after(text: str) -> str:
    """The next text of all; no key holds END, so behind it is nothing anyway."""
    return text if text.endswith(END) else text + "\0"


def _before(text: str) -> str:
    """A text below this one, and above every other key that is."""
    last = ord(text[-1])
    if not last:
        return text[:-1]
    # The halves of surrogate pairs are no characters.
    return text[:-1] + chr(0xD7FF if last == 0xE000 else last - 1) + END


def _between(attribute: str, low: str, high: str) -> KeyTerm:
    if low > high:
        return _impossible_term(attribute, "S")
    return KeyTerm(attribute, "between", ({"S": low}, {"S": high}))


def _impossible_term(attribute: str, kind: str) -> KeyTerm:
    return KeyTerm(attribute, "<", (_LEAST[kind],))
