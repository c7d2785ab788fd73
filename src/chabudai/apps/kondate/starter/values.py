"""What the starter content is made of, in one language: recipes with their ingredients and steps, and sets of them."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from chabudai.apps.kondate.amounts import IngredientLine
from chabudai.apps.kondate.book.entities import Colour, DishKind, Picture

Language: TypeAlias = Literal["ja", "en"]
Kind: TypeAlias = DishKind

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class StarterCategory:
    """One of the kinds of dishes as a category of one's own."""

    kind: Kind
    name: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class StarterIngredient:
    """`text` as it is written, `line` as it is read; shelf and staple are those of the table of foods."""

    text: str
    line: IngredientLine
    shelf: str
    is_staple: bool


@dataclass(frozen=True, slots=True)
class StarterStep:
    """`minutes` where a timer helps."""

    text: str
    minutes: int | None


@dataclass(frozen=True, slots=True)
class StarterRecipe:
    """`key` is the same in both languages and stays: what a person saved or copied names it."""

    key: str
    kind: Kind
    title: str
    lead: str
    tip: str
    tags: tuple[str, ...]
    minutes: int
    servings: int
    ingredients: tuple[StarterIngredient, ...]
    steps: tuple[StarterStep, ...]
    picture: Picture


@dataclass(frozen=True, slots=True)
class StarterDish:
    """`day` counts from 1; None where the set leaves it open."""

    recipe: str
    day: int | None


@dataclass(frozen=True, slots=True)
class StarterSet:
    key: str
    title: str
    note: str
    tags: tuple[str, ...]
    dishes: tuple[StarterDish, ...]
