"""Ingredients of a recipe: how a line that was read is stored, and what its amount comes to."""

from fractions import Fraction

from chabudai.apps.kondate.amounts import (
    Amount,
    IngredientLine,
    Quantity,
    has_room,
    read_quantity,
    read_value,
    write_value,
)
from chabudai.apps.kondate.book.entities import Ingredient


def store_line(line: IngredientLine) -> Ingredient:
    """What nobody can measure, 3.14159265358979g, is only said."""
    read = line.quantity.amount
    amount = read if read is not None and has_room(read.value) and has_room(read.most) else None
    return Ingredient(
        name=line.name,
        quantity=line.quantity.text,
        amount=None if amount is None else write_value(amount.value),
        upper=None if amount is None or amount.upper is None else write_value(amount.upper),
        unit=None if amount is None else amount.unit,
        group=line.group or None,
        note=line.note or None,
    )


def amount_of(ingredient: Ingredient) -> Amount | None:
    """What is written, for the servings of the recipe; None where it is only said, 少々."""
    if ingredient.amount is None:
        return None
    upper = None if ingredient.upper is None else read_value(ingredient.upper)
    return Amount(read_value(ingredient.amount), ingredient.unit or "", upper)


def quantity_of(ingredient: Ingredient) -> Quantity:
    """As `scale_quantity` shows it; what stands in brackets is in its text alone."""
    return Quantity(ingredient.quantity, amount_of(ingredient), read_quantity(ingredient.quantity).also)


def factor(servings: int, of: int) -> Fraction:
    """By how much a recipe of `of` servings is scaled for others."""
    return Fraction(servings, of)
