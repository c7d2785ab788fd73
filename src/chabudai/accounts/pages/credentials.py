"""What one signs in with: the e-mail address and the password, changed by saying the password once more."""

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


@get("/account/email")
def email_form(person: Injected[Person], pages: Injected[Pages]) -> Response[str]:
    return pages.page("accounts/email.html", form=Form.of(email=person.email))


@post("/account/email")
def change_email(
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    person: Injected[Person],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    try:
        limits.try_confirmation(person)
        service.change_email(accounts, person, email=form["email"], password=form["current"])
    except WebError as refusal:
        return render_form_again(pages, "accounts/email.html", form, refusal)
    limits.note_confirmation(person)
    return redirect_with_toast(context, "/account", gettext("Email address changed."))


@get("/account/password")
def password_form(person: Injected[Person], pages: Injected[Pages]) -> Response[str]:
    return pages.page("accounts/password.html")


@post("/account/password")
def change_password(
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    person: Injected[Person],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    session = context.credentials.session
    try:
        limits.try_confirmation(person)
        service.change_password(accounts, person, old=form["current"], new=form["password"], session=session)
    except WebError as refusal:
        return render_form_again(pages, "accounts/password.html", form, refusal)
    limits.note_confirmation(person)
    return redirect_with_toast(context, "/account", gettext("Password changed. All other devices are signed out."))


HANDLERS = (email_form, change_email, password_form, change_password)
