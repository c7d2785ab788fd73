"""What is made of the texts of a recipe while they are typed: ingredients with their amounts, steps, the picture."""

from dataclasses import dataclass
from typing import Final

from chabudai.apps.kondate.book import recipe_texts
from chabudai.apps.kondate.book.entities import CookStep, Ingredient
from chabudai.apps.kondate.book.imports.pasted_text import is_doubtful
from chabudai.apps.kondate.pages.kitchen.shown_dishes import file_of
from chabudai.apps.kondate.picture_words import guess_picture
from chabudai.web.forms import Form

MOST_INGREDIENTS: Final = 50
MOST_STEPS: Final = 30
_LONGEST_INGREDIENTS: Final = 12_000
_LONGEST_STEPS: Final = 40_000
_LONGEST_TITLE: Final = 80


@dataclass(frozen=True, slots=True)
class ReadLine:
    """`heading` is of the group that begins here."""

    ingredient: Ingredient
    heading: str
    is_doubtful: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """None where a line is too long to be read at all. `picture` is the drawing that the title calls for."""

    lines: tuple[ReadLine, ...] | None
    steps: tuple[CookStep, ...] | None
    picture: str


def read_form(form: Form, *, is_import: bool = False) -> Reading:
    """Of what came from elsewhere doubtful lines are marked; one's own are as they are meant."""
    return Reading(
        _read_lines(form["ingredients"][:_LONGEST_INGREDIENTS], is_import=is_import),
        _read_steps(form["steps"][:_LONGEST_STEPS]),
        file_of(guess_picture(form["title"][:_LONGEST_TITLE])),
    )


def _read_lines(text: str, *, is_import: bool) -> tuple[ReadLine, ...] | None:
    try:
        read = recipe_texts.read_lines(text)
    except ValueError:
        return None
    before = ""
    lines: list[ReadLine] = []
    for each in read:
        group = each.group or ""
        heading = group if len(group) > 1 and group != before else ""
        before = group
        lines.append(ReadLine(each, heading, is_import and is_doubtful(each, each.name)))
    return tuple(lines)


def _read_steps(text: str) -> tuple[CookStep, ...] | None:
    try:
        return recipe_texts.read_steps(text)
    except ValueError:
        return None
