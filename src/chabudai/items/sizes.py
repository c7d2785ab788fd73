"""How many bytes an item counts for: names and values, by DynamoDB's own arithmetic."""

from base64 import b64decode
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from chabudai.items.digits import digits_and_exponent

KILOBYTE = 1024
MAX_ITEM = 400 * KILOBYTE
MAX_PAGE = 1024 * KILOBYTE


def item_size(item: Mapping[str, Mapping[str, Any]]) -> int:
    return sum(text_size(name) + value_size(value) for name, value in item.items())


def value_size(value: Mapping[str, Any]) -> int:
    for kind, payload in value.items():
        return _SIZES[kind](payload)
    return 0


def text_size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


@lru_cache(maxsize=4096)
def number_size(number: str) -> int:
    """A byte for each pair of digits left and right of the point, one for the exponent, one for a minus sign."""
    if number == "0":
        return 1
    negative, digits, exponent = digits_and_exponent(number)
    straddles = len(digits) % 2 == 0 and exponent % 2 == 1
    return 1 + (len(digits) + 1) // 2 + straddles + negative


def binary_size(text: str) -> int:
    return len(b64decode(text))


def _list_size(elements: list[Mapping[str, Any]]) -> int:
    return 3 + sum(1 + value_size(element) for element in elements)


def _map_size(members: Mapping[str, Mapping[str, Any]]) -> int:
    return 3 + len(members) + item_size(members)


_SIZES: Mapping[str, Callable[[Any], int]] = {
    "S": text_size,
    "N": number_size,
    "B": binary_size,
    "BOOL": lambda _: 1,
    "NULL": lambda _: 1,
    "SS": lambda members: sum(map(text_size, members)),
    "NS": lambda members: sum(map(number_size, members)),
    "BS": lambda members: sum(map(binary_size, members)),
    "L": _list_size,
    "M": _map_size,
}
