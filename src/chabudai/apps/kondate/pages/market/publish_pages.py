"""The sheet in which a recipe or a set is published: what will be seen, under which name, and for what price."""

from collections.abc import Sequence
from dataclasses import dataclass

from litestar import Response

from chabudai.apps.kondate.book import recipes, sets
from chabudai.apps.kondate.book.entities import Profile, Recipe, RecipeSet
from chabudai.apps.kondate.errors import CreatorNameMissing, PriceRefused, SellingNotOn
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import creators, publishing
from chabudai.apps.kondate.market.cards import outline_of
from chabudai.apps.kondate.market.drafts import PublishForm, check_origin
from chabudai.apps.kondate.market.entities import Creator, DishOutline, Publication
from chabudai.apps.kondate.market.kinds import read_kind
from chabudai.apps.kondate.messages import gettext, lazy
from chabudai.apps.kondate.pages.kitchen.shown_dishes import ShownPicture, show_pictures
from chabudai.apps.kondate.pages.market.places import item_url, own_url, plural_of
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.common.text import clean_line, shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidFields
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post


@dataclass(frozen=True, slots=True)
class PublishSheet:
    """`may_publish` is False for what came with the book or was bought, `may_sell` also for what others wrote.

    `before` is how it is published now, if it is; `own_name` is offered to whoever has not published before.
    """

    kind: Kind
    item_id: str
    title: str
    lead: str
    dishes: Sequence[tuple[DishOutline, ShownPicture]]
    author_name: str
    source_url: str
    own_name: str
    creator: Creator | None
    before: Publication | None
    may_publish: bool
    may_sell: bool

    @property
    def url(self) -> str:
        return f"/kondate/publish/{plural_of(self.kind)}/{self.item_id}"

    @property
    def back(self) -> str:
        return own_url(self.kind, self.item_id)

    @property
    def item_url(self) -> str:
        return item_url(self.kind, self.item_id)


@get("/publish/{plural:str}/{item_id:str}")
def show_publish(
    plural: FromPath[str],
    item_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    shell: Injected[Shell],
    pages: Injected[Pages],
) -> Response[str]:
    return pages.page("kondate/publish.html", shell=shell, sheet=_find(read_kind(plural), item_id, owner, profile))


@post("/publish/{plural:str}/{item_id:str}", status_code=200)
def publish(
    plural: FromPath[str],
    item_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    kind = read_kind(plural)

    def act() -> Response[str]:
        given = PublishForm(_read_price(form["price"]), form["author_name"], form["source_url"])
        check_origin(owner, kind, item_id)  # before anything is written of whoever publishes
        _prepare_creator(owner, form)
        try:
            card = publishing.publish(owner, kind, item_id, given)
        except SellingNotOn:
            raise InvalidFields([("is_selling", lazy("Switch this on to ask a price."))]) from None
        sentence = gettext("Published “%(title)s”.", title=shorten_in_sentence(card.title))
        return redirect_with_toast(context, item_url(kind, item_id), sentence)

    def show_form(again: Form) -> Response[str]:
        sheet = _find(kind, item_id, owner, profile)
        return pages.page("kondate/publish.html", shell=shell, sheet=sheet, form=again, errors=again.errors)

    return submit(form, act, show_form)


def _prepare_creator(owner: Owner, form: Form) -> None:
    """The name is asked for once; selling is switched on where that was chosen here."""
    creator, wants_to_sell = creators.find_own(owner), form["is_selling"] == "on"
    if creator is None:
        name = clean_line(form["creator_name"])
        if not name:
            raise CreatorNameMissing
        try:
            creators.edit_creator(owner, {"name": name, "is_selling": wants_to_sell})
        except InvalidFields as refusal:
            raise InvalidFields([("creator_name", said) for _, said in refusal.details]) from None
    elif wants_to_sell and not creator.is_selling:
        creators.edit_creator(owner, {"is_selling": True})


def _find(kind: Kind, item_id: str, owner: Owner, profile: Profile) -> PublishSheet:
    row, dishes = _find_draft(kind, item_id, owner)
    outlines = [outline_of(each) for each in dishes]
    creator, before = creators.find_own(owner), publishing.find_publication(owner, kind, item_id)
    author = (row.author_name if isinstance(row, Recipe) else None) or ""
    source = (row.source_url if isinstance(row, Recipe) else None) or ""
    origins = {each.origin for each in (row, *dishes)}
    return PublishSheet(
        kind=kind,
        item_id=item_id,
        title=row.title,
        lead=row.lead,
        dishes=[*zip(outlines, show_pictures([each.picture for each in outlines], across=1), strict=True)],
        author_name=author or ("" if source else creator.name if creator is not None else profile.name),
        source_url=source,
        own_name=profile.name,
        creator=creator,
        before=before if before is not None and before.is_live else None,
        may_publish=not origins & {"starter", "purchase"},
        may_sell=origins == {"own"},
    )


def _find_draft(kind: Kind, item_id: str, owner: Owner) -> tuple[Recipe | RecipeSet, list[Recipe]]:
    if kind == "RECIPE":
        recipe = recipes.find_recipe(owner, item_id)
        return recipe, [recipe]
    found = sets.find_set(owner, item_id)
    there = sets.find_dishes(owner, [found])
    return found, [there[dish.recipe_id] for dish in found.dishes if dish.recipe_id in there]


def _read_price(text: str) -> int:
    """Whole yen; nothing is free."""
    said = clean_line(text).removeprefix("¥").replace(",", "")
    if not said:
        return 0
    if not (said.isascii() and said.isdecimal() and len(said) <= 6):
        raise PriceRefused
    return int(said)
