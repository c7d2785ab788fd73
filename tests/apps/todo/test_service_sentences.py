"""What a person reads when something goes wrong: in Japanese too, with the same gaps to fill."""

import re

import pytest

from chabudai import common
from chabudai.apps import todo
from chabudai.apps.todo import errors, profiles
from chabudai.apps.todo.errors import TooManyTodos
from chabudai.common.owner import Owner
from chabudai.web.catalogs import load_translations
from chabudai.web.errors import InvalidFields
from chabudai.web.packages import WEB
from chabudai.web.translations import JAPANESE, use_translations

FOLDER = todo.PACKAGE.folder
GAP = re.compile(r"%\(\w+\)s")
SENTENCE = re.compile(r"(?:lazy\(|sentence = )\s*\"((?:[^\"\\]|\\.)+)\"")


def sentences() -> set[str]:
    return {found for file in FOLDER.glob("*.py") for found in SENTENCE.findall(file.read_text("utf-8"))}


def test_every_sentence_has_its_japanese_with_the_same_gaps() -> None:
    japanese = load_translations([WEB, common.PACKAGE, todo.PACKAGE])[JAPANESE].catalogs[todo.PACKAGE.domain].texts
    said = sentences()
    assert len(said) > 20
    assert said <= japanese.keys()
    assert all(sorted(GAP.findall(text)) == sorted(GAP.findall(japanese[text])) for text in said)


def test_an_error_speaks_the_persons_language() -> None:
    with use_translations(load_translations([WEB, common.PACKAGE, todo.PACKAGE])[JAPANESE]):
        assert str(TooManyTodos(100)) == "一度に100件までにしてください。"
    assert str(TooManyTodos(100)) == "Choose up to 100 at a time."


def test_every_error_has_a_code_of_its_own() -> None:
    kinds = [kind for kind in vars(errors).values() if getattr(kind, "__module__", "") == errors.__name__]
    codes = [kind.code for kind in kinds if "code" in vars(kind)]
    assert len(codes) == len(set(codes)) == len(kinds) - 1


def test_an_order_that_there_is_not_is_refused(owner: Owner) -> None:
    with pytest.raises(InvalidFields):
        profiles.choose_sort(owner, "random")
    assert profiles.default_sort(profiles.find(owner)) == "manual"
