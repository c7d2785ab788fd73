"""Every sentence of the accounts has its Japanese."""

from tests.web import catalog_checks

from chabudai import accounts, common
from chabudai.web.packages import WEB


def test_every_sentence_of_the_accounts_has_its_japanese() -> None:
    assert catalog_checks.find_problems(accounts.PACKAGE, [WEB, common.PACKAGE]) == []
