"""The catalog as programs get it: cards for everybody, texts for those who may read them."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from chabudai.apps.kondate.api.recipe_bodies import Id
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market.cards import Access, Card, Item, WholeRecipe
from chabudai.apps.kondate.market.creators import CREATOR_FIELDS
from chabudai.apps.kondate.market.entities import Creator, Publication, Share
from chabudai.common.bodies import changes_body, entity_body
from chabudai.web.bodies import Body

B = TypeVar("B", bound=Body)


class PictureBody(Body):
    kind: str
    palette: str


class OutlineBody(Body):
    """Of a dish what anyone may see: of ingredients and steps only how many."""

    title: str
    picture: PictureBody | None
    day: int | None
    servings: int
    minutes: int | None
    ingredients: int
    steps: int


class CardBody(Body):
    """Something of the catalog. `price` in whole yen, 0 is free; `minutes` of the dish that takes longest."""

    kind: Kind
    id: str
    title: str
    lead: str
    dishes: list[OutlineBody]
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


class IngredientBody(Body):
    name: str
    quantity: str
    amount: str | None
    upper: str | None
    unit: str | None
    group: str | None
    note: str | None


class StepBody(Body):
    text: str
    seconds: int | None


class TextBody(Body):
    """All that is written in one recipe."""

    title: str
    lead: str
    servings: int
    minutes: int | None
    picture: PictureBody | None
    tags: list[str]
    ingredients: list[IngredientBody]
    steps: list[StepBody]
    day: int | None
    author_name: str | None
    source_url: str | None


class ItemBody(Body):
    """`recipes` are null while it has to be bought: then `access` is "locked". What was bought is given as it was
    bought; `newerAt` tells since when there is a newer edition.
    """

    card: CardBody
    access: Access
    recipes: list[TextBody] | None
    newer_at: datetime | None


class SaveBody(Body):
    is_saved: bool
    saved_count: int


class CopiedBody(Body):
    """The ids of what stands in one's own book now; `setId` where a set was copied."""

    recipe_ids: list[str]
    set_id: str | None


@changes_body(CREATOR_FIELDS)
class CreatorChanges(Body):
    """Under which name one publishes, a text, and whether one sells."""


@entity_body(Creator, "name", "text", "is_selling", id="user_id")
class OwnCreatorBody(Body):
    """Who one is in the catalog."""


@entity_body(Creator, "name", "text", id="user_id")
class CreatorBody(Body):
    """Somebody who publishes."""


class CreatorPage(Body):
    """`cursor` asks for what follows."""

    creator: CreatorBody
    items: list[CardBody]
    cursor: str | None


class NewPublication(Body):
    """`price` 0 is free, else from 100 to 3,000 yen; `authorName` or `sourceUrl` has to be there."""

    kind: Kind
    id: Id
    price: Annotated[int, Meta(ge=0, le=3000)] = 0
    author_name: Annotated[str, Meta(max_length=80)] | None = None
    source_url: Annotated[str, Meta(max_length=1000)] | None = None


@entity_body(Publication, "title", "published_at", "price", kind="target_type", id="target_id")
class PublicationBody(Body):
    """Something of one's own that stands in the catalog."""


class NewShare(Body):
    """`authorName` or `sourceUrl` has to be there, unless the recipe says it."""

    kind: Kind
    id: Id
    author_name: Annotated[str, Meta(max_length=80)] | None = None
    source_url: Annotated[str, Meta(max_length=1000)] | None = None


@entity_body(Share, "author_name", "source_url", "created_at", id="share_id", kind="target_type", target_id="target_id")
class ShareBody(Body):
    """A link; whoever has it sees what it leads to."""

    url: str


class SharedBody(Body):
    """What a link shows. Of a dish that has to be bought `recipes` has null, and `dishes` only its outline."""

    kind: Kind
    title: str
    lead: str
    author_name: str | None
    source_url: str | None
    dishes: list[OutlineBody]
    recipes: list[TextBody | None]


def card_body(card: Card) -> CardBody:
    told = {**asdict(card), "dishes": [outline_body(dish) for dish in card.dishes]}
    return CardBody(id=told.pop("item_id"), **told)


def item_body(item: Item) -> ItemBody:
    recipes = None if item.recipes is None else [text_body(recipe) for recipe in item.recipes]
    return ItemBody(card=card_body(item.card), access=item.access, recipes=recipes, newer_at=item.newer_at)


def text_body(recipe: WholeRecipe) -> TextBody:
    told: dict[str, Any] = {**asdict(recipe), "picture": recipe.picture and recipe.picture.model_dump()}
    told["ingredients"] = [each.model_dump() for each in recipe.ingredients]
    told["steps"] = [each.model_dump() for each in recipe.steps]
    return _plain(told, TextBody)


def outline_body(dish: Any) -> OutlineBody:
    return _plain(dish.model_dump(), OutlineBody)


def _plain(told: dict[str, Any], body: type[B]) -> B:
    """From the service's own names to those of a body, parts included."""
    names = {field.name: field.encode_name for field in msgspec.structs.fields(body)}
    return msgspec.convert({names[name]: _renamed(value) for name, value in told.items() if name in names}, body)


def _renamed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
