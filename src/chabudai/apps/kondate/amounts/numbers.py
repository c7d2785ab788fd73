"""Numbers as recipes write them: 1と1/2, ½, 1.5, 二, 半, 2〜3."""

import re
from fractions import Fraction

VULGAR = {
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5",
    "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
}  # fmt: skip
GLYPHS = {Fraction(text): glyph for glyph, text in VULGAR.items() if Fraction(text).denominator in (2, 3, 4, 8)}

_KANJI = {figure: value for value, figure in enumerate("〇一二三四五六七八九")}
_ENGLISH = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "a dozen": 12, "a couple of": 2, "half a dozen": 6,
}  # fmt: skip
_ENGLISH_PARTS = {
    "half": Fraction(1, 2),
    "a half": Fraction(1, 2),
    "half a": Fraction(1, 2),
    "half an": Fraction(1, 2),
    "one half": Fraction(1, 2),
    "a quarter": Fraction(1, 4),
    "a quarter of a": Fraction(1, 4),
    "quarter of a": Fraction(1, 4),
    "three quarters of a": Fraction(3, 4),
    "a third of a": Fraction(1, 3),
    "two thirds of a": Fraction(2, 3),
}

_VULGAR = "[" + "".join(VULGAR) + "]"
_WHOLE = r"(?:\d{1,3}(?:,\d{3})+|\d+)"
_FRACTION = rf"(?:{_WHOLE}\s*[/⁄]\s*{_WHOLE}|{_VULGAR})"
_DECIMAL = rf"(?:{_WHOLE}\.\d+|\.\d+|{_WHOLE})"
_JOIN = r"(?:\s*(?:と|・|&|\+|and)\s*|\s+|(?=[" + "".join(VULGAR) + "]))"
FIGURE = rf"(?:{_WHOLE}{_JOIN}{_FRACTION}|{_FRACTION}|{_DECIMAL})"
KANJI = r"(?:[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]+)"
_TO = r"\s*(?:〜|~|～|-|–|—|―|から|to|or|または)\s*"
RANGE = rf"(?P<low>{FIGURE})(?:{_TO}(?P<high>{FIGURE}))?"

_SPELLED = re.compile(r"(?:(?<![\d/.])(?P<whole>\d+)(?:\s+|\s*と\s*))?(?<![\d/.])(?P<part>\d/\d)(?![\d/])")
_MIXED = re.compile(rf"({_WHOLE}){_JOIN}({_FRACTION})")
_PARTS = re.compile(rf"({_WHOLE})\s*[/⁄]\s*({_WHOLE})")


def read_figure(text: str) -> Fraction | None:
    """1 1/2, 1と½, 1.5, 1,000, 2/3; None where nothing can be divided by what stands there, 1/0."""
    mixed = _MIXED.fullmatch(text)
    if mixed:
        part = read_figure(mixed[2])
        return None if part is None else _whole(mixed[1]) + part
    if text in VULGAR:
        return Fraction(VULGAR[text])
    parts = _PARTS.fullmatch(text)
    if parts:
        below = _whole(parts[2])
        return None if below == 0 else _whole(parts[1]) / below
    return Fraction(text.replace(",", ""))


def read_kanji(text: str) -> Fraction:
    tens, has_ten, ones = text.rpartition("十")
    if not has_ten:
        return Fraction(int("".join(str(_KANJI[figure]) for figure in text)))
    return Fraction((_KANJI[tens] if tens else 1) * 10 + (_KANJI[ones] if ones else 0))


def spell_fractions(text: str) -> str:
    """1/2 and 1と1/2 in a text as the glyphs that amounts are shown with, ½ and 1½; 3/16 stays."""
    return _SPELLED.sub(_spell, text)


def _spell(found: re.Match[str]) -> str:
    value = read_figure(found["part"])
    glyph = GLYPHS.get(value) if value is not None else None
    return found[0] if glyph is None else f"{found['whole'] or ''}{glyph}"


def english_words() -> dict[str, Fraction]:
    """Numbers in words, longest first."""
    words = {**{word: Fraction(value) for word, value in _ENGLISH.items()}, **_ENGLISH_PARTS}
    return dict(sorted(words.items(), key=lambda pair: -len(pair[0])))


def _whole(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))
