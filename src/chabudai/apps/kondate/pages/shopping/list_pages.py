"""The shopping list: its page, a line written down, one tick, and what a device kept without a connection."""

from hashlib import sha256
from typing import Any

from litestar import Response

from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.kitchen import shopping
from chabudai.apps.kondate.kitchen.device_changes import Result, apply_changes, parse_changes
from chabudai.apps.kondate.kitchen.plans import find_plans
from chabudai.apps.kondate.kitchen.shopping import find_lines
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.shell import Shell, find_state
from chabudai.apps.kondate.pages.shopping.device import find_device
from chabudai.apps.kondate.pages.shopping.list_view import Viewer, view_list
from chabudai.common.owner import Owner
from chabudai.web import formats
from chabudai.web.answers import submit
from chabudai.web.context import RequestContext, current_display
from chabudai.web.forms import Form
from chabudai.web.offline import always_keep_offline
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromQuery, Injected, get, post

SHOPPING_URL = "/kondate/shopping"
MOST_AT_ONCE = 200
"""Changes that are taken from one request."""


@get("/shopping")
def show_list(
    owner: Injected[Owner],
    profile: Injected[Profile],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    rest: FromQuery[str] = "",
    whole: FromQuery[str] = "",
) -> Response[str]:
    """Kept by the browser before other pages: a shop is where there is no connection.

    `whole` writes every line as a row, for whoever has no script.
    """
    answer = _render(owner, profile, shell, pages, context, Form(), is_rest=bool(rest), is_whole=bool(whole))
    return always_keep_offline(answer)


@post("/shopping/add", status_code=200)
def add_line(
    owner: Injected[Owner],
    profile: Injected[Profile],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    form: Injected[Form],
) -> Response[str]:
    def act() -> Response[str]:
        line = shopping.write_down(owner, form["name"]).result
        return see_other(f"{SHOPPING_URL}#line-{line.item_id}")

    return submit(form, act, lambda refused: _render(owner, profile, shell, pages, context, refused))


@post("/shopping/tick", status_code=200)
def tick_line(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """One tap of a page without a script."""
    result = apply_changes(owner, parse_changes(form.all("change")[:1]), find_device(context))
    return see_other(SHOPPING_URL + "".join(f"#line-{line.item_id}" for line in result.lines))


@post("/shopping/need", status_code=200)
def need_line(owner: Injected[Owner], form: Injected[Form]) -> Response[str]:
    """A staple that is used up, or what was said not to be needed."""
    line = shopping.need(owner, form["line"]).result
    return see_other(f"{SHOPPING_URL}#line-{line.item_id}")


@post("/shopping/changes", status_code=200)
def take_changes(
    owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]
) -> Response[dict[str, Any]]:
    """What a device did to the list since it was last heard, in its order; the same may be sent again."""
    before = find_state(owner).revision
    result = apply_changes(owner, parse_changes(form.all("change")[:MOST_AT_ONCE]), find_device(context))
    return Response(_describe(result, before, find_state(owner).revision))


def _describe(result: Result, before: int, after: int) -> dict[str, Any]:
    """`alone`: nobody else wrote in between, so that a page which showed the revision `before` shows `after` now."""
    return {
        "lines": [{"id": line.item_id, "done": line.done, "ticks": line.ticks} for line in result.lines],
        "refused": [{"id": line_id, "message": str(message)} for line_id, message in result.refused],
        "before": before,
        "after": after,
        "alone": after - before <= result.acts,
    }


def _render(
    owner: Owner,
    profile: Profile,
    shell: Shell,
    pages: Pages,
    context: RequestContext,
    form: Form,
    *,
    is_rest: bool = False,
    is_whole: bool = False,
) -> Response[str]:
    viewer = Viewer(profile, find_device(context), owner.now())
    return pages.page(
        "kondate/shopping.html",
        shopping=view_list(find_lines(owner), find_plans(owner), viewer, is_whole=is_whole),
        list_key=sha256(f"list {owner.username}".encode()).hexdigest()[:12],
        script_words=_script_words(),
        shown_at=formats.time_text(owner.now(), current_display().zone),
        is_rest=is_rest,
        form=form,
        shell=shell,
    )


def _script_words() -> dict[str, str]:
    """Sentences that the script may have to say, with {n} for a number."""
    return {
        "stockOne": gettext("Put 1 in the fridge"),
        "stockMany": gettext("Put {n} in the fridge"),
        "keptNone": gettext("You're offline. Ticks are saved on this device."),
        "keptOne": gettext("You're offline. 1 change is saved on this device."),
        "keptMany": gettext("You're offline. {n} changes are saved on this device."),
        "sentOne": gettext("You're back online. 1 change sent."),
        "sentMany": gettext("You're back online. {n} changes sent."),
        "waits": gettext("You're offline. Put things in the fridge once you're connected."),
        "elsewhere": gettext("on your other device · {n} s ago"),
        "sleeps": gettext("The screen may turn off."),
    }
