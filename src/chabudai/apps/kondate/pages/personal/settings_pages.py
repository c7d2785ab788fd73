"""How a household cooks and shops, and what it is told of. Each choice applies when it is made."""

from collections.abc import Mapping
from typing import Final

from litestar import Response

from chabudai.apps.kondate.book import recipes, settings, visibility
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.market import devices, fridge_looks, notices
from chabudai.apps.kondate.market.devices import PushDesk
from chabudai.apps.kondate.market.notices import KINDS, MutableKind
from chabudai.apps.kondate.messages import gettext, lazy, ngettext
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.shopping.shelf_names import SHELF_NAMES
from chabudai.apps.kondate.pages.shopping.staple_texts import describe_staple
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidFields
from chabudai.web.field_sentences import NO_CHOICE
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post
from chabudai.web.translations import Text

HERE: Final = "/kondate/settings"
KIND_NAMES: Final[Mapping[MutableKind, Text]] = {
    "expiring": lazy("Food that should be eaten soon"),
    "next_plan": lazy("The next set begins"),
    "saved": lazy("Somebody saved a recipe of yours"),
    "bought": lazy("Somebody bought a recipe of yours"),
    "refund": lazy("Refunds"),
    "payment": lazy("Payments that failed"),
    "news": lazy("News from Chabudai"),
}


@get("/settings")
def show_settings(
    owner: Injected[Owner], shell: Injected[Shell], desk: Injected[PushDesk], pages: Injected[Pages]
) -> Response[str]:
    return show_page(owner, shell, desk, pages, Form())


@post("/settings", status_code=200)
def change_settings(
    owner: Injected[Owner],
    form: Injected[Form],
    shell: Injected[Shell],
    desk: Injected[PushDesk],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """How many eat at home, and when the week begins."""

    def act() -> Response[str]:
        settings.change(owner, {name: form[name] for name in ("servings", "week_start") if name in form})
        return redirect_with_toast(context, HERE, gettext("Saved."))

    return submit(form, act, lambda again: show_page(owner, shell, desk, pages, again))


@post("/settings/shelves", status_code=200)
def order_shelves(owner: Injected[Owner], form: Injected[Form]) -> Response[str]:
    """Dragged: the whole order comes at once. Without a script one shelf is moved up or down by one."""
    order = list(form.all("order"))
    if len(order) == 1:
        order = order[0].split(",")
    if form["shelf"]:
        order = _moved(list(settings.shelf_order(settings.find_profile(owner))), form["shelf"], form["step"])
    settings.order_shelves(owner, order)
    return see_other(f"{HERE}#shelves")


@post("/settings/staples", status_code=200)
def mark_staple(
    owner: Injected[Owner],
    form: Injected[Form],
    shell: Injected[Shell],
    desk: Injected[PushDesk],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """`on` makes a food one that should be at home anyway, anything else takes it off."""

    def act() -> Response[str]:
        is_staple = form["staple"] == "on"
        was_staple = foods.is_staple(form["name"], settings.find_profile(owner))
        settings.mark_staple(owner, form["name"], is_staple=is_staple)
        sentence = describe_staple(form["name"], is_staple=is_staple, was_staple=was_staple)
        return redirect_with_toast(context, f"{HERE}#staples", sentence)

    return submit(form, act, lambda again: show_page(owner, shell, desk, pages, again))


@post("/settings/notices", status_code=200)
def choose_notices(
    owner: Injected[Owner],
    form: Injected[Form],
    shell: Injected[Shell],
    desk: Injected[PushDesk],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """`on` are the kinds that are told, `hour` when the fridge is looked at."""

    def act() -> Response[str]:
        hour = form["hour"]
        if not hour.isdecimal() or int(hour) > 23:
            raise InvalidFields([("hour", NO_CHOICE)])
        notices.change_muted(owner, {kind: kind in form.all("on") for kind in KINDS})
        fridge_looks.schedule(owner, int(hour))
        return redirect_with_toast(context, f"{HERE}#notices", gettext("Saved."))

    return submit(form, act, lambda again: show_page(owner, shell, desk, pages, again))


@post("/settings/starter", status_code=200)
def put_starter_away(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    is_away = form["away"] == "on"
    visibility.put_starter_away(owner, is_away=is_away)
    sentence = gettext("The starter recipes are put away.") if is_away else gettext("The starter recipes are back.")
    return redirect_with_toast(context, f"{HERE}#starter", sentence)


def show_page(owner: Owner, shell: Shell, desk: PushDesk, pages: Pages, form: Form) -> Response[str]:
    profile = settings.find_profile(owner)
    told = notices.find_settings(owner.store, owner.username)
    most = recipes.most_recipes(owner)
    return pages.page(
        "kondate/settings.html",
        shell=shell,
        profile=profile,
        shelves=[SHELF_NAMES[key] for key in settings.shelf_order(profile)],
        staples=sorted(profile.staples),
        known_staples=settings.find_known_staples(owner, profile),
        no_staples=sorted(profile.no_staples),
        kinds=KIND_NAMES,
        muted=told.muted,
        hour=told.hour,
        hours=[(hour, f"{hour}:00") for hour in range(24)],
        servings=[(n, ngettext("%(n)s person", "%(n)s people", n)) for n in range(1, 21)],
        most_recipes=most,
        devices=devices.find_devices(owner),
        push_key=desk.sender.public_key,
        form=form,
        errors=form.errors,
    )


def _moved(order: list[str], shelf: str, step: str) -> list[str]:
    if shelf not in order or step not in ("-1", "1"):
        return order
    place = order.index(shelf)
    order.insert(max(0, place + int(step)), order.pop(place))
    return order
