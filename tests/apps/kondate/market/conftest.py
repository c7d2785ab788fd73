"""A market on a real engine in memory."""

import pytest
from tests.apps.kondate.household import Household
from tests.apps.kondate.market.market_hall import MarketHall


@pytest.fixture
def hall(home: Household) -> MarketHall:
    made = MarketHall(home)
    made.settle("taro", "jiro")
    return made
