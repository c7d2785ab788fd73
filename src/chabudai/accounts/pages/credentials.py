"""What one signs in with: the e-mail address and the password, changed by saying the password once more."""

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


@get("/account/email")
def email_form(person: Given[Person], pages: Given[Pages]) -> Response[str]:
    return pages.page("accounts/email.html", form=Form.of(email=person.email))


@post("/account/email")
def change_email(
    accounts: Given[Accounts],
    limits: Given[Limits],
    person: Given[Person],
    form: Given[Form],
    pages: Given[Pages],
    visit: Given[Visit],
) -> Response[str]:
    try:
        limits.try_confirmation(person)
        service.change_email(accounts, person, email=form["email"], password=form["current"])
    except WebError as refusal:
        return again(pages, "accounts/email.html", form, refusal)
    limits.confirmed(person)
    return done(visit, "/account", gettext("Your e-mail address is changed."))


@get("/account/password")
def password_form(person: Given[Person], pages: Given[Pages]) -> Response[str]:
    return pages.page("accounts/password.html")


@post("/account/password")
def change_password(
    accounts: Given[Accounts],
    limits: Given[Limits],
    person: Given[Person],
    form: Given[Form],
    pages: Given[Pages],
    visit: Given[Visit],
) -> Response[str]:
    session = visit.credentials.session
    try:
        limits.try_confirmation(person)
        service.change_password(accounts, person, old=form["current"], new=form["password"], session=session)
    except WebError as refusal:
        return again(pages, "accounts/password.html", form, refusal)
    limits.confirmed(person)
    return done(visit, "/account", gettext("Your password is changed. All other browsers are signed out."))


HANDLERS = (email_form, change_email, password_form, change_password)
