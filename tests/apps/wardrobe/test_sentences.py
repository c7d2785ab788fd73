"""Every sentence that a person reads has its Japanese, and every error its status, code and place in the drawn tree."""

import pytest
from tests.web import catalog_checks

from chabudai import common
from chabudai.apps import wardrobe
from chabudai.apps.wardrobe import errors
from chabudai.web.errors import WebError
from chabudai.web.packages import WEB

OURS: list[type[WebError]] = [
    each for each in vars(errors).values() if isinstance(each, type) and each.__module__ == errors.__name__
]


def test_every_sentence_has_its_japanese() -> None:
    assert catalog_checks.find_problems(wardrobe.PACKAGE, [WEB, common.PACKAGE]) == []


@pytest.mark.parametrize("error", OURS, ids=lambda error: error.__name__)
def test_an_error_stands_in_the_tree_and_says_what_it_is(error: type[WebError]) -> None:
    assert error.__name__ in (errors.__doc__ or "")
    assert "code" in vars(error)
    assert 400 <= error.status < 500


def test_no_two_errors_have_one_code() -> None:
    codes = [error.code for error in OURS]
    assert len(set(codes)) == len(codes)
