"""Recipes from elsewhere: pasted text and saved pages, read into a review that nobody has saved."""

from chabudai.apps.kondate.book.imports.pages import LARGEST_PAGE, read_page
from chabudai.apps.kondate.book.imports.pasted_text import read_text
from chabudai.apps.kondate.book.imports.review import RecipeReview, ReviewedIngredient, SourceLine, Use

__all__ = ["LARGEST_PAGE", "RecipeReview", "ReviewedIngredient", "SourceLine", "Use", "read_page", "read_text"]
