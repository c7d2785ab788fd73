"""What an address may take in a while: it refills steadily, and one never takes another's."""

from datetime import timedelta

import pytest

from chabudai.common.allowance import Allowance
from chabudai.web.errors import TooManyRequests


def test_it_is_full_at_first_and_refills_steadily() -> None:
    now = [0.0]
    allowance = Allowance(600, timedelta(seconds=60), lambda: now[0])
    for _ in range(6):
        allowance.take("one", 100)
    with pytest.raises(TooManyRequests) as refused:
        allowance.take("one", 100)
    assert refused.value.retry_after == 11
    allowance.take("other", 600)
    now[0] = 10.0
    allowance.take("one", 100)
    with pytest.raises(TooManyRequests):
        allowance.take("one", 1)
    now[0] = 1000.0
    allowance.take("one", 600)


def test_addresses_beyond_number_are_forgotten_the_oldest_first() -> None:
    allowance = Allowance(1, timedelta(hours=1), lambda: 0.0)
    allowance.take("first", 1)
    for number in range(10_000):
        allowance.take(str(number), 1)
    allowance.take("first", 1)
    with pytest.raises(TooManyRequests):
        allowance.take("9999", 1)
