"""Choosing a set: the sets of the book and those that were saved as cards, and the sheet in which one is applied."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar, Final, Literal

from litestar import Response

from chabudai.apps.kondate.book import sets, suggestion
from chabudai.apps.kondate.book.entities import Profile, RecipeSet
from chabudai.apps.kondate.kitchen import plans
from chabudai.apps.kondate.kitchen.entities import Plan, Slot
from chabudai.apps.kondate.kitchen.plans import Leftover
from chabudai.apps.kondate.market import saves
from chabudai.apps.kondate.market.cards import Card
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.kitchen.dish_acts import read_day, read_servings
from chabudai.apps.kondate.pages.kitchen.set_cards import SetCard, make_cards
from chabudai.apps.kondate.pages.kitchen.shown_dishes import ShownPicture, show_pictures
from chabudai.apps.kondate.pages.kitchen.suggest import RuleForm
from chabudai.apps.kondate.pages.kitchen.today import TODAY_URL
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.lists import PagedAddress
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post

SETS_URL: Final = "/kondate/sets"
SHOPPING_URL: Final = "/kondate/shopping"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetsAddress(PagedAddress):
    """`is_quick`: no dish of it takes longer than half an hour."""

    PATH: ClassVar[str] = SETS_URL
    NAMES: ClassVar[dict[str, str]] = {**PagedAddress.NAMES, "is_quick": "quick"}
    NARROWING: ClassVar[tuple[str, ...]] = ("is_quick",)
    PAGE: ClassVar[int] = 20

    shelf: Literal["own", "saved"] = "own"
    sort: Literal["newest", "fridge"] = "newest"
    is_quick: bool = False


@dataclass(frozen=True, slots=True)
class SavedSet:
    """Something saved of what others publish; `card` is None when it is nowhere any more."""

    title: str
    card: Card | None
    pictures: list[ShownPicture]


@get("/sets")
def show_sets(
    owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    address = SetsAddress.parse(context.query)
    if address.shelf == "saved":
        return pages.page("kondate/sets.html", address=address, saved=_find_saved(owner), rules=RuleForm(), shell=shell)
    cards, has_more = _find_cards(owner, address)
    more = address.more() if has_more else None
    return pages.page("kondate/sets.html", address=address, cards=cards, more=more, rules=RuleForm(), shell=shell)


@get("/sets/{set_id:str}/apply")
def show_apply(
    set_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    shell: Injected[Shell],
    pages: Injected[Pages],
) -> Response[str]:
    return _show_apply(set_id, owner, profile, shell, pages, Form())


@post("/sets/{set_id:str}/apply", status_code=200)
def apply(
    set_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    def apply_it() -> Response[str]:
        slot: Slot = "NEXT" if form["slot"] == "NEXT" else "CURRENT"
        leftover: Leftover = "drop" if slot == "NEXT" or form["leftover"] == "drop" else "next"
        start = read_day(form["other_day"] or form["start"]) or owner.today()
        servings = read_servings(form["servings"])
        outcome = plans.apply_set(owner, set_id, slot=slot, servings=servings, start=start, leftover=leftover)
        return redirect_with_toast(
            context, TODAY_URL, _say_applied(outcome.result), undo_form(outcome.undo_id, TODAY_URL)
        )

    return submit(form, apply_it, lambda filled: _show_apply(set_id, owner, profile, shell, pages, filled))


@post("/sets/{set_id:str}/begin", status_code=200)
def begin(set_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    """One tap: from today, for as many as eat at home, and on to the shopping list."""
    outcome = plans.apply_set(owner, set_id, start=owner.today(), leftover="next")
    undo = undo_form(outcome.undo_id, TODAY_URL)
    return redirect_with_toast(context, SHOPPING_URL, _say_applied(outcome.result), undo)


def _find_cards(owner: Owner, address: SetsAddress) -> tuple[Sequence[SetCard], bool]:
    """Those of the page, and whether there are more. Only what is sorted or filtered by dishes reads all of them."""
    known = sets.find_all(owner)
    if address.sort == "newest" and not address.is_quick:
        cards = make_cards(owner, known[address.start : address.last])
        return cards, len(known) > address.last
    found = [card for card in make_cards(owner, known) if not address.is_quick or card.longest <= suggestion.QUICK]
    if address.sort == "fridge":
        found.sort(key=lambda card: -card.uses)
    return found[address.start : address.last], len(found) > address.last


def _find_saved(owner: Owner) -> list[SavedSet]:
    return [
        SavedSet(each.row.title, each.card, show_pictures(each.card.pictures if each.card is not None else ()))
        for each in saves.find_all_saved(owner, "SET")
    ]


def _show_apply(set_id: str, owner: Owner, profile: Profile, shell: Shell, pages: Pages, form: Form) -> Response[str]:
    chosen = sets.find_set(owner, set_id)
    found = plans.find_plans(owner)
    left = {slot: _count_left(found.get(slot)) for slot in ("CURRENT", "NEXT")}
    return pages.page(
        "kondate/set_apply.html",
        card=make_cards(owner, [chosen])[0],
        days=_count_days(chosen),
        servings=chosen.servings or profile.servings,
        today=owner.today(),
        tomorrow=owner.today() + timedelta(days=1),
        left=left,
        has_next="NEXT" in found,
        slot="NEXT" if left["CURRENT"] and not left["NEXT"] else "CURRENT",
        form=form,
        errors=form.errors,
        shell=shell,
    )


def _count_days(chosen: RecipeSet) -> int:
    return max((dish.day for dish in chosen.dishes if dish.day is not None), default=0)


def _count_left(plan: Plan | None) -> int:
    return 0 if plan is None else sum(dish.is_open for dish in plan.items)


def _say_applied(plan: Plan) -> str:
    title = shorten_in_sentence(plan.set_title or "")
    if plan.slot == "NEXT":
        return gettext("Next comes “%(title)s”.", title=title)
    return gettext("“%(title)s” begins.", title=title)
