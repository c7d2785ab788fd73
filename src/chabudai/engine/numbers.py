"""DynamoDB's numbers: 38 significant digits, magnitudes from 1E-130 to 9.99…E+125, one canonical spelling each."""

import re
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, InvalidOperation, Overflow

from chabudai.engine.errors import ValidationFailed

MAX_DIGITS = 38
MAX_MAGNITUDE = 125
MIN_MAGNITUDE = -130

# An integer of at most 38 digits, or a decimal that has no more than that on either side: canonical as they are.
_PLAIN = re.compile(r"-?[1-9][0-9]{0,37}|0|-?(?:0|[1-9][0-9]{0,18})\.[0-9]{0,18}[1-9]").fullmatch
_NUMERAL = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?").fullmatch
# Wide enough that a sum of two legal numbers is exact; what does not fit 38 digits is refused, never rounded.
_EXACT = Context(prec=400, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[InvalidOperation, Overflow])
_SHORT_INTEGER = 17
_JAVA_INT = 2**31 - 1
_PLAUSIBLE = 1_000_000


def canonical(text: str) -> str:
    """The spelling that DynamoDB answers with: plain digits, no exponent, no superfluous zero."""
    if _PLAIN(text):
        return text
    if not text:
        raise ValidationFailed("The parameter cannot be converted to a numeric value")
    if not _NUMERAL(text):
        raise _not_a_number(text)
    return _format(_parse(text))


def compare(left: str, right: str) -> int:
    """-1, 0 or 1; both canonical."""
    if left == right:
        return 0
    if len(left) <= _SHORT_INTEGER and len(right) <= _SHORT_INTEGER and "." not in left and "." not in right:
        return -1 if int(left) < int(right) else 1
    return -1 if Decimal(left) < Decimal(right) else 1


def add(left: str, right: str) -> str:
    if len(left) <= _SHORT_INTEGER and len(right) <= _SHORT_INTEGER and "." not in left and "." not in right:
        return str(int(left) + int(right))
    total = _EXACT.add(Decimal(left), Decimal(right))
    # DynamoDB speaks of an overflow even where only digits would be lost.
    if len(total.normalize(_EXACT).as_tuple().digits) > MAX_DIGITS:
        raise _overflow()
    return _format(total)


def subtract(left: str, right: str) -> str:
    return add(left, negate(right))


def negate(text: str) -> str:
    if text == "0":
        return text
    return text[1:] if text[0] == "-" else "-" + text


def _parse(text: str) -> Decimal:
    mantissa, _, exponent = text.lower().partition("e")
    # A huge exponent is refused before any arithmetic on it.
    if len(exponent) > 6:
        return _parse_extreme(text, mantissa, exponent)
    return Decimal(text)


def _parse_extreme(text: str, mantissa: str, exponent: str) -> Decimal:
    """Exponents as DynamoDB's Java reads them: 32 bits wide, and the magnitude may wrap around."""
    if len(exponent.lstrip("+-").lstrip("0")) > 10 or abs(int(exponent)) > _JAVA_INT:
        raise _not_a_number(text)
    digits = mantissa.strip("+-").lstrip("0").partition(".")[0]
    if not mantissa.strip("+-0."):
        return Decimal(0)
    magnitude = int(exponent) + len(digits)
    if -_PLAUSIBLE < magnitude < _PLAUSIBLE:
        return Decimal(text)
    raise _overflow() if 0 < magnitude <= _JAVA_INT else _underflow()


def _format(number: Decimal) -> str:
    if not number:
        return "0"
    sign, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)
    significant = "".join(map(str, digits)).strip("0")
    magnitude = number.adjusted()
    if magnitude > MAX_MAGNITUDE:
        raise _overflow()
    if magnitude < MIN_MAGNITUDE:
        raise _underflow()
    if len(significant) > MAX_DIGITS:
        raise ValidationFailed("Attempting to store more than 38 significant digits in a Number")
    return ("-" if sign else "") + _format_plain(significant, magnitude + 1)


def _format_plain(digits: str, point: int) -> str:
    """0.digits × 10^point, written out."""
    if point <= 0:
        return "0." + "0" * -point + digits
    if point >= len(digits):
        return digits + "0" * (point - len(digits))
    return digits[:point] + "." + digits[point:]


def _not_a_number(text: str) -> ValidationFailed:
    return ValidationFailed(f"The parameter cannot be converted to a numeric value: {text}")


def _overflow() -> ValidationFailed:
    return ValidationFailed("Number overflow. Attempting to store a number with magnitude larger than supported range")


def _underflow() -> ValidationFailed:
    return ValidationFailed(
        "Number underflow. Attempting to store a number with magnitude smaller than supported range"
    )
