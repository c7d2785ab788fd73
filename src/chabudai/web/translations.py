"""The language a person reads: how it is chosen, and every sentence turned into it at the moment it is read."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from chabudai.web import accept_headers

JAPANESE: Final = "ja"
ENGLISH: Final = "en"
LANGUAGES: Final = (JAPANESE, ENGLISH)
DEFAULT: Final = JAPANESE


@dataclass(frozen=True, slots=True)
class PluralText:
    """A text in each of its forms; `choose` says which of them goes with a number."""

    forms: tuple[str, ...]
    choose: Callable[[int], int]


@dataclass(frozen=True, slots=True)
class MessageCatalog:
    """All that one domain can say in one language. A text with a context is found by `contextual_key`."""

    texts: Mapping[str, str] = field(default_factory=dict)
    plurals: Mapping[str, PluralText] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Translations:
    """One language with its catalogs by their domains. The sentences in the code are English, which so needs none."""

    code: str
    catalogs: Mapping[str, MessageCatalog] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MessageDomain:
    """What one package says. The same English may be another sentence elsewhere, and so may its translation."""

    name: str

    def gettext(self, text: str, /, **named: Any) -> str:
        said = self._catalog.texts.get(text, text)
        return said % named if named else said

    def pgettext(self, context: str, text: str, /, **named: Any) -> str:
        """`context` tells apart what is the same in English, and not in another language."""
        said = self._catalog.texts.get(contextual_key(context, text), text)
        return said % named if named else said

    def ngettext(self, one: str, many: str, n: int, /, **named: Any) -> str:
        """`%(n)s` stands for the number."""
        plural = self._catalog.plurals.get(one)
        said = plural.forms[plural.choose(n)] if plural is not None else one if n == 1 else many
        return said % {"n": n, **named}

    def lazy(self, text: str, /, **named: Any) -> "LazyText":
        return LazyText(self, text, named)

    def lazy_plural(self, one: str, many: str, n: int, /, **named: Any) -> "LazyText":
        return LazyText(self, one, named, (many, n))

    @property
    def _catalog(self) -> MessageCatalog:
        return _current.get().catalogs.get(self.name, _EMPTY)


@dataclass(frozen=True, slots=True)
class LazyText:
    """A sentence that is named now and translated when it is read."""

    domain: MessageDomain
    text: str
    named: Mapping[str, Any] = field(default_factory=dict)
    plural: tuple[str, int] | None = None  # the text for many, and how many there are

    def __hash__(self) -> int:
        return hash(self.text)  # what is named need not be hashable

    def __str__(self) -> str:
        if self.plural is None:
            return self.domain.gettext(self.text, **self.named)
        return self.domain.ngettext(self.text, *self.plural, **self.named)


Text = str | LazyText
"""What a person reads: a sentence that is translated already, or one that will be."""

_EMPTY: Final = MessageCatalog()
_current: ContextVar[Translations] = ContextVar("translations", default=Translations(ENGLISH))  # noqa: B039 - it is frozen


def contextual_key(context: str, text: str) -> str:
    """As gettext spells it."""
    return f"{context}\x04{text}"


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


@lru_cache
def _best_accepted(accept_language: str) -> str | None:
    liked = [(tag.partition("-")[0], weight) for tag, weight in accept_headers.parse_weights(accept_language)]
    known = [(tag, weight) for tag, weight in liked if tag in LANGUAGES and weight > 0]
    return max(known, key=lambda each: each[1])[0] if known else None
