"""Personal tokens for programs: made, shown once, listed and revoked."""

from typing import Any

from litestar import Response

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.pages.responses import redirect_with_toast, render_form_again
from chabudai.accounts.service import Accounts
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post
from chabudai.web.translations import gettext

_HERE = "/account/tokens"
_PAGE = "accounts/tokens.html"


@get(_HERE)
def tokens(accounts: Injected[Accounts], person: Injected[Person], pages: Injected[Pages]) -> Response[str]:
    return pages.page(_PAGE, **_list_values(accounts, person))


@post(_HERE)
def make(
    accounts: Injected[Accounts], person: Injected[Person], form: Injected[Form], pages: Injected[Pages]
) -> Response[str]:
    """The token is in this answer alone: neither in an address nor in a cookie, as a redirect would need it."""
    try:
        made = service.make_token(accounts, person, name=form["name"])
    except WebError as refusal:
        return render_form_again(pages, _PAGE, form, refusal, **_list_values(accounts, person))
    return pages.page(_PAGE, made=made, **_list_values(accounts, person))


@post(f"{_HERE}/{{id_:str}}/revoke")
def revoke(
    id_: FromPath[str], accounts: Injected[Accounts], person: Injected[Person], context: Injected[RequestContext]
) -> Response[str]:
    service.revoke_token(accounts, person, id_)
    return redirect_with_toast(context, _HERE, gettext("Token revoked."))


HANDLERS = (tokens, make, revoke)


def _list_values(accounts: Accounts, person: Person) -> dict[str, Any]:
    return {"tokens": service.tokens_of(accounts, person), "address": accounts.address}
