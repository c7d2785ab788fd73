"""The account at a glance: settings to change, and the way to everything else."""

from typing import Final

from litestar import Response

from chabudai.accounts import service, zone_choices
from chabudai.accounts.design import Person
from chabudai.accounts.messages import gettext
from chabudai.accounts.service import Accounts
from chabudai.common.form_fields import FormFields
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post
from chabudai.web.translations import current_language

_HERE: Final = "/account"
_FORM: Final = FormFields(service.SETTINGS_FIELDS)


@get(_HERE)
def overview(person: Injected[Person], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    """What nobody has chosen yet is shown as it is without that."""
    known = _FORM.fill(person.model_copy(update={"zone": context.zone.key, "theme": context.theme}))
    return _page(pages, context, known)


@post(_HERE)
def save_settings(
    accounts: Injected[Accounts],
    person: Injected[Person],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    def act() -> Response[str]:
        changed = service.change_settings(accounts, person, **_FORM.read(form))
        # a sentence in the language that was just left would be the first thing to read in the new one
        if changed.language is not None and changed.language != current_language():
            return see_other(_HERE)
        return redirect_with_toast(context, _HERE, gettext("Settings saved."))

    return submit(form, act, lambda again: _page(pages, context, again))


def _page(pages: Pages, context: RequestContext, form: Form) -> Response[str]:
    """In a household that is here for a while, an account can't be taken along: there are no ways to do so."""
    choices = zone_choices.zone_choices(current_language())
    return pages.page("accounts/account.html", form=form, zone_choices=choices, stays=context.ends_at is None)
