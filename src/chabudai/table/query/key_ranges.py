"""Key ranges: which keys a term asks for, and the least range that holds those of several terms."""

from base64 import b64decode
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from chabudai.table.attributes import AttributeValue, Item
from chabudai.table.keys.regular_languages import END
from chabudai.table.query.key_conditions import KeyTerm


def sort_value(attribute: AttributeValue) -> Any:
    """What sorts in Python as DynamoDB sorts the attribute; texts by code points are texts by their bytes."""
    ((kind, value),) = attribute.items()
    return Decimal(value) if kind == "N" else b64decode(value) if kind == "B" else value


def is_within(item: Item, terms: Sequence[KeyTerm]) -> bool:
    """Whether an item of the index is one that these terms ask for."""
    return all(_holds(term, item[term.attribute]) for term in terms)


def hull_of(terms: Sequence[KeyTerm]) -> KeyTerm | None:
    """One term for all that any of them asks for, and what lies between; None when that is everything."""
    first = terms[0]
    if all(term == first for term in terms):
        return first
    lows = [low for term in terms if (low := _low(term)) is not None]
    highs = [high for term in terms if (high := _high(term)) is not None]
    low = min(lows, key=sort_value) if len(lows) == len(terms) else None
    high = max(highs, key=sort_value) if len(highs) == len(terms) else None
    if low is not None and high is not None:
        return KeyTerm(first.attribute, "between", (low, high))
    if low is not None:
        return KeyTerm(first.attribute, ">=", (low,))
    return None if high is None else KeyTerm(first.attribute, "<=", (high,))


def _holds(term: KeyTerm, attribute: AttributeValue) -> bool:
    value, operands = sort_value(attribute), [sort_value(each) for each in term.values]
    match term.operator:
        case "=":
            return bool(value == operands[0])
        case "begins_with":
            return bool(value.startswith(operands[0]))
        case "between":
            return bool(operands[0] <= value <= operands[1])
        case ">=":
            return bool(value >= operands[0])
        case ">":
            return bool(value > operands[0])
        case "<=":
            return bool(value <= operands[0])
        case _:
            return bool(value < operands[0])


def _low(term: KeyTerm) -> AttributeValue | None:
    """Nothing of the term lies below; None where it is open."""
    return None if term.operator in ("<", "<=") else term.values[0]


def _high(term: KeyTerm) -> AttributeValue | None:
    if term.operator == "begins_with":
        return _last_with(term.values[0])
    return None if term.operator in (">", ">=") else term.values[-1]


def _last_with(beginning: AttributeValue) -> AttributeValue | None:
    """No key that a template writes holds END; bytes, and texts that already do, have no last."""
    text = beginning.get("S", END)
    return None if END in text else {"S": text + END}
