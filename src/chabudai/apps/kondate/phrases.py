"""Where a Japanese title may go on in the next line: between words, 鮭と / きのこの / みそ / バター蒸し, never inside.

A browser guesses at it too, but knows no foods, and breaks what is longer than its line anywhere.
"""

import re
from functools import cache, lru_cache
from typing import Final

from chabudai.apps.kondate.kitchen.foods import food_names

_KANA: Final = "ぁ-ゖ"
_PARTICLES: Final = "のとにでをはもや"
_ONLY_KANA: Final = re.compile(f"[{_KANA}]+")
_HOW: Final = re.compile(rf"[一-鿿][{_KANA}]*")
"""焼き, 和え, 煮: how a food is cooked, said behind its name."""
_MARKS: Final = re.compile(r"[、。・）」』！？]+")


@lru_cache(maxsize=4096)
def split_phrases(title: str) -> tuple[str, ...]:
    """Together they are the title; words of other languages are left to their spaces."""
    phrases: list[str] = []
    for word in _words().findall(title):
        is_kana = _ONLY_KANA.fullmatch(word) is not None and word not in food_names()
        goes_on = bool(phrases) and not _is_ended(phrases[-1]) and (is_kana or _HOW.fullmatch(word) is not None)
        if phrases and (goes_on or _MARKS.fullmatch(word)):
            phrases[-1] += word
        else:
            phrases.append(word)
    return tuple(phrases)


def _is_ended(phrase: str) -> bool:
    """By a particle behind a word."""
    return len(phrase) > 1 and phrase[-1] in _PARTICLES and phrase not in food_names()


@cache
def _words() -> re.Pattern[str]:
    """Foods, the longest first, and の behind one; else letters of one kind, up to the next food."""
    known = sorted((name for name in food_names() if len(name) > 1 and not name.isascii()), key=len, reverse=True)
    food = "|".join(map(_find_food, known))
    runs = "|".join(f"(?:(?!{food}){kind})+" for kind in (f"[{_KANA}]", "[ァ-ヺー]", "[一-鿿々]"))
    return re.compile(rf"{food}|の(?=[{_KANA}]{{3}})|{runs}|{_MARKS.pattern}|[^ぁ-ヺー一-鿿々]+|.")


def _find_food(name: str) -> str:
    """Two letters of kana are a food only by themselves: there is no cod in みたらし."""
    if len(name) > 2 or not _ONLY_KANA.fullmatch(name):
        return re.escape(name)
    return rf"(?:(?<![{_KANA}])|(?<=[{_PARTICLES}])){name}(?=[^{_KANA}]|[{_PARTICLES}]|$)"
