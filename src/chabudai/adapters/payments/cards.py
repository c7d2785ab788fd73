"""Cards: a number on its way to the provider, which nothing shows, and what the provider gives back for it."""

import re
from dataclasses import dataclass
from typing import Final

from chabudai.adapters.payments.errors import CardInvalid

_SEPARATORS: Final = re.compile(r"[\s-]+")


class CardNumber:
    """Neither printed nor compared nor pickled: only a provider reads it, by `reveal`."""

    __slots__ = ("_digits",)

    def __init__(self, text: str) -> None:
        digits = _SEPARATORS.sub("", text)
        if not (digits.isascii() and digits.isdigit() and 12 <= len(digits) <= 19 and _has_check_digit(digits)):
            raise CardInvalid("the number of a card has 12 to 19 digits, the last of which fits the others")
        self._digits = digits

    def reveal(self) -> str:
        return self._digits

    def __repr__(self) -> str:
        return "CardNumber(…)"

    def __reduce__(self) -> str:
        raise TypeError("the number of a card is not kept")


@dataclass(frozen=True, slots=True)
class CardToken:
    """What may be kept of a card: `token` is what the provider calls it."""

    token: str
    brand: str
    last4: str


def _has_check_digit(digits: str) -> bool:
    """As Luhn says."""
    doubled = [int(digit) * (2 if at % 2 else 1) for at, digit in enumerate(reversed(digits))]
    return sum(number - 9 if number > 9 else number for number in doubled) % 10 == 0
