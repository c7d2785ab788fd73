"""Signing up, in and out."""

from urllib.parse import parse_qsl

from litestar import Response

from chabudai.accounts import service
from chabudai.accounts.limits import AccountLimits
from chabudai.accounts.pages.responses import redirect_with_toast, render_form_again, start_session
from chabudai.accounts.service import Accounts
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import Injected, get, post
from chabudai.web.translations import gettext


@get("/sign-up")
def sign_up_form(pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    return _form_page(pages, context, "accounts/sign_up.html")


@post("/sign-up")
def sign_up(
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    agent: Injected[str],
) -> Response[str]:
    try:
        limits.try_sign_up(context)
        person = service.sign_up(accounts, username=form["username"], email=form["email"], password=form["password"])
    except WebError as refusal:
        return render_form_again(pages, "accounts/sign_up.html", form, refusal)
    limits.note_sign_in(context, person.username)
    start_session(accounts, context, person, agent)
    url = safe_next(form["next"])
    if url == "/":
        return see_other(url)  # which says welcome itself
    return redirect_with_toast(context, url, gettext("Welcome, %(name)s.", name=person.name))


@get("/sign-in")
def sign_in_form(pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    return _form_page(pages, context, "accounts/sign_in.html")


@post("/sign-in")
def sign_in(
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    agent: Injected[str],
) -> Response[str]:
    try:
        limits.try_sign_in(context, form["login"])
        person = service.sign_in(accounts, login=form["login"], password=form["password"])
    except WebError as refusal:
        return render_form_again(pages, "accounts/sign_in.html", form, refusal)
    limits.note_sign_in(context, form["login"])
    start_session(accounts, context, person, agent)
    return see_other(safe_next(form["next"]))


@post("/sign-out")
def sign_out(accounts: Injected[Accounts], context: Injected[RequestContext]) -> Response[str]:
    if context.credentials.session is not None:
        service.end_session(accounts, context.credentials.session)
    context.sign_out()
    return redirect_with_toast(context, "/", gettext("You're signed out."))


HANDLERS = (sign_up_form, sign_up, sign_in_form, sign_in, sign_out)


def _form_page(pages: Pages, context: RequestContext, template: str) -> Response[str]:
    """Whoever is signed in already goes on to where they wanted to."""
    target = dict(parse_qsl(context.query)).get("next", "")
    if context.person is not None:
        return see_other(safe_next(target))
    return pages.page(template, form=Form.of(next=target))
