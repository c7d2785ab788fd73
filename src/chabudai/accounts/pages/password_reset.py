"""A password that was forgotten: asking for a reset link, and choosing a new one by it."""

import logging

from litestar import Response
from litestar.background_tasks import BackgroundTask

from chabudai.accounts import service
from chabudai.accounts.errors import ResetLinkUsed
from chabudai.accounts.limits import AccountLimits
from chabudai.accounts.pages.responses import redirect_with_toast, render_form_again, start_session
from chabudai.accounts.service import Accounts
from chabudai.adapters.mail import Outbox
from chabudai.adapters.mail.errors import MailError
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.form_fields import FormReader
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Injected, get, post
from chabudai.web.translations import current_language, gettext

_log = logging.getLogger(__name__)


@get("/account/forgot")
def request_form(pages: Injected[Pages]) -> Response[str]:
    return pages.page("accounts/forgot.html")


@post("/account/forgot")
def request_link(
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """The answer goes out before anyone is looked for, so that not even its time tells who has an account."""
    reader = FormReader(form)
    login = reader.required_text("login", longest=254)
    try:
        reader.finish()
        limits.try_reset(context, login)
    except WebError as refusal:
        return render_form_again(pages, "accounts/forgot.html", form, refusal)
    answer = see_other("/account/forgot/sent")
    answer.background = BackgroundTask(_send, accounts, login, current_language())
    return answer


@get("/account/forgot/sent")
def link_sent(pages: Injected[Pages], outbox: Injected[Outbox | None]) -> Response[str]:
    return pages.page("accounts/forgot_sent.html", has_outbox=outbox is not None)


@get("/account/reset/{username:str}/{secret:str}")
def reset_form(
    username: FromPath[str], secret: FromPath[str], accounts: Injected[Accounts], pages: Injected[Pages]
) -> Response[str]:
    if not service.is_reset_link_valid(accounts, username=username, secret=secret):
        return _link_used_page(pages, ResetLinkUsed())
    return pages.page("accounts/reset.html", username=username)


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
    try:
        person = service.reset_password(accounts, username=username, secret=secret, password=form["password"])
    except ResetLinkUsed as refusal:
        return _link_used_page(pages, refusal)
    except WebError as refusal:
        return render_form_again(pages, "accounts/reset.html", form, refusal, username=username)
    limits.note_sign_in(context, person.username)
    start_session(accounts, context, person, agent)
    return redirect_with_toast(context, "/", gettext("New password saved. You're signed in."))


HANDLERS = (request_form, request_link, link_sent, reset_form, reset)


def _send(accounts: Accounts, login: str, code: str) -> None:
    try:
        service.request_reset(accounts, login=login, language=code)
    except MailError:
        _log.exception("an email with a reset link could not be sent")


def _link_used_page(pages: Pages, refusal: ResetLinkUsed) -> Response[str]:
    return pages.page("accounts/reset_link_used.html", status=refusal.status, refusal=refusal)
