"""Deleting an account, with all that belongs to it."""

from litestar import Response

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.errors import DeletionUnfinished
from chabudai.accounts.limits import AccountLimits
from chabudai.accounts.messages import gettext
from chabudai.accounts.service import Accounts
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post


@get("/account/delete")
def delete_form(accounts: Injected[Accounts], person: Injected[Person], pages: Injected[Pages]) -> Response[str]:
    return _page(pages, accounts, Form())


@post("/account/delete")
def delete(
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    person: Injected[Person],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    def act() -> Response[str]:
        limits.try_confirmation(person)
        sentence = gettext("Your account and everything in it has been deleted. Thank you for being here.")
        try:
            service.delete_account(accounts, person, password=form["current"])
        except DeletionUnfinished:
            sentence = gettext(
                "Your account is closed. Some of its content couldn't be deleted yet; we'll go on until it's gone."
            )
        context.sign_out()
        return redirect_with_toast(context, "/", sentence)

    return submit(form, act, lambda again: _page(pages, accounts, again))


def _page(pages: Pages, accounts: Accounts, form: Form) -> Response[str]:
    """It names the apps in which something of the person is."""
    losses = {each.app: each.loss for each in accounts.personal_data}
    return pages.page("accounts/delete.html", form=form, losses=losses)
