"""Every sentence of the shared ground has its Japanese."""

from tests.web import catalog_checks

from chabudai import common
from chabudai.web.packages import WEB


def test_every_sentence_of_this_package_has_its_japanese() -> None:
    assert catalog_checks.find_problems(common.PACKAGE, [WEB]) == []
