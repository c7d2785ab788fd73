"""A spool of its own for each test."""

from collections.abc import Iterator

import pytest
from tests.accounts.spool.post_office import PostOffice, post_office


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with post_office() as opened:
        yield opened
