"""The browsers in which a person is signed in, to be signed out one by one or all at once."""

from dataclasses import dataclass
from datetime import datetime

from litestar import Response

from chabudai.accounts import browsers, service
from chabudai.accounts.design import Person, Session
from chabudai.accounts.pages.answers import done
from chabudai.accounts.service import Accounts
from chabudai.web.language import gettext
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Given, get, post
from chabudai.web.visits import Visit

_HERE = "/account/sessions"


@dataclass(frozen=True, slots=True)
class Browser:
    id: str
    name: str
    is_this: bool
    since: datetime
    seen: datetime


@get(_HERE)
def sessions(
    accounts: Given[Accounts], person: Given[Person], pages: Given[Pages], visit: Given[Visit]
) -> Response[str]:
    this = service.session_id(visit.credentials.session or "")
    found = [_browser(session, this) for session in service.sessions_of(accounts, person)]
    return pages.page("accounts/sessions.html", browsers=sorted(found, key=lambda each: not each.is_this))


@post(f"{_HERE}/{{id_:str}}/end")
def end(id_: FromPath[str], accounts: Given[Accounts], person: Given[Person], visit: Given[Visit]) -> Response[str]:
    service.sign_out_browser(accounts, person, id_)
    return done(visit, _HERE, gettext("That browser is signed out."))


@post(f"{_HERE}/end-others")
def end_others(accounts: Given[Accounts], person: Given[Person], visit: Given[Visit]) -> Response[str]:
    service.end_every_session(accounts, person, but=visit.credentials.session)
    return done(visit, _HERE, gettext("All other browsers are signed out."))


@post(f"{_HERE}/end-all")
def end_all(accounts: Given[Accounts], person: Given[Person], visit: Given[Visit]) -> Response[str]:
    service.end_every_session(accounts, person)
    visit.sign_out()
    return done(visit, "/sign-in", gettext("You are signed out everywhere."))


HANDLERS = (sessions, end, end_others, end_all)


def _browser(session: Session, this: str) -> Browser:
    return Browser(
        id=session.digest,
        name=browsers.told(session.agent),
        is_this=session.digest == this,
        since=session.created_at,
        seen=session.seen_at,
    )
