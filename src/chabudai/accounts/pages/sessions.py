"""The browsers in which a person is signed in, to be signed out one by one or all at once."""

from dataclasses import dataclass
from datetime import datetime

from litestar import Response

from chabudai.accounts import service, user_agents
from chabudai.accounts.design import Person, Session
from chabudai.accounts.messages import gettext
from chabudai.accounts.service import Accounts
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post

_HERE = "/account/sessions"


@dataclass(frozen=True, slots=True)
class SignedInBrowser:
    id: str
    name: str
    is_this: bool
    since: datetime
    seen: datetime


@get(_HERE)
def sessions(
    accounts: Injected[Accounts], person: Injected[Person], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    this = service.session_id(context.credentials.session or "")
    found = [_browser(session, this) for session in service.sessions_of(accounts, person)]
    return pages.page(
        "accounts/sessions.html",
        browsers=sorted(found, key=lambda each: not each.is_this),
        has_tokens=bool(service.tokens_of(accounts, person)),
        form=Form.of(tokens="1"),
    )


@post(f"{_HERE}/{{id_:str}}/end")
def end(
    id_: FromPath[str], accounts: Injected[Accounts], person: Injected[Person], context: Injected[RequestContext]
) -> Response[str]:
    service.sign_out_browser(accounts, person, id_)
    return redirect_with_toast(context, _HERE, gettext("Device signed out."))


@post(f"{_HERE}/end-others")
def end_others(
    accounts: Injected[Accounts], person: Injected[Person], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    service.end_every_session(accounts, person, but=context.credentials.session)
    _revoke_tokens_if_wanted(accounts, person, form)
    return redirect_with_toast(context, _HERE, gettext("All other devices are signed out."))


@post(f"{_HERE}/end-all")
def end_all(
    accounts: Injected[Accounts], person: Injected[Person], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    service.end_every_session(accounts, person)
    _revoke_tokens_if_wanted(accounts, person, form)
    context.sign_out()
    return redirect_with_toast(context, "/sign-in", gettext("You're signed out everywhere."))


def _revoke_tokens_if_wanted(accounts: Accounts, person: Person, form: Form) -> None:
    if "tokens" in form:
        service.revoke_every_token(accounts, person)


def _browser(session: Session, this: str) -> SignedInBrowser:
    return SignedInBrowser(
        id=session.digest,
        name=user_agents.describe_user_agent(session.agent),
        is_this=session.digest == this,
        since=session.created_at,
        seen=session.seen_at,
    )
