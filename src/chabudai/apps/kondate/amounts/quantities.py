"""What stands beside an ingredient's name: 大さじ1と1/2, 2枚(500g), 少々, 1 1/2 cups, a pinch."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from chabudai.apps.kondate.amounts.amount import Amount
from chabudai.apps.kondate.amounts.numbers import FIGURE, KANJI, RANGE, english_words, read_figure, read_kanji
from chabudai.apps.kondate.amounts.units import UNITS


@dataclass(frozen=True, slots=True)
class Quantity:
    """`text` as it was written; `amount` where it says one, and `also` the one in brackets behind it."""

    text: str
    amount: Amount | None = None
    also: Amount | None = None


def _alternatives(words: Iterable[str]) -> str:
    return "(?i:" + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) + ")"


_BEFORE = {word: unit.key for unit in UNITS.values() for word in unit.before}
_BEHIND = {word.casefold(): unit.key for unit in UNITS.values() for word in unit.japanese}
_ENGLISH = {word.casefold(): unit.key for unit in UNITS.values() for word in unit.english}
_SPOKEN = {"ひと": Fraction(1), "一": Fraction(1), "ふた": Fraction(2), "二": Fraction(2)}
_SPOKEN_UNITS = {
    "かけ": "kake", "かけら": "kake", "つまみ": "pinch", "つかみ": "handful", "握り": "handful", "にぎり": "handful",
    "振り": "shake", "ふり": "shake", "回し": "turn", "まわし": "turn", "玉": "tama", "株": "kabu", "束": "taba",
    "袋": "fukuro", "切れ": "kire", "房": "bunch", "パック": "pack",
}  # fmt: skip
_WORDS = (
    "少々", "少量", "少し", "適量", "適宜", "適当", "お好みで", "お好み", "好みで", "好みの量", "お好みの量",
    "好きなだけ", "たっぷり", "多め", "数滴", "数枚", "数本", "数個", "数切れ", "あれば", "なくても可", "ひたひた",
    "かぶるくらい", "ごく少量",
)  # fmt: skip

_ABOUT = r"(?:約|およそ|だいたい|合計|計|正味|各)?\s*"
_AFTER = r"(?:\s*(?:強|弱|程度|くらい|ぐらい|ほど|前後|分|位|入り|弱火|山盛り|ずつ))*"
_HALF = r"(?P<half>\s*と?半(?:分|量)?)?"
_BEFORE_UNIT = (
    rf"{_ABOUT}(?P<before>{_alternatives(_BEFORE)})(?:に|で)?\s*(?:山盛り|すりきり|軽く|たっぷり)?\s*"
    rf"(?:{RANGE}|(?P<kanji>{KANJI})|(?P<only>半分|半))\s*(?:杯|ぱい|はい|ばい)?{_HALF}{_AFTER}"
)
_BEHIND_UNIT = (
    rf"{_ABOUT}(?:{RANGE}|(?P<kanji>{KANJI})|(?P<only>半))\s*(?P<behind>{_alternatives(_BEHIND)}){_HALF}"
    rf"(?:\s*と\s*(?P<more>{FIGURE})\s*(?P<more_unit>{_alternatives(_BEHIND)})?)?{_AFTER}"
)
_SPOKEN_AMOUNT = rf"(?P<spoken>{_alternatives(_SPOKEN)})(?P<thing>{_alternatives(_SPOKEN_UNITS)}){_AFTER}"
_BOTH = rf"(?P<both>(?:{_alternatives(_BEFORE)}){FIGURE}\s*と\s*(?:{_alternatives(_BEFORE)}){FIGURE}){_AFTER}"
_HALF_OF_IT = rf"(?P<half_of_it>半分|1/2量|½量|半量){_AFTER}"
_BARE = rf"{_ABOUT}{RANGE}{_AFTER}"
_ENGLISH_NUMBERS = english_words()
_SIZE = r"(?:small|medium|large|big|heaped|heaping|level|scant|generous|rounded|good|thick|thin|whole|packed)"
_ENGLISH_NUMBER = rf"(?:{RANGE}|(?P<word>{_alternatives(_ENGLISH_NUMBERS)})(?![\w'’]))"
ENGLISH = (
    rf"(?:about|approx\.?|approximately|around|roughly|up to|at least|just under|scant|generous|~)?\s*{_ENGLISH_NUMBER}"
    rf"\s*(?:-|–)?\s*(?:{_SIZE}\s+)*(?P<unit>(?:{_alternatives(_ENGLISH)})(?![\w'’]))?\.?"
)

JAPANESE = tuple(re.compile(one) for one in (_BEFORE_UNIT, _BEHIND_UNIT, _SPOKEN_AMOUNT, _HALF_OF_IT, _BOTH))
WORDS = re.compile(_alternatives(_WORDS))
_BARE_NUMBER = re.compile(_BARE)
_ENGLISH_WHOLE = re.compile(ENGLISH, re.IGNORECASE)
_BRACKET = re.compile(r"(?P<outer>.*?)\s*[((\[〔](?P<inner>[^))\]〕]*)[))\]〕]\s*(?P<tail>分|強|弱)?")


def read_quantity(text: str) -> Quantity:
    """Any text is one: what is not understood is kept as it is, without an amount. `text` is normalised already."""
    stripped = text.strip()
    bracket = _BRACKET.fullmatch(stripped)
    if bracket is None:
        return Quantity(stripped, read_amount(stripped))
    amount, also = read_amount(bracket["outer"]), read_amount(bracket["inner"])
    return Quantity(stripped, amount or also, also if amount else None)


def read_unit(text: str) -> str | None:
    """The key of a unit, by itself or by a word for it; None where there is no such unit."""
    word = text.strip()
    if word in UNITS or word in _BEFORE:
        return _BEFORE.get(word, word)
    return _BEHIND.get(word.casefold(), _ENGLISH.get(word.casefold()))


def read_amount(text: str) -> Amount | None:
    stripped = text.strip()
    for pattern in JAPANESE:
        found = pattern.fullmatch(stripped)
        if found:
            return amount_of(found)
    found = _ENGLISH_WHOLE.fullmatch(stripped)
    if found:
        return english_amount(found)
    found = _BARE_NUMBER.fullmatch(stripped)
    return _ranged(found, "") if found else None


def amount_of(found: re.Match[str]) -> Amount | None:
    """What one of the `JAPANESE` patterns found."""
    names = found.groupdict()
    if names.get("both"):  # 大さじ1と小さじ1: two units, which only text can say
        return None
    if names.get("half_of_it"):
        return Amount(Fraction(1, 2))
    if names.get("spoken"):
        return Amount(_SPOKEN[found["spoken"]], _SPOKEN_UNITS[found["thing"]])
    unit = _BEFORE[names["before"]] if names.get("before") else _BEHIND[found["behind"].casefold()]
    amount = _ranged(found, unit)
    if amount is None:
        return None
    more = _more(names, unit)
    if more is None:
        return None
    return Amount(amount.value + more, unit, None if amount.upper is None else amount.upper + more)


def english_amount(found: re.Match[str]) -> Amount | None:
    unit = _ENGLISH[found["unit"].casefold()] if found["unit"] else ""
    if found["unit"] in ("T", "t"):
        unit = "tbsp" if found["unit"] == "T" else "tsp"
    word = found["word"]
    return Amount(_ENGLISH_NUMBERS[word.casefold()], unit) if word else _ranged(found, unit)


def _more(names: dict[str, str | None], unit: str) -> Fraction | None:
    """What is added behind the unit: 1丁半, 2本と1/2. None where it is of another unit, or no number."""
    more = Fraction(1, 2) if names.get("half") else Fraction(0)
    text = names.get("more")
    if not text:
        return more
    other = names.get("more_unit")
    if other and _BEHIND[other.casefold()] != unit:
        return None
    value = read_figure(text)
    return None if value is None else more + value


def _ranged(found: re.Match[str], unit: str) -> Amount | None:
    names = found.groupdict()
    if names.get("only"):
        return Amount(Fraction(1, 2), unit)
    if names.get("kanji"):
        return Amount(read_kanji(found["kanji"]), unit)
    low = read_figure(found["low"])
    if low is None:
        return None
    high = read_figure(found["high"]) if found["high"] else None
    if found["high"] and (high is None or high < low):
        return None
    return Amount(low, unit, None if high == low else high)
