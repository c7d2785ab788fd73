"""Foods by their names: on which shelf of the shop they stand, how long they keep, and which one has anyway."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from math import ceil
from pathlib import Path
from typing import Final, cast

from chabudai.apps.kondate.amounts import SMALLEST, UNITS, Quantity, read_ingredient, read_value, write_value
from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.kitchen.entities import Measure, Place
from chabudai.apps.kondate.kitchen.measures import check_typed
from chabudai.common.text import clean_line
from chabudai.web.errors import InvalidFields
from chabudai.web.field_sentences import EMPTY, too_long

SHELVES: Final = (
    "vegetables", "tofu", "fish", "meat", "dairy", "staples", "dry", "seasonings", "frozen", "snacks", "household",
)  # fmt: skip
"""In the order in which one walks past them."""
OTHER: Final = "household"

LONGEST_NAME: Final = 80
LONGEST_LINE: Final = 200
"""A name and how much of it."""

_CUT: Final = frozenset({"", "ko", "tsu", "hon", "tama", "kabu"})
"""Units of which a part can be sold: half a cabbage, but no half of its leaves."""
_TABLE: Final = Path(__file__).with_name("foods.txt")
_PLURAL: Final = re.compile(
    r"(?<![^\W_])(?P<stem>[a-z]{2,}?)(?P<ending>aves|illies|ies|oes|(?<=[sc]h)es|(?<=ss)es|xes|(?<![sui])s)\b"
)
_SINGULAR: Final = {"aves": "af", "illies": "illi", "ies": "y", "oes": "o", "xes": "x"}
_BRACKETS: Final = re.compile(r"[((\[〔【].*?[))\]〕】]")


@dataclass(frozen=True, slots=True)
class Food:
    """`days` it keeps where it is put, None if for long. `is_cut`: shops sell halves and quarters of it.

    `is_from_tap`: nobody buys it.
    """

    shelf: str = OTHER
    place: Place = "pantry"
    days: int | None = None
    is_staple: bool = False
    is_eaten: bool = True
    is_cut: bool = False
    is_from_tap: bool = False


UNKNOWN: Final = Food(place="fridge", is_eaten=True)


@lru_cache(maxsize=8192)
def fold(name: str) -> str:
    """As two names are compared: NFKC, without regard to case and spaces; two onions are the same as one onion."""
    return " ".join(_PLURAL.sub(_take_off, unicodedata.normalize("NFKC", name).casefold()).split())


def _take_off(plural: re.Match[str]) -> str:
    """Of an English word what makes it several."""
    return plural["stem"] + _SINGULAR.get(plural["ending"], "")


def read_food(text: str) -> tuple[str, Quantity]:
    """What is typed as one line, 卵 1パック: its name, and how much of it. InvalidFields for nothing, or too much."""
    typed = clean_line(text)
    read = read_ingredient(typed[:LONGEST_LINE])
    name, quantity = (read[0].name, read[0].quantity) if len(read) == 1 and read[0].name else (typed, Quantity(""))
    if quantity.amount is not None and quantity.amount.most == 0:  # nobody wants none of it: it is called so, コーラ 0
        name, quantity = typed, Quantity("")
    if not typed:
        raise InvalidFields([("name", EMPTY)])
    check_typed(quantity.amount, "name")
    if len(typed) > LONGEST_LINE or len(name) > LONGEST_NAME or len(quantity.text) > LONGEST_NAME:
        raise InvalidFields([("name", too_long(LONGEST_NAME))])
    return name, quantity


@lru_cache(maxsize=8192)
def find_food(name: str) -> Food:
    """By its whole name; else by the longest known name with which it ends, or that it holds: 国産鶏もも肉 is 鶏もも肉.

    Only a whole name is a staple: peanut butter is no butter.
    """
    foods = _foods()
    folded = fold(_BRACKETS.sub("", name)) or fold(name)
    if folded in foods:
        return foods[folded]
    inside = [known for known in foods if known in folded and (len(known) > 1 or folded.endswith(known))]
    words = [known for known in inside if not known.isascii() or re.search(rf"\b{re.escape(known)}\b", folded)]
    best = max(words, key=lambda known: (folded.endswith(known), len(known)), default=None)
    return UNKNOWN if best is None else replace(foods[best], is_staple=False)


def round_up(name: str, measure: Measure) -> Measure:
    """To what a shop sells: whole things; of what is sold in parts quarters of one, and halves of more."""
    unit, value = UNITS.get(measure.unit), read_value(measure.value)
    if unit is not None and not unit.is_whole:
        return measure
    value -= SMALLEST  # what is over by less comes of amounts brought to their grain
    is_cut = measure.unit in _CUT and find_food(name).is_cut
    grain = Fraction(1) if not is_cut else Fraction(1, 4) if value < 1 else Fraction(1, 2)
    return Measure(value=write_value(max(ceil(value / grain), 1) * grain), unit=measure.unit)


def find_endings(name: str) -> list[str]:
    """Known foods with which a longer name ends: 絹ごし豆腐 is 豆腐 too."""
    folded = fold(name)
    return [known for known in _foods() if folded.endswith(known) and folded != known]


def shelf_of(name: str, profile: Profile | None) -> str:
    """Where this person finds it."""
    folded = fold(name)
    remembered = () if profile is None else profile.shelves
    found = next((each.shelf for each in remembered if each.name == folded), None)
    return found if found in SHELVES else find_food(name).shelf


def is_staple(name: str, profile: Profile | None) -> bool:
    """Whether it should be at home anyway."""
    folded = fold(name)
    if profile is not None and folded in profile.staples:
        return True
    if profile is not None and folded in profile.no_staples:
        return False
    return find_food(name).is_staple


def is_from_tap(name: str, profile: Profile | None) -> bool:
    """Water and its like: neither bought nor kept, unless a household says otherwise."""
    food = _foods().get(fold(name))
    return food is not None and food.is_from_tap and is_staple(name, profile)


@cache
def food_names() -> frozenset[str]:
    """All that are known, folded."""
    return frozenset(_foods())


@cache
def _foods() -> Mapping[str, Food]:
    return dict(_read(_TABLE.read_text()))


def _read(text: str) -> Iterator[tuple[str, Food]]:
    """Lines of `shelf place days names…`: days may be -, names are divided by |.

    Behind the shelf a * marks staples, a / what is sold in parts, and a ~ what comes from the tap.
    """
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        shelf, place, days, names = line.split(maxsplit=3)
        marks = shelf[len(shelf.rstrip("*/~")) :]
        food = Food(
            shelf=shelf.removesuffix(marks),
            place=cast(Place, place),
            days=None if days == "-" else int(days),
            is_staple="*" in marks,
            is_eaten=shelf.removesuffix(marks) != "household",
            is_cut="/" in marks,
            is_from_tap="~" in marks,
        )
        for name in names.split("|"):
            yield fold(name), food
