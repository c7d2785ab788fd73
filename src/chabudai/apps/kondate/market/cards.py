"""What is shown of the catalog: a card, which anyone may see, and an item, whose texts only those have who may."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from chabudai.apps.kondate.book.entities import CookStep, Ingredient, Picture, RecipeText
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market.entities import CatalogRecipe, DishOutline, EndedRecipe
from chabudai.apps.kondate.market.snapshots import Snapshot, id_of, is_live, kind_of

Access: TypeAlias = Literal["free", "own", "bought", "subscribed", "locked"]


@dataclass(frozen=True, slots=True)
class Card:
    """Nothing that has to be bought is in it: of ingredients and steps only how many there are.

    `price` in whole yen, 0 is free. `minutes` of the dish that takes longest.
    """

    kind: Kind
    item_id: str
    title: str
    lead: str
    dishes: tuple[DishOutline, ...]
    creator_id: str
    creator_name: str
    author_name: str | None
    source_url: str | None
    servings: int
    minutes: int | None
    price: int
    saved_count: int
    created_at: datetime
    changed_at: datetime
    is_ended: bool

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(dish.picture for dish in self.dishes if dish.picture is not None)

    @property
    def ingredients(self) -> int:
        return sum(dish.ingredients for dish in self.dishes)

    @property
    def steps(self) -> int:
        return sum(dish.steps for dish in self.dishes)


@dataclass(frozen=True, slots=True)
class WholeRecipe:
    """All that is written in one recipe."""

    title: str
    lead: str
    servings: int
    minutes: int | None
    picture: Picture | None
    tags: tuple[str, ...]
    ingredients: tuple[Ingredient, ...]
    steps: tuple[CookStep, ...]
    day: int | None = None
    author_name: str | None = None
    source_url: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """`recipes` are None while it is locked. `newer_at`: since when there is a newer edition than this one."""

    card: Card
    access: Access
    recipes: tuple[WholeRecipe, ...] | None
    newer_at: datetime | None = None


def card_of(row: Snapshot) -> Card:
    dishes = (outline_of(row),) if isinstance(row, (CatalogRecipe, EndedRecipe)) else row.outlines
    return Card(
        kind=kind_of(row),
        item_id=id_of(row),
        title=row.title,
        lead=row.lead,
        dishes=dishes,
        creator_id=row.creator_id,
        creator_name=row.creator_name,
        author_name=row.author_name,
        source_url=row.source_url,
        servings=max((dish.servings for dish in dishes), default=2),
        minutes=row.minutes,
        price=row.price or 0,
        saved_count=row.saved_count,
        created_at=row.created_at,
        changed_at=row.changed_at or row.created_at,
        is_ended=not is_live(row),
    )


def outline_of(text: RecipeText, day: int | None = None) -> DishOutline:
    return DishOutline(
        title=text.title,
        picture=text.picture,
        day=day,
        servings=text.servings,
        minutes=text.minutes,
        ingredients=len(text.ingredients),
        steps=len(text.steps),
    )


def whole_of(
    text: RecipeText, *, day: int | None = None, author_name: str | None = None, source_url: str | None = None
) -> WholeRecipe:
    return WholeRecipe(
        title=text.title,
        lead=text.lead,
        servings=text.servings,
        minutes=text.minutes,
        picture=text.picture,
        tags=text.tags,
        ingredients=text.ingredients,
        steps=text.steps,
        day=day,
        author_name=author_name,
        source_url=source_url,
    )
