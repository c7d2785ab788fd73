"""Signing up, in and out."""

from urllib.parse import parse_qsl

from litestar import Response

from chabudai.accounts import service
from chabudai.accounts.limits import Limits
from chabudai.accounts.pages.answers import again, done, enter
from chabudai.accounts.service import Accounts
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.language import gettext
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import Given, get, post
from chabudai.web.visits import Visit


@get("/sign-up")
def sign_up_form(pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    return _shown(pages, visit, "accounts/sign_up.html")


@post("/sign-up")
def sign_up(
    accounts: Given[Accounts],
    limits: Given[Limits],
    form: Given[Form],
    pages: Given[Pages],
    visit: Given[Visit],
    agent: Given[str],
) -> Response[str]:
    try:
        limits.sign_up(visit)
        person = service.sign_up(accounts, username=form["username"], email=form["email"], password=form["password"])
    except WebError as refusal:
        return again(pages, "accounts/sign_up.html", form, refusal)
    limits.signed_in(visit, person.username)
    enter(accounts, visit, person, agent)
    return done(visit, safe_next(form["next"]), gettext("Welcome to the table, %(name)s.", name=person.name))


@get("/sign-in")
def sign_in_form(pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    return _shown(pages, visit, "accounts/sign_in.html")


@post("/sign-in")
def sign_in(
    accounts: Given[Accounts],
    limits: Given[Limits],
    form: Given[Form],
    pages: Given[Pages],
    visit: Given[Visit],
    agent: Given[str],
) -> Response[str]:
    try:
        limits.try_sign_in(visit, form["login"])
        person = service.sign_in(accounts, login=form["login"], password=form["password"])
    except WebError as refusal:
        return again(pages, "accounts/sign_in.html", form, refusal)
    limits.signed_in(visit, form["login"])
    enter(accounts, visit, person, agent)
    return see_other(safe_next(form["next"]))


@post("/sign-out")
def sign_out(accounts: Given[Accounts], visit: Given[Visit]) -> Response[str]:
    if visit.credentials.session is not None:
        service.end_session(accounts, visit.credentials.session)
    visit.sign_out()
    return done(visit, "/", gettext("You are signed out."))


HANDLERS = (sign_up_form, sign_up, sign_in_form, sign_in, sign_out)


def _shown(pages: Pages, visit: Visit, template: str) -> Response[str]:
    """Whoever is signed in already goes on to where they wanted to."""
    wish = dict(parse_qsl(visit.query)).get("next", "")
    if visit.person is not None:
        return see_other(safe_next(wish))
    return pages.page(template, form=Form.of(next=wish))
