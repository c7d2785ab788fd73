"""Words by which something of the catalog is found: pairs of letters, so that any part of a word finds it.

What is searched for is folded as everywhere (NFKC, case, kana). A row of the table stands for each pair, so a search is
a Query of one pair; that every word really is in the text is looked at on what it leads to.
"""

import re
from collections.abc import Iterable
from typing import Final

from chabudai.apps.kondate.errors import WordTooShort
from chabudai.common.text import fold_search, has_all_words

LONGEST_SEARCH: Final = 80
_BREAKS: Final = re.compile(r"[^\w]+")
_KANJI: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々]")


def tokens_of(texts: Iterable[str]) -> frozenset[str]:
    """All pairs of neighbouring letters, and each kanji by itself."""
    return frozenset(token for text in texts for word in _words(text) for token in (*_pairs(word), *_kanji(word)))


def choose_token(words: str) -> str | None:
    """The one that likely finds the fewest; None when nothing is searched for. WordTooShort for lone letters only."""
    found = _words(words[:LONGEST_SEARCH])
    pairs = [pair for word in found for pair in _pairs(word)]
    lone = [kanji for word in found for kanji in _kanji(word)]
    if found and not pairs and not lone:
        raise WordTooShort
    return max(pairs, key=lambda pair: len(_kanji(pair)), default=lone[0] if lone else None)


def matches(text: str, words: str) -> bool:
    return has_all_words(text, " ".join(_words(words[:LONGEST_SEARCH])))


def _words(text: str) -> list[str]:
    return [word for word in _BREAKS.split(fold_search(text)) if word]


def _pairs(word: str) -> list[str]:
    return [word[at : at + 2] for at in range(len(word) - 1)]


def _kanji(word: str) -> list[str]:
    return _KANJI.findall(word)
