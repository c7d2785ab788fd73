"""Answers that several of these pages give."""

from typing import Any

from litestar import Response

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.service import Accounts
from chabudai.web import toasts
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.toasts import Toast


def render_form_again(pages: Pages, template: str, form: Form, refusal: WebError, **values: Any) -> Response[str]:
    """The form once more as it was filled in, with what is wrong beside each field."""
    refused = form.with_errors(refusal.details)
    page = pages.page(template, status=refusal.status, form=refused, refusal=refusal, **values)
    page.headers.update(refusal.headers)
    return page


def redirect_with_toast(context: RequestContext, url: str, sentence: str) -> Response[str]:
    toasts.leave(context.jar, Toast(sentence))
    return see_other(url)


def start_session(accounts: Accounts, context: RequestContext, person: Person, agent: str) -> None:
    """A new session each time, and the browser's former one ends: none that was planted there lives on."""
    if context.credentials.session is not None:
        service.end_session(accounts, context.credentials.session)
    context.sign_in(service.begin_session(accounts, person, agent))
