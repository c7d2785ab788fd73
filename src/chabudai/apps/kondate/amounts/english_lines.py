"""An English line of ingredients: the quantity stands before the name, 1 1/2 cups flour, or behind a colon or dash."""

import re
from dataclasses import replace

from chabudai.apps.kondate.amounts.amount import Amount, add
from chabudai.apps.kondate.amounts.ingredient_line import IngredientLine
from chabudai.apps.kondate.amounts.quantities import ENGLISH, Quantity, english_amount, read_amount, read_quantity

_TEXTS = (
    r"a little|a bit of|a few|some|plenty of|lots of|enough|a generous amount of|a touch of|as much .*? as you like"
)
_QUANTITY = re.compile(rf"(?P<quantity>{ENGLISH})(?=[\s(]|$)", re.IGNORECASE)
_TEXT = re.compile(rf"(?P<quantity>{_TEXTS})\s+(?P<name>.+)", re.IGNORECASE)
_PART = re.compile(
    r"(?P<part>(?:finely )?(?:grated )?(?:juice|zest|rind)(?: and (?:juice|zest))?) of (?P<rest>.+)", re.IGNORECASE
)
_TIMES = re.compile(r"(?P<number>\S+)\s*[x×]\s*(?P<each>\d[\d.,/]*\s*\w+)\s+(?P<rest>.+)", re.IGNORECASE)
_SIZED = re.compile(r"(?P<number>\S+)\s*\((?P<each>[^)]*)\)\s*(?P<rest>.+)")
_PIECE = re.compile(r"(?:one|a|1)\s+(?=\d+(?:[./]\d+)?\s*-?\s*(?:inch|cm)\b)", re.IGNORECASE)
_LENGTH = re.compile(r"^(?:piece|knob|length|chunk)s?\s+(?:of\s+)?", re.IGNORECASE)
_BEHIND = re.compile(r"(?P<name>[^:]+?)\s*(?::|\s[-–—]|[.…]{2,}|,)\s*(?P<quantity>[\d½⅓⅔¼¾a-zA-Z].*)")
_AT_END = re.compile(r"(?P<name>[A-Za-z][^\d½⅓⅔¼¾]*?)\s+(?P<quantity>[\d½⅓⅔¼¾].*)")
_BY_TASTE = re.compile(
    r"(?P<name>.+?),?\s+\(?(?P<quantity>(?:to (?:taste|serve|garnish))|(?:as|if) (?:needed|required)|"
    r"for (?:serving|garnish|frying|deep-frying|greasing|dusting|sprinkling))\)?",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^\s*(?:of\s+)?(?:an?\s+|the\s+)?", re.IGNORECASE)
_MORE = re.compile(rf"\s+(?:plus|and|\+)\s+(?P<more>{ENGLISH})\s+(?:of\s+)?(?P<name>\D.*)", re.IGNORECASE)
_BRACKET_NOTE = re.compile(r"\s*\((?P<note>[^)]*)\)")


def read_english(text: str) -> tuple[IngredientLine, ...]:
    return (_read(text),)


def _read(text: str) -> IngredientLine:
    part = _PART.fullmatch(text)
    if part:
        line = _read(part["rest"])
        return replace(line, note=", ".join(filter(None, (part["part"], line.note))))
    for reader in (_several_of_a_size, _taste, _text, _quantity_first, _quantity_last):
        read = reader(text)
        if read:
            return read
    return _named(text, Quantity(""))


def _several_of_a_size(text: str) -> IngredientLine | None:
    """2 x 400 g tins of tomatoes; 1 (14 oz) can tomatoes."""
    for pattern in (_TIMES, _SIZED):
        found = pattern.fullmatch(text)
        if not found or read_amount(found["number"]) is None or read_amount(found["each"]) is None:
            continue
        rest = _quantity_first(f"{found['number']} {found['rest']}")
        if rest is None or rest.quantity.amount is None:
            continue
        written = text[: len(text) - len(found["rest"])].strip()
        each = read_amount(found["each"])
        unit = rest.quantity.text.removeprefix(found["number"]).strip()
        also = None if each is None else each.times(rest.quantity.amount.value)
        return replace(rest, quantity=Quantity(f"{written} {unit}".strip(), rest.quantity.amount, also))
    return None


def _taste(text: str) -> IngredientLine | None:
    found = _BY_TASTE.fullmatch(text)
    if not found:
        return None
    first = _quantity_first(found["name"])
    if first and first.quantity.amount:
        return replace(first, note=", ".join(filter(None, (first.note, found["quantity"]))))
    return _named(found["name"], Quantity(found["quantity"]))


def _text(text: str) -> IngredientLine | None:
    found = _TEXT.fullmatch(text)
    return _named(found["name"], Quantity(found["quantity"])) if found else None


def _quantity_first(text: str) -> IngredientLine | None:
    text = _PIECE.sub("", text, count=1)
    found = _QUANTITY.match(text)
    if not found:
        return None
    amount = english_amount(found)
    name = text[found.end() :]
    written = found["quantity"].strip()
    more = _MORE.fullmatch(name)
    if more and more["unit"]:
        return _named(more["name"], _together(f"{written}{name[: more.end('more')]}", amount, english_amount(more)))
    also: Amount | None = None
    bracket = _BRACKET_NOTE.match(name)
    if bracket and read_amount(bracket["note"]):
        also, written, name = read_amount(bracket["note"]), f"{written} ({bracket['note']})", name[bracket.end() :]
    name = _ARTICLE.sub("", name).strip()
    if amount and amount.unit in ("inch", "cm"):
        name = _LENGTH.sub("", name)
    if not name:
        return _unit_is_the_thing(found, amount)
    return _named(name, Quantity(written, amount, also)) if amount else None


def _together(written: str, one: Amount | None, other: Amount | None) -> Quantity:
    """3 tbsp plus 1 tsp: one amount where both can be added, else only text."""
    return Quantity(written, add(one, other) if one and other else None)


def _unit_is_the_thing(found: re.Match[str], amount: Amount | None) -> IngredientLine | None:
    """5 cloves: the spice, not a part of something."""
    if not found["unit"] or amount is None:
        return None
    written = found["quantity"].strip().removesuffix(found["unit"]).strip()
    return _named(found["unit"], Quantity(written, replace(amount, unit="")))


def _quantity_last(text: str) -> IngredientLine | None:
    """Flour: 2 cups; soy sauce 2 tbsp."""
    for pattern in (_BEHIND, _AT_END):
        found = pattern.fullmatch(text)
        quantity = read_quantity(found["quantity"]) if found else None
        if found and quantity and quantity.amount:
            return _named(found["name"], quantity)
    return None


def _named(name: str, quantity: Quantity) -> IngredientLine:
    """What stands behind a comma or in brackets is how it is prepared."""
    bracketed = [found["note"] for found in _BRACKET_NOTE.finditer(name)]
    amounts = [note for note in bracketed if quantity.amount and not quantity.also and read_amount(note)]
    if amounts:
        quantity = Quantity(f"{quantity.text} ({amounts[0]})", quantity.amount, read_amount(amounts[0]))
    notes = [note for note in bracketed if note not in amounts[:1]]
    bare, comma, behind = _BRACKET_NOTE.sub("", name).partition(",")
    if comma:
        notes.append(behind.strip())
    return IngredientLine(bare.strip(" .-") or name.strip(), quantity, ", ".join(filter(None, notes)))
