"""Languages: a common text is found whenever there is one, and is in both."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.table.keys.regular_languages import (
    END,
    Language,
    Star,
    any_char_except,
    char_class,
    common_text,
    concat,
    either,
    literal,
    one_or_more,
    reverse_digits,
    to_regex,
    width,
)

SMALL = st.text("ab", max_size=5)


def languages() -> st.SearchStrategy[Language]:
    """Over a and b only, so that short texts are all there is to try."""
    leaves = SMALL.map(literal) | st.sampled_from(
        [char_class("a"), char_class("ab"), any_char_except("b"), any_char_except()]
    )
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, min_size=1, max_size=3).map(lambda parts: concat(*parts))
            | st.lists(inner, min_size=1, max_size=3).map(lambda options: either(*options))
            | inner.filter(lambda part: not isinstance(part, Star)).map(one_or_more)
        ),
        max_leaves=6,
    )


def holds(language: Language, text: str) -> bool:
    return re.fullmatch(to_regex(language), text) is not None


@given(languages(), languages())
def test_a_common_text_is_in_both(one: Language, other: Language) -> None:
    witness = common_text(one, other)
    if witness is not None:
        assert holds(one, witness)
        assert holds(other, witness)


@given(languages(), languages(), SMALL)
def test_without_a_common_text_no_text_is_in_both(one: Language, other: Language, text: str) -> None:
    if common_text(one, other) is None:
        assert not (holds(one, text) and holds(other, text))


@given(languages(), SMALL)
def test_a_text_is_shared_with_the_languages_that_hold_it(language: Language, text: str) -> None:
    assert (common_text(language, literal(text)) == text) is holds(language, text)


@given(languages(), SMALL)
def test_a_width_is_that_of_every_text(language: Language, text: str) -> None:
    if width(language) is not None and holds(language, text):
        assert len(text) == width(language)


@pytest.mark.parametrize("character", ["\0", "#", "é", "\ud7ff", "\ue000", "\U0010fffe"])
def test_any_character_but_those_excluded(character: str) -> None:
    assert holds(any_char_except("b"), character)
    assert not holds(any_char_except("a" + character), character)


@pytest.mark.parametrize("character", [chr(0xD800), chr(0xDFFF), END])
def test_what_no_key_can_hold_is_no_character(character: str) -> None:
    assert not holds(any_char_except(), character)


def test_reversed_digits_leave_everything_else_alone() -> None:
    assert to_regex(
        reverse_digits(concat(literal("1-T"), char_class("03"), one_or_more(char_class("19"))))
    ) == to_regex(concat(literal("8-T"), char_class("69"), one_or_more(char_class("08"))))
