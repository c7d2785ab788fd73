"""The starter content: recipes and meal sets of the house, written by us in both languages, kept as readable text."""

from chabudai.apps.kondate.starter.content import (
    LANGUAGES,
    find_recipe,
    load_categories,
    load_recipes,
    load_sets,
    tag_names,
)
from chabudai.apps.kondate.starter.values import (
    KINDS,
    Kind,
    Language,
    StarterCategory,
    StarterDish,
    StarterIngredient,
    StarterRecipe,
    StarterSet,
    StarterStep,
)

__all__ = [
    "KINDS",
    "LANGUAGES",
    "Kind",
    "Language",
    "StarterCategory",
    "StarterDish",
    "StarterIngredient",
    "StarterRecipe",
    "StarterSet",
    "StarterStep",
    "find_recipe",
    "load_categories",
    "load_recipes",
    "load_sets",
    "tag_names",
]
