"""What people call the kinds, seasons, colours and orders that clothes are sorted by."""

from collections.abc import Mapping
from datetime import date
from typing import Final, get_args

from chabudai.apps.wardrobe.entities import Colour, Genre, Season, Sort
from chabudai.apps.wardrobe.messages import gettext, lazy
from chabudai.apps.wardrobe.pages.addresses import UnwornDays
from chabudai.web.translations import Text

GENRES: Final[Mapping[Genre, Text]] = {
    "tops": lazy("Tops"),
    "bottoms": lazy("Bottoms"),
    "dress": lazy("Dresses"),
    "outer": lazy("Coats and jackets"),
    "shoes": lazy("Shoes"),
    "bag": lazy("Bags"),
    "hat": lazy("Hats"),
    "accessory": lazy("Accessories"),
    "kimono": lazy("Kimono"),
    "sport": lazy("Sportswear"),
    "home": lazy("Loungewear"),
    "other": lazy("Other"),
}
SEASONS: Final[Mapping[Season, Text]] = {
    "spring": lazy("Spring"),
    "summer": lazy("Summer"),
    "autumn": lazy("Autumn"),
    "winter": lazy("Winter"),
}
COLOURS: Final[Mapping[Colour, Text]] = {
    "white": lazy("White"),
    "grey": lazy("Grey"),
    "black": lazy("Black"),
    "beige": lazy("Beige"),
    "brown": lazy("Brown"),
    "red": lazy("Red"),
    "orange": lazy("Orange"),
    "yellow": lazy("Yellow"),
    "green": lazy("Green"),
    "blue": lazy("Blue"),
    "navy": lazy("Navy"),
    "purple": lazy("Purple"),
    "pink": lazy("Pink"),
    "pattern": lazy("Patterned"),
}
SORTS: Final[Mapping[Sort, Text]] = {
    "lastWorn": lazy("Last worn"),
    "wearCount": lazy("Times worn"),
    "created": lazy("Date added"),
}
UNWORN: Final[tuple[UnwornDays, ...]] = get_args(UnwornDays)


def describe_last_day(day: date, today: date, distance: str) -> str:
    """What is said of the last day of something: one that lies ahead was not worn, it is planned."""
    return gettext("planned %(when)s", when=distance) if day > today else distance
