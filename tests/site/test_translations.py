"""Every sentence of the home page has its Japanese."""

from tests.web import catalog_checks

from chabudai import common
from chabudai.site.package import PACKAGE
from chabudai.web.packages import WEB


def test_every_sentence_of_the_home_page_has_its_japanese() -> None:
    assert catalog_checks.find_problems(PACKAGE, [WEB, common.PACKAGE]) == []
