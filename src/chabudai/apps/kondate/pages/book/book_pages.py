"""The recipe book as a list: searched, sorted and narrowed by its address; what was saved of others; photos."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from litestar import Response

from chabudai.adapters.objects import ObjectStorage
from chabudai.apps.kondate.book import categories, recipes
from chabudai.apps.kondate.book.entities import Category, Recipe
from chabudai.apps.kondate.book.photos import photo_folder
from chabudai.apps.kondate.book.recipes import Order
from chabudai.apps.kondate.book.suggestion import QUICK
from chabudai.apps.kondate.market import saves
from chabudai.apps.kondate.market.cards import Card
from chabudai.apps.kondate.messages import lazy
from chabudai.apps.kondate.pages.book.shown_recipes import RECIPES_URL, show_recipes
from chabudai.apps.kondate.pages.kitchen.shown_dishes import ShownPicture, show_pictures
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common import photos
from chabudai.common.owner import Owner
from chabudai.web.context import RequestContext
from chabudai.web.lists import PagedAddress
from chabudai.web.offline import keep_offline
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get
from chabudai.web.translations import Text

ORDERS: Final[dict[Order, Text]] = {
    "newest": lazy("Newest"),
    "often": lazy("Cooked often"),
    "long_ago": lazy("Not for a while"),
    "name": lazy("By name"),
}
_MOST_TAGS: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class BookAddress(PagedAddress):
    """`is_quick`: ready within half an hour."""

    PATH: ClassVar[str] = RECIPES_URL
    NAMES: ClassVar[dict[str, str]] = {**PagedAddress.NAMES, "is_quick": "quick"}
    NARROWING: ClassVar[tuple[str, ...]] = ("q", "category", "tag", "is_quick")
    PAGE: ClassVar[int] = 30

    shelf: Literal["own", "saved"] = "own"
    q: str | None = None
    sort: Order = "newest"
    category: str | None = None
    tag: str | None = None
    is_quick: bool = False


@dataclass(frozen=True, slots=True)
class SavedRecipe:
    """Something saved of what others publish; `card` is None when it is nowhere any more."""

    title: str
    card: Card | None
    picture: ShownPicture


@get("/recipes")
def show_book(
    owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    address = BookAddress.parse(context.query)
    if address.shelf == "saved":
        return keep_offline(pages.page("kondate/book.html", shell=shell, address=address, saved=_find_saved(owner)))
    known = recipes.find_all(owner, address.sort)
    found = _narrow(known, address)
    return keep_offline(
        pages.page(
            "kondate/book.html",
            shell=shell,
            address=address,
            orders=ORDERS,
            categories=_chips(categories.find_all(owner), address.category),
            tags=_find_tags(known, address.tag),
            found=len(found),
            is_empty=not known,
            recipes=show_recipes(found[address.start : address.last]),
            more=address.more() if len(found) > address.last else None,
        )
    )


@get("/photos/{name:str}/{size:str}")
def show_photo(
    name: FromPath[str], size: FromPath[str], owner: Injected[Owner], objects: Injected[ObjectStorage]
) -> Response[bytes]:
    """Of one's own folder alone: another person's is as unknown as one that never was."""
    return photos.respond(photo_folder(objects, owner.username).read(name, photos.parse_size(size)))


def _find_saved(owner: Owner) -> list[SavedRecipe]:
    found = saves.find_all_saved(owner, "RECIPE")
    drawn = [next(iter(each.card.pictures), None) if each.card is not None else None for each in found]
    return [
        SavedRecipe(each.row.title, each.card, picture)
        for each, picture in zip(found, show_pictures(drawn), strict=True)
    ]


def _narrow(known: Sequence[Recipe], address: BookAddress) -> list[Recipe]:
    found = recipes.search(known, address.q) if address.q else list(known)
    return [
        recipe
        for recipe in found
        if address.category in (None, recipe.category_id)
        and (address.tag is None or address.tag in recipe.tags)
        and not (address.is_quick and (recipe.minutes is None or recipe.minutes > QUICK))
    ]


def _chips(known: Iterable[Category], chosen: str | None) -> list[Category]:
    """A hidden one only while it is chosen."""
    return [each for each in known if not each.is_hidden or each.category_id == chosen]


def _find_tags(known: Iterable[Recipe], chosen: str | None) -> list[str]:
    """Those that most recipes have, and the one that is chosen in any case."""
    counts = Counter(tag for recipe in known for tag in recipe.tags)
    most = [tag for tag, _ in counts.most_common(_MOST_TAGS)]
    return most if chosen is None or chosen in most else [chosen, *most]
