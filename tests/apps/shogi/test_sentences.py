"""Every sentence of shogi has its Japanese, and each error its own code."""

from tests.web import catalog_checks

from chabudai import common
from chabudai.apps.shogi import PACKAGE, errors
from chabudai.web.errors import WebError
from chabudai.web.packages import WEB


def test_every_sentence_has_its_japanese() -> None:
    assert catalog_checks.find_problems(PACKAGE, [WEB, common.PACKAGE]) == []


def test_each_error_has_a_code_of_its_own_and_stands_in_the_drawn_tree() -> None:
    every = [each for each in vars(errors).values() if isinstance(each, type) and each.__module__ == errors.__name__]
    own = [each for each in every if issubclass(each, WebError)]
    assert own == every
    named = [each for each in own if not each.__name__.endswith("Taken")]  # that of a name that is taken is shared
    assert len({each.code for each in named}) == len(named)
    assert errors.__doc__ is not None
    assert [each.__name__ for each in own if each.__name__ not in errors.__doc__] == []
