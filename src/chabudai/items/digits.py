"""A number taken apart into its digits, as sizes and sort keys want it."""


def digits_and_exponent(text: str) -> tuple[bool, str, int]:
    """A canonical non-zero number as (negative, significant digits, exponent): 0.d1d2d3… × 10^exponent."""
    negative = text[0] == "-"
    whole, _, fraction = text.lstrip("-").partition(".")
    if whole != "0":
        return negative, (whole + fraction).rstrip("0"), len(whole)
    digits = fraction.lstrip("0")
    return negative, digits, len(digits) - len(fraction)
