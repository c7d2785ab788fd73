"""The drawings that a recipe may have, each with a name by which it can be told."""

from dataclasses import dataclass
from functools import cache

from chabudai.apps.kondate.book.entities import Picture
from chabudai.apps.kondate.pages.kitchen.shown_dishes import file_of
from chabudai.apps.kondate.picture_words import find_words, guess_picture
from chabudai.apps.kondate.pictures import PICTURES, read_picture


@dataclass(frozen=True, slots=True)
class PictureChoice:
    """`value` is what a form sends."""

    value: str
    name: str
    file: str


@cache
def list_choices(language: str) -> tuple[PictureChoice, ...]:
    return tuple(PictureChoice(spell(each), _name(each, language), file_of(each)) for each in PICTURES)


def spell(picture: Picture) -> str:
    return f"{picture.kind}:{picture.palette}"


def choose(value: str, title: str) -> Picture:
    """As chosen; without a choice, or by one that nobody has drawn, it follows the title."""
    try:
        return read_picture(value) if value else guess_picture(title)
    except ValueError:
        return guess_picture(title)


def _name(picture: Picture, language: str) -> str:
    """The first word in the language that calls for it, or for another of its kind."""
    words = find_words(picture)
    fitting = [word for word in words if word.isascii() == (language == "en")]
    return fitting[0] if fitting else picture.kind.replace("-", " ")
