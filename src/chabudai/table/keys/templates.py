"""Templates: how one key is written, `W#{wardrobe_id}#CLOTH`, as data: built, read back, cut short, compared."""

import dataclasses
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from chabudai.table.errors import (
    DesignError,
    InvalidKeyValue,
    InvalidTemplate,
    MissingPart,
    PartOutOfRange,
    UnknownField,
    UnsortablePart,
    suggest_name,
)
from chabudai.table.keys.codecs import Codec
from chabudai.table.keys.formats import beginning_advice, codec_for
from chabudai.table.keys.regular_languages import END, Language, Star, any_char_except, common_text, concat, literal

_PART = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")
_DELIMITER = re.compile(r"[!-/:-@\[-`|~]").fullmatch
_FIRST = "\0"
_ANYTHING = Star(any_char_except())


@dataclass(frozen=True, slots=True)
class Part:
    field: str
    codec: Codec
    spec: str | None = dataclasses.field(compare=False)

    def __str__(self) -> str:
        return f"{{{self.field}}}" if self.spec is None else f"{{{self.field}:{self.spec}}}"


Segment: TypeAlias = str | Part


@dataclass(frozen=True)
class Template:
    """Literals and parts in turn. No two different rows of values make one text. `name` is whose key it is."""

    segments: tuple[Segment, ...]
    delimiter: str
    name: str | None = dataclasses.field(default=None, compare=False)

    @staticmethod
    def parse(text: str, types: Mapping[str, Any], delimiter: str = "#") -> "Template":
        """`types` gives each field's Python type, which decides how it is written."""
        check_delimiter(delimiter)
        if not text:
            raise InvalidTemplate("a template is empty, and a key may not be")
        template = Template(tuple(_segments(text, types, delimiter)), delimiter)
        _check(template)
        return template

    def __str__(self) -> str:
        return "".join(map(str, self.segments))

    @property
    def equation(self) -> str:
        """With what it makes: `Book.SK = BOOK#{book_id}`."""
        return str(self) if self.name is None else f"{self.name} = {self}"

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return tuple(segment for segment in self.segments if isinstance(segment, Part))

    @cached_property
    def fields(self) -> tuple[str, ...]:
        return tuple(part.field for part in self.parts)

    @cached_property
    def language(self) -> Language:
        return _language(self.segments)

    def build(self, values: Mapping[str, Any]) -> str | None:
        """The key of these values; None when one of its parts is None: then the item has no such key (sparse)."""
        text, encoders = self._pattern
        try:
            return text % tuple([encode(values[field]) for field, encode in encoders])
        except (KeyError, InvalidKeyValue):
            return self._build_carefully(values)

    def _build_carefully(self, values: Mapping[str, Any]) -> str | None:
        text, unknown = self._write(self.segments, values)
        if unknown is None:
            return text
        if unknown.field not in values:
            raise self._locate(MissingPart(), unknown)
        return None

    @cached_property
    def _pattern(self) -> tuple[str, tuple[tuple[str, Callable[[Any], str]], ...]]:
        """The text with a place for each part, and what fills it."""
        places = ("%s" if isinstance(each, Part) else each.replace("%", "%%") for each in self.segments)
        return "".join(places), tuple((part.field, part.codec.encode) for part in self.parts)

    def read(self, text: str) -> dict[str, Any] | None:
        """The values behind a key, as far as it says them exactly; None when it is not one of this template's."""
        match = self.match(text)
        if match is None:
            return None
        found = zip(self.parts, match.groups(), strict=True)
        return {part.field: part.codec.decode(text) for part, text in found if part.codec.is_exact}

    def holds(self, field: str) -> bool:
        """Whether a key says exactly what the field is: a month does not say the day."""
        return field in self.fields and self.codec_of(field).is_exact

    def prefix(self, values: Mapping[str, Any]) -> tuple[str, bool]:
        """The longest beginning that these values fix, and whether it is the whole key.

        A beginning ends with a literal or a part of fixed width, never within a value: what begins with it is of
        these values. A whole key is to be compared with `=`.
        """
        text, unknown = self._write(self.segments, values)
        return text, unknown is None

    def prefix_of_value(self, known: Mapping[str, Any], field: str, beginning: str) -> str:
        """The beginning of every key whose `field` begins with this text: `COOKLOG#2026-02`, `tname#四間`."""
        at, part = self._position(field)
        if part.codec.kind is str:
            return self._text_before(at, known) + self._encode(part, beginning)
        if part.codec.is_descending or common_text(concat(literal(beginning), _ANYTHING), part.codec.language) is None:
            reason = f"is not how {part.codec.name} begins: {beginning_advice(part.codec)}"
            raise self._locate(PartOutOfRange(beginning, reason), part)
        return self._text_before(at, known) + beginning

    def bounds(self, known: Mapping[str, Any], field: str, low: Any, high: Any) -> tuple[str, str]:
        """The two ends, for BETWEEN, of the keys with these known values and `field` from low to high, both included.

        None leaves a side open: a range then ends with what the part can write, not with the next entity's keys.
        `known` has every field before `field`.
        """
        at, part = self._position(field)
        if not part.codec.sorts:
            raise UnsortablePart(
                f"{field} in {self.equation}: its texts ({part.codec.name}) do not sort as its values do, so it has "
                "no ranges; a whole number sorts with a width, as in {n:010}"
            )
        start = self._text_before(at, known)
        first, last = (high, low) if part.codec.is_descending else (low, high)
        lowest = part.codec.extent[0] if first is None else self._encode(part, first)
        highest = part.codec.extent[1] if last is None else self._encode(part, last)
        return start + lowest or _FIRST, start + highest + self._highest_after(at)

    def codec_of(self, field: str) -> Codec:
        return self._position(field)[1].codec

    def matches(self, text: str) -> bool:
        return self.match(text) is not None

    @cached_property
    def match(self) -> Callable[[str], re.Match[str] | None]:
        pieces = (re.escape(each) if isinstance(each, str) else f"({each.codec.pattern})" for each in self.segments)
        return re.compile("".join(pieces)).fullmatch

    def _write(self, segments: Iterable[Segment], values: Mapping[str, Any]) -> tuple[str, Part | None]:
        """The text up to the first part without a value, and that part."""
        pieces: list[str] = []
        for segment in segments:
            if isinstance(segment, str):
                pieces.append(segment)
                continue
            value = values.get(segment.field)
            if value is None:
                return "".join(pieces), segment
            pieces.append(self._encode(segment, value))
        return "".join(pieces), None

    def _encode(self, part: Part, value: Any) -> str:
        try:
            return part.codec.encode(value)
        except InvalidKeyValue as refusal:
            self._locate(refusal, part)
            raise

    def _locate(self, refusal: InvalidKeyValue, part: Part) -> InvalidKeyValue:
        refusal.locate(part.field, self.equation)
        return refusal

    def _position(self, field: str) -> tuple[int, Part]:
        for at, segment in enumerate(self.segments):
            if isinstance(segment, Part) and segment.field == field:
                return at, segment
        raise UnknownField(f"{self} has no part {field!r}; its parts are {', '.join(self.fields) or 'none'}")

    def _text_before(self, at: int, known: Mapping[str, Any]) -> str:
        text, unknown = self._write(self.segments[:at], known)
        if unknown is not None:
            raise self._locate(MissingPart(), unknown)
        return text

    def _highest_after(self, at: int) -> str:
        """The largest of what can follow a part."""
        following = self.segments[at + 1 : at + 2]
        first = following[0] if following and isinstance(following[0], str) else ""
        return first + END if len(self.segments) > at + 1 + bool(first) else first


def find_overlap(one: Template, other: Template) -> str | None:
    """A text that both templates can make; None when there is none."""
    return common_text(one.language, other.language)


def find_prefix_overlap(one: Template, other: Template, known: Collection[str] = ()) -> str | None:
    """A text of the other that a query for the first would also meet; None when there is none.

    The query has a value for each known field, and so asks for what begins with the first template up to the first
    part that is not known; with all of them known, for equality.
    """
    fixed: list[Segment] = []
    for segment in one.segments:
        if isinstance(segment, Part) and segment.field not in known:
            return common_text(concat(_language(fixed), _ANYTHING), other.language)
        fixed.append(segment)
    return find_overlap(one, other)


def check_delimiter(given: Any) -> None:
    if not isinstance(given, str) or not _DELIMITER(given) or given == "%":
        raise InvalidTemplate(f"{given!r} is no delimiter: one character of ASCII punctuation is, but not % {{ }}")


def _segments(text: str, types: Mapping[str, Any], delimiter: str) -> Iterator[Segment]:
    position = 0
    for match in _PART.finditer(text):
        yield from _literal(text, position, match.start())
        yield _part(text, match[1], match[2], types, delimiter)
        position = match.end()
    yield from _literal(text, position, len(text))


def _literal(text: str, start: int, end: int) -> Iterator[str]:
    found = text[start:end]
    if "{" in found or "}" in found:
        raise InvalidTemplate(
            f"{text}: a brace without its other half; a part is written {{field}} or {{field:format}}"
        )
    if found:
        yield found


def _part(text: str, field: str, spec: str | None, types: Mapping[str, Any], delimiter: str) -> Part:
    if field not in types:
        raise UnknownField(f"{text}: there is no field {field!r}; {suggest_name(field, types)}")
    try:
        return Part(field, codec_for(types[field], spec, delimiter), spec)
    except DesignError as fault:
        raise type(fault)(f"{field} in {text}: {fault}") from None


def _check(template: Template) -> None:
    """A key can be cut into its values in one way only."""
    repeated = [field for field in template.fields if template.fields.count(field) > 1]
    if repeated:
        raise InvalidTemplate(f"{template}: {repeated[0]} stands in it twice: leave one out")
    followers = (*template.segments[1:], None)
    for segment, follower in zip(template.segments, followers, strict=True):
        if isinstance(segment, Part) and not segment.codec.is_fixed_width:
            _check_end(template, segment, follower)


def _check_end(template: Template, part: Part, follower: Segment | None) -> None:
    """Where a part of varying width ends is told by the delimiter, or by the end of the key."""
    where = f"{part.field} in {template}"
    if part.codec.name == "tail":
        if follower is not None:
            raise InvalidTemplate(f"{where}: a tail may hold anything, so nothing can follow it: put it at the end")
        return
    if follower is not None and not (isinstance(follower, str) and follower.startswith(template.delimiter)):
        raise InvalidTemplate(
            f"{where}: its width varies, so the delimiter {template.delimiter} has to follow it: "
            f"{part}{template.delimiter}"
        )
    delimited = concat(_ANYTHING, literal(template.delimiter), _ANYTHING)
    if (witness := common_text(part.codec.language, delimited)) is not None:
        raise InvalidTemplate(f"{where}: it can be written {witness}, which holds the delimiter {template.delimiter}")


def _language(segments: Iterable[Segment]) -> Language:
    return concat(*(literal(each) if isinstance(each, str) else each.codec.language for each in segments))
