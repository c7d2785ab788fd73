"""Foods by their names: on which shelf of the shop they stand, how long they keep, and which one has anyway."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final, cast

from chabudai.apps.kondate.amounts import Quantity, read_ingredient
from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.kitchen.entities import Place
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

_TABLE: Final = Path(__file__).with_name("foods.txt")
_PLURAL: Final = re.compile(
    r"(?<![^\W_])(?P<stem>[a-z]{2,}?)(?P<ending>aves|illies|ies|oes|(?<=[sc]h)es|(?<=ss)es|xes|(?<![sui])s)\b"
)
_SINGULAR: Final = {"aves": "af", "illies": "illi", "ies": "y", "oes": "o", "xes": "x"}
_BRACKETS: Final = re.compile(r"[((\[〔【].*?[))\]〕】]")


@dataclass(frozen=True, slots=True)
class Food:
    """`days` it keeps where it is put, None if for long."""

    shelf: str = OTHER
    place: Place = "pantry"
    days: int | None = None
    is_staple: bool = False
    is_eaten: bool = True


_UNKNOWN: Final = Food(place="fridge", is_eaten=True)


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
    if not typed:
        raise InvalidFields([("name", EMPTY)])
    if len(typed) > LONGEST_LINE or len(name) > LONGEST_NAME or len(quantity.text) > LONGEST_NAME:
        raise InvalidFields([("name", too_long(LONGEST_NAME))])
    return name, quantity


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
    return _UNKNOWN if best is None else replace(foods[best], is_staple=False)


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


@cache
def _foods() -> Mapping[str, Food]:
    return dict(_read(_TABLE.read_text()))


def _read(text: str) -> Iterator[tuple[str, Food]]:
    """Lines of `shelf place days names…`: days may be -, a * behind the shelf marks staples, names are divided by |."""
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        shelf, place, days, names = line.split(maxsplit=3)
        food = Food(
            shelf=shelf.removesuffix("*"),
            place=cast(Place, place),
            days=None if days == "-" else int(days),
            is_staple=shelf.endswith("*"),
            is_eaten=shelf.removesuffix("*") != "household",
        )
        for name in names.split("|"):
            yield fold(name), food
