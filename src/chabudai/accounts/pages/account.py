"""The account at a glance: settings to change, and the way to everything else."""

from typing import Any, cast

from litestar import Response

from chabudai.accounts import places, service
from chabudai.accounts.design import Language, Person, Theme
from chabudai.accounts.pages.answers import again, done
from chabudai.accounts.service import Accounts
from chabudai.web import language
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.language import LANGUAGES, gettext
from chabudai.web.pages import Pages
from chabudai.web.readings import Reading
from chabudai.web.redirects import see_other
from chabudai.web.routes import Given, get, post
from chabudai.web.visits import THEMES, Visit


@get("/account")
def overview(person: Given[Person], pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    settings = Form.of(
        displayName=person.display_name, language=person.language or "", zone=visit.zone.key, theme=visit.theme
    )
    return pages.page("accounts/account.html", form=settings, **_choices())


@post("/account")
def keep_settings(
    accounts: Given[Accounts], person: Given[Person], form: Given[Form], pages: Given[Pages], visit: Given[Visit]
) -> Response[str]:
    try:
        _keep(accounts, person, form)
    except WebError as refusal:
        return again(pages, "accounts/account.html", form, refusal, **_choices())
    # a sentence in the language that was just left would be the first thing to read in the new one
    if form["language"] and form["language"] != language.spoken():
        return see_other("/account")
    return done(visit, "/account", gettext("Your settings are saved."))


HANDLERS = (overview, keep_settings)


def _keep(accounts: Accounts, person: Person, form: Form) -> None:
    reading = Reading(form)
    code = reading.choice("language", LANGUAGES)
    theme = reading.choice("theme", THEMES) or "auto"
    reading.finish()
    service.change_settings(
        accounts,
        person,
        display_name=form["displayName"],
        language=cast(Language, code) if code else None,
        zone=places.zone_of(form["zone"]),
        theme=cast(Theme, theme),
    )


def _choices() -> dict[str, Any]:
    return {"places": places.offered(language.spoken())}
