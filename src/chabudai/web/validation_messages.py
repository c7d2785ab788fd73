"""What the framework finds wrong with a body or a parameter, in our own words: its own tell of types, in English."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from chabudai.web import field_sentences as sentences
from chabudai.web.translations import Text

_LONGEST_NAME: Final = 100

# As msgspec writes them; a message that is none of these is told as unreadable.
_MEMBER: Final = re.compile(r"Object (missing required|contains unknown) field `([^`]*)")
_TYPES: Final = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")
_BY_TYPE: Final[Mapping[str, Text]] = {
    "str": sentences.NO_TEXT,
    "int": sentences.NO_WHOLE_NUMBER,
    "float": sentences.NO_NUMBER,
    "bool": sentences.NO_FLAG,
    "date": sentences.NO_DATE,
    "array": sentences.NO_LIST,
    "object": sentences.NO_OBJECT,
}
_BY_LIMIT: Final[tuple[tuple[re.Pattern[str], Callable[[int], Text]], ...]] = (
    (re.compile(r"Expected `str` of length <= (\d+)"), sentences.too_long),
    (re.compile(r"Expected `str` of length >= (\d+)"), sentences.too_short),
    (re.compile(r"Expected `array` of length <= (\d+)"), sentences.too_many),
    (re.compile(r"Expected `array` of length >= (\d+)"), sentences.too_few),
    (re.compile(r"Expected `int` >= (-?\d+)"), sentences.too_low),
    (re.compile(r"Expected `int` <= (-?\d+)"), sentences.too_high),
)
_BY_BEGINNING: Final[Mapping[str, Text]] = {
    "Invalid enum value": sentences.NO_CHOICE,
    "Invalid RFC3339 encoded date": sentences.NO_DATE,
    "Expected `str` matching regex": sentences.MISSPELLED,
    "Integer value out of range": sentences.NO_WHOLE_NUMBER,
}


def describe_fault(fault: Mapping[str, Any]) -> tuple[str, Text]:
    """The field that is wrong, and the sentence for it; what is missing or unknown is named with what it belongs to.

    The fault is an entry of the framework's own list, in which the body is called `data`.
    """
    key, message = str(fault.get("key", "")), str(fault.get("message", ""))
    field = "" if key == "data" else key
    if member := _MEMBER.match(message):
        kind, name = member.groups()
        sentence = sentences.EMPTY if kind.startswith("missing") else sentences.NO_SUCH_FIELD
        return _shorten(f"{field}.{name}" if field else name), sentence
    return _shorten(field) or "body", _describe_value(message)


def _describe_value(message: str) -> Text:
    if types := _TYPES.match(message):
        wanted, got = types.groups()
        kinds = [each for each in wanted.split(" | ") if each in _BY_TYPE]
        if got == "null" and "object" not in kinds:
            return sentences.EMPTY
        return _BY_TYPE[kinds[0]] if kinds else sentences.UNREADABLE
    for pattern, describe in _BY_LIMIT:
        if limit := pattern.match(message):
            return describe(int(limit[1]))
    return next((said for start, said in _BY_BEGINNING.items() if message.startswith(start)), sentences.UNREADABLE)


def _shorten(name: str) -> str:
    """A name repeats what was sent, however long that was."""
    return name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
