"""Personal tokens for programs: made, shown once, listed and revoked."""

from litestar import Response

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.messages import gettext
from chabudai.accounts.scopes import name_scopes
from chabudai.accounts.service import Accounts, NewToken
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post

_HERE = "/account/tokens"


@get(_HERE)
def tokens(accounts: Injected[Accounts], person: Injected[Person], pages: Injected[Pages]) -> Response[str]:
    return _page(accounts, person, pages, Form())


@post(_HERE)
def make(
    accounts: Injected[Accounts], person: Injected[Person], form: Injected[Form], pages: Injected[Pages]
) -> Response[str]:
    """The token is in this answer alone: neither in an address nor in a cookie, as a redirect would need it."""

    def act() -> Response[str]:
        made = service.make_token(
            accounts,
            person,
            name=form["name"],
            read_only="read_only" in form,
            scopes=form.all("scopes") or None,
        )
        return _page(accounts, person, pages, Form(), made)

    return submit(form, act, lambda again: _page(accounts, person, pages, again))


@post(f"{_HERE}/{{id_:str}}/revoke")
def revoke(
    id_: FromPath[str], accounts: Injected[Accounts], person: Injected[Person], context: Injected[RequestContext]
) -> Response[str]:
    service.revoke_token(accounts, person, id_)
    return redirect_with_toast(context, _HERE, gettext("Token revoked."))


def _page(accounts: Accounts, person: Person, pages: Pages, form: Form, made: NewToken | None = None) -> Response[str]:
    return pages.page(
        "accounts/tokens.html",
        form=form,
        made=made,
        tokens=service.tokens_of(accounts, person),
        scopes=name_scopes(accounts.apps),
        address=accounts.address,
    )
