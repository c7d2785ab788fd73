"""What clothes and outfits may be like: each rule gives back the value as it is kept, or says what is wrong."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypedDict, get_args

from chabudai.apps.wardrobe.design import MAX_CLOTHES, Season
from chabudai.apps.wardrobe.errors import (
    InvalidColour,
    InvalidGenre,
    InvalidName,
    InvalidPrice,
    InvalidSeason,
    InvalidText,
    NoClothes,
    NoSuchClothing,
    SameClothingTwice,
    TooManyClothes,
    UnknownField,
)

GENRES: Final = (
    "tops",
    "bottoms",
    "dress",
    "outer",
    "shoes",
    "bag",
    "hat",
    "accessory",
    "kimono",
    "sport",
    "home",
    "other",
)
COLOURS: Final = (
    "white",
    "grey",
    "black",
    "beige",
    "brown",
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "navy",
    "purple",
    "pink",
    "pattern",
)
SEASONS: Final[tuple[Season, ...]] = get_args(Season)
_LONGEST = 40
_DEAREST = 100_000_000
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}").fullmatch
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]").search
_KATAKANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}


class Details(TypedDict, total=False):
    """What is told of a piece of clothing; in an edit only what is given changes."""

    name: str
    genre: str | None
    seasons: Iterable[str]
    colour: str | None
    brand: str | None
    size: str | None
    price: int | None


def checked(details: Mapping[str, Any]) -> dict[str, Any]:
    """Every given field by its own rule, with the name as a search compares it."""
    if unknown := details.keys() - _RULES.keys():
        raise UnknownField(min(unknown))
    kept = {field: _RULES[field](value) for field, value in details.items()}
    return {**kept, "search_name": folded(kept["name"])} if "name" in kept else kept


def name(text: str) -> str:
    """On one line."""
    kept = _line(text)
    if kept is None or not 1 <= len(kept) <= _LONGEST:
        raise InvalidName
    return kept


def folded(text: str) -> str:
    """As a search compares it: width, capitals and the two kana make no difference."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().translate(_KATAKANA).split())


def genre(text: str | None) -> str | None:
    if text and text not in GENRES:
        raise InvalidGenre
    return text or None


def colour(text: str | None) -> str | None:
    if text and text not in COLOURS:
        raise InvalidColour
    return text or None


def seasons(given: Iterable[str]) -> frozenset[Season]:
    """None of them is as good as all."""
    chosen = frozenset(given)
    if not chosen <= set(SEASONS):
        raise InvalidSeason
    return frozenset(season for season in SEASONS if season in chosen)


def price(amount: int | None) -> int | None:
    if amount is None:
        return None
    if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= _DEAREST:
        raise InvalidPrice
    return amount


def clothing_ids(ids: Sequence[str]) -> tuple[str, ...]:
    """In the order in which they were chosen."""
    chosen = tuple(ids)
    if not chosen:
        raise NoClothes
    if len(chosen) > MAX_CLOTHES:
        raise TooManyClothes
    if not all(map(is_id, chosen)):
        raise NoSuchClothing
    if len(set(chosen)) < len(chosen):
        raise SameClothingTwice
    return chosen


def is_id(text: object) -> bool:
    """Whether it can be the id of anything here."""
    return isinstance(text, str) and _ID(text) is not None


def _text(field: str) -> Callable[[str | None], str | None]:
    def check(text: str | None) -> str | None:
        kept = _line(text or "")
        if kept is None or len(kept) > _LONGEST:
            raise InvalidText(field)
        return kept or None

    return check


def _line(text: object) -> str | None:
    """Without spaces around it and twice within; None for what holds characters that can't be seen."""
    if not isinstance(text, str):
        return None
    kept = " ".join(unicodedata.normalize("NFC", text).split())
    return None if _UNSEEN(kept) else kept


_RULES: Mapping[str, Callable[[Any], Any]] = {
    "name": name,
    "genre": genre,
    "seasons": seasons,
    "colour": colour,
    "brand": _text("brand"),
    "size": _text("size"),
    "price": price,
}
