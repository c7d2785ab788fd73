"""Personal tokens for programs: made, shown once, listed and revoked."""

from typing import Any

from litestar import Response

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.pages.answers import again, done
from chabudai.accounts.service import Accounts
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.language import gettext
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Given, get, post
from chabudai.web.visits import Visit

_HERE = "/account/tokens"
_PAGE = "accounts/tokens.html"


@get(_HERE)
def tokens(accounts: Given[Accounts], person: Given[Person], pages: Given[Pages]) -> Response[str]:
    return pages.page(_PAGE, **_listed(accounts, person))


@post(_HERE)
def make(accounts: Given[Accounts], person: Given[Person], form: Given[Form], pages: Given[Pages]) -> Response[str]:
    """The token is in this answer alone: neither in an address nor in a cookie, as a redirect would need it."""
    try:
        made = service.make_token(accounts, person, name=form["name"])
    except WebError as refusal:
        return again(pages, _PAGE, form, refusal, **_listed(accounts, person))
    return pages.page(_PAGE, made=made, **_listed(accounts, person))


@post(f"{_HERE}/{{id_:str}}/revoke")
def revoke(id_: FromPath[str], accounts: Given[Accounts], person: Given[Person], visit: Given[Visit]) -> Response[str]:
    service.revoke_token(accounts, person, id_)
    return done(visit, _HERE, gettext("The token is revoked."))


HANDLERS = (tokens, make, revoke)


def _listed(accounts: Accounts, person: Person) -> dict[str, Any]:
    return {"tokens": service.tokens_of(accounts, person), "address": accounts.address}
