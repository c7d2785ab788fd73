"""Lines of ingredients as people write and paste them, in Japanese and English: name, quantity, note, group."""

import re
from dataclasses import dataclass, replace

from chabudai.apps.kondate.amounts.english_lines import read_english
from chabudai.apps.kondate.amounts.ingredient_line import IngredientLine
from chabudai.apps.kondate.amounts.japanese_lines import is_japanese, read_japanese
from chabudai.apps.kondate.amounts.normalising import normalise
from chabudai.apps.kondate.amounts.quantities import Quantity

__all__ = ["IngredientLine", "read_ingredient", "read_ingredients"]

LONGEST = 200
"""A longer line is nobody's ingredient: it is kept as it is, and never searched for amounts."""

_BULLET = re.compile(r"^(?:[・･*•▪‣∙\-–—+]|\[ ?\]|☐)\s*(?=\S)")
_MARK = re.compile(
    r"^(?:[(\[【〔<](?P<framed>[A-Ha-h]|[★☆●◎○◆◇■□▲△▼▽♡♥※])[)\]】〕>]|(?P<bare>[★☆●◎○◆◇■□▲△▼▽♡♥※])"
    r"|(?P<letter>[A-H])(?:[\s.:、]+|(?=[぀-ヿ一-鿿])))[\s.:、]*(?=\S)"
)
_DIVIDER = re.compile(r"[-–—―─ー=]{2,}")
_HEADING = re.compile(r"^(?:[【〔<〈《≪\[](?P<framed>[^】〕>〉》≫\]]+)[】〕>〉》≫\]]|(?P<bare>[^:]+):)$")


@dataclass(frozen=True, slots=True)
class _Marked:
    group: str
    text: str


def read_ingredients(text: str) -> tuple[IngredientLine, ...]:
    """Every line that says something; a heading, 【合わせ調味料】 or "For the sauce:", names the group below it.

    A line of dashes ends a group.
    """
    read: list[IngredientLine] = []
    group = ""
    for line in text.splitlines():
        normal = normalise(line)
        heading = _HEADING.match(normal)
        if heading and not _MARK.match(normal + "x"):
            group = (heading["framed"] or heading["bare"]).strip()
        elif _DIVIDER.fullmatch(normal):
            group = ""
        elif normal:
            read += [replace(one, group=one.group or group) for one in read_ingredient(normal)]
    return tuple(read)


def read_ingredient(line: str) -> tuple[IngredientLine, ...]:
    """What one line says: nothing if it is empty, several things if it says 各, as in 酒・みりん 各大さじ1."""
    marked = _take_mark(_BULLET.sub("", normalise(line)))
    if not marked.text:
        return ()
    if len(marked.text) > LONGEST:
        return (IngredientLine(marked.text, Quantity(""), group=marked.group),)
    read = read_japanese(marked.text) if is_japanese(marked.text) else read_english(marked.text)
    return tuple(replace(one, group=marked.group) for one in read)


def _take_mark(text: str) -> _Marked:
    found = _MARK.match(text)
    if not found:
        return _Marked("", text)
    mark = found["framed"] or found["bare"] or found["letter"]
    return _Marked(mark.upper(), text[found.end() :])
