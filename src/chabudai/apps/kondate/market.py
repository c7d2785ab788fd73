"""The market: the rows of what is published, shared, saved, bought and told, in the kitchen's table."""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from chabudai.apps.kondate.kitchen import MainTable, Moment, RecipeText, SetText
from chabudai.table import As, Entity, Field, InKey, id_field, key, ulid

Kind: TypeAlias = Literal["RECIPE", "SET"]


class PaymentMethod(Entity, table=MainTable):
    """Never a card's number: its brand, its last four digits, and what the provider calls it."""

    user_id: InKey[str]
    payment_method_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["PAYMENT_METHOD"] = "PAYMENT_METHOD"
    brand: str
    last4: str = Field(pattern=r"^\d{4}$")
    provider_token: str
    is_default: bool = False
    created_at: Moment = Field(frozen=True)

    PK = key("USER#{user_id}")
    SK = key("PAYMENT_METHOD#{payment_method_id}")


class Purchase(Entity, table=MainTable):
    """`amount` in whole yen."""

    user_id: InKey[str]
    purchase_id: InKey[str] = id_field(make=ulid)
    purchased_at: Moment
    entity_type: Literal["PURCHASE"] = "PURCHASE"
    target_type: Kind
    target_id: str
    title: str
    amount: int = Field(ge=0)
    status: Literal["pending", "paid", "failed"] = "paid"
    payment_method_id: str | None = None

    PK = key("USER#{user_id}")
    SK = key("PURCHASE#{purchased_at}#{purchase_id}")


class Purchased(Entity, table=MainTable):
    """Beyond the seed: whether something was bought already."""

    user_id: InKey[str]
    target_type: InKey[Kind]
    target_id: InKey[str]
    entity_type: Literal["PURCHASED"] = "PURCHASED"
    purchased_at: Moment
    purchase_id: str

    PK = key("USER#{user_id}")
    SK = key("PURCHASED#{target_type}#{target_id}")


class Subscription(Entity, table=MainTable):
    user_id: InKey[str]
    entity_type: Literal["SUBSCRIPTION"] = "SUBSCRIPTION"
    plan: str
    status: Literal["active", "canceled", "past_due"] = "active"
    started_at: Moment
    period_ends_at: Moment
    canceled_at: Annotated[datetime | None, As("iso")] = None
    payment_method_id: str | None = None

    PK = key("USER#{user_id}")
    SK = key("SUBSCRIPTION#ACTIVE")


class Notification(Entity, table=MainTable):
    user_id: InKey[str]
    notification_id: InKey[str] = id_field(make=ulid)
    created_at: Moment
    entity_type: Literal["NOTIFICATION"] = "NOTIFICATION"
    kind: str
    title: str
    body: str = ""
    link: str | None = None
    read_at: Annotated[datetime | None, As("iso")] = None

    PK = key("USER#{user_id}")
    SK = key("NOTIFICATION#{created_at}#{notification_id}")


class PushToken(Entity, table=MainTable):
    user_id: InKey[str]
    platform: InKey[Literal["ios", "android", "web"]]
    token_hash: InKey[str]
    entity_type: Literal["PUSH_TOKEN"] = "PUSH_TOKEN"
    created_at: Moment

    PK = key("USER#{user_id}")
    SK = key("PUSH_TOKEN#{platform}#{token_hash}")


class NotificationSettings(Entity, table=MainTable):
    """`muted` kinds are not told; news up to `last_read_at` is read."""

    user_id: InKey[str]
    entity_type: Literal["NOTIFICATION_SETTINGS"] = "NOTIFICATION_SETTINGS"
    muted: frozenset[str] = frozenset()
    last_read_at: Annotated[datetime | None, As("iso")] = None

    PK = key("USER#{user_id}")
    SK = key("NOTIFICATION_SETTINGS#")


class Saved(Entity, table=MainTable):
    """A published recipe or set that a person keeps; `published_at` leads to it."""

    user_id: InKey[str]
    target_type: InKey[Kind]
    target_id: InKey[str]
    entity_type: Literal["SAVED"] = "SAVED"
    published_at: Moment
    title: str
    saved_at: Moment

    PK = key("USER#{user_id}")
    SK = key("SAVED#{target_type}#{target_id}")


class Published(Entity):
    """What every item of the catalog has. It is a snapshot, not its creator's draft. `price` in whole yen."""

    creator_id: str
    creator_name: str
    saved_count: int = Field(default=0, ge=0)
    price: int | None = Field(default=None, ge=0)
    created_at: Moment = Field(frozen=True)


class CatalogRecipe(RecipeText, Published, table=MainTable):
    recipe_id: InKey[str]
    entity_type: Literal["CATALOG_RECIPE"] = "CATALOG_RECIPE"

    PK = key("CATALOG#RECIPE")
    SK = key("CREATED#{created_at}#{recipe_id}")
    GSI1PK = key("ENTITY#RECIPE#{recipe_id}")
    GSI1SK = key("PUBLIC#")
    GSI2PK = key("CATALOG#RECIPE")
    GSI2SK = key("SORT#POPULAR#{saved_count:010}#{recipe_id}")
    GSI3PK = key("CREATOR#{creator_id}#RECIPE")
    GSI3SK = key("CREATED#{created_at}#{recipe_id}")


class CatalogSet(SetText, Published, table=MainTable):
    set_id: InKey[str]
    entity_type: Literal["CATALOG_SET"] = "CATALOG_SET"

    PK = key("CATALOG#SET")
    SK = key("CREATED#{created_at}#{set_id}")
    GSI1PK = key("ENTITY#SET#{set_id}")
    GSI1SK = key("PUBLIC#")
    GSI2PK = key("CATALOG#SET")
    GSI2SK = key("SORT#POPULAR#{saved_count:010}#{set_id}")
    GSI3PK = key("CREATOR#{creator_id}#SET")
    GSI3SK = key("CREATED#{created_at}#{set_id}")


class CreatorRecipe(Entity, table=MainTable):
    creator_id: InKey[str]
    recipe_id: InKey[str]
    created_at: Moment
    entity_type: Literal["CREATOR_RECIPE"] = "CREATOR_RECIPE"
    title: str

    PK = key("CREATOR#{creator_id}")
    SK = key("CATALOG_RECIPE#{created_at}#{recipe_id}")


class CreatorSet(Entity, table=MainTable):
    creator_id: InKey[str]
    set_id: InKey[str]
    created_at: Moment
    entity_type: Literal["CREATOR_SET"] = "CREATOR_SET"
    title: str

    PK = key("CREATOR#{creator_id}")
    SK = key("CATALOG_SET#{created_at}#{set_id}")


class Share(Entity, table=MainTable):
    """A link by which anyone can see a recipe or a set of its owner's."""

    share_id: InKey[str]
    entity_type: Literal["SHARE"] = "SHARE"
    target_type: Kind
    target_id: str
    author_name: str | None = None
    source_url: str | None = None
    owner_id: str
    created_at: Moment

    PK = key("SHARE#{share_id}")
    SK = key("META#")


class Shared(Entity, table=MainTable):
    """Beyond the seed: the one live link to a thing."""

    user_id: InKey[str]
    target_type: InKey[Kind]
    target_id: InKey[str]
    entity_type: Literal["SHARED"] = "SHARED"
    share_id: str

    PK = key("USER#{user_id}")
    SK = key("SHARED#{target_type}#{target_id}")


class Token(Entity, table=MainTable):
    """Beyond the seed: a word by which something of the catalog is found."""

    kind: InKey[Kind]
    token: InKey[str]
    created_at: InKey[datetime]
    target_id: InKey[str]
    entity_type: Literal["TOKEN"] = "TOKEN"

    PK = key("TOKEN#{kind}#{token:escaped}")
    SK = key("CREATED#{created_at}#{target_id}")


class News(Entity, table=MainTable):
    """Beyond the seed: something that everyone should know."""

    news_id: InKey[str] = id_field(make=ulid)
    created_at: Moment
    entity_type: Literal["NEWS"] = "NEWS"
    title: str
    body: str = ""

    PK = key("NEWS")
    SK = key("CREATED#{created_at}#{news_id}")
