"""A recipe as it is cooked by: ingredients to lay out, then steps, each with what it needs and how long it takes."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from chabudai.apps.kondate.amounts import scale_quantity
from chabudai.apps.kondate.book.entities import Ingredient, Recipe
from chabudai.apps.kondate.book.ingredients import quantity_of
from chabudai.apps.kondate.book.step_needs import find_needs
from chabudai.apps.kondate.book.timer_names import name_timer
from chabudai.apps.kondate.market.cards import WholeRecipe
from chabudai.apps.kondate.pages.readers import reader_language

_MINUTE: Final = 60


@dataclass(frozen=True, slots=True)
class Need:
    """An ingredient with its amount for as many as are cooked for."""

    name: str
    amount: str
    group: str
    note: str


@dataclass(frozen=True, slots=True)
class StepView:
    """`seconds` of its timer; 0 where there is nothing to wait for."""

    number: int
    text: str
    seconds: int
    needs: tuple[Need, ...]

    @property
    def minutes(self) -> int:
        """Whole minutes of its timer; 0 for less than one."""
        return self.seconds // _MINUTE

    @property
    def timer_name(self) -> str:
        """What is done while its timer runs."""
        return name_timer(self.text, self.seconds)


@dataclass(frozen=True, slots=True)
class CookView:
    needs: tuple[Need, ...]
    steps: tuple[StepView, ...]


def view_recipe(recipe: Recipe | WholeRecipe, servings: int) -> CookView:
    factor = Fraction(servings, recipe.servings)
    return CookView(
        tuple(show_need(each, factor) for each in recipe.ingredients),
        tuple(
            StepView(
                number,
                step.text,
                step.seconds or 0,
                tuple(show_need(each, factor) for each in find_needs(step.text, recipe.ingredients)),
            )
            for number, step in enumerate(recipe.steps, start=1)
        ),
    )


def show_need(ingredient: Ingredient, factor: Fraction) -> Need:
    amount = scale_quantity(quantity_of(ingredient), factor, reader_language())
    return Need(ingredient.name, amount, ingredient.group or "", ingredient.note or "")
