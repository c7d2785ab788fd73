"""Languages: chosen as the person likes, spoken only where they are, and complete in both."""

import asyncio
from pathlib import Path

import pytest
from tests.web.household import BASE, PROBE

from chabudai.web import catalogs
from chabudai.web.translations import Translations, choose_language, gettext, lazy, ngettext, use_translations

TRANSLATIONS = catalogs.load_translations([BASE.locale, PROBE.locale])
JA, EN = TRANSLATIONS["ja"], TRANSLATIONS["en"]


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("ja", "ja"),
        ("en", "en"),
        ("en-GB,en;q=0.9,ja;q=0.8", "en"),
        ("ja-JP, en;q=0.9", "ja"),
        ("EN-us", "en"),
        ("fr, en;q=0.5, ja;q=0.4", "en"),
        ("en;q=0.1, ja;q=0.1", "en"),
        ("en;q=0", "ja"),
        ("fr", "ja"),
        ("*", "ja"),
        ("", "ja"),
        ("en;q=nan", "ja"),
        ("en;q=inf", "ja"),
        ("en;q=-1", "ja"),
        ("en;q=1e999", "ja"),
        ("en;q=", "ja"),
        ("en; Q=1", "en"),
        (";;;,,,=q;q=q", "ja"),
        ("\x00\xff,en", "en"),
        ("x," * 100_000 + "en", "ja"),
    ],
)
def test_the_browser_is_asked_and_japanese_is_the_default(header: str, chosen: str) -> None:
    assert choose_language((), header) == chosen


def test_what_a_person_chose_comes_before_what_the_browser_says() -> None:
    assert choose_language(("en", "ja"), "ja") == "en"
    assert choose_language((None, "en"), "ja") == "en"
    assert choose_language(("tlh", None), "en") == "en"


def test_a_sentence_is_said_in_the_language_that_is_spoken() -> None:
    with use_translations(JA):
        assert gettext("Kept: %(title)s", title="麦茶") == "残しました：麦茶"
    with use_translations(EN):
        assert gettext("Kept: %(title)s", title="tea") == "Kept: tea"


def test_a_sentence_without_a_translation_is_said_in_english() -> None:
    with use_translations(JA):
        assert gettext("Never heard of") == "Never heard of"
        assert gettext("Not yet") == "Not yet"


def test_a_translation_that_is_not_sure_is_not_used() -> None:
    with use_translations(JA):
        assert gettext("Nearly right") == "Nearly right"


def test_a_lazy_sentence_is_translated_when_it_is_read() -> None:
    sentence = lazy("Kept: %(title)s", title="x")
    with use_translations(JA):
        assert str(sentence) == "残しました：x"
    with use_translations(EN):
        assert f"{sentence}" == "Kept: x"


@pytest.mark.parametrize(("n", "english"), [(0, "0 notes"), (1, "1 note"), (2, "2 notes")])
def test_numbers_are_counted_as_each_language_does(n: int, english: str) -> None:
    with use_translations(EN):
        assert ngettext("%(n)s note", "%(n)s notes", n) == english
    with use_translations(JA):
        assert ngettext("%(n)s note", "%(n)s notes", n) == f"メモ{n}件"


def test_a_percent_sign_in_a_sentence_without_names_is_only_that() -> None:
    assert gettext("100% done") == "100% done"


def test_what_a_person_typed_is_never_taken_for_a_placeholder() -> None:
    with use_translations(JA):
        assert gettext("Kept: %(title)s", title="%(secret)s %s") == "残しました：%(secret)s %s"


def test_the_first_folder_to_translate_a_sentence_is_heard() -> None:
    assert JA.texts["Guest"] == "お客さま"


def test_two_tasks_at_once_each_hear_their_own_language() -> None:
    async def heard(translations: Translations) -> list[str]:
        with use_translations(translations):
            said = []
            for _ in range(5):
                await asyncio.sleep(0)
                said.append(await asyncio.to_thread(gettext, "Guest"))
            return said

    async def both() -> tuple[list[str], list[str]]:
        japanese, english = await asyncio.gather(heard(JA), heard(EN))
        return japanese, english

    assert asyncio.run(both()) == (["お客さま"] * 5, ["Guest"] * 5)


def test_a_folder_without_translations_says_nothing(tmp_path: Path) -> None:
    assert catalogs.load_translations([tmp_path])["ja"] == Translations("ja", {})
