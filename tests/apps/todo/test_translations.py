"""Every sentence of the todos has its Japanese."""

from tests.web import catalog_checks

from chabudai import common
from chabudai.apps import todo
from chabudai.web.packages import WEB


def test_every_sentence_of_this_package_has_its_japanese() -> None:
    assert catalog_checks.find_problems(todo.PACKAGE, [WEB, common.PACKAGE]) == []
