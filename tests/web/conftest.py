"""A browser before the tiny site, with cookies of its own for each test."""

from collections.abc import Iterator

import pytest
from tests.web.browser import Browser, browsing


@pytest.fixture(scope="session")
def standing_browser() -> Iterator[Browser]:
    """A site keeps nothing of its visitors, and takes longer to build than to visit."""
    with browsing() as browser:
        yield browser


@pytest.fixture
def browser(standing_browser: Browser) -> Browser:
    standing_browser.cookies.clear()
    return standing_browser
