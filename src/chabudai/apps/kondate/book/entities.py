"""The book: a person, their recipes and sets, and the categories that they stand in."""

from datetime import date
from typing import Annotated, Literal, TypeAlias

from chabudai.apps.kondate.main_table import Exact, MainTable, Moment, Nested
from chabudai.apps.kondate.web_addresses import WebAddress
from chabudai.common.text import fold_name
from chabudai.table import Entity, Field, InKey, OmitDefault, UpdatedAt, computed, id_field, key, ulid, unique

Scope: TypeAlias = Literal["book", "catalog"]
Origin: TypeAlias = Literal["own", "import", "catalog", "share", "purchase", "starter"]
WeekStart: TypeAlias = Literal["monday", "sunday"]
DishKind: TypeAlias = Literal["main", "side", "soup", "rice", "lunch", "sweet"]
Limited: TypeAlias = Literal["card", "category", "set"]
Colour: TypeAlias = Literal["blue", "sky", "green", "yellow", "red", "navy", "purple", "pink", "pale"]


class RememberedShelf(Nested):
    """Where a person finds a food in their shop."""

    name: str = Field(min_length=1, max_length=80)
    shelf: str


class Profile(Entity, table=MainTable):
    """`servings` is how many eat at home; names of foods are folded as `foods.fold` does.

    `staples` and `no_staples` are what the person said; what neither names is as the table of foods says.
    `starter_left` counts the writes of starter content that are still to be done.
    """

    user_id: InKey[str]
    entity_type: Literal["PROFILE"] = "PROFILE"
    name: str = Field(min_length=1, max_length=40)
    language: str | None = None
    zone: str | None = None
    servings: OmitDefault[int] = Field(default=3, ge=1, le=20)
    own_recipes: int = Field(default=0, ge=0)
    staples: OmitDefault[frozenset[str]] = Field(default=frozenset(), max_length=500)
    no_staples: OmitDefault[frozenset[str]] = Field(default=frozenset(), max_length=500)
    shelves: OmitDefault[tuple[RememberedShelf, ...]] = Field(default=(), max_length=500)
    shelf_order: OmitDefault[tuple[str, ...]] = ()
    week_start: OmitDefault[WeekStart] = "monday"
    starter_left: OmitDefault[int] = Field(default=0, ge=0)
    hides_starter: OmitDefault[bool] = False
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]

    PK = key("USER#{user_id}")
    SK = key("PROFILE#")


class Ingredient(Nested):
    """`quantity` as it was written, 大さじ1と1/2; `amount` and `unit` where it says so much, `upper` in 2〜3個.

    `group` is what it is mixed with, 合わせ調味料; `note` how it is cut.
    """

    name: str = Field(min_length=1, max_length=80)
    quantity: str = Field(default="", max_length=80)
    amount: Exact | None = None
    upper: Exact | None = None
    unit: str | None = Field(default=None, max_length=20)
    group: str | None = Field(default=None, max_length=40)
    note: str | None = Field(default=None, max_length=200)


class CookStep(Nested):
    text: str = Field(min_length=1, max_length=1000)
    seconds: int | None = Field(default=None, ge=1, le=86_400)


class Picture(Nested):
    """A drawing by its kind of dish, and the colours that it has."""

    kind: str = Field(min_length=1, max_length=40)
    palette: str = Field(default="", max_length=40)


class RecipeText(Entity):
    """What is written in a recipe, a person's own or a published one."""

    title: str = Field(min_length=1, max_length=80)
    lead: OmitDefault[str] = Field(default="", max_length=300)
    servings: int = Field(default=2, ge=1, le=20)
    ingredients: tuple[Ingredient, ...] = Field(min_length=1, max_length=50)
    steps: tuple[CookStep, ...] = Field(min_length=1, max_length=30)
    tags: tuple[str, ...] = Field(default=(), max_length=10)
    minutes: int | None = Field(default=None, ge=1, le=1440)
    picture: Picture | None = None
    image_key: str | None = None


class Recipe(RecipeText, table=MainTable):
    """`starter_key` names the piece of starter content that it is; `edits` counts the changes of its text.

    `image_tint` is the colour of its photo, seen while that loads.
    """

    user_id: InKey[str]
    recipe_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["RECIPE"] = "RECIPE"
    origin: Origin = "own"
    starter_key: str | None = None
    origin_id: str | None = None
    category_id: str | None = None
    source_url: WebAddress = None
    author_name: str | None = None
    image_tint: str | None = None
    note: str | None = Field(default=None, max_length=1000)
    cooked_count: OmitDefault[int] = Field(default=0, ge=0)
    last_cooked_on: date | None = None
    edits: OmitDefault[int] = Field(default=0, ge=0)
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]

    PK = key("USER#{user_id}")
    SK = key("RECIPE#{recipe_id}")
    GSI1PK = key("ENTITY#RECIPE#{recipe_id}")
    GSI1SK = key("OWNER#{user_id}")


class SetDish(Nested):
    """A recipe of a set; `day` is the number of the day on which it is meant, 1 for the first."""

    recipe_id: str
    day: int | None = Field(default=None, ge=1, le=7)


class SetText(Entity):
    title: str = Field(min_length=1, max_length=80)
    lead: OmitDefault[str] = Field(default="", max_length=300)
    dishes: tuple[SetDish, ...] = Field(min_length=1, max_length=7)
    tags: tuple[str, ...] = Field(default=(), max_length=10)
    image_key: str | None = None


class RecipeSet(SetText, table=MainTable):
    """Without `servings` it is cooked for the household."""

    user_id: InKey[str]
    set_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["SET"] = "SET"
    origin: Origin = "own"
    starter_key: str | None = None
    origin_id: str | None = None
    category_id: str | None = None
    servings: int | None = Field(default=None, ge=1, le=20)
    edits: OmitDefault[int] = Field(default=0, ge=0)
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]

    PK = key("USER#{user_id}")
    SK = key("SET#{set_id}")
    GSI1PK = key("ENTITY#SET#{set_id}")
    GSI1SK = key("OWNER#{user_id}")


class Category(Entity, table=MainTable):
    """`kind` marks the six that everybody begins with, whatever they are called now. One that is hidden is no chip."""

    user_id: InKey[str]
    scope: InKey[Scope]
    category_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["CATEGORY"] = "CATEGORY"
    name: str = Field(min_length=1, max_length=20)
    sort_order: int = 0
    kind: DishKind | None = None
    colour: OmitDefault[Colour] = "pale"
    is_hidden: OmitDefault[bool] = False

    PK = key("USER#{user_id}")
    SK = key("CATEGORY#{scope}#{category_id}")
    folded_name = computed(fold_name)
    only_name = unique("USER#{user_id}", "CATEGORYNAME#{scope}#{folded_name:tail}")


class Tally(Entity, table=MainTable):
    """Beyond the seed: how often things of a kind were added, so that its limit holds for all who add at one moment."""

    user_id: InKey[str]
    kind: InKey[Limited]
    entity_type: Literal["TALLY"] = "TALLY"
    revision: int = 1

    PK = key("USER#{user_id}")
    SK = key("TALLY#{kind}")
