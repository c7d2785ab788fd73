"""What is done to one value before it is kept: read as people type it, held to what its field declares."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Annotated, Any, Final, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from chabudai.common import text
from chabudai.common.messages import lazy
from chabudai.web import field_sentences as sentences
from chabudai.web.errors import BadRequest, InvalidFields
from chabudai.web.translations import Text

if TYPE_CHECKING:
    from chabudai.common.fields import DeclaredField

FIRST_DAY: Final = date(1970, 1, 1)
LAST_DAY: Final = date(2999, 12, 31)
LARGEST_NUMBER: Final = 10**15 - 1  # what is larger is a slip of the finger, and in JavaScript no longer exact
MOST_ELEMENTS: Final = 10_000
_YES, _NO = frozenset({"on", "true", "1", "yes"}), frozenset({"", "off", "false", "0", "no"})
_LONGEST_NUMBER = 60
_DAY = re.compile(r"(\d{4})(?:-(\d\d)-(\d\d)|/(\d\d?)/(\d\d?))", re.ASCII)
_DIGITS = 38  # of a number that is stored

FieldCheck = Callable[[Any], Any]
"""Gives back a value as it is kept; Refusal says what is wrong with it."""


class Refusal(Exception):
    """What is wrong with one value, in the person's words."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


def check_for(field: "DeclaredField") -> FieldCheck:
    """By the field's type, then by its own rules, and at last by pydantic: so what passes here the entity takes."""
    rules = [_check_rule(rule.check, rule.sentence) for rule in field.rules]
    steps = [_explain(_check_kind(field), field.message), *rules, _explain(_check_type(field), field.message)]

    def check(value: Any) -> Any:
        if field.may_be_none and _is_empty(value):
            return None
        for step in steps:
            value = step(value)
        return value

    return check


def _explain(step: FieldCheck, message: Text | None) -> FieldCheck:
    """The same check with the field's own sentence, if it has one; what is empty is only told to be filled in."""
    if message is None:
        return step

    def check(value: Any) -> Any:
        try:
            return step(value)
        except Refusal as refusal:
            raise Refusal(sentences.EMPTY if refusal.sentence is sentences.EMPTY else message) from refusal

    return check


def _check_kind(field: "DeclaredField") -> FieldCheck:
    kind = field.kind
    if field.choices:
        return lambda value: _check_choice(value, field.choices)
    if field.is_many:
        return _check_many(field)
    if kind is str:
        return lambda value: _check_text(value, field)
    if kind is bool:
        return _check_flag
    if kind is int:
        return lambda value: _check_number(value, field.lowest, field.highest)
    if kind is Decimal:
        return _check_decimal
    if kind is date:
        return lambda value: _check_day(value, field.lowest or FIRST_DAY, field.highest or LAST_DAY)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _check_part(kind)
    return lambda value: value


def _check_text(value: Any, field: "DeclaredField") -> str:
    if value is not None and not isinstance(value, str):
        raise Refusal(sentences.NO_TEXT)
    kept = text.clean_prose(value or "") if field.is_prose else text.clean_line(value or "")
    if field.pattern is not None:
        kept = unicodedata.normalize("NFKC", kept)
    if not kept and field.shortest:
        raise Refusal(sentences.EMPTY)
    if field.longest is not None and len(kept) > field.longest:
        raise Refusal(sentences.too_long(field.longest))
    if len(kept) < field.shortest:
        raise Refusal(sentences.too_short(field.shortest))
    if field.pattern is not None and not re.search(field.pattern, kept, re.ASCII):
        raise Refusal(sentences.MISSPELLED)
    return kept


def _check_choice(value: Any, choices: tuple[Any, ...]) -> Any:
    """As it is, or as a form spells it."""
    for choice in choices:
        if (type(value) is type(choice) and value == choice) or (isinstance(value, str) and value == str(choice)):
            return choice
    raise Refusal(sentences.NO_CHOICE)


def _check_flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    plain = value.strip().lower() if isinstance(value, str) else None
    if plain not in _YES | _NO:
        raise Refusal(sentences.NO_FLAG)
    return plain in _YES


def _check_number(value: Any, lowest: int | None, highest: int | None) -> int:
    """A whole number, also as people type it: in full-width digits, with commas between or a sign of money around."""
    if _is_empty(value):
        raise Refusal(sentences.EMPTY)
    number = value if isinstance(value, int) and not isinstance(value, bool) else _parse_number(value)
    if number is None:
        raise Refusal(sentences.NO_WHOLE_NUMBER)
    if lowest is not None and number < lowest and highest is None:
        raise Refusal(sentences.too_low(lowest))
    low = -LARGEST_NUMBER if lowest is None else lowest
    high = LARGEST_NUMBER if highest is None else highest
    if not low <= number <= high:
        raise Refusal(lazy("Enter a number from %(lowest)s to %(highest)s.", lowest=f"{low:,}", highest=f"{high:,}"))
    return number


def _parse_number(value: Any) -> int | None:
    plain = _strip_number(value)
    digits = plain[1:] if plain[:1] in ("-", "+") else plain
    return int(plain) if digits.isascii() and digits.isdigit() else None


def _strip_number(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_NUMBER:
        return ""
    narrow = unicodedata.normalize("NFKC", value).replace("−", "-").replace(",", "")
    return narrow.strip("¥円$€ \t\n")


def _check_decimal(value: Any) -> Decimal:
    if _is_empty(value):
        raise Refusal(sentences.EMPTY)
    number = _parse_decimal(value)
    if number is None:
        raise Refusal(sentences.NO_NUMBER)
    return number


def _parse_decimal(value: Any) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, (str, int, float, Decimal)):
        return None
    try:
        number = value if isinstance(value, Decimal) else Decimal(_strip_number(str(value)))
    except (InvalidOperation, ValueError):
        return None
    if not number.is_finite() or len(number.as_tuple().digits) > _DIGITS or abs(number.adjusted()) >= _DIGITS:
        return None
    return number


def _check_day(value: Any, first: date, last: date) -> date:
    if _is_empty(value):
        raise Refusal(sentences.EMPTY)
    day = value if isinstance(value, date) and not isinstance(value, datetime) else _parse_day(value)
    if day is None:
        raise Refusal(sentences.NO_DATE)
    if not first <= day <= last:
        raise Refusal(out_of_range(first, last))
    return day


def check_day(name: str, day: date | None) -> None:
    """InvalidFields for a day that can't be reckoned with, where something else than a form gave it."""
    if day is not None and not FIRST_DAY <= day <= LAST_DAY:
        raise InvalidFields([(name, out_of_range(FIRST_DAY, LAST_DAY))])


def out_of_range(first: date, last: date) -> Text:
    return lazy("Enter a date between %(first)s and %(last)s.", first=first.year, last=last.year)


def _parse_day(value: Any) -> date | None:
    """As a date field and JSON spell it, or a spreadsheet: 2026/1/5. Python itself also knows weeks, and no dashes."""
    found = _DAY.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return None
    try:
        return date(*map(int, filter(None, found.groups())))
    except ValueError:
        return None


def _check_many(field: "DeclaredField") -> FieldCheck:
    each = field.element.check
    origin: Any = get_origin(field.kind)

    def check(value: Any) -> Any:
        given = () if value is None else value
        if not isinstance(given, (list, tuple, set, frozenset)):
            raise Refusal(sentences.NO_LIST)
        if len(given) > MOST_ELEMENTS:
            raise Refusal(sentences.too_many(field.longest or MOST_ELEMENTS))
        kept = origin([each(one) for one in given])
        if len(kept) < field.shortest:
            raise Refusal(sentences.too_few(field.shortest))
        if field.longest is not None and len(kept) > field.longest:
            raise Refusal(sentences.too_many(field.longest))
        return kept

    return check


def _check_part(model: type[BaseModel]) -> FieldCheck:
    """A part of an entity: itself, or as JSON has it, under either spelling of its names."""
    from chabudai.common.fields import Fields

    fields: Fields[Any] = Fields(model)
    names = {to_camel(name): name for name in fields.names}

    def check(value: Any) -> Any:
        given = dict(value) if isinstance(value, model) else value
        if not isinstance(given, Mapping):
            raise Refusal(sentences.UNREADABLE)
        try:
            return model.model_validate(fields.check_new({names.get(name, name): each for name, each in given.items()}))
        except (InvalidFields, BadRequest) as refusal:
            raise Refusal(next(sentence for _, sentence in refusal.details)) from refusal
        except ValidationError:
            raise Refusal(sentences.UNREADABLE) from None

    return check


def _check_rule(rule: Callable[[Any], Any], sentence: Text) -> FieldCheck:
    def check(value: Any) -> Any:
        try:
            return rule(value)
        except (ValueError, ArithmeticError):
            raise Refusal(sentence) from None

    return check


def _check_type(field: "DeclaredField") -> FieldCheck:
    annotated: Any = Annotated
    adapter: TypeAdapter[Any] = TypeAdapter(annotated[(field.kind, *field.marks)] if field.marks else field.kind)

    def check(value: Any) -> Any:
        try:
            return adapter.validate_python(value)
        except ValidationError:
            raise Refusal(sentences.UNREADABLE) from None

    return check


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not text.clean_line(value))
