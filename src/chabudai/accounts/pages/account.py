"""The account at a glance: settings to change, and the way to everything else."""

from typing import Any, cast

from litestar import Response

from chabudai.accounts import service, zone_choices
from chabudai.accounts.design import Language, Person, Theme
from chabudai.accounts.pages.responses import redirect_with_toast, render_form_again
from chabudai.accounts.service import Accounts
from chabudai.web.context import THEMES, RequestContext
from chabudai.web.errors import WebError
from chabudai.web.form_fields import FormReader
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post
from chabudai.web.translations import LANGUAGES, current_language, gettext


@get("/account")
def overview(person: Injected[Person], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    settings = Form.of(
        displayName=person.display_name, language=person.language or "", zone=context.zone.key, theme=context.theme
    )
    return pages.page("accounts/account.html", form=settings, **_choices())


@post("/account")
def save_settings(
    accounts: Injected[Accounts],
    person: Injected[Person],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    try:
        _save(accounts, person, form)
    except WebError as refusal:
        return render_form_again(pages, "accounts/account.html", form, refusal, **_choices())
    # a sentence in the language that was just left would be the first thing to read in the new one
    if form["language"] and form["language"] != current_language():
        return see_other("/account")
    return redirect_with_toast(context, "/account", gettext("Settings saved."))


HANDLERS = (overview, save_settings)


def _save(accounts: Accounts, person: Person, form: Form) -> None:
    reader = FormReader(form)
    code = reader.choice("language", LANGUAGES)
    theme = reader.choice("theme", THEMES) or "auto"
    reader.finish()
    service.change_settings(
        accounts,
        person,
        display_name=form["displayName"],
        language=cast(Language, code) if code else None,
        zone=zone_choices.parse_zone(form["zone"]),
        theme=cast(Theme, theme),
    )


def _choices() -> dict[str, Any]:
    return {"zone_choices": zone_choices.zone_choices(current_language())}
