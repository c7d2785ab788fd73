"""Text as it is kept, compared and searched."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.common import text

ANY = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("  \t\n\r\x0b\x0c\x85\u2028\u200b\u200d\ufe0f\u3000\u0301\u3099eかカｶﾞＡａ\ud800\udfff"),
    )
)


@given(ANY)
def test_what_was_cleaned_stays_as_it_is(typed: str) -> None:
    for clean in (text.clean_line, text.clean_prose):
        assert clean(clean(typed)) == clean(typed)


@given(ANY)
def test_what_was_cleaned_can_be_stored_and_is_composed(typed: str) -> None:
    for clean in (text.clean_line, text.clean_prose):
        assert clean(typed).encode().decode() == clean(typed)
        assert unicodedata.is_normalized("NFC", clean(typed))


@given(ANY)
def test_a_line_is_one_line_without_space_around_it(typed: str) -> None:
    line = text.clean_line(typed)
    assert line == line.strip()
    assert len(line.splitlines()) <= 1
    assert "  " not in line


@given(ANY)
def test_folding_twice_is_folding_once(typed: str) -> None:
    assert text.fold_name(text.fold_name(typed)) == text.fold_name(typed)
    assert text.fold_search(text.fold_search(typed)) == text.fold_search(typed)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  buy\t milk \n", "buy milk"),
        ("　牛乳　と　卵　", "牛乳 と 卵"),
        ("admin\u202egnp.exe", "admingnp.exe"),
        ("a\u200bb\x00c\ufeff", "abc"),
        ("\ud83d half", "half"),
        ("e\u200b\u0301", "é"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("\u200d", ""),
        ("\u3164\u2800", ""),
        ("\u0301", ""),
        ("", ""),
    ],
)
def test_a_line_keeps_what_can_be_seen(typed: str, kept: str) -> None:
    assert text.clean_line(typed) == kept


def test_prose_keeps_its_lines_however_they_end() -> None:
    assert text.clean_prose("\n one\r\n\r\ttwo\u2028three \n\n") == "one\n\n\ttwo\nthree"


def test_a_megabyte_is_cleaned_and_folded_in_one_go() -> None:
    hostile = "\u202eあ\u0301 " * 200_000
    assert len(text.clean_line(hostile)) < len(hostile)
    assert text.fold_search(hostile)


def test_names_that_differ_in_case_or_width_are_one() -> None:
    assert text.fold_name("ＨＯＭＥ") == text.fold_name("home") == text.fold_name("Home")
    assert text.fold_name("カ") != text.fold_name("か")
    assert text.fold_name("Straße") == text.fold_name("STRASSE")


@pytest.mark.parametrize("words", ["ｶﾚｰ", "かれー", "RICE", "ｒｉｃｅ カレー", "", "  "])
def test_a_search_finds_its_words_in_any_order_case_width_and_kana(words: str) -> None:
    assert text.has_all_words("カレー rice", words)


def test_a_search_wants_every_word() -> None:
    assert not text.has_all_words("カレー rice", "rice bread")


@pytest.mark.parametrize("id_", ["a", "0192-7f", "x" * 200, "日本"])
def test_an_id_may_be_any_visible_text(id_: str) -> None:
    assert text.is_id(id_)


@pytest.mark.parametrize(
    "id_",
    [
        "",
        ".",
        "..",
        " ",
        "a#b",
        "a/b",
        "a\\b",
        "a?b",
        "%2f",
        "x" * 201,
        "a\nb",
        "\u202e",
        "\ud800",
        None,
        3,
        b"a",
        ["a"],
    ],
)
def test_nothing_has_such_an_id(id_: object) -> None:
    assert not text.is_id(id_)


def test_a_long_text_is_shortened_with_a_mark() -> None:
    assert text.shorten("x" * 40) == "x" * 40
    assert text.shorten("x" * 41) == "x" * 39 + "…"
    assert len(text.shorten("日" * 100, 10)) == 10


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 39 + "…"),
        ("日" * 24, "日" * 24),
        ("日" * 25, "日" * 23 + "…"),
        ("a" + "日" * 24, "a" + "日" * 22 + "…"),
    ],
)
def test_a_name_in_a_sentence_is_as_long_as_three_lines_of_a_phone_allow(name: str, shown: str) -> None:
    assert text.shorten_in_sentence(name) == shown


@pytest.mark.parametrize(
    "alike", ["Cafe\u0301", "Caf\u200cé", "Cafe\u200d\u0301", "Café\ufe0f", "C\u034fafé", "ＣＡＦÉ", "Caf\U000e0100é"]
)
def test_names_that_look_the_same_are_the_same(alike: str) -> None:
    assert text.fold_name(alike) == text.fold_name("Café")
    assert text.fold_name("家族") != text.fold_name("家庭")
