"""A site with the team tasks alone, a reader who has been there, and a new team of theirs, for tests of pages."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from tests.common import library
from tests.common.library import Library, ReaderBrowser

from chabudai.apps.tasks import app, membership, teams
from chabudai.apps.tasks.membership import Member

TODAY = date(2040, 11, 15)  # a Thursday, in Tokyo


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library.opened(tmp_path_factory.mktemp("tasks"), app.build) as opened:
        yield opened


@pytest.fixture
def hanako(site: Library) -> ReaderBrowser:
    site.clock.reset()
    return visited(site, "hanako")


@pytest.fixture
def member(site: Library, hanako: ReaderBrowser) -> Member:
    """The admin of a new team."""
    owner = site.owner("hanako")
    return membership.enter(owner, teams.create(owner, name="Mochi party").team_id)


def visited(site: Library, username: str) -> ReaderBrowser:
    browser = site.reader(username)
    browser.get("/tasks")
    return browser


def day(number: int) -> date:
    """So many days from today."""
    return TODAY + timedelta(days=number)
