"""What can be cooked now: from the fridge alone, or with one or two things more, which a tap puts on the list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from litestar import Response

from chabudai.apps.kondate.book.cookable import Cookable, find_cookable
from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.book.missing import find_listed, take_off_missing, write_down_missing
from chabudai.apps.kondate.book.recipes import find_recipe
from chabudai.apps.kondate.drawing.cloths import choose_cloths
from chabudai.apps.kondate.errors import ListFull
from chabudai.apps.kondate.kitchen import foods, shopping
from chabudai.apps.kondate.kitchen.entities import FridgeItem, Plan, ShoppingItem
from chabudai.apps.kondate.kitchen.plans import find_plans
from chabudai.apps.kondate.messages import lazy
from chabudai.apps.kondate.pages.fridge.date_texts import describe_date
from chabudai.apps.kondate.pages.fridge.fridge_pages import FRIDGE_URL
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pictures import FALLBACK, picture_file
from chabudai.common.owner import Owner
from chabudai.web.answers import warn
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.lists import ListAddress
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post
from chabudai.web.translations import Text

COOKABLE_URL: Final = f"{FRIDGE_URL}/cookable"
MISSING: Final[tuple[Text, ...]] = (lazy("All at home"), lazy("1 missing"), lazy("2 missing"))
MOST_SHOWN: Final = 40
_MOST_USES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class CookableAddress(ListAddress):
    PATH: ClassVar[str] = COOKABLE_URL

    missing: Literal["0", "1", "2"] = "0"


@dataclass(frozen=True, slots=True)
class ShownCookable:
    """`is_listed`: all that is missing is on the shopping list. `soon` are foods that have to be eaten by tomorrow."""

    cookable: Cookable
    picture: str
    cloth: str
    uses: tuple[str, ...]
    soon: frozenset[str]
    is_listed: bool


@get("/fridge/cookable")
def show_cookable(
    owner: Injected[Owner],
    profile: Injected[Profile],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    address = CookableAddress.parse(context.query)
    found = find_cookable(owner)
    return pages.page(
        "kondate/cookable.html",
        recipes=_show(owner, profile, found[int(address.missing)][:MOST_SHOWN]),
        segments=[(name, address.but(missing=str(n)), len(found[n])) for n, name in enumerate(MISSING)],
        address=address,
        shell=shell,
    )


@post("/fridge/cookable/add", status_code=200)
def add_missing(
    owner: Injected[Owner], profile: Injected[Profile], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    """On the list with as much as the recipe wants for this household."""
    recipe = find_recipe(owner, form["recipe"])
    back_to = CookableAddress.at(form["next"]).url
    try:
        write_down_missing(owner, recipe, profile.servings, {foods.fold(name) for name in form.all("name")})
    except ListFull as full:
        return warn(context, back_to, str(full.message))
    return see_other(back_to)


@post("/fridge/cookable/remove", status_code=200)
def remove_missing(owner: Injected[Owner], form: Injected[Form]) -> Response[str]:
    """The second tap: nothing is bought for it any more; what plans want or is in the basket stays."""
    take_off_missing(owner, find_recipe(owner, form["recipe"]))
    return see_other(CookableAddress.at(form["next"]).url)


def _show(owner: Owner, profile: Profile, found: tuple[Cookable, ...]) -> list[ShownCookable]:
    pictures = [each.recipe.picture or FALLBACK for each in found]
    cloths = choose_cloths([picture.kind for picture in pictures])
    is_wanting = any(each.missing for each in found)
    lines = shopping.find_lines(owner) if is_wanting else []
    plans = tuple(find_plans(owner).values()) if is_wanting else ()
    return [
        ShownCookable(
            cookable=each,
            picture=f"kondate/{picture_file(picture)}",
            cloth=cloth,
            uses=tuple(dict.fromkeys(item.name for item in each.uses))[:_MOST_USES],
            soon=frozenset(item.name for item in each.uses if _is_soon(item, owner)),
            is_listed=_is_listed(each, profile, lines, plans),
        )
        for each, picture, cloth in zip(found, pictures, cloths, strict=True)
    ]


def _is_listed(each: Cookable, profile: Profile, lines: Sequence[ShoppingItem], plans: Sequence[Plan]) -> bool:
    missing = {foods.fold(name) for name in each.missing}
    return bool(missing) and missing <= find_listed(each.recipe, profile.servings, lines, plans)


def _is_soon(item: FridgeItem, owner: Owner) -> bool:
    return describe_date(item, owner.today()).urgency in ("past", "soon")
