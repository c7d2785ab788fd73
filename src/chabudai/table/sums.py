"""Sums as DynamoDB makes them."""

from decimal import Context, Decimal
from typing import Any

_EXACT = Context(prec=400)


def add_exactly(old: Any, amount: Any) -> Any:
    """The usual context would round at 28 digits."""
    if isinstance(old, float) or isinstance(amount, float):
        return float(_EXACT.add(Decimal(str(old)), Decimal(str(amount))))
    return _EXACT.add(old, amount) if isinstance(old, Decimal) or isinstance(amount, Decimal) else old + amount
