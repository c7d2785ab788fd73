"""What can be cooked now: from the fridge alone, or with one or two things more, which a tap puts on the list."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final, Literal, cast

from litestar import Response

from chabudai.apps.kondate.amounts import scale_quantity
from chabudai.apps.kondate.amounts.showing import Language
from chabudai.apps.kondate.book.cookable import Cookable, find_cookable
from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.book.ingredients import quantity_of
from chabudai.apps.kondate.book.recipes import find_recipe
from chabudai.apps.kondate.drawing.cloths import choose_cloths
from chabudai.apps.kondate.kitchen import foods, shopping
from chabudai.apps.kondate.kitchen.entities import FridgeItem
from chabudai.apps.kondate.messages import lazy
from chabudai.apps.kondate.pages.fridge.date_texts import describe_date
from chabudai.apps.kondate.pages.fridge.fridge_pages import FRIDGE_URL
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pictures import FALLBACK, picture_file
from chabudai.common.owner import Owner
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.lists import ListAddress
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post
from chabudai.web.translations import Text, current_language

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
    owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    address = CookableAddress.parse(context.query)
    found = find_cookable(owner)
    return pages.page(
        "kondate/cookable.html",
        recipes=_show(owner, found[int(address.missing)][:MOST_SHOWN]),
        segments=[(name, address.but(missing=str(n)), len(found[n])) for n, name in enumerate(MISSING)],
        address=address,
        shell=shell,
    )


@post("/fridge/cookable/add", status_code=200)
def add_missing(owner: Injected[Owner], profile: Injected[Profile], form: Injected[Form]) -> Response[str]:
    """On the list with as much as the recipe wants for this household; what stands there already is not added again."""
    recipe = find_recipe(owner, form["recipe"])
    listed = _listed(owner)
    language = cast(Language, current_language())
    for ingredient in recipe.ingredients:
        if ingredient.name in form.all("name") and foods.fold(ingredient.name) not in listed:
            amount = scale_quantity(quantity_of(ingredient), Fraction(profile.servings, recipe.servings), language)
            shopping.write_down(owner, f"{ingredient.name} {amount}")
            listed.add(foods.fold(ingredient.name))
    return see_other(CookableAddress.at(form["next"]).url)


@post("/fridge/cookable/remove", status_code=200)
def remove_missing(owner: Injected[Owner], form: Injected[Form]) -> Response[str]:
    """The second tap: what was written down comes off again, what dishes want or is bought stays."""
    names = {foods.fold(name) for name in form.all("name")}
    for line in shopping.find_lines(owner):
        if line.is_manual and not line.done and foods.fold(line.name) in names:
            shopping.dismiss(owner, line.item_id)
    return see_other(CookableAddress.at(form["next"]).url)


def _show(owner: Owner, found: tuple[Cookable, ...]) -> list[ShownCookable]:
    pictures = [each.recipe.picture or FALLBACK for each in found]
    cloths = choose_cloths([picture.kind for picture in pictures])
    listed = _listed(owner) if any(each.missing for each in found) else set()
    return [
        ShownCookable(
            cookable=each,
            picture=f"kondate/{picture_file(picture)}",
            cloth=cloth,
            uses=tuple(dict.fromkeys(item.name for item in each.uses))[:_MOST_USES],
            soon=frozenset(item.name for item in each.uses if _is_soon(item, owner)),
            is_listed=bool(each.missing) and all(foods.fold(name) in listed for name in each.missing),
        )
        for each, picture, cloth in zip(found, pictures, cloths, strict=True)
    ]


def _listed(owner: Owner) -> set[str]:
    return {foods.fold(line.name) for line in shopping.find_lines(owner) if line.is_shown}


def _is_soon(item: FridgeItem, owner: Owner) -> bool:
    return describe_date(item, owner.today()).urgency in ("past", "soon")
