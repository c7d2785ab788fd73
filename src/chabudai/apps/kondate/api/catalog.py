"""The catalog for programs: lists, search, one item; saved, copied, published and taken away."""

from typing import Annotated, Literal

from litestar.params import QueryParameter

from chabudai.apps.kondate.api.answers import Answer, Listing, listing
from chabudai.apps.kondate.api.catalog_bodies import (
    CardBody,
    CopiedBody,
    CreatorBody,
    CreatorChanges,
    CreatorPage,
    ItemBody,
    NewPublication,
    OwnCreatorBody,
    PublicationBody,
    SaveBody,
    card_body,
    item_body,
)
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import catalog, copying, creators, items, publishing, saves
from chabudai.apps.kondate.market.catalog import CardPage, CatalogFilter
from chabudai.apps.kondate.market.copying import Copied
from chabudai.apps.kondate.market.drafts import PublishForm
from chabudai.apps.kondate.market.kinds import read_kind
from chabudai.common.bodies import fill, sent_fields
from chabudai.common.owner import Owner
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, post, put

Sort = Literal["newest", "popular"]
Words = Annotated[str, QueryParameter(max_length=80, description="Words of title, tags, ingredients or author.")]


@get("/catalog/recipes")
def list_catalog_recipes(
    owner: Injected[Owner],
    sort: FromQuery[Sort] = "newest",
    search: Words = "",
    minutes: FromQuery[Literal["15", "30", "45"] | None] = None,
    price: FromQuery[Literal["free", "paid"] | None] = None,
    cursor: FromQuery[str | None] = None,
) -> Listing[CardBody]:
    """Published recipes: newest, most saved (GSI2; 503 while it is not there), or by words. Access pattern 10."""
    return _list(owner, "RECIPE", sort, search, minutes, price, cursor)


@get("/catalog/sets")
def list_catalog_sets(
    owner: Injected[Owner],
    sort: FromQuery[Sort] = "newest",
    search: Words = "",
    minutes: FromQuery[Literal["15", "30", "45"] | None] = None,
    price: FromQuery[Literal["free", "paid"] | None] = None,
    cursor: FromQuery[str | None] = None,
) -> Listing[CardBody]:
    """Published sets, as the recipes. Access pattern 10."""
    return _list(owner, "SET", sort, search, minutes, price, cursor)


@get("/catalog/recipes/{item_id:str}")
def find_catalog_recipe(
    item_id: FromPath[str], owner: Injected[Owner], edition: FromQuery[Literal["newest"] | None] = None
) -> Answer[ItemBody]:
    """One item; what has to be bought shows its card alone, what was bought is as it was bought, unless the newest
    edition is asked for. Access pattern 10, GSI1.
    """
    return Answer(data=_find(owner, "RECIPE", item_id, edition))


@get("/catalog/sets/{item_id:str}")
def find_catalog_set(
    item_id: FromPath[str], owner: Injected[Owner], edition: FromQuery[Literal["newest"] | None] = None
) -> Answer[ItemBody]:
    """One item, as the recipes. Access pattern 10, GSI1."""
    return Answer(data=_find(owner, "SET", item_id, edition))


@get("/saved/{kind:str}")
def list_saved(kind: FromPath[str], owner: Injected[Owner]) -> Listing[CardBody]:
    """What one saved, the latest first; `kind` is recipes or sets."""
    return listing([card_body(each.card) for each in saves.find_all_saved(owner, read_kind(kind)) if each.card])


@put("/saved/{kind:str}/{item_id:str}", status_code=200)
def save(kind: FromPath[str], item_id: FromPath[str], owner: Injected[Owner]) -> Answer[SaveBody]:
    """Doing it twice does it once; the count is exact."""
    outcome = saves.save(owner, read_kind(kind), item_id)
    return Answer(data=SaveBody(is_saved=outcome.is_saved, saved_count=outcome.saved_count))


@delete("/saved/{kind:str}/{item_id:str}", status_code=200)
def unsave(kind: FromPath[str], item_id: FromPath[str], owner: Injected[Owner]) -> Answer[SaveBody]:
    """Also when it was not saved."""
    outcome = saves.unsave(owner, read_kind(kind), item_id)
    return Answer(data=SaveBody(is_saved=outcome.is_saved, saved_count=outcome.saved_count))


@post("/catalog/recipes/{item_id:str}/copy")
def copy_catalog_recipe(item_id: FromPath[str], owner: Injected[Owner]) -> Answer[CopiedBody]:
    """Into one's own book; 403 for what has to be bought first."""
    return Answer(data=copied_body(copying.copy_item(owner, "RECIPE", item_id)))


@post("/catalog/sets/{item_id:str}/copy")
def copy_catalog_set(item_id: FromPath[str], owner: Injected[Owner]) -> Answer[CopiedBody]:
    """Into one's own book with all its recipes; 403 for what has to be bought first."""
    return Answer(data=copied_body(copying.copy_item(owner, "SET", item_id)))


@get("/publications")
def list_publications(owner: Injected[Owner]) -> Listing[PublicationBody]:
    """What stands in the catalog of one's own, the latest first."""
    return listing([fill(PublicationBody, row) for row in publishing.find_publications(owner)])


@post("/publications")
def publish(data: JSONBody[NewPublication], owner: Injected[Owner]) -> Answer[CardBody]:
    """A snapshot of one's own recipe or set; done again, it is published anew under the same id."""
    form = PublishForm(data.price, data.author_name, data.source_url)
    return Answer(data=card_body(publishing.publish(owner, data.kind, data.id, form)))


@delete("/publications/{kind:str}/{item_id:str}")
def unpublish(kind: FromPath[str], item_id: FromPath[str], owner: Injected[Owner]) -> None:
    """It leaves lists and search; what people saved or bought stays readable for them."""
    publishing.unpublish(owner, read_kind(kind), item_id)


@get("/creator")
def find_own_creator(owner: Injected[Owner]) -> Answer[OwnCreatorBody]:
    """Who one is in the catalog; 422 for whoever has not said so."""
    return Answer(data=fill(OwnCreatorBody, creators.find_named(owner)))


@put("/creator", status_code=200)
def edit_creator(data: JSONBody[CreatorChanges], owner: Injected[Owner]) -> Answer[OwnCreatorBody]:
    """A new name stands also on what was published before."""
    return Answer(data=fill(OwnCreatorBody, creators.edit_creator(owner, sent_fields(data))))


@get("/creators/{creator_id:str}")
def find_creator(
    creator_id: FromPath[str],
    owner: Injected[Owner],
    kind: FromQuery[Literal["recipes", "sets"]] = "recipes",
    cursor: FromQuery[str | None] = None,
) -> Answer[CreatorPage]:
    """Somebody who publishes, and what they published, newest first (GSI3; 503 while it is not there)."""
    found = creators.find_creator(owner.store, creator_id)
    cards, more = creators.find_published(owner.store, creator_id, read_kind(kind), cursor)
    shown = [card_body(card) for card in cards]
    return Answer(data=CreatorPage(creator=fill(CreatorBody, found), items=shown, cursor=more))


def copied_body(copied: Copied) -> CopiedBody:
    set_id = None if copied.recipe_set is None else copied.recipe_set.set_id
    return CopiedBody(recipe_ids=[recipe.recipe_id for recipe in copied.recipes], set_id=set_id)


def _find(owner: Owner, kind: Kind, item_id: str, edition: Literal["newest"] | None) -> ItemBody:
    find = items.find_newest if edition == "newest" else items.find_item
    return item_body(find(owner, kind, item_id))


def _list(
    owner: Owner,
    kind: Kind,
    sort: Sort,
    search: str,
    minutes: str | None,
    price: Literal["free", "paid"] | None,
    cursor: str | None,
) -> Listing[CardBody]:
    only = CatalogFilter(None if minutes is None else int(minutes), price)
    page: CardPage
    if search.strip():
        page = catalog.search(owner.store, kind, search, only, cursor)
    elif sort == "popular":
        page = catalog.find_popular(owner.store, kind, only, cursor)
    else:
        page = catalog.find_newest(owner.store, kind, only, cursor)
    return listing([card_body(card) for card in page.cards], page.cursor)
