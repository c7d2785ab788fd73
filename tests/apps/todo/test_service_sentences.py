"""What a person reads when something goes wrong: in Japanese too, with the same gaps to fill."""

import re
from pathlib import Path

import pytest

import chabudai.apps.todo
from chabudai.apps.todo import errors, profiles
from chabudai.apps.todo.errors import InvalidSort, TooMany
from chabudai.apps.todo.todos import Todos
from chabudai.web.catalogs import load_translations
from chabudai.web.translations import JAPANESE, use_translations

FOLDER = Path(chabudai.apps.todo.__file__).parent
GAP = re.compile(r"%\(\w+\)s")
SENTENCE = re.compile(r"(?:lazy\(|sentence = )\s*\"((?:[^\"\\]|\\.)+)\"")


def sentences() -> set[str]:
    return {found for file in FOLDER.glob("*.py") for found in SENTENCE.findall(file.read_text("utf-8"))}


def test_every_sentence_has_its_japanese_with_the_same_gaps() -> None:
    japanese = load_translations([FOLDER / "locale"])[JAPANESE].texts
    said = sentences()
    assert len(said) > 25
    assert said <= japanese.keys()
    assert all(sorted(GAP.findall(text)) == sorted(GAP.findall(japanese[text])) for text in said)


def test_an_error_speaks_the_persons_language() -> None:
    with use_translations(load_translations([FOLDER / "locale"])[JAPANESE]):
        assert str(TooMany(100)) == "一度に100件までにしてください。"
    assert str(TooMany(100)) == "Choose up to 100 at a time."


def test_every_error_has_a_code_of_its_own() -> None:
    kinds = [kind for kind in vars(errors).values() if getattr(kind, "__module__", "") == errors.__name__]
    codes = [kind.code for kind in kinds if "code" in vars(kind)]
    assert len(codes) == len(set(codes)) == len(kinds) - 1


def test_an_order_that_there_is_not_is_refused(todos: Todos) -> None:
    with pytest.raises(InvalidSort):
        profiles.choose_sort(todos, "random")
    assert profiles.default_sort(todos) == "manual"
