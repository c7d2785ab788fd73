"""Publishing: a draft becomes a snapshot of the catalog, is published anew, or no more.

What people saved or bought stays readable: a snapshot that is published no more goes only when nobody holds it, and an
edition that was ordered is kept beside the one that takes its place.
"""

from typing import Any

from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import NoSuchItem, TooBusy
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import editions, indexing, snapshots
from chabudai.apps.kondate.market.cards import Card, card_of
from chabudai.apps.kondate.market.drafts import PublishForm, ReadyDraft, make_ready
from chabudai.apps.kondate.market.entities import CatalogDish, CatalogRecipe, CatalogSet, Publication
from chabudai.apps.kondate.market.snapshots import Ended, Live, Snapshot
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.text import is_id
from chabudai.table import Insert, Put, Transaction, TypedStore, Update, ulid


def find_publication(owner: Owner, kind: Kind, item_id: str) -> Publication | None:
    """Whether this person published it; `is_live` while it still is."""
    return owner.store.get(design.publication(owner.username, kind, item_id).consistently()) if is_id(item_id) else None


def find_publications(owner: Owner) -> list[Publication]:
    """What stands in the catalog of this person's, whether or not the draft is still there."""
    rows = owner.store.all(design.publications(owner.username).consistently())
    return sorted((row for row in rows if row.is_live), key=lambda row: row.published_at, reverse=True)


def publish(owner: Owner, kind: Kind, item_id: str, form: PublishForm) -> Card:
    """Also anew: it keeps its id, the time of its first publication, and who saved it."""
    ready = make_ready(owner, kind, item_id, form)
    for _ in attempts(TooBusy):
        before = find_publication(owner, kind, item_id)
        row = None if before is None else _find_row(owner.store, before)
        plan, live = _plan_publication(owner, ready, before, row)
        if failed_step(owner.store, plan) is None:
            indexing.index(owner.store, owner.username, kind, item_id)
            return card_of(live)
    raise AssertionError("attempts end by raising")


def unpublish(owner: Owner, kind: Kind, item_id: str) -> None:
    """It leaves lists and search. NoSuchItem when it is not published."""
    for _ in attempts(TooBusy):
        before = find_publication(owner, kind, item_id)
        if before is None or not before.is_live:
            raise NoSuchItem
        row = snapshots.find_live(owner.store, kind, before.published_at, item_id)
        if row is None:
            continue
        unread = [] if _is_held(row) else editions.find_past(owner.store, row)
        if editions.failed_step_without(owner.store, _plan_ending(before, row), unread) is None:
            indexing.index(owner.store, owner.username, kind, item_id)
            return


def _plan_publication(
    owner: Owner, ready: ReadyDraft, before: Publication | None, row: Snapshot | None
) -> tuple[Transaction, Live]:
    now, edition = moment(owner), ulid()
    changes = {**ready.fields, "edition": edition, "orders": 0, "changed_at": now}
    match row:
        case CatalogRecipe() | CatalogSet():
            live: Live = row.model_copy(update=changes)
            update: Update[Any] = type(row).update(**row.own_key).set(**changes)
            plan = Transaction().step("item", update.when(edition=row.edition, orders=row.orders))
            plan = plan.step("creator's", Put(snapshots.creator_row(live)))
        case None:
            live = _new(ready, {**changes, "created_at": now})
            plan = Transaction().step("item", Insert(live)).step("creator's", Insert(snapshots.creator_row(live)))
        case _:
            live = snapshots.revive(row, changes)
            plan = Transaction().step("ended", _plan_leaving(row)).step("item", Insert(live))
            plan = plan.step("creator's", Insert(snapshots.creator_row(live)))
    publication = Publication(
        user_id=owner.username,
        target_type=ready.kind,
        target_id=ready.item_id,
        title=ready.title,
        published_at=live.created_at,
        edition=edition,
        price=live.price,
        tokens=indexing.tokens_of(live) | (before.tokens if before is not None else frozenset()),
    )
    kept = Insert(publication) if before is None else Put(publication).when(edition=before.edition)
    plan = plan.step("publication", kept)
    for dish in ready.dish_rows(edition):
        plan = plan.step(f"dish {dish.number}", Insert(dish))
    if row is None:
        return plan, live
    return plan.step("past", Put(editions.past_of(row))) if row.orders and row.edition else _drop_dishes(
        plan, row
    ), live


def _plan_ending(before: Publication, row: Live) -> Transaction:
    edition = ulid()
    plan = Transaction().step("item", _plan_leaving(row)).step("creator's", _creator_row_deletion(row))
    held = Publication.update(**before.own_key).set(is_live=False, is_indexed=False, edition=edition)
    plan = plan.step("publication", held.when(edition=before.edition))
    if _is_held(row):
        return plan.step("ended", Insert(snapshots.end(row)))
    return _drop_dishes(plan, row)


def _is_held(row: Live) -> bool:
    return row.saved_count + row.bought_count > 0


def _plan_leaving(row: Snapshot) -> Any:
    """As long as nobody else has come to hold it, or gone, meanwhile."""
    return (
        type(row)
        .delete(**row.own_key)
        .when(edition=row.edition, orders=row.orders, saved_count=row.saved_count, bought_count=row.bought_count)
    )


def _creator_row_deletion(row: Live) -> Any:
    beside = snapshots.creator_row(row)
    return type(beside).delete(**beside.own_key)


def _drop_dishes(plan: Transaction, row: Snapshot) -> Transaction:
    """Those of the edition that was."""
    for number, key in enumerate(editions.dish_keys(row)):
        plan = plan.step(f"old dish {number}", CatalogDish.delete(**key))
    return plan


def _find_row(store: TypedStore, publication: Publication) -> Live | Ended | None:
    return snapshots.find_snapshot(store, publication.target_type, publication.published_at, publication.target_id)


def _new(ready: ReadyDraft, fields: dict[str, Any]) -> Live:
    if ready.kind == "RECIPE":
        return CatalogRecipe.model_validate({"recipe_id": ready.item_id, **fields})
    return CatalogSet.model_validate({"set_id": ready.item_id, **fields})
