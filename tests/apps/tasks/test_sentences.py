"""What the tasks say to people: every sentence has its Japanese."""

from tests.web import catalog_checks

from chabudai import common
from chabudai.apps import tasks
from chabudai.web.packages import WEB


def test_every_sentence_has_its_japanese() -> None:
    assert catalog_checks.find_problems(tasks.PACKAGE, [WEB, common.PACKAGE]) == []
