"""Languages: chosen as the person likes, spoken only where they are, and each package from its own catalog."""

import asyncio
from pathlib import Path

import pytest
from tests.web.household import BASE, MESSAGES, PROBE

from chabudai.web import catalogs
from chabudai.web.packages import Package
from chabudai.web.translations import MessageDomain, Translations, choose_language, use_translations

TRANSLATIONS = catalogs.load_translations([BASE, PROBE])
JA, EN = TRANSLATIONS["ja"], TRANSLATIONS["en"]
WEB_MESSAGES = MessageDomain(BASE.domain)

gettext, ngettext, lazy = MESSAGES.gettext, MESSAGES.ngettext, MESSAGES.lazy

POLISH = """msgid ""
msgstr ""
"Language: pl\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "%(n)s file"
msgid_plural "%(n)s files"
msgstr[0] "%(n)s plik"
msgstr[1] "%(n)s pliki"
msgstr[2] "%(n)s plików"

msgid "Open"
msgstr "Otwarte"

msgctxt "button"
msgid "Open"
msgstr "Otwórz"
"""


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


def test_each_package_is_heard_from_its_own_catalog_and_else_from_the_shared_one() -> None:
    with use_translations(JA):
        assert WEB_MESSAGES.gettext("Guest") == "お客さま"
        assert gettext("Guest") == "別の訳"
        assert gettext("Title") == "題名"


def test_what_one_package_says_is_not_heard_by_another() -> None:
    other = MessageDomain("other")
    with use_translations(JA):
        assert WEB_MESSAGES.gettext("Probe") == "Probe"
        assert other.gettext("Guest") == "Guest"
        assert str(MessageDomain("other").lazy("Probe")) == "Probe"
        assert str(lazy("Probe")) == "試し"


@pytest.mark.parametrize(
    ("n", "polish"),
    [
        (0, "plików"),
        (1, "plik"),
        (2, "pliki"),
        (4, "pliki"),
        (5, "plików"),
        (12, "plików"),
        (22, "pliki"),
        (112, "plików"),
    ],
)
def test_a_language_has_as_many_forms_as_its_catalog_says(tmp_path: Path, n: int, polish: str) -> None:
    with use_translations(catalogs.load_language("pl", [_write(tmp_path, "pl", POLISH)])):
        assert MessageDomain("files").ngettext("%(n)s file", "%(n)s files", n) == f"{n} {polish}"


def test_a_context_tells_apart_what_is_one_word_in_english(tmp_path: Path) -> None:
    files = MessageDomain("files")
    with use_translations(catalogs.load_language("pl", [_write(tmp_path, "pl", POLISH)])):
        assert files.gettext("Open") == "Otwarte"
        assert files.pgettext("button", "Open") == "Otwórz"
        assert files.pgettext("door", "Open") == "Open"
    with use_translations(EN):
        assert files.pgettext("button", "Open") == "Open"


def test_shared_forms_keep_their_own_rule_in_a_package_that_has_another(tmp_path: Path) -> None:
    shared = Package("shared", tmp_path / "shared", is_shared=True)
    _write_catalog(shared, "pl", POLISH)
    own = Package("own", tmp_path / "own")
    _write_catalog(own, "pl", 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n')
    with use_translations(catalogs.load_language("pl", [shared, own])):
        assert MessageDomain("own").ngettext("%(n)s file", "%(n)s files", 3) == "3 pliki"


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

    assert asyncio.run(both()) == (["別の訳"] * 5, ["Guest"] * 5)


def test_a_package_without_a_catalog_speaks_english(tmp_path: Path) -> None:
    with use_translations(catalogs.load_translations([Package("mute", tmp_path)])["ja"]):
        assert MessageDomain("mute").ngettext("%(n)s cup", "%(n)s cups", 2) == "2 cups"


def _write(folder: Path, code: str, catalog: str) -> Package:
    package = Package("files", folder)
    _write_catalog(package, code, catalog)
    return package


def _write_catalog(package: Package, code: str, catalog: str) -> None:
    path = package.locale / code / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    path.write_text(catalog)
