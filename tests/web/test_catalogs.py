"""Every sentence of this package has its Japanese, and the helper that says so can be trusted."""

from pathlib import Path

import pytest
from tests.web import catalog_checks

from chabudai.web.packages import WEB

PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "templates").mkdir()
    (tmp_path / "locale" / "ja" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "service.py").write_text('lazy("Python says")\nngettext("%(n)s cup", "%(n)s cups", n)\n')
    (tmp_path / "templates" / "page.html").write_text('<p>{{ _("The page says %(what)s", what=1) }}</p>')
    return tmp_path


def _write(package: Path, entries: str) -> None:
    (package / "locale" / "ja" / "LC_MESSAGES" / "messages.po").write_text(PO + entries)


def test_every_sentence_of_this_package_has_its_japanese() -> None:
    assert catalog_checks.find_problems(WEB.folder) == []


def test_sentences_are_found_in_code_and_in_templates(package: Path) -> None:
    assert set(catalog_checks.sentences(package)) == {"Python says", "%(n)s cup", "The page says %(what)s"}


def test_a_sentence_without_japanese_is_told(package: Path) -> None:
    assert len(catalog_checks.find_problems(package)) == 3
    _write(
        package,
        'msgid "Python says"\nmsgstr "そう言う"\n\nmsgid "%(n)s cup"\nmsgid_plural "%(n)s cups"\nmsgstr[0] "%(n)s杯"\n',
    )
    assert catalog_checks.find_problems(package) == ["no Japanese: The page says %(what)s"]


def test_an_empty_or_unsure_translation_is_none(package: Path) -> None:
    _write(package, 'msgid "Python says"\nmsgstr ""\n\n#, fuzzy\nmsgid "%(n)s cup"\nmsgstr "%(n)s杯"\n')
    assert len(catalog_checks.find_problems(package)) == 3


def test_other_placeholders_are_told(package: Path) -> None:
    _write(package, 'msgid "The page says %(what)s"\nmsgstr "%(waht)s と言う"\n')
    assert "does not fit: The page says %(what)s" in catalog_checks.find_problems(package)


def test_a_translation_that_nothing_says_any_more_is_told(package: Path) -> None:
    _write(package, 'msgid "Long ago"\nmsgstr "むかしむかし"\n')
    assert "nothing says: Long ago" in catalog_checks.find_problems(package)


def test_another_package_may_speak_for_this_one(package: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    (other / "locale" / "ja" / "LC_MESSAGES").mkdir(parents=True)
    _write(other, 'msgid "Python says"\nmsgstr "そう言う"\n')
    assert "no Japanese: Python says" not in catalog_checks.find_problems(package, also=[other])


def test_two_packages_that_say_one_sentence_differently_are_told(package: Path) -> None:
    _write(package, 'msgid "Something went wrong on our side."\nmsgstr "だいじょうぶ"\n')
    assert catalog_checks.find_conflicts([package, package]) == []
    assert [each.partition(":")[0] for each in catalog_checks.find_conflicts([package, WEB.folder])] == [
        "Something went wrong on our side."
    ]


def test_no_two_packages_of_the_house_do() -> None:
    source = WEB.folder.parent
    assert catalog_checks.find_conflicts(path.parents[3] for path in source.rglob("messages.po")) == []
