"""Numbers in keys: unpadded, or in a fixed number of digits that sorts as the numbers do, negative ones included."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from chabudai.table.errors import FormatMismatch, PartOutOfRange, WrongPartType
from chabudai.table.keys.codecs import Codec
from chabudai.table.keys.regular_languages import Language, Star, char_class, concat, either, literal

MAX_DIGITS = 38
_DIGIT = char_class("09")


def unpadded() -> Codec:
    """An int as it prints: 9 sorts after 10."""
    positive = concat(char_class("19"), Star(_DIGIT))
    language = either(literal("0"), positive, concat(literal("-"), positive))
    return Codec("int", int, language, _print_int, int, sorts=False)


@dataclass(frozen=True)
class Digits:
    """A place for numbers of `whole` digits before the point and `fraction` behind it; `kind` is int, Decimal or float.

    A signed one has one more character in front, `0` or `-`; behind `-` stands ten's complement, so that -1 is `-99…9`
    and the smallest number `-00…0`, in order. A descending one holds the number mirrored within its range.
    """

    name: str
    kind: type
    whole: int
    fraction: int
    is_signed: bool
    is_descending: bool

    def codec(self) -> Codec:
        if not self.whole or self._width > MAX_DIGITS:
            raise FormatMismatch(f"{self.name} has {self._width} digits, where a number has 1 to {MAX_DIGITS}")
        is_plain = self.kind is int and not self.is_signed and not self.is_descending
        encode, decoder = (self._encode_plain, int) if is_plain else (self.encode, self.decode)
        return Codec(self.name, self.kind, self._language(), encode, decoder, is_descending=self.is_descending)

    def encode(self, value: Any) -> str:
        number = self._units(value)
        if not self._low <= number < self._limit:
            raise self._out_of_range(value)
        number = self._mirror(number)
        sign = ""
        if self.is_signed:
            sign = "-" if number < 0 else "0"
            number %= self._limit
        digits = f"{number:0{self._width}}"
        return sign + (f"{digits[: self.whole]}.{digits[self.whole :]}" if self.fraction else digits)

    def _encode_plain(self, value: Any) -> str:
        """The same where nothing has to be done to a number but to write it."""
        return f"{value:0{self.whole}}" if type(value) is int and 0 <= value < self._limit else self.encode(value)

    def decode(self, text: str) -> Any:
        number = int(text.removeprefix("-").replace(".", ""))
        if text[0] == "-":
            number -= self._limit
        number = self._mirror(number)
        return number if self.kind is int else self.kind(self._decimal(number))

    @cached_property
    def _width(self) -> int:
        return self.whole + self.fraction

    @cached_property
    def _limit(self) -> int:
        return int(10**self._width)

    @cached_property
    def _low(self) -> int:
        return -self._limit if self.is_signed else 0

    def _mirror(self, number: int) -> int:
        return self._low + self._limit - 1 - number if self.is_descending else number

    def _units(self, value: Any) -> int:
        """The number in units of its last digit; never rounded."""
        if self.kind is int:
            return _whole_number(value)
        exact = _to_decimal(value, self.kind)
        if exact and exact.adjusted() > self.whole:
            raise self._out_of_range(value)
        # Looked at before the arithmetic, which would write out any exponent.
        units = Fraction(exact) * 10**self.fraction if exact.adjusted() >= -self.fraction else Fraction(bool(exact), 2)
        if units.denominator != 1:
            raise PartOutOfRange(value, f"has more than the {self.fraction} decimals of {self.name}: round it first")
        return units.numerator

    def _out_of_range(self, value: Any) -> PartOutOfRange:
        low, high = (format(self._decimal(number), "f") for number in (self._low, self._limit - 1))
        lacks_sign = value < 0 and not self.is_signed
        direction = "-" if self.is_descending else ""
        advice = f"a sign, {direction}+{self.name.removeprefix(direction)}" if lacks_sign else "more digits"
        return PartOutOfRange(
            value, f"does not fit {self.name}, which holds {low} to {high}: give another, or the format {advice}"
        )

    def _decimal(self, units: int) -> Decimal:
        return Decimal(f"{units}E-{self.fraction}")

    def _language(self) -> Language:
        digits = concat(*[_DIGIT] * self.whole)
        if self.fraction:
            digits = concat(digits, literal("."), *[_DIGIT] * self.fraction)
        return concat(char_class("-", "0"), digits) if self.is_signed else digits


def _print_int(value: Any) -> str:
    return str(_whole_number(value))


def _whole_number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise WrongPartType(value, "an int")
    return int(value)


def _to_decimal(value: Any, kind: type) -> Decimal:
    if not isinstance(value, (kind, int)) or isinstance(value, bool):
        raise WrongPartType(value, f"a {kind.__name__}")
    exact = Decimal(str(value))
    if not exact.is_finite():
        raise PartOutOfRange(value, "is no number that a key can hold")
    return exact
