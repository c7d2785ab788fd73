"""The language a person reads: how it is chosen, and every sentence turned into it at the moment it is read."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from chabudai.web import accept_headers

JAPANESE: Final = "ja"
ENGLISH: Final = "en"
LANGUAGES: Final = (JAPANESE, ENGLISH)
DEFAULT: Final = JAPANESE


@dataclass(frozen=True, slots=True)
class Translations:
    """One language with its texts. The sentences in the code are English, so English needs no texts."""

    code: str
    texts: Mapping[str, str] = field(default_factory=dict)

    def gettext(self, text: str, **named: Any) -> str:
        return _interpolate(self.texts.get(text, text), named)

    def ngettext(self, one: str, many: str, n: int, **named: Any) -> str:
        """`%(n)s` stands for the number. Japanese has one form for all of them."""
        text = self.texts.get(one) or (one if n == 1 else many)
        return _interpolate(text, {"n": n, **named})


@dataclass(frozen=True, slots=True)
class LazyText:
    """A sentence that is named now and translated when it is read."""

    text: str
    named: Mapping[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.text)  # what is named need not be hashable

    def __str__(self) -> str:
        return gettext(self.text, **self.named)


Text = str | LazyText
"""What a person reads: a sentence that is translated already, or one that will be."""

_current: ContextVar[Translations] = ContextVar("translations", default=Translations(ENGLISH))  # noqa: B039 - it is frozen


def gettext(text: str, **named: Any) -> str:
    return _current.get().gettext(text, **named)


def ngettext(one: str, many: str, n: int, **named: Any) -> str:
    return _current.get().ngettext(one, many, n, **named)


def lazy(text: str, **named: Any) -> LazyText:
    return LazyText(text, named)


def current_language() -> str:
    """The code of the language in which this request is answered."""
    return _current.get().code


@contextmanager
def use_translations(translations: Translations) -> Iterator[None]:
    token = _current.set(translations)
    try:
        yield
    finally:
        _current.reset(token)


def choose_language(preferred: Iterable[str | None], accept_language: str) -> str:
    """The first that we have, else what the browser likes best, else Japanese."""
    known = (code for code in preferred if code in LANGUAGES)
    return next(known, None) or _best_accepted(accept_language) or DEFAULT


def _best_accepted(accept_language: str) -> str | None:
    liked = [(tag.partition("-")[0], weight) for tag, weight in accept_headers.parse_weights(accept_language)]
    known = [(tag, weight) for tag, weight in liked if tag in LANGUAGES and weight > 0]
    return max(known, key=lambda each: each[1])[0] if known else None


def _interpolate(text: str, named: Mapping[str, Any]) -> str:
    return text % named if named else text
