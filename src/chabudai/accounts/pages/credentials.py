"""What one signs in with: the e-mail address and the password, changed by saying the password once more."""

from litestar import Response

from chabudai.accounts import passwords, service
from chabudai.accounts.design import Person
from chabudai.accounts.limits import AccountLimits
from chabudai.accounts.messages import gettext
from chabudai.accounts.service import Accounts
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post


@get("/account/email")
def email_form(person: Injected[Person], pages: Injected[Pages]) -> Response[str]:
    return _email_page(pages, Form.of(email=person.email))


@post("/account/email")
def change_email(
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    person: Injected[Person],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    def act() -> Response[str]:
        limits.try_confirmation(person)
        service.change_email(accounts, person, email=form["email"], password=form["current"])
        limits.note_confirmation(person)
        return redirect_with_toast(context, "/account", gettext("Email address changed."))

    return submit(form, act, lambda again: _email_page(pages, again))


@get("/account/password")
def password_form(accounts: Injected[Accounts], person: Injected[Person], pages: Injected[Pages]) -> Response[str]:
    return _password_page(pages, accounts, person, Form.of(tokens="1"))


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

    def act() -> Response[str]:
        limits.try_confirmation(person)
        service.change_password(
            accounts,
            person,
            old=form["current"],
            new=form["password"],
            session=session,
            revokes_tokens="tokens" in form,
        )
        limits.note_confirmation(person)
        return redirect_with_toast(context, "/account", gettext("Password changed. All other devices are signed out."))

    return submit(form, act, lambda again: _password_page(pages, accounts, person, again))


def _email_page(pages: Pages, form: Form) -> Response[str]:
    return pages.page("accounts/email.html", form=form)


def _password_page(pages: Pages, accounts: Accounts, person: Person, form: Form) -> Response[str]:
    return pages.page(
        "accounts/password.html",
        form=form,
        shortest_password=passwords.SHORTEST,
        has_tokens=bool(service.tokens_of(accounts, person)),
    )
