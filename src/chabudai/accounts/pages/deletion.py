"""Deleting an account, with all that belongs to it."""

from litestar import Response

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.limits import AccountLimits
from chabudai.accounts.pages.responses import redirect_with_toast, render_form_again
from chabudai.accounts.service import Accounts
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post
from chabudai.web.translations import gettext


@get("/account/delete")
def delete_form(accounts: Injected[Accounts], person: Injected[Person], pages: Injected[Pages]) -> Response[str]:
    return pages.page("accounts/delete.html", with_data=_with_data(accounts))


@post("/account/delete")
def delete(
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    person: Injected[Person],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    try:
        limits.try_confirmation(person)
        service.delete_account(accounts, person, password=form["current"])
    except WebError as refusal:
        return render_form_again(pages, "accounts/delete.html", form, refusal, with_data=_with_data(accounts))
    context.sign_out()
    return redirect_with_toast(
        context, "/", gettext("Your account and everything in it has been deleted. Thank you for being here.")
    )


HANDLERS = (delete_form, delete)


def _with_data(accounts: Accounts) -> set[str]:
    """The apps in which something of the person is."""
    return {each.app for each in accounts.personal_data}
