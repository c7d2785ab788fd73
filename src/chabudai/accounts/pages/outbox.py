"""The outbox: emails that stay at home, to be read here instead of in a mailbox."""

import re
from itertools import islice
from typing import Final

from litestar import MediaType, Response
from markupsafe import Markup, escape

from chabudai.adapters.mail import Outbox, StoredEmail
from chabudai.adapters.mail.errors import NoSuchEmail
from chabudai.web.context import RequestContext
from chabudai.web.errors import NotFound
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get
from chabudai.web.security_headers import EMAIL_POLICY

_MOST: Final = 50
_LINK = re.compile(r"https?://[^\s<>\"'）」]+")
# Links leave the frame, and the email takes the page's light or dark.
_HEAD = '<meta name="color-scheme" content="light dark"><base target="_top">'


@get("/outbox")
def list_emails(outbox: Injected[Outbox], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    _check_local(context)
    return pages.page("accounts/outbox.html", emails=list(islice(outbox.emails(), _MOST)), most=_MOST)


@get("/outbox/{name:str}")
def show_email(
    name: FromPath[str], outbox: Injected[Outbox], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    _check_local(context)
    found = _find(outbox, name)
    return pages.page("accounts/outbox_email.html", email=found, text=_with_links(found.text))


@get("/outbox/{name:str}/html")
def show_html(name: FromPath[str], outbox: Injected[Outbox], context: Injected[RequestContext]) -> Response[str]:
    """What a mailbox would show, for a frame of the page."""
    _check_local(context)
    found = _find(outbox, name)
    if found.html is None:
        raise NotFound
    headers = {"content-security-policy": EMAIL_POLICY}
    return Response(f"{_HEAD}{found.html}", media_type=MediaType.HTML, headers=headers)


def _check_local(context: RequestContext) -> None:
    """Whoever reads the emails of others can be them: so it has to be somebody at the machine itself."""
    if not context.is_local:
        raise NotFound


def _find(outbox: Outbox, name: str) -> StoredEmail:
    try:
        return outbox.email(name)
    except NoSuchEmail as nothing:
        raise NotFound from nothing


def _with_links(text: str) -> Markup:
    pieces: list[Markup] = []
    end = 0
    for link in _LINK.finditer(text):
        pieces += [escape(text[end : link.start()]), Markup('<a href="{0}">{0}</a>').format(link[0])]
        end = link.end()
    return Markup("").join([*pieces, escape(text[end:])])
