"""Every error has its status, code and place in the drawn tree."""

import pytest

from chabudai.apps.wardrobe import errors
from chabudai.web.errors import WebError

OURS: list[type[WebError]] = [
    each for each in vars(errors).values() if isinstance(each, type) and each.__module__ == errors.__name__
]


@pytest.mark.parametrize("error", OURS, ids=lambda error: error.__name__)
def test_an_error_stands_in_the_tree_and_says_what_it_is(error: type[WebError]) -> None:
    assert error.__name__ in (errors.__doc__ or "")
    assert "code" in vars(error)
    assert 400 <= error.status < 500


def test_no_two_errors_have_one_code() -> None:
    codes = [error.code for error in OURS]
    assert len(set(codes)) == len(codes)
