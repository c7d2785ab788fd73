"""What a step of a recipe needs: the ingredients that its text names, and those of a group that it names."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from chabudai.apps.kondate.amounts import is_japanese
from chabudai.apps.kondate.book.entities import Ingredient
from chabudai.apps.kondate.kitchen import foods

_WIDE: Final = str.maketrans("ＡＢＣＤＥＦＧ", "ABCDEFG")
_ENDS: Final = re.compile(r"(?:の?(?:切り身|薄切り肉?|細切れ|むね肉|もも肉|ひき肉|ロース|バラ肉|バラ))$")


def find_needs(text: str, ingredients: Sequence[Ingredient]) -> tuple[Ingredient, ...]:
    """In the order of the recipe. A longer name goes before a shorter one within it: 油揚げ is no 油."""
    left = foods.fold(text)
    named: set[int] = set()
    by_length = sorted(enumerate(ingredients), key=lambda pair: -len(pair[1].name))
    for number, ingredient in by_length:
        for name in _names(ingredient.name):
            if _is_in(name, left):
                named.add(number)
                left = left.replace(name, " ")
                break
    groups = {each.group for each in ingredients if each.group and _names_group(each.group, text)}
    return tuple(
        each for number, each in enumerate(ingredients) if number in named or (each.group and each.group in groups)
    )


def _names(name: str) -> Sequence[str]:
    """As it is written, and shorter as people say it once it is known: 豚バラ肉 is 豚."""
    folded = foods.fold(name)
    short = _ENDS.sub("", folded)
    return [each for each in dict.fromkeys((folded, short)) if len(each) > 1 or each == folded]


def _is_in(name: str, text: str) -> bool:
    return bool(name) and (name in text if is_japanese(name) else _pattern(name).search(text) is not None)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z]){re.escape(name)}(?![a-z])")


def _names_group(group: str, text: str) -> bool:
    if len(group) > 1:
        return group in text
    return re.search(rf"(?<![A-Za-z]){re.escape(group)}(?![A-Za-z])", text.translate(_WIDE)) is not None
