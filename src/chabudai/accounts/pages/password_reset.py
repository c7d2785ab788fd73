"""A password that was forgotten: asking for a reset link, and choosing a new one by it."""

from litestar import Response

from chabudai.accounts import passwords, reset_requests, service
from chabudai.accounts.authentication import start_session
from chabudai.accounts.errors import ResetLinkUsed
from chabudai.accounts.limits import AccountLimits
from chabudai.accounts.logins import LOGIN_FIELDS
from chabudai.accounts.messages import gettext
from chabudai.accounts.service import Accounts
from chabudai.adapters.mail import Outbox
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Injected, get, post
from chabudai.web.translations import current_language


@get("/account/forgot")
def request_form(pages: Injected[Pages]) -> Response[str]:
    return _request_page(pages, Form())


@post("/account/forgot")
def request_link(
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """Nobody is looked for before the answer, so that not even its time tells who has an account."""

    def act() -> Response[str]:
        login = LOGIN_FIELDS.check({"login": form["login"]})["login"]
        limits.try_reset(context, login)
        reset_requests.request_reset(accounts, login=login, language=current_language())
        return see_other("/account/forgot/sent")

    return submit(form, act, lambda again: _request_page(pages, again))


@get("/account/forgot/sent")
def link_sent(
    pages: Injected[Pages], outbox: Injected[Outbox | None], context: Injected[RequestContext]
) -> Response[str]:
    return pages.page("accounts/forgot_sent.html", has_outbox=outbox is not None and context.is_local)


@get("/account/reset/{username:str}/{secret:str}")
def reset_form(
    username: FromPath[str], secret: FromPath[str], accounts: Injected[Accounts], pages: Injected[Pages]
) -> Response[str]:
    if not service.is_reset_link_valid(accounts, username=username, secret=secret):
        return _link_used_page(pages, ResetLinkUsed())
    return _reset_page(pages, username, Form())


@post("/account/reset/{username:str}/{secret:str}")
def reset(
    username: FromPath[str],
    secret: FromPath[str],
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    agent: Injected[str],
) -> Response[str]:
    def act() -> Response[str]:
        person = service.reset_password(accounts, username=username, secret=secret, password=form["password"])
        limits.note_sign_in(context, person.username, username)
        start_session(accounts, context, person, agent)
        return redirect_with_toast(context, "/", gettext("New password saved. You're signed in."))

    try:
        return submit(form, act, lambda again: _reset_page(pages, username, again))
    except ResetLinkUsed as refusal:
        return _link_used_page(pages, refusal)


def _request_page(pages: Pages, form: Form) -> Response[str]:
    return pages.page("accounts/forgot.html", form=form)


def _reset_page(pages: Pages, username: str, form: Form) -> Response[str]:
    return pages.page("accounts/reset.html", form=form, username=username, shortest_password=passwords.SHORTEST)


def _link_used_page(pages: Pages, refusal: ResetLinkUsed) -> Response[str]:
    return pages.page("accounts/reset_link_used.html", status=refusal.status, refusal=refusal)
