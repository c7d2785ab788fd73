"""How the app speaks: words that its glossary has decided against, and counters that only fit small numbers."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from chabudai.apps import kondate

PO = Path(kondate.__file__).parent / "locale" / "ja" / "LC_MESSAGES" / "messages.po"
UP_TO_TWO = {"%(n)s missing: %(names)s"}
"""Of these n is one or two."""


@pytest.fixture(scope="module")
def catalog() -> list[tuple[str, str]]:
    """English and Japanese of every sentence."""
    with PO.open("rb") as file:
        read = [message for message in read_po(file, locale="ja") if message.id]
    return [(english, japanese) for each in read for english in _forms(each.id) for japanese in _forms(each.string)]


def _forms(said: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said or ())


@pytest.mark.parametrize(
    "words", ["いまの", "いま作", "えら[ぶばびん]", "頁", "あす", "きょう", "のこり", "圏外", "うちの帖"]
)
def test_japanese_words_that_are_written_another_way(catalog: list[tuple[str, str]], words: str) -> None:
    assert [japanese for _, japanese in catalog if re.search(words, japanese)] == []


@pytest.mark.parametrize("words", ["!", r"\bplan\b", "(in|,) this set", "^This set", "^Steps$", "as it was"])
def test_english_words_that_the_glossary_has_others_for(catalog: list[tuple[str, str]], words: str) -> None:
    assert [english for english, _ in catalog if re.search(words, english)] == []


def test_numbers_above_nine_are_not_counted_in_tsu(catalog: list[tuple[str, str]]) -> None:
    counted = [english for english, japanese in catalog if re.search(r"(\)s|\{n\})つ", japanese)]
    assert set(counted) == UP_TO_TWO
