"""A store with the tables of the tests."""

from collections.abc import Iterator

import pytest
from tests.store.conftest import opened as opened
from tests.table.closet import Closet, Notes

from chabudai import table


@pytest.fixture
def memory() -> Iterator[table.TypedStore]:
    """A store of the test's own with the tables of closet.py."""
    with table.open(":memory:", secret=b"a secret of the tests") as store:
        store.create(Closet, Notes)
        yield store
