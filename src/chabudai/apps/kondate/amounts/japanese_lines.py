"""A Japanese line of ingredients: the quantity stands behind the name, 鶏もも肉 2枚(500g)."""

import re
from dataclasses import replace

from chabudai.apps.kondate.amounts.ingredient_line import IngredientLine
from chabudai.apps.kondate.amounts.quantities import JAPANESE, WORDS, Quantity, amount_of, read_quantity

_GAP = r"[\s…‥・.:,、=\-–—]*"
_BRACKET = r"(?:\s*[(\[〔][^)\]〕]*[)\]〕](?:分|強|弱)?)?"
_WORD = re.compile(rf"各?(?:{WORDS.pattern})")
_PATTERNS = (*JAPANESE, _WORD)
_BARE = re.compile(r"(?P<name>.*\S)\s+(?P<quantity>[\d½⅓⅔¼¾./〜~]+)")
_ENDS = tuple(
    re.compile(rf"(?P<name>.+?){_GAP}(?P<quantity>{one.pattern})(?P<bracket>{_BRACKET})") for one in _PATTERNS
)
_NOTED = tuple(
    re.compile(rf"(?P<name>.+?){_GAP}(?P<quantity>{one.pattern})(?P<bracket>{_BRACKET})[\s、,]+(?P<note>[^\d\s].*)")
    for one in _PATTERNS
)
_WORD_LINES = (_ENDS[-1], _NOTED[-1])
_FIRST = tuple(re.compile(rf"(?P<quantity>{one.pattern})の(?P<name>.+)") for one in JAPANESE)
_JAPANESE = re.compile("[぀-ヿ一-鿿々]")
_HOW = re.compile(
    r"(?<!枚)切り|切る|おろ|あれば|なくて|刻|みじん|スライス|皮|種|解凍|常温|室温|ゆで|茹|正味|部分|好み|代用|もどし|戻し|水気|冷|(?<!使)用$|でも"
)
_NAME_BRACKET = re.compile(r"(?P<name>.*\S)\s*[(〔](?P<note>[^)〕]*)[)〕]")
_SIZE = re.compile(r"(?P<name>.+?)[\s(]+(?P<size>[大中小]|[LMS]玉?|全形|\d+cm角)\)?")
_SEVERAL = re.compile(r"\s*[・、,/&+]\s*|(?<=[぀-ヿ一-鿿])と(?=[぀-ヿ一-鿿])")


def is_japanese(text: str) -> bool:
    return _JAPANESE.search(text) is not None


def read_japanese(text: str) -> tuple[IngredientLine, ...]:
    for patterns in (_ENDS, _NOTED, _FIRST):
        found = _earliest([one.fullmatch(text) for one in patterns])
        if found:
            return _each(found)
    bare = _BARE.fullmatch(text)
    if bare:
        return (_named(bare["name"], read_quantity(bare["quantity"])),)
    return (_named(text, Quantity("")),)


def _earliest(found: list[re.Match[str] | None]) -> re.Match[str] | None:
    """Of several ways to read it the one with the shortest name: 水 3カップ is no カップ of 水 3."""
    matches = [one for one in found if one]
    return min(matches, key=lambda one: len(one["name"]), default=None)


def _each(found: re.Match[str]) -> tuple[IngredientLine, ...]:
    names = found.groupdict()
    bracket = names.get("bracket") or ""
    in_bracket = bracket.strip().strip("()[]〔〕")
    is_note = bool(in_bracket) and read_quantity(in_bracket).amount is None
    text = found["quantity"] + ("" if is_note else bracket)
    written = text.removeprefix("各").strip()
    also = read_quantity(in_bracket).amount if in_bracket and not is_note else None
    amount = None if found.re in _WORD_LINES else amount_of(found)
    quantity = Quantity(written, amount or also, also if amount else None)
    notes = [note for note in (in_bracket if is_note else "", names.get("note") or "") if note]
    whole = found["name"]
    parts = [part for part in _SEVERAL.split(whole) if part] if found["quantity"].startswith("各") else [whole]
    return tuple(_named(part, quantity, *notes) for part in parts)


def _named(name: str, quantity: Quantity, *notes: str) -> IngredientLine:
    line = IngredientLine(name.strip(" :、,…・") or name.strip(), quantity, " ".join(notes))
    bracket = _NAME_BRACKET.fullmatch(line.name)
    if bracket and _HOW.search(bracket["note"]):
        line = replace(line, name=bracket["name"], note=" ".join(filter(None, (bracket["note"], line.note))))
    size = _SIZE.fullmatch(line.name)
    if size and quantity.text:
        line = replace(line, name=size["name"], note=" ".join(filter(None, (size["size"], line.note))))
    return line
