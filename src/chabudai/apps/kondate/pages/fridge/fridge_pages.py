"""The fridge: its page, what is put in by one line, used up by one tap, and dates that are corrected by one."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, ClassVar, Final, Literal, cast, get_args

from annotated_types import MaxLen
from litestar import Response

from chabudai.apps.kondate.book.cookable import Cookable, find_cookable
from chabudai.apps.kondate.drawing.cloths import choose_cloth
from chabudai.apps.kondate.errors import NoSuchFood
from chabudai.apps.kondate.kitchen import fridge
from chabudai.apps.kondate.kitchen.entities import Place
from chabudai.apps.kondate.kitchen.plans import find_plans
from chabudai.apps.kondate.kitchen.uses import find_uses
from chabudai.apps.kondate.messages import gettext, lazy, ngettext
from chabudai.apps.kondate.pages.fridge.fridge_view import name_places, view_fridge
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.apps.kondate.pictures import FALLBACK, picture_file
from chabudai.common.days import parse_day
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_joined_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidFields
from chabudai.web.forms import Form
from chabudai.web.lists import ListAddress
from chabudai.web.offline import keep_offline
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post

FRIDGE_URL: Final = "/kondate/fridge"
NEW_URL: Final = f"{FRIDGE_URL}/new"
NO_SUCH_DAY: Final = lazy("Choose a date.")
MOST_ROWS: Final = 60
"""Before one asks for all."""
_PICTURES: Final = 3
_YEARS: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class FridgeAddress(ListAddress):
    """`new` is the act whose things stand on top."""

    PATH: ClassVar[str] = FRIDGE_URL
    NAMES: ClassVar[dict[str, str]] = {"is_whole": "all"}
    PASSING: ClassVar[tuple[str, ...]] = ("new", "is_whole")

    place: Literal["", "fridge", "vegetables", "freezer", "pantry"] = ""
    new: Annotated[str, MaxLen(40)] = ""
    is_whole: bool = False


@get("/fridge")
def show_fridge(
    owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    address = FridgeAddress.parse(context.query)
    items = fridge.find_items(owner)
    uses = find_uses(owner, find_plans(owner)) if items else {}
    ready = find_cookable(owner)[0] if items else ()
    view = view_fridge(
        items,
        uses,
        owner.today(),
        place=address.place,
        batch_id=address.new,
        most=len(items) if address.is_whole else MOST_ROWS,
    )
    return keep_offline(
        pages.page(
            "kondate/fridge.html",
            fridge=view,
            deleted=fridge.count_deleted(owner),
            ready=ready,
            pictures=[_picture(each) for each in ready[:_PICTURES]],
            places=name_places(),
            address=address,
            shell=shell,
        )
    )


@get("/fridge/new")
def show_form(shell: Injected[Shell], pages: Injected[Pages]) -> Response[str]:
    return _render_form(pages, shell, Form.of(days="guess"))


@post("/fridge/new", status_code=200)
def put_in(
    owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages], form: Injected[Form]
) -> Response[str]:
    def act() -> Response[str]:
        place = cast(Place, form["place"]) if form["place"] in get_args(Place) else None
        item = fridge.put_in(owner, form["name"], best_before=read_date(owner, form), place=place).result
        return see_other(f"{FRIDGE_URL}#food-{item.item_id}")

    return submit(form, act, lambda refused: _render_form(pages, shell, refused))


@post("/fridge/used", status_code=200)
def use_up(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """Into the trash. Where the other device was faster, nothing is left to tell."""
    back_to = FridgeAddress.at(form["next"]).url
    outcome = fridge.take_out(owner, form["item"])
    if outcome.result is None:
        return see_other(back_to)
    sentence = gettext("Used up “%(name)s”.", name=shorten_in_sentence(outcome.result.name))
    return redirect_with_joined_toast(
        context, back_to, sentence, undo_form(outcome.undo_id, back_to, "#fridge"), "used up", _joined
    )


@post("/fridge/date", status_code=200)
def correct_date(owner: Injected[Owner], form: Injected[Form]) -> Response[str]:
    """`set` is the id of a food, and in how many days its date is, or `none`. It stands where it was then."""
    item_id, _, days = form["set"].partition(" ")
    if days not in ("3", "7", "none"):
        raise NoSuchFood
    best_before = None if days == "none" else owner.today() + timedelta(days=int(days))
    fridge.change_item(owner, item_id, {"best_before": best_before})
    return see_other(FridgeAddress.at(form["next"]).url)


def read_date(owner: Owner, form: Form) -> date | Literal["never"] | None:
    """What the chips of a form say: None for a guess."""
    choices: dict[str, Callable[[], date | Literal["never"] | None]] = {
        "3": lambda: owner.today() + timedelta(days=3),
        "7": lambda: owner.today() + timedelta(days=7),
        "none": lambda: "never",
        "date": lambda: read_day(form["best_before"], owner.today()),
    }
    choose = choices.get(form["days"])
    return None if choose is None else choose()


def read_day(text: str, today: date) -> date:
    """A day as a browser sends it; one that is far from any food's is refused beside its field."""
    day = parse_day(text)
    if day is None or abs(day.year - today.year) > _YEARS:
        raise InvalidFields([("best_before", NO_SUCH_DAY)])
    return day


def _render_form(pages: Pages, shell: Shell, form: Form) -> Response[str]:
    return pages.page("kondate/fridge_new.html", form=form, errors=form.errors, places=name_places(), shell=shell)


def _picture(cookable: Cookable) -> tuple[str, str]:
    picture = cookable.recipe.picture or FALLBACK
    return f"kondate/{picture_file(picture)}", choose_cloth(picture.kind)


def _joined(count: int) -> str:
    return ngettext("Used up %(n)s item.", "Used up %(n)s items.", count)
