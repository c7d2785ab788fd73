"""Every sentence of this package has its Japanese, and the helper that says so can be trusted."""

from pathlib import Path

import pytest
from tests.web import catalog_checks
from tests.web.catalog_checks import Sentence

from chabudai.web.packages import WEB, Package

PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

"""
CUPS = 'msgid "%(n)s cup"\nmsgid_plural "%(n)s cups"\nmsgstr[0] "%(n)s杯"\n\n'
OPEN = 'msgctxt "shop"\nmsgid "Open"\nmsgstr "営業中"\n\n'
SAYS = 'msgid "Python says"\nmsgstr "そう言う"\n\n'


@pytest.fixture
def package(tmp_path: Path) -> Package:
    package = Package("kiosk", tmp_path / "kiosk")
    package.templates.mkdir(parents=True)
    (package.folder / "service.py").write_text('lazy("Python says")\nngettext("%(n)s cup", "%(n)s cups", n)\n')
    (package.templates / "page.html").write_text(
        '<p>{{ _("The page says %(what)s", what=1) }} {{ pgettext("shop", "Open") }}</p>'
    )
    return package


@pytest.fixture
def shared(tmp_path: Path) -> Package:
    return Package("shared", tmp_path / "shared", is_shared=True)


def _write(package: Package, entries: str) -> None:
    folder = package.locale / "ja" / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "messages.po").write_text(PO + entries)


def test_every_sentence_of_this_package_has_its_japanese() -> None:
    assert catalog_checks.find_problems(WEB) == []


def test_sentences_are_found_in_code_and_in_templates(package: Package) -> None:
    assert set(catalog_checks.sentences(package)) == {
        Sentence(("Python says",)),
        Sentence(("%(n)s cup", "%(n)s cups")),
        Sentence(("The page says %(what)s",)),
        Sentence(("Open",), "shop"),
    }


def test_a_sentence_without_japanese_is_told(package: Package) -> None:
    assert len(catalog_checks.find_problems(package)) == 4
    _write(package, SAYS + CUPS + OPEN)
    assert catalog_checks.find_problems(package) == ["no Japanese: The page says %(what)s"]


def test_an_empty_or_unsure_translation_is_none(package: Package) -> None:
    _write(package, 'msgid "Python says"\nmsgstr ""\n\n#, fuzzy\n' + CUPS)
    assert len(catalog_checks.find_problems(package)) == 4


def test_other_placeholders_are_told(package: Package) -> None:
    _write(package, 'msgid "The page says %(what)s"\nmsgstr "%(waht)s と言う"\n')
    assert "does not fit: The page says %(what)s" in catalog_checks.find_problems(package)


def test_a_translation_that_nothing_says_any_more_is_told(package: Package) -> None:
    _write(package, 'msgid "Long ago"\nmsgstr "むかしむかし"\n')
    assert "nothing says: Long ago" in catalog_checks.find_problems(package)


def test_a_plural_and_a_context_are_other_sentences_than_the_plain_text(package: Package) -> None:
    _write(package, 'msgid "%(n)s cup"\nmsgstr "%(n)s杯"\n\nmsgid "Open"\nmsgstr "未完了"\n')
    problems = catalog_checks.find_problems(package)
    assert {"no Japanese: %(n)s cup / %(n)s cups", "nothing says: %(n)s cup"} <= set(problems)
    assert {"no Japanese: shop: Open", "nothing says: Open"} <= set(problems)


def test_a_shared_package_may_speak_for_this_one(package: Package, shared: Package) -> None:
    _write(shared, SAYS)
    assert "no Japanese: Python says" not in catalog_checks.find_problems(package, [shared])


def test_what_the_shared_catalog_says_as_well_is_told(package: Package, shared: Package) -> None:
    _write(shared, SAYS + OPEN)
    _write(package, SAYS + OPEN.replace("営業中", "開店"))
    problems = catalog_checks.find_problems(package, [shared])
    assert [each for each in problems if "shared" in each] == ["the shared catalog says it too: Python says"]
