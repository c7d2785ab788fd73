"""Leaving: everything to take along, and then the account with all that belongs to it deleted."""

from collections.abc import Mapping
from typing import Any

from litestar import Response

from chabudai.accounts import service
from chabudai.accounts.design import Person
from chabudai.accounts.limits import Limits
from chabudai.accounts.pages.answers import again, done
from chabudai.accounts.service import Accounts
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.language import gettext
from chabudai.web.pages import Pages
from chabudai.web.routes import Given, get, post
from chabudai.web.visits import Visit


@get("/account/export")
def export(accounts: Given[Accounts], person: Given[Person], visit: Given[Visit]) -> Response[Mapping[str, Any]]:
    name = f"chabudai-{person.username}-{visit.today.isoformat()}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(service.export(accounts, person), headers=headers)


@get("/account/delete")
def delete_form(accounts: Given[Accounts], person: Given[Person], pages: Given[Pages]) -> Response[str]:
    return pages.page("accounts/delete.html", with_data=_with_data(accounts))


@post("/account/delete")
def delete(
    accounts: Given[Accounts],
    limits: Given[Limits],
    person: Given[Person],
    form: Given[Form],
    pages: Given[Pages],
    visit: Given[Visit],
) -> Response[str]:
    try:
        limits.try_confirmation(person)
        service.delete_account(accounts, person, password=form["current"])
    except WebError as refusal:
        return again(pages, "accounts/delete.html", form, refusal, with_data=_with_data(accounts))
    visit.sign_out()
    return done(visit, "/", gettext("Your account and everything in it is gone. Thank you for having been here."))


HANDLERS = (export, delete_form, delete)


def _with_data(accounts: Accounts) -> set[str]:
    """The apps in which something of the person is."""
    return {each.app for each in accounts.belongings}
