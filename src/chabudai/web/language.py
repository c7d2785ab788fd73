"""The language a person reads: how it is chosen, and every sentence turned into it at the moment it is read."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from chabudai.web import preferences

JAPANESE: Final = "ja"
ENGLISH: Final = "en"
LANGUAGES: Final = (JAPANESE, ENGLISH)
DEFAULT: Final = JAPANESE


@dataclass(frozen=True, slots=True)
class Speech:
    """One language with what it has to say. The sentences in the code are English, so English needs no texts."""

    code: str
    texts: Mapping[str, str] = field(default_factory=dict)

    def gettext(self, text: str, **named: Any) -> str:
        return _filled(self.texts.get(text, text), named)

    def ngettext(self, one: str, many: str, n: int, **named: Any) -> str:
        """`%(n)s` stands for the number. Japanese has one form for all of them."""
        text = self.texts.get(one) or (one if n == 1 else many)
        return _filled(text, {"n": n, **named})


@dataclass(frozen=True, slots=True)
class Lazy:
    """A sentence that is named now and translated when it is read."""

    text: str
    named: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return gettext(self.text, **self.named)


Text = str | Lazy
"""What a person reads: a sentence that is translated already, or one that will be."""

_speech: ContextVar[Speech] = ContextVar("speech", default=Speech(ENGLISH))  # noqa: B039 - it is frozen


def gettext(text: str, **named: Any) -> str:
    return _speech.get().gettext(text, **named)


def ngettext(one: str, many: str, n: int, **named: Any) -> str:
    return _speech.get().ngettext(one, many, n, **named)


def lazy(text: str, **named: Any) -> Lazy:
    return Lazy(text, named)


def spoken() -> str:
    """The code of the language that is spoken here and now."""
    return _speech.get().code


@contextmanager
def speaking(speech: Speech) -> Iterator[None]:
    token = _speech.set(speech)
    try:
        yield
    finally:
        _speech.reset(token)


def chosen(wishes: Iterable[str | None], accept_language: str) -> str:
    """The first wish that can be met, else what the browser likes best, else Japanese."""
    known = (wish for wish in wishes if wish in LANGUAGES)
    return next(known, None) or _liked_best(accept_language) or DEFAULT


def _liked_best(accept_language: str) -> str | None:
    liked = [(tag.partition("-")[0], weight) for tag, weight in preferences.weighted(accept_language)]
    known = [(tag, weight) for tag, weight in liked if tag in LANGUAGES and weight > 0]
    return max(known, key=lambda each: each[1])[0] if known else None


def _filled(text: str, named: Mapping[str, Any]) -> str:
    return text % named if named else text
