"""Amounts as people read them: scaled, rounded to what a kitchen can measure, ½ and ⅔ as glyphs."""

from fractions import Fraction
from typing import Literal, TypeAlias

from chabudai.apps.kondate.amounts.amount import Amount
from chabudai.apps.kondate.amounts.numbers import GLYPHS, spell_fractions
from chabudai.apps.kondate.amounts.quantities import Quantity
from chabudai.apps.kondate.amounts.units import UNITS, Step, Unit

Language: TypeAlias = Literal["ja", "en"]

_COUNTED = Unit(key="")
_CUPS_OF = ("bowl", "ladle", "glass", "mug", "spoon")
"""Vessels that are counted in 杯: 茶碗2杯."""
_ABOUT = {"ja": "約", "en": "about "}
_TO = {"ja": "〜", "en": "–"}


def scale_quantity(quantity: Quantity, factor: Fraction, language: Language) -> str:
    """As written where nothing is scaled or nothing was understood; else the amount that it comes to.

    What stands in brackets behind it is scaled too: 2枚(500g).
    """
    if quantity.amount is None or factor == 1:
        return spell_fractions(quantity.text)
    shown = show_amount(quantity.amount.times(factor), language)
    if quantity.also is None:
        return shown
    return f"{shown}{'' if language == 'ja' else ' '}({show_amount(quantity.also.times(factor), language)})"


def show_amount(amount: Amount, language: Language) -> str:
    """Rounded, and said to be so."""
    rounded = round_amount(amount)
    return f"{_ABOUT[language] if rounded != amount else ''}{show_exactly(rounded, language)}"


def show_exactly(amount: Amount, language: Language) -> str:
    unit = UNITS.get(amount.unit, _COUNTED)
    low, high = amount.value, amount.upper
    figures = _write(low) if high is None or high == low else f"{_write(low)}{_TO[language]}{_write(high)}"
    return _in_japanese(figures, unit) if language == "ja" else _in_english(figures, unit, amount.most)


def round_amount(amount: Amount) -> Amount:
    """To what can be measured in a kitchen."""
    step = UNITS.get(amount.unit, _COUNTED).step
    upper = None if amount.upper is None else _round(amount.upper, step)
    return Amount(_round(amount.value, step), amount.unit, upper)


def _in_japanese(figures: str, unit: Unit) -> str:
    if unit.japanese:
        return f"{figures}{unit.japanese[0]}"
    if unit.before:
        return f"{unit.before[0]}{figures}{'杯' if unit.key in _CUPS_OF else ''}"
    return _in_english(figures, unit, Fraction(2))


def _in_english(figures: str, unit: Unit, value: Fraction) -> str:
    word = _english_word(unit, value)
    return f"{figures} {word}" if word else figures


def _english_word(unit: Unit, value: Fraction) -> str:
    if not unit.english:
        return ""
    return unit.english[0] if value <= 1 else unit.plural


def _round(value: Fraction, step: Step) -> Fraction:
    """To what can be measured: never to nothing, thirds of a cup stay thirds, and so does a quarter of a lemon."""
    is_fine = value.denominator <= 4 and (step == "quarter" or (step == "half" and value < 1))
    if step == "exact" or is_fine or (step != "five" and value.denominator == 1):
        return value
    grain = _grain(value, step)
    return max(round(value / grain) * grain, grain)


def _grain(value: Fraction, step: Step) -> Fraction:
    if step == "five":
        return Fraction(5) if value > 50 else Fraction(1) if value >= 10 else Fraction(1, 2)
    return Fraction(1, 4) if step == "quarter" or value < 1 else Fraction(1, 2)


def _write(value: Fraction) -> str:
    whole, rest = divmod(value, 1)
    if rest == 0:
        return str(whole)
    part = GLYPHS.get(rest)
    if part is None:
        return f"{whole} {rest}" if whole else str(rest)
    return f"{whole or ''}{part}"
