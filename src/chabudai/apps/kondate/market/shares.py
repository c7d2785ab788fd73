"""Links by which anyone sees a recipe or a set: one at a time for each thing, taken away with undo, copied from.

What has to be bought is seen by guests as by anyone who has not bought it.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.book import deletions
from chabudai.apps.kondate.book.entities import Recipe, RecipeSet
from chabudai.apps.kondate.book.recipes import find_recipe
from chabudai.apps.kondate.book.sets import find_set
from chabudai.apps.kondate.errors import NoSuchLink, NoSuchUndo, NotBought, TooBusy
from chabudai.apps.kondate.kitchen.draft import find_recipes, moment
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market.cards import WholeRecipe, outline_of, whole_of
from chabudai.apps.kondate.market.copying import UNKNOWN, Copied, CopyOrigin, SetFrame, copy_recipes, origin_id_of
from chabudai.apps.kondate.market.credits import read_credit
from chabudai.apps.kondate.market.entities import DishOutline, Share, Shared
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.text import is_id
from chabudai.table import Insert, Transaction, Update

_ACT: Final = "revoke_link"
_BYTES: Final = 16
PATH: Final = "/k"
"""Under which links are opened, by anyone."""


@dataclass(frozen=True, slots=True)
class GuestView:
    """What a link shows. Of a dish that has to be bought, `recipes` has None and `dishes` its outline alone.

    `sources` say of each dish what of the catalog has to be bought for it, if anything.
    """

    share_id: str
    kind: Kind
    title: str
    lead: str
    author_name: str | None
    source_url: str | None
    dishes: tuple[DishOutline, ...]
    recipes: tuple[WholeRecipe | None, ...]
    sources: tuple[str | None, ...]

    @property
    def is_whole(self) -> bool:
        return None not in self.recipes


def path_of(share: Share) -> str:
    return f"{PATH}/{share.share_id}"


def find_share(owner: Owner, kind: Kind, target_id: str) -> Share | None:
    """The link to something of this person's, if there is one."""
    plan = design.shared(owner.username, kind, target_id)
    shared = owner.store.get(plan.consistently()) if is_id(target_id) else None
    return None if shared is None else owner.store.get(design.share(shared.share_id).consistently())


def share(
    owner: Owner, kind: Kind, target_id: str, *, author_name: str | None = None, source_url: str | None = None
) -> Share:
    """The link; where there is one already, it shows the new name or source. AuthorMissing without either."""
    row = find_recipe(owner, target_id) if kind == "RECIPE" else find_set(owner, target_id)
    author, source = read_credit(row, author_name, source_url)
    for _ in attempts(TooBusy):
        before = find_share(owner, kind, target_id)
        if before is not None:
            update: Update[Share] = Share.update(share_id=before.share_id)
            plan = Transaction().step("link", update.set(author_name=author, source_url=source))
            made = before.model_copy(update={"author_name": author, "source_url": source})
        else:
            made = Share(
                share_id=secrets.token_urlsafe(_BYTES),
                target_type=kind,
                target_id=target_id,
                author_name=author,
                source_url=source,
                owner_id=owner.username,
                created_at=moment(owner),
            )
            plan = Transaction().step("link", Insert(made)).step("shared", Insert(_shared(made)))
        if failed_step(owner.store, plan) is None:
            return made
    raise AssertionError("attempts end by raising")


def revoke(owner: Owner, kind: Kind, target_id: str) -> str | None:
    """What takes it back for half an hour, under the same id; None when nothing is shared."""
    for _ in attempts(TooBusy):
        before = find_share(owner, kind, target_id)
        if before is None:
            return None
        record = deletions.new_record(owner, _ACT, before)
        gone = Shared.delete(**_shared(before).own_key).when(share_id=before.share_id)
        plan = Transaction().step("link", Share.delete(share_id=before.share_id).existing())
        plan = plan.step("shared", gone).step("undo", Insert(record))
        if failed_step(owner.store, plan) is None:
            return record.undo_id
    raise AssertionError("attempts end by raising")


def restore(owner: Owner, undo_id: str) -> Share:
    """NoSuchUndo also when another link was made meanwhile."""
    record = deletions.find_record(owner, undo_id, _ACT)
    (row,) = deletions.rows_of(record, Share)
    plan = Transaction().step("undo", design.delete_undo(record).existing())
    plan = plan.step("link", Insert(row)).step("shared", Insert(_shared(row)))
    if failed_step(owner.store, plan) is not None:
        raise NoSuchUndo
    return row


def open_link(house: Owner, share_id: str, reader: Owner | None = None) -> GuestView:
    """For anyone who has the link; `reader` is who is signed in. NoSuchLink for one that leads nowhere, whyever.

    `house` is read with, whoever asks: its name does not matter.
    """
    found = house.store.get(design.share(share_id)) if is_id(share_id) else None
    if found is None:
        raise NoSuchLink
    sharer = Owner(house.store, found.owner_id, house.clock, house.zone)
    row, recipes, days = _find_target(sharer, found)
    whole_source = _find_source(sharer, row, found.target_type, found.target_id)
    sources = [whole_source or _find_source(sharer, recipe, "RECIPE", recipe.recipe_id) for recipe in recipes]
    is_own = reader is not None and reader.username == sharer.username
    return GuestView(
        share_id=share_id,
        kind=found.target_type,
        title=row.title,
        lead=row.lead,
        author_name=found.author_name,
        source_url=found.source_url,
        dishes=tuple(outline_of(recipe, day) for recipe, day in zip(recipes, days, strict=True)),
        recipes=tuple(
            whole_of(
                recipe,
                day=day,
                author_name=recipe.author_name or found.author_name,
                source_url=recipe.source_url or found.source_url,
            )
            if source is None or is_own or _has_bought(reader, source)
            else None
            for recipe, day, source in zip(recipes, days, sources, strict=True)
        ),
        sources=tuple(sources),
    )


def copy_shared(owner: Owner, share_id: str) -> Copied:
    """What the link shows this person, into their own book. NotBought when some of it has to be bought first."""
    view = open_link(owner, share_id, owner)
    whole = [recipe for recipe in view.recipes if recipe is not None]
    if not view.is_whole:
        raise NotBought
    frame = SetFrame(view.title, view.lead) if view.kind == "SET" else None
    origins = [CopyOrigin("share") if source is None else CopyOrigin("purchase", source) for source in view.sources]
    return copy_recipes(owner, whole, frame, origins)


def _find_target(sharer: Owner, found: Share) -> tuple[Recipe | RecipeSet, Sequence[Recipe], Sequence[int | None]]:
    if found.target_type == "RECIPE":
        recipe = sharer.store.get(design.recipe(sharer.username, found.target_id))
        if recipe is None:
            raise NoSuchLink
        return recipe, [recipe], [None]
    made = sharer.store.get(design.recipe_set(sharer.username, found.target_id))
    if made is None:
        raise NoSuchLink
    there = {recipe.recipe_id: recipe for recipe in find_recipes(sharer, [dish.recipe_id for dish in made.dishes])}
    dishes = [dish for dish in made.dishes if dish.recipe_id in there]
    if not dishes:
        raise NoSuchLink
    return made, [there[dish.recipe_id] for dish in dishes], [dish.day for dish in dishes]


def _find_source(sharer: Owner, row: Recipe | RecipeSet, kind: Kind, target_id: str) -> str | None:
    """What of the catalog has to be bought to see this: what the sharer bought, or what the sharer sells."""
    if row.origin == "purchase":
        return row.origin_id or UNKNOWN
    sold = sharer.store.get(design.publication(sharer.username, kind, target_id))
    is_sold = sold is not None and sold.is_live and sold.price is not None
    return origin_id_of(kind, target_id) if is_sold else None


def _has_bought(reader: Owner | None, source: str) -> bool:
    kind, _, item_id = source.partition(":")
    if reader is None or not item_id:
        return False
    found = reader.store.get(design.purchased(reader.username, "SET" if kind == "SET" else "RECIPE", item_id))
    return found is not None and found.is_paid


def _shared(row: Share) -> Shared:
    return Shared(user_id=row.owner_id, target_type=row.target_type, target_id=row.target_id, share_id=row.share_id)
