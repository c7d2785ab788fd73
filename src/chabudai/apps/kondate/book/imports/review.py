"""What was read of a recipe from elsewhere, and what every line of its source was taken for: to be looked over."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from chabudai.apps.kondate.book import recipe_texts
from chabudai.apps.kondate.book.entities import CookStep, Ingredient

Use: TypeAlias = Literal["title", "lead", "facts", "heading", "ingredient", "step", "note", "unread"]
"""`facts` are servings, minutes, tags, an address; `unread` is in nothing that was read."""


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line as it was given. A doubtful one was taken for something that it may not be."""

    text: str
    use: Use
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class ReviewedIngredient:
    """Doubtful: no amount was found, or what it would be of reads like no food."""

    ingredient: Ingredient
    is_doubtful: bool


@dataclass(frozen=True, slots=True)
class RecipeReview:
    """`doubts` are fields of which nothing was found, or which were guessed."""

    title: str
    lead: str
    servings: int | None
    minutes: int | None
    ingredients: tuple[ReviewedIngredient, ...]
    steps: tuple[CookStep, ...]
    tags: tuple[str, ...]
    note: str
    source_url: str | None
    author_name: str | None
    source: tuple[SourceLine, ...]
    doubts: frozenset[str]

    @property
    def is_recipe(self) -> bool:
        """Whether there is enough of one that it is worth looking over."""
        return bool(self.ingredients and self.steps)

    def fill_form(self) -> dict[str, Any]:
        """As the editor's fields have it; what was not found is left to their defaults."""
        said = {
            "title": self.title,
            "lead": self.lead,
            "servings": self.servings,
            "minutes": self.minutes,
            "ingredients": recipe_texts.write_lines([each.ingredient for each in self.ingredients]),
            "steps": recipe_texts.write_steps(self.steps),
            "tags": "、".join(self.tags),
            "note": self.note,
            "source_url": self.source_url,
            "author_name": self.author_name,
        }
        return {name: value for name, value in said.items() if value}
