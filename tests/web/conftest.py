"""A browser before the tiny site, with cookies of its own for each test."""

from collections.abc import Iterator

import pytest
from tests.web.browser import Browser, browsing


@pytest.fixture
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser
