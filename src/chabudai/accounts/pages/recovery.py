"""A password that was forgotten: asking for a letter, and choosing a new one by it."""

import logging

from litestar import Response
from litestar.background_tasks import BackgroundTask

from chabudai.accounts import service
from chabudai.accounts.errors import LetterUsed
from chabudai.accounts.limits import Limits
from chabudai.accounts.pages.answers import again, done, enter
from chabudai.accounts.service import Accounts
from chabudai.outside.mail import Outbox
from chabudai.outside.mail.errors import MailError
from chabudai.web import language
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.language import gettext
from chabudai.web.pages import Pages
from chabudai.web.readings import Reading
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Given, get, post
from chabudai.web.visits import Visit

_log = logging.getLogger(__name__)


@get("/account/forgot")
def ask_form(pages: Given[Pages]) -> Response[str]:
    return pages.page("accounts/forgot.html")


@post("/account/forgot")
def ask(
    accounts: Given[Accounts], limits: Given[Limits], form: Given[Form], pages: Given[Pages], visit: Given[Visit]
) -> Response[str]:
    """The answer goes out before anyone is looked for, so that not even its time tells who has an account."""
    reading = Reading(form)
    login = reading.required_text("login", longest=254)
    try:
        reading.finish()
        limits.ask_for_letter(visit, login)
    except WebError as refusal:
        return again(pages, "accounts/forgot.html", form, refusal)
    answer = see_other("/account/forgot/sent")
    answer.background = BackgroundTask(_send, accounts, login, language.spoken())
    return answer


@get("/account/forgot/sent")
def asked(pages: Given[Pages], outbox: Given[Outbox | None]) -> Response[str]:
    return pages.page("accounts/forgot_sent.html", has_outbox=outbox is not None)


@get("/account/reset/{username:str}/{secret:str}")
def reset_form(
    username: FromPath[str], secret: FromPath[str], accounts: Given[Accounts], pages: Given[Pages]
) -> Response[str]:
    if not service.is_letter_good(accounts, username=username, secret=secret):
        return _worthless(pages, LetterUsed())
    return pages.page("accounts/reset.html", username=username)


@post("/account/reset/{username:str}/{secret:str}")
def reset(
    username: FromPath[str],
    secret: FromPath[str],
    accounts: Given[Accounts],
    limits: Given[Limits],
    form: Given[Form],
    pages: Given[Pages],
    visit: Given[Visit],
    agent: Given[str],
) -> Response[str]:
    try:
        person = service.use_letter(accounts, username=username, secret=secret, password=form["password"])
    except LetterUsed as refusal:
        return _worthless(pages, refusal)
    except WebError as refusal:
        return again(pages, "accounts/reset.html", form, refusal, username=username)
    limits.signed_in(visit, person.username)
    enter(accounts, visit, person, agent)
    return done(visit, "/", gettext("Your new password is set, and you are signed in."))


HANDLERS = (ask_form, ask, asked, reset_form, reset)


def _send(accounts: Accounts, login: str, code: str) -> None:
    try:
        service.ask_for_letter(accounts, login=login, language=code)
    except MailError:
        _log.exception("a letter of reset could not be sent")


def _worthless(pages: Pages, refusal: LetterUsed) -> Response[str]:
    return pages.page("accounts/letter_used.html", status=refusal.status, refusal=refusal)
