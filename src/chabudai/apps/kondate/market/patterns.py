"""The access patterns 9 and 10 of the seed, and those of rows without a number: what is bought, published and told."""

from datetime import datetime

from chabudai.apps.kondate.main_table import PAGE, Kind, MainTable
from chabudai.apps.kondate.market.entities import (
    CatalogDish,
    CatalogRecipe,
    CatalogSet,
    Checkout,
    Creator,
    CreatorRecipe,
    CreatorSet,
    DuePush,
    EndedRecipe,
    EndedSet,
    FridgeLook,
    News,
    Notification,
    NotificationSettings,
    OpenPurchase,
    PastRecipe,
    PastSet,
    PaymentMethod,
    Publication,
    Purchase,
    Purchased,
    PushToken,
    Renewal,
    Saved,
    Share,
    Shared,
    Subscription,
    Target,
    Token,
)
from chabudai.table import Get, Query, Scan, gt, le


@MainTable.pattern("9", "how a person pays")
def payment_methods(user_id: str) -> Query[PaymentMethod]:
    return MainTable.query(PaymentMethod, user_id=user_id)


@MainTable.pattern("9", "what a person bought, latest first", rows=PAGE)
def purchases(user_id: str) -> Query[Purchase]:
    return MainTable.query(Purchase, user_id=user_id).descending()


@MainTable.pattern("9", "a person's subscription")
def subscription(user_id: str) -> Get[Subscription]:
    return Subscription.get(user_id=user_id)


@MainTable.pattern("9", "beyond the seed: whether a person bought something already")
def purchased(user_id: str, kind: Target, target_id: str) -> Get[Purchased]:
    return Purchased.get(user_id=user_id, target_type=kind, target_id=target_id)


@MainTable.pattern("9", "one way in which a person pays")
def payment_method(user_id: str, payment_method_id: str) -> Get[PaymentMethod]:
    return PaymentMethod.get(user_id=user_id, payment_method_id=payment_method_id)


@MainTable.pattern("9", "one purchase")
def purchase(user_id: str, purchased_at: datetime, purchase_id: str) -> Get[Purchase]:
    return Purchase.get(user_id=user_id, purchased_at=purchased_at, purchase_id=purchase_id)


@MainTable.pattern("9", "beyond the seed: all of one kind that a person bought")
def all_purchased(user_id: str, kind: Kind) -> Query[Purchased]:
    return MainTable.query(Purchased, user_id=user_id, target_type=kind)


@MainTable.pattern("9", "beyond the seed: the purchase that came of an opened sheet")
def checkout(user_id: str, checkout_key: str) -> Get[Checkout]:
    return Checkout.get(user_id=user_id, checkout_key=checkout_key)


@MainTable.pattern("9", "beyond the seed: purchases that have not come to their end, the oldest first", rows=PAGE)
def open_purchases() -> Query[OpenPurchase]:
    return MainTable.query(OpenPurchase)


@MainTable.pattern("9", "beyond the seed: subscriptions that are to be paid for again by now", rows=PAGE)
def due_renewals(now: datetime) -> Query[Renewal]:
    return MainTable.query(Renewal, due_at=le(now))


@MainTable.pattern("10", "published recipes, newest first", rows=PAGE)
def newest_recipes() -> Query[CatalogRecipe]:
    return MainTable.query(CatalogRecipe).descending()


@MainTable.pattern("10", "published sets, newest first", rows=PAGE)
def newest_sets() -> Query[CatalogSet]:
    return MainTable.query(CatalogSet).descending()


@MainTable.pattern("10", "published recipes, most saved first", rows=PAGE)
def popular_recipes() -> Query[CatalogRecipe]:
    return MainTable.by_popularity.query(CatalogRecipe).descending()


@MainTable.pattern("10", "published sets, most saved first", rows=PAGE)
def popular_sets() -> Query[CatalogSet]:
    return MainTable.by_popularity.query(CatalogSet).descending()


@MainTable.pattern("10", "a creator's published recipes, newest first", rows=PAGE)
def recipes_by(creator_id: str) -> Query[CatalogRecipe]:
    return MainTable.by_creator.query(CatalogRecipe, creator_id=creator_id).descending()


@MainTable.pattern("10", "a creator's published sets, newest first", rows=PAGE)
def sets_by(creator_id: str) -> Query[CatalogSet]:
    return MainTable.by_creator.query(CatalogSet, creator_id=creator_id).descending()


@MainTable.pattern("10", "a published recipe", rows=1)
def published_recipe(recipe_id: str) -> Query[CatalogRecipe]:
    return MainTable.by_id.query(CatalogRecipe, recipe_id=recipe_id)


@MainTable.pattern("10", "a published set", rows=1)
def published_set(set_id: str) -> Query[CatalogSet]:
    return MainTable.by_id.query(CatalogSet, set_id=set_id)


@MainTable.pattern("10", "the names of all that a creator published")
def creator_titles(creator_id: str) -> Query[CreatorRecipe | CreatorSet]:
    return MainTable.query(CreatorRecipe, CreatorSet, creator_id=creator_id)


@MainTable.pattern("10", "a published recipe where it stands in the catalog")
def catalog_recipe(created_at: datetime, recipe_id: str) -> Get[CatalogRecipe]:
    return CatalogRecipe.get(created_at=created_at, recipe_id=recipe_id)


@MainTable.pattern("10", "a published set where it stands in the catalog")
def catalog_set(created_at: datetime, set_id: str) -> Get[CatalogSet]:
    return CatalogSet.get(created_at=created_at, set_id=set_id)


@MainTable.pattern("10", "beyond the seed: a recipe that is published no more")
def ended_recipe(created_at: datetime, recipe_id: str) -> Get[EndedRecipe]:
    return EndedRecipe.get(created_at=created_at, recipe_id=recipe_id)


@MainTable.pattern("10", "beyond the seed: a set that is published no more")
def ended_set(created_at: datetime, set_id: str) -> Get[EndedSet]:
    return EndedSet.get(created_at=created_at, set_id=set_id)


@MainTable.pattern("10", "beyond the seed: the texts of a published set's dishes")
def catalog_dishes(set_id: str, edition: str) -> Query[CatalogDish]:
    return MainTable.query(CatalogDish, set_id=set_id, edition=edition)


@MainTable.pattern("10", "beyond the seed: the texts of a published set's dishes, of all editions")
def every_dish(set_id: str) -> Query[CatalogDish]:
    return MainTable.query(CatalogDish, set_id=set_id)


@MainTable.pattern("10", "beyond the seed: an edition of a recipe that somebody ordered")
def past_recipe(recipe_id: str, edition: str) -> Get[PastRecipe]:
    return PastRecipe.get(recipe_id=recipe_id, edition=edition)


@MainTable.pattern("10", "beyond the seed: an edition of a set that somebody ordered")
def past_set(set_id: str, edition: str) -> Get[PastSet]:
    return PastSet.get(set_id=set_id, edition=edition)


@MainTable.pattern("10", "beyond the seed: the editions of a recipe that somebody ordered")
def past_recipes(recipe_id: str) -> Query[PastRecipe]:
    return MainTable.query(PastRecipe, recipe_id=recipe_id)


@MainTable.pattern("10", "beyond the seed: the editions of a set that somebody ordered")
def past_sets(set_id: str) -> Query[PastSet]:
    return MainTable.query(PastSet, set_id=set_id)


@MainTable.pattern("10", "beyond the seed: under which name and text a person publishes")
def creator(user_id: str) -> Get[Creator]:
    return Creator.get(user_id=user_id)


@MainTable.pattern("10", "beyond the seed: all that a person published, or had published")
def publications(user_id: str) -> Query[Publication]:
    return MainTable.query(Publication, user_id=user_id)


@MainTable.pattern("10", "beyond the seed: whether a person published something")
def publication(user_id: str, kind: Kind, target_id: str) -> Get[Publication]:
    return Publication.get(user_id=user_id, target_type=kind, target_id=target_id)


@MainTable.pattern("11", "rows without a number in the seed: a person's notices, latest first", rows=PAGE)
def notifications(user_id: str) -> Query[Notification]:
    return MainTable.query(Notification, user_id=user_id).descending()


@MainTable.pattern("11", "rows without a number in the seed: what a person wants to be told")
def notification_settings(user_id: str) -> Get[NotificationSettings]:
    return NotificationSettings.get(user_id=user_id)


@MainTable.pattern("11", "rows without a number in the seed: where a person can be told")
def push_tokens(user_id: str) -> Query[PushToken]:
    return MainTable.query(PushToken, user_id=user_id)


@MainTable.pattern("11", "beyond the seed: news for everyone, latest first", rows=PAGE)
def news() -> Query[News]:
    return MainTable.query(News).descending()


@MainTable.pattern("11", "beyond the seed: news since a person last looked, latest first", rows=PAGE)
def news_since(moment: datetime) -> Query[News]:
    return MainTable.query(News, created_at=gt(moment)).descending()


@MainTable.pattern("11", "beyond the seed: fridges that are to be looked at by now", rows=PAGE)
def due_looks(now: datetime) -> Query[FridgeLook]:
    return MainTable.query(FridgeLook, due_at=le(now))


@MainTable.pattern("11", "beyond the seed: notices that are to be sent to devices by now", rows=PAGE)
def due_pushes(now: datetime) -> Query[DuePush]:
    return MainTable.query(DuePush, due_at=le(now))


@MainTable.pattern("12", "rows without a number in the seed: what a person saved from the catalog")
def saved(user_id: str, kind: Kind) -> Query[Saved]:
    return MainTable.query(Saved, user_id=user_id, target_type=kind)


@MainTable.pattern("12", "rows without a number in the seed: whether a person saved something")
def saved_one(user_id: str, kind: Kind, target_id: str) -> Get[Saved]:
    return Saved.get(user_id=user_id, target_type=kind, target_id=target_id)


@MainTable.pattern("13", "rows without a number in the seed: what a link shows")
def share(share_id: str) -> Get[Share]:
    return Share.get(share_id=share_id)


@MainTable.pattern("13", "beyond the seed: the link to something, if it is shared")
def shared(user_id: str, kind: Kind, target_id: str) -> Get[Shared]:
    return Shared.get(user_id=user_id, target_type=kind, target_id=target_id)


@MainTable.pattern("14", "beyond the seed: what of the catalog has a word, newest first", rows=PAGE)
def found_by(kind: Kind, token: str) -> Query[Token]:
    return MainTable.query(Token, kind=kind, token=token).descending()


@MainTable.pattern("16", "beyond the seed: every recipe that is published no more and still held", rows=PAGE)
def ended_recipes() -> Query[EndedRecipe]:
    return MainTable.query(EndedRecipe)


@MainTable.pattern("16", "beyond the seed: every set that is published no more and still held", rows=PAGE)
def ended_sets() -> Query[EndedSet]:
    return MainTable.query(EndedSet)


@MainTable.pattern("16", "beyond the seed: whatever anybody saved, to count it anew", scans=True)
def every_saved() -> Scan[Saved]:
    return Saved.scan()


@MainTable.pattern("16", "beyond the seed: whatever anybody bought, to count it anew", scans=True)
def every_purchased() -> Scan[Purchased]:
    return Purchased.scan()


@MainTable.pattern("16", "beyond the seed: what was published and is not wholly found by its words yet", scans=True)
def unindexed_publications() -> Scan[Publication]:
    return Publication.scan().filter(is_indexed=False)
