"""Ingredients of a recipe: how a line that was read is stored, and what its amount comes to."""

from fractions import Fraction

from chabudai.apps.kondate.amounts import Amount, IngredientLine, Quantity, read_value, write_value
from chabudai.apps.kondate.book.entities import Ingredient


def store_line(line: IngredientLine) -> Ingredient:
    amount = line.quantity.amount
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
    """As `scale_quantity` shows it."""
    return Quantity(ingredient.quantity, amount_of(ingredient))


def factor(servings: int, of: int) -> Fraction:
    """By how much a recipe of `of` servings is scaled for others."""
    return Fraction(servings, of)
