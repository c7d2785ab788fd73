"""The market: the rows of what is published, shared, saved, bought and told, in the same table."""

from datetime import date, datetime
from typing import Annotated, Literal, TypeAlias

from chabudai.apps.kondate.book.entities import Picture, RecipeText, SetText
from chabudai.apps.kondate.main_table import Kind, MainTable, Moment, Nested
from chabudai.apps.kondate.web_addresses import WebAddress
from chabudai.table import As, Entity, Field, InKey, OmitDefault, UpdatedAt, id_field, key, ulid

Target: TypeAlias = Literal["RECIPE", "SET", "SUBSCRIPTION"]
"""What is paid for: something of the catalog, or a period of the subscription."""
PurchaseStatus: TypeAlias = Literal["pending", "paid", "failed", "canceled", "refunding", "refunded"]
SubscriptionStatus: TypeAlias = Literal["active", "canceled", "past_due"]
LaterMoment: TypeAlias = Annotated[datetime | None, As("iso")]


class PaymentMethod(Entity, table=MainTable):
    """Never a card's number: its brand, its last four digits, and what the provider calls it.

    `is_default` of the one that is used unless another is chosen; `declined_at` where the last payment was declined.
    """

    user_id: InKey[str]
    payment_method_id: InKey[str] = id_field(make=ulid)
    entity_type: Literal["PAYMENT_METHOD"] = "PAYMENT_METHOD"
    brand: str
    last4: str = Field(pattern=r"^\d{4}$")
    provider_token: str
    is_default: bool = False
    declined_at: LaterMoment = None
    created_at: Moment = Field(frozen=True)

    PK = key("USER#{user_id}")
    SK = key("PAYMENT_METHOD#{payment_method_id}")


class Purchase(Entity, table=MainTable):
    """`amount` in whole yen; `charge_id` is what the provider calls the payment.

    "pending" until it is known how it ended; "refunding" while the money is on its way back. `ended_at` when it came
    to an end. `edition` of what is sold is the one that was seen and is paid for.
    """

    user_id: InKey[str]
    purchase_id: InKey[str] = id_field(make=ulid)
    purchased_at: Moment
    entity_type: Literal["PURCHASE"] = "PURCHASE"
    target_type: Target
    target_id: str
    title: str
    amount: int = Field(ge=0)
    status: PurchaseStatus = "paid"
    payment_method_id: str | None = None
    card: str | None = None
    charge_id: str | None = None
    published_at: LaterMoment = None
    edition: str | None = None
    ended_at: LaterMoment = None

    PK = key("USER#{user_id}")
    SK = key("PURCHASE#{purchased_at}#{purchase_id}")


class Purchased(Entity, table=MainTable):
    """Beyond the seed: whether something was bought already, or is being bought: then it is not `is_paid` yet.

    `edition` is the one that was bought, and stays readable.
    """

    user_id: InKey[str]
    target_type: InKey[Target]
    target_id: InKey[str]
    entity_type: Literal["PURCHASED"] = "PURCHASED"
    purchased_at: Moment
    purchase_id: str
    is_paid: OmitDefault[bool] = True
    published_at: LaterMoment = None
    edition: str | None = None

    PK = key("USER#{user_id}")
    SK = key("PURCHASED#{target_type}#{target_id}")


class Checkout(Entity, table=MainTable):
    """Beyond the seed: the key of one opened sheet, and the purchase that came of it."""

    user_id: InKey[str]
    checkout_key: InKey[str]
    entity_type: Literal["CHECKOUT"] = "CHECKOUT"
    purchased_at: Moment
    purchase_id: str

    PK = key("USER#{user_id}")
    SK = key("CHECKOUT#{checkout_key}")


class OpenPurchase(Entity, table=MainTable):
    """Beyond the seed: a purchase that has not come to its end, and until when the person may still confirm it."""

    due_at: InKey[datetime]
    purchase_id: InKey[str]
    entity_type: Literal["OPEN_PURCHASE"] = "OPEN_PURCHASE"
    user_id: str
    purchased_at: Moment

    PK = key("OPEN_PURCHASE")
    SK = key("DUE#{due_at}#{purchase_id}")


class Subscription(Entity, table=MainTable):
    """Paid up to `period_ends_at`. A canceled one holds until then."""

    user_id: InKey[str]
    entity_type: Literal["SUBSCRIPTION"] = "SUBSCRIPTION"
    plan: str
    status: SubscriptionStatus = "active"
    started_at: Moment
    period_ends_at: Moment
    canceled_at: LaterMoment = None
    payment_method_id: str | None = None

    PK = key("USER#{user_id}")
    SK = key("SUBSCRIPTION#ACTIVE")


class Renewal(Entity, table=MainTable):
    """Beyond the seed: when a subscription has to be paid for again."""

    due_at: InKey[datetime]
    user_id: InKey[str]
    entity_type: Literal["RENEWAL"] = "RENEWAL"

    PK = key("RENEWAL")
    SK = key("DUE#{due_at}#{user_id}")


class Notification(Entity, table=MainTable):
    """What happened, by its `kind`; `title` is the name of what it is about. Whoever reads it makes the sentence.

    `target_type` and `target_id` lead there.

    `expires_at` in Unix seconds.
    """

    user_id: InKey[str]
    notification_id: InKey[str] = id_field(make=ulid)
    created_at: Moment
    entity_type: Literal["NOTIFICATION"] = "NOTIFICATION"
    kind: str
    title: str
    body: str = ""
    count: int | None = None
    target_type: Target | None = None
    target_id: str | None = None
    link: str | None = None
    read_at: LaterMoment = None
    expires_at: int | None = None

    PK = key("USER#{user_id}")
    SK = key("NOTIFICATION#{created_at}#{notification_id}")


class ToldNotice(Entity, table=MainTable):
    """Beyond the seed: that something was told already, so that nothing is told twice. `expires_at` in Unix seconds."""

    user_id: InKey[str]
    subject: InKey[str]
    entity_type: Literal["TOLD"] = "TOLD"
    expires_at: int

    PK = key("USER#{user_id}")
    SK = key("TOLD#{subject:escaped}")


class PushToken(Entity, table=MainTable):
    """A device that may be told. The key has only the hash of where it is reached; `sealed` has it encrypted."""

    user_id: InKey[str]
    platform: InKey[Literal["ios", "android", "web"]]
    token_hash: InKey[str]
    entity_type: Literal["PUSH_TOKEN"] = "PUSH_TOKEN"
    name: str | None = Field(default=None, max_length=80)
    sealed: str | None = None
    created_at: Moment

    PK = key("USER#{user_id}")
    SK = key("PUSH_TOKEN#{platform}#{token_hash}")


class DuePush(Entity, table=MainTable):
    """Beyond the seed: a notice that is still to be sent to a person's devices. `expires_at` in Unix seconds."""

    due_at: InKey[datetime]
    notification_id: InKey[str]
    entity_type: Literal["DUE_PUSH"] = "DUE_PUSH"
    user_id: str
    created_at: Moment
    tries: OmitDefault[int] = 0
    expires_at: int

    PK = key("DUE_PUSH")
    SK = key("DUE#{due_at}#{notification_id}")


class NotificationSettings(Entity, table=MainTable):
    """`muted` kinds are not told; news up to `last_read_at` is read. `hour` of the person's day is when the fridge is
    looked at; `next_look_at` is the next time, `told_on` the last day on which it was told. `devices` can be told.
    """

    user_id: InKey[str]
    entity_type: Literal["NOTIFICATION_SETTINGS"] = "NOTIFICATION_SETTINGS"
    muted: frozenset[str] = frozenset()
    hour: OmitDefault[int] = Field(default=16, ge=0, le=23)
    last_read_at: LaterMoment = None
    next_look_at: LaterMoment = None
    told_on: date | None = None
    devices: OmitDefault[int] = Field(default=0, ge=0)

    PK = key("USER#{user_id}")
    SK = key("NOTIFICATION_SETTINGS#")


class FridgeLook(Entity, table=MainTable):
    """Beyond the seed: when somebody's fridge is to be looked at for what is soon past its date."""

    due_at: InKey[datetime]
    user_id: InKey[str]
    entity_type: Literal["FRIDGE_LOOK"] = "FRIDGE_LOOK"

    PK = key("FRIDGE_LOOK")
    SK = key("DUE#{due_at}#{user_id}")


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


class Creator(Entity, table=MainTable):
    """Beyond the seed: the name and text under which a person publishes. Only who `is_selling` may ask a price."""

    user_id: InKey[str]
    entity_type: Literal["CREATOR"] = "CREATOR"
    name: str = Field(min_length=1, max_length=40)
    text: OmitDefault[str] = Field(default="", max_length=500)
    is_selling: OmitDefault[bool] = False
    created_at: Moment = Field(frozen=True)
    updated_at: Annotated[Moment, UpdatedAt()]

    PK = key("USER#{user_id}")
    SK = key("CREATOR#")


class Publication(Entity, table=MainTable):
    """Beyond the seed: what a person published, or had published (`is_live`), and where it stands in the catalog.

    `edition` is another with each change. `tokens` are all words under which rows may stand; while `is_indexed` is
    False, some of them are still to be written or taken away.
    """

    user_id: InKey[str]
    target_type: InKey[Kind]
    target_id: InKey[str]
    entity_type: Literal["PUBLICATION"] = "PUBLICATION"
    title: str
    published_at: Moment
    edition: str
    price: int | None = None
    is_live: bool = True
    is_indexed: bool = False
    tokens: frozenset[str] = frozenset()

    PK = key("USER#{user_id}")
    SK = key("PUBLISHED#{target_type}#{target_id}")


class Published(Entity):
    """What every item of the catalog has. It is a snapshot, not its creator's draft. `price` in whole yen, None: free.

    `author_name` or `source_url` says whose it is. `bought_count` people bought it. `edition` is another each time that
    it is published, `orders` are the purchases of this one, whatever became of them. `words` are what it is found by:
    of something paid, nothing that has to be bought.
    """

    creator_id: str
    creator_name: str
    author_name: str | None = Field(default=None, max_length=80)
    source_url: WebAddress = None
    saved_count: int = Field(default=0, ge=0)
    bought_count: OmitDefault[int] = Field(default=0, ge=0)
    price: int | None = Field(default=None, ge=0)
    edition: str | None = None
    orders: OmitDefault[int] = Field(default=0, ge=0)
    words: OmitDefault[str] = ""
    created_at: Moment = Field(frozen=True)
    changed_at: LaterMoment = None


class PublishedRecipe(RecipeText, Published):
    recipe_id: InKey[str]


class DishOutline(Nested):
    """What anyone may know of a dish of a published set."""

    title: str
    picture: Picture | None = None
    day: int | None = None
    servings: int = 2
    minutes: int | None = None
    ingredients: int = 0
    steps: int = 0


class PublishedSet(SetText, Published):
    """`minutes` of the dish that takes longest. The texts of its dishes are rows of their own: CatalogDish."""

    set_id: InKey[str]
    outlines: OmitDefault[tuple[DishOutline, ...]] = ()
    minutes: int | None = None


class CatalogRecipe(PublishedRecipe, table=MainTable):
    entity_type: Literal["CATALOG_RECIPE"] = "CATALOG_RECIPE"

    PK = key("CATALOG#RECIPE")
    SK = key("CREATED#{created_at}#{recipe_id}")
    GSI1PK = key("ENTITY#RECIPE#{recipe_id}")
    GSI1SK = key("PUBLIC#")
    GSI2PK = key("CATALOG#RECIPE")
    GSI2SK = key("SORT#POPULAR#{saved_count:010}#{recipe_id}")
    GSI3PK = key("CREATOR#{creator_id}#RECIPE")
    GSI3SK = key("CREATED#{created_at}#{recipe_id}")


class CatalogSet(PublishedSet, table=MainTable):
    entity_type: Literal["CATALOG_SET"] = "CATALOG_SET"

    PK = key("CATALOG#SET")
    SK = key("CREATED#{created_at}#{set_id}")
    GSI1PK = key("ENTITY#SET#{set_id}")
    GSI1SK = key("PUBLIC#")
    GSI2PK = key("CATALOG#SET")
    GSI2SK = key("SORT#POPULAR#{saved_count:010}#{set_id}")
    GSI3PK = key("CREATOR#{creator_id}#SET")
    GSI3SK = key("CREATED#{created_at}#{set_id}")


class EndedRecipe(PublishedRecipe, table=MainTable):
    """Beyond the seed: no longer published, for those who saved or bought it."""

    entity_type: Literal["ENDED_RECIPE"] = "ENDED_RECIPE"

    PK = key("ENDED#RECIPE")
    SK = key("CREATED#{created_at}#{recipe_id}")


class EndedSet(PublishedSet, table=MainTable):
    """Beyond the seed: as EndedRecipe."""

    entity_type: Literal["ENDED_SET"] = "ENDED_SET"

    PK = key("ENDED#SET")
    SK = key("CREATED#{created_at}#{set_id}")


class PastRecipe(PublishedRecipe, table=MainTable):
    """Beyond the seed: an edition that somebody ordered, kept for them when another took its place."""

    entity_type: Literal["PAST_RECIPE"] = "PAST_RECIPE"
    edition: str  # pyright: ignore[reportGeneralTypeIssues] - one without is no past one

    PK = key("EDITIONS#{recipe_id}")
    SK = key("RECIPE#{edition}")


class PastSet(PublishedSet, table=MainTable):
    """Beyond the seed: as PastRecipe. The texts of its dishes stay beside those of the other editions."""

    entity_type: Literal["PAST_SET"] = "PAST_SET"
    edition: str  # pyright: ignore[reportGeneralTypeIssues] - as above

    PK = key("EDITIONS#{set_id}")
    SK = key("SET#{edition}")


class CatalogDish(RecipeText, table=MainTable):
    """Beyond the seed: what is written in one dish of a published set, so that the set stays readable."""

    set_id: InKey[str]
    edition: InKey[str]
    number: InKey[int] = Field(ge=0, le=6)
    entity_type: Literal["CATALOG_DISH"] = "CATALOG_DISH"
    author_name: str | None = None
    source_url: WebAddress = None

    PK = key("CATALOG_DISHES#{set_id}")
    SK = key("DISH#{edition}#{number:03}")


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
    source_url: WebAddress = None
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
