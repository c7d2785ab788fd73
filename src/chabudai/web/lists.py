"""Lists as their address says them: order, filters, search and how far; what an address says wrongly is not heard."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, replace
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Final, Literal, Self, Union, cast, get_args, get_origin, get_type_hints
from urllib.parse import parse_qs, urlencode, urlsplit

from annotated_types import MaxLen

from chabudai.web.redirects import safe_next

LONGEST: Final = 200
MOST_VALUES: Final = 50
_DIGITS = 7
_UNHEARD: Final = object()

ParseValues = Callable[[list[str]], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAddress:
    """The base of each list's own: its fields are the parameters of the address, each with the value that is usual.

    A Literal takes its choices alone, a str is cut, an int is a small number, a bool is there or not, a tuple takes the
    parameter several times. `NAMES` are names in the address that differ from the field's; `PASSING` are fields that a
    changed list forgets; `NARROWING` are those by which it shows less than there is.
    """

    PATH: ClassVar[str]
    NAMES: ClassVar[dict[str, str]] = {}
    PASSING: ClassVar[tuple[str, ...]] = ()
    NARROWING: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def parse(cls, query: str) -> Self:
        said = parse_qs(query, keep_blank_values=True)
        heard: dict[str, Any] = {}
        for name, parse in _parsers(cast(Hashable, cls)).items():
            values = said.get(cls.NAMES.get(name, name))
            if values and (value := parse(values)) is not _UNHEARD:
                heard[name] = value
        return cls(**heard)

    @classmethod
    def at(cls, address: str) -> Self:
        """Of an address within this site that a form sent; the plain list when it is another page's."""
        parts = urlsplit(safe_next(address, cls.PATH))
        return cls.parse(parts.query if parts.path == cls.PATH else "")

    def parameters(self) -> list[tuple[str, str]]:
        """What the address says, as pairs: only what is not as usual."""
        unusual = [each.name for each in fields(self) if getattr(self, each.name) != each.default]
        return [(self.NAMES.get(name, name), value) for name in unusual for value in _spell(getattr(self, name))]

    @property
    def query(self) -> str:
        return urlencode(self.parameters())

    @property
    def url(self) -> str:
        return f"{self.PATH}?{self.query}" if self.query else self.PATH

    @property
    def is_narrowed(self) -> bool:
        return any(getattr(self, name) for name in self.NARROWING)

    def but(self, **changes: Any) -> Self:
        """The same list otherwise ordered or filtered: from its beginning."""
        usual = {each.name: each.default for each in fields(self) if each.name in self.PASSING}
        return replace(self, **{**usual, **changes})

    def widen(self) -> Self:
        """Everything that there is."""
        return self.but(**{each.name: each.default for each in fields(self) if each.name in self.NARROWING})


@dataclass(frozen=True, slots=True, kw_only=True)
class PagedAddress(ListAddress):
    """A list that is shown a piece at a time: of its rows those from `start` to before `end`."""

    NAMES: ClassVar[dict[str, str]] = {"start": "from", "end": "to"}
    PASSING: ClassVar[tuple[str, ...]] = ("start", "end")
    PAGE: ClassVar[int] = 25
    MOST: ClassVar[int] = 1000

    start: int = 0
    end: int | None = None

    @property
    def last(self) -> int:
        """Before which row it ends, whatever was asked for."""
        wanted = self.end if self.end is not None and self.end > self.start else self.start + self.PAGE
        return min(wanted, self.start + self.MOST)

    def more(self) -> Self:
        return self.but(start=self.last)


@dataclass(frozen=True, slots=True, kw_only=True)
class CursorAddress(ListAddress):
    """A list that goes on where a cursor says; one that is none of this list is for the reader of it to refuse."""

    PASSING: ClassVar[tuple[str, ...]] = ("cursor",)

    cursor: Annotated[str | None, MaxLen(2000)] = None


def _spell(value: Any) -> list[str]:
    if isinstance(value, tuple):
        return [str(each) for each in value]
    return [str(int(value) if isinstance(value, bool) else value)]


@cache
def _parsers(cls: Any) -> dict[str, ParseValues]:
    hints = get_type_hints(cls, include_extras=True)
    return {each.name: _parser(hints[each.name], each.name) for each in fields(cls)}


def _parser(annotation: Any, name: str) -> ParseValues:
    if get_origin(annotation) is tuple:
        each = _parser(get_args(annotation)[0], name)
        return lambda values: _parse_many(each, values)
    parse = _single_parser(annotation, name)
    return lambda values: parse(values[-1])


def _parse_many(each: ParseValues, values: list[str]) -> Any:
    """Each once, in order; what is not heard is left out."""
    heard = [value for one in values[:MOST_VALUES] if (value := each([one])) is not _UNHEARD]
    return tuple(dict.fromkeys(heard)) if heard else _UNHEARD


def _single_parser(annotation: Any, name: str, longest: int = LONGEST) -> Callable[[str], Any]:
    if get_origin(annotation) is Annotated:
        annotation, *marks = get_args(annotation)
        longest = next((mark.max_length for mark in marks if isinstance(mark, MaxLen)), LONGEST)
        return _single_parser(annotation, name, longest)
    if get_origin(annotation) in (Union, UnionType):
        (annotation,) = (each for each in get_args(annotation) if each is not NoneType)
    if get_origin(annotation) is Literal:
        choices = get_args(annotation)
        return lambda text: text if text in choices else _UNHEARD
    if annotation is bool:
        return lambda text: text not in ("", "0")
    if annotation is int:
        return lambda text: int(text) if text.isascii() and text.isdigit() and len(text) < _DIGITS else _UNHEARD
    if annotation is str:
        return lambda text: text.strip()[:longest].strip() or _UNHEARD
    raise TypeError(f"{name} is of a type that no address can say: {annotation}")
