"""Signing up, in and out."""

from urllib.parse import parse_qsl

from litestar import Response

from chabudai.accounts import authentication, passwords, service
from chabudai.accounts.authentication import start_session
from chabudai.accounts.limits import AccountLimits
from chabudai.accounts.messages import gettext
from chabudai.accounts.service import Accounts
from chabudai.web import toasts
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import Injected, get, post
from chabudai.web.toasts import Toast


@get("/sign-up")
def sign_up_form(pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    return _go_on(context) or _sign_up_page(pages, Form.of(next=_target(context)))


@post("/sign-up")
def sign_up(
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    agent: Injected[str],
) -> Response[str]:
    def act() -> Response[str]:
        limits.try_sign_up(context)
        person = service.sign_up(accounts, username=form["username"], email=form["email"], password=form["password"])
        limits.note_sign_in(context, person.username, form["username"])
        start_session(accounts, context, person, agent)
        url = safe_next(form["next"])
        if url == "/":
            return see_other(url)  # which says welcome itself
        # A page with a welcome of its own is the answer.
        toasts.leave(context.jar, Toast(gettext("Welcome, %(name)s.", name=person.name), unless="#welcome"))
        return see_other(url)

    return submit(form, act, lambda again: _sign_up_page(pages, again))


@get("/sign-in")
def sign_in_form(pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    return _go_on(context) or _sign_in_page(pages, Form.of(next=_target(context)))


@post("/sign-in")
def sign_in(
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    agent: Injected[str],
) -> Response[str]:
    def act() -> Response[str]:
        login, password = form["login"], form["password"]
        person = authentication.sign_in(accounts, limits, context, login=login, password=password)
        limits.note_sign_in(context, person.username, login)
        start_session(accounts, context, person, agent)
        return see_other(safe_next(form["next"]))

    return submit(form, act, lambda again: _sign_in_page(pages, again))


@post("/sign-out")
def sign_out(accounts: Injected[Accounts], context: Injected[RequestContext]) -> Response[str]:
    if context.credentials.session is not None:
        service.end_session(accounts, context.credentials.session)
    context.sign_out()
    return redirect_with_toast(context, "/", gettext("You're signed out."))


def _go_on(context: RequestContext) -> Response[str] | None:
    """Whoever is signed in already goes on to where they wanted to."""
    return see_other(safe_next(_target(context))) if context.person is not None else None


def _target(context: RequestContext) -> str:
    return dict(parse_qsl(context.query)).get("next", "")


def _sign_up_page(pages: Pages, form: Form) -> Response[str]:
    fields, shortest = service.SIGN_UP_FIELDS, passwords.SHORTEST
    return pages.page("accounts/sign_up.html", form=form, fields=fields, shortest_password=shortest)


def _sign_in_page(pages: Pages, form: Form) -> Response[str]:
    return pages.page("accounts/sign_in.html", form=form)
