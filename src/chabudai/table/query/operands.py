"""Operands of a query: what can't stand beside a part of a key is refused with what can."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from pydantic import AwareDatetime

from chabudai.table.annotations import attribute_type
from chabudai.table.errors import InvalidKeyCondition
from chabudai.table.query.conditions import Predicate

if TYPE_CHECKING:
    from chabudai.table.schema.layouts import Layout
    from chabudai.table.schema.tables import Index

_WORDS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "between": "between", "begins_with": "begins_with"}
MOMENTS = (datetime, AwareDatetime)


def check_ranges(
    index: "Index", layout: "Layout", equalities: Mapping[str, Any], ranges: Mapping[str, Predicate]
) -> None:
    """A value that nobody set is not to ask for everything; a day is no moment, and a date no beginning of a text."""
    for name, value in equalities.items():
        if type(value) is date and layout.kind_of(name) in MOMENTS:
            raise InvalidKeyCondition(
                f"a query of {index!r} for {layout.name} was given the day {value} for {name}, which is a moment: "
                f'{name}=begins_with("{value}") asks for all of that day (in UTC), between(…) for a part of it'
            )
    for name, predicate in ranges.items():
        word = _WORDS.get(predicate.operator)
        if word is None:
            continue
        if any(operand is None for operand in predicate.operands):
            raise InvalidKeyCondition(
                f"a query of {index!r} for {layout.name} was given None in {name}={word}(…): give a value, or leave "
                f"{name} out where there is none; ge(…) and le(…) are open at one end"
            )
        if word == "begins_with":
            _check_beginning(index, layout, name, predicate.operands[0])


def _check_beginning(index: "Index", layout: "Layout", name: str, given: Any) -> None:
    if isinstance(given, str) or (isinstance(given, bytes) and attribute_type(layout.kind_of(name)) == "B"):
        return
    if isinstance(given, datetime):
        advice = f'between(…) asks for a range of moments, begins_with("{given.date()}") for the day'
    else:
        advice = f'give the text, begins_with("{given}")'
    raise InvalidKeyCondition(
        f"a query of {index!r} for {layout.name} was given {given!r} in {name}=begins_with(…), which takes the "
        f"beginning of a text: {advice}"
    )
