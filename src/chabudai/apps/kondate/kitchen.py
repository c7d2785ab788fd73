"""The kitchen: the table, and the rows of what a person cooks, buys and keeps. Times in keys are ISO 8601 with Z."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from chabudai.table import (
    As,
    Entity,
    Field,
    Gsi,
    InKey,
    OmitDefault,
    Stored,
    Table,
    UpdatedAt,
    camel,
    id_field,
    key,
    ulid,
)

Slot: TypeAlias = Literal["CURRENT", "NEXT"]
Scope: TypeAlias = Literal["book", "catalog"]
Origin: TypeAlias = Literal["own", "import", "catalog", "share", "purchase", "starter"]
Moment: TypeAlias = Annotated[datetime, As("iso")]


class MainTable(Table, name="MainTable", pk="PK", sk="SK", naming=camel, ttl="expiresAt", encrypted=True):
    by_id = Gsi("GSI1", "GSI1PK", "GSI1SK")
    by_popularity = Gsi("GSI2", "GSI2PK", "GSI2SK")
    by_creator = Gsi("GSI3", "GSI3PK", "GSI3SK")


class Profile(Entity, table=MainTable):
    user_id: InKey[str]
    entity_type: Literal["PROFILE"] = "PROFILE"
    name: str = Field(min_length=1, max_length=40)
    language: str | None = None
    zone: str | None = None
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]

    PK = key("USER#{user_id}")
    SK = key("PROFILE#")


class Nested(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)


class Ingredient(Nested):
    """`quantity` as it was written, 大さじ1と1/2; `amount` and `unit` where it says so much."""

    name: str = Field(min_length=1, max_length=80)
    quantity: str = ""
    amount: Decimal | None = None
    unit: str | None = None


class CookStep(Nested):
    text: str = Field(min_length=1, max_length=1000)
    seconds: int | None = None


class RecipeText(Entity):
    """What is written in a recipe, a person's own or a published one."""

    title: str = Field(min_length=1, max_length=80)
    servings: int = Field(default=2, ge=1)
    ingredients: tuple[Ingredient, ...] = Field(min_length=1, max_length=50)
    steps: tuple[CookStep, ...] = Field(min_length=1, max_length=30)
    tags: tuple[str, ...] = Field(default=(), max_length=10)
    minutes: int | None = None
    image_key: str | None = None


class Recipe(RecipeText, table=MainTable):
    user_id: InKey[str]
    recipe_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["RECIPE"] = "RECIPE"
    origin: Origin = "own"
    category_id: str | None = None
    source_url: str | None = None
    author_name: str | None = None
    note: str | None = None
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]

    PK = key("USER#{user_id}")
    SK = key("RECIPE#{recipe_id}")
    GSI1PK = key("ENTITY#RECIPE#{recipe_id}")
    GSI1SK = key("OWNER#{user_id}")


class SetText(Entity):
    title: str = Field(min_length=1, max_length=80)
    recipe_ids: tuple[str, ...] = Field(min_length=1, max_length=7)
    tags: tuple[str, ...] = Field(default=(), max_length=10)
    image_key: str | None = None


class RecipeSet(SetText, table=MainTable):
    user_id: InKey[str]
    set_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["SET"] = "SET"
    origin: Origin = "own"
    category_id: str | None = None
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]

    PK = key("USER#{user_id}")
    SK = key("SET#{set_id}")
    GSI1PK = key("ENTITY#SET#{set_id}")
    GSI1SK = key("OWNER#{user_id}")


class Dish(Nested):
    """One recipe of a plan; `log_id` of the cook log once it is cooked."""

    item_id: str = id_field(make=ulid)
    recipe_id: str
    title: str
    servings: int = 2
    day: date | None = None
    log_id: str | None = None


class Plan(Entity, table=MainTable):
    user_id: InKey[str]
    slot: InKey[Slot]
    entity_type: Literal["PLAN"] = "PLAN"
    set_id: str | None = None
    set_title: str | None = None
    applied_at: Moment
    items: tuple[Dish, ...] = ()

    PK = key("USER#{user_id}")
    SK = key("PLAN#{slot}")


class ShoppingItem(Entity, table=MainTable):
    """`dishes` of the plan want it; one that a person wrote down has none."""

    user_id: InKey[str]
    item_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["SHOPPING"] = "SHOPPING"
    name: str = Field(min_length=1, max_length=80)
    quantity: str = ""
    amount: Decimal | None = None
    unit: str | None = None
    section: str | None = None
    dishes: OmitDefault[tuple[str, ...]] = ()
    is_staple: OmitDefault[bool] = False
    done: bool = False
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]

    PK = key("USER#{user_id}")
    SK = key("SHOPPING#{item_id}")


class Provision(Entity):
    """Something to eat, in the fridge or in its trash."""

    user_id: InKey[str]
    item_id: InKey[str] = id_field(make=ulid)
    name: str = Field(min_length=1, max_length=80)
    quantity: str = ""
    amount: Decimal | None = None
    unit: str | None = None
    best_before: date | None = None
    section: str | None = None
    note: str | None = None
    created_at: Moment = Field(frozen=True)


class FridgeItem(Provision, table=MainTable):
    entity_type: Literal["FRIDGE"] = "FRIDGE"
    updated_at: Annotated[Moment, UpdatedAt()]

    PK = key("USER#{user_id}")
    SK = key("FRIDGE#{item_id}")


class DeletedFridgeItem(Provision, table=MainTable):
    """`expires_at` in Unix seconds, thirty days after `deleted_at`."""

    entity_type: Literal["FRIDGE_DELETED"] = "FRIDGE_DELETED"
    deleted_at: Moment
    expires_at: int

    PK = key("USER#{user_id}")
    SK = key("FRIDGE_DELETED#{deleted_at}#{item_id}")


class Category(Entity, table=MainTable):
    user_id: InKey[str]
    scope: InKey[Scope]
    category_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["CATEGORY"] = "CATEGORY"
    name: str = Field(min_length=1, max_length=20)
    sort_order: int = 0

    PK = key("USER#{user_id}")
    SK = key("CATEGORY#{scope}#{category_id}")


class Taken(Nested):
    """What a dish took out of the fridge, so that it can be given back."""

    item_id: str
    name: str
    amount: Decimal | None = None
    unit: str | None = None


class CookLog(Entity, table=MainTable):
    user_id: InKey[str]
    log_id: InKey[str] = id_field(make=ulid)
    day: Annotated[date, Stored("date")]
    entity_type: Literal["COOKLOG"] = "COOKLOG"
    recipe_id: str
    title: str
    servings: int = 2
    taken: OmitDefault[tuple[Taken, ...]] = ()
    memo: str | None = None
    created_at: Moment = Field(frozen=True)

    PK = key("USER#{user_id}")
    SK = key("COOKLOG#{day}#{log_id}")
