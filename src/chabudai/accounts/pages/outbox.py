"""The outbox: letters that stay at home, to be read here instead of in a mailbox."""

import re
from itertools import islice
from typing import Final

from litestar import Response
from markupsafe import Markup, escape

from chabudai.outside.mail import Outbox
from chabudai.outside.mail.errors import NoSuchLetter
from chabudai.web.errors import NotFound
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Given, get

_MOST: Final = 50
_LINK = re.compile(r"https?://[^\s<>\"'）」]+")
# Links leave the frame, and the letter takes the page's light or dark.
_HEAD = '<meta name="color-scheme" content="light dark"><base target="_top">'


@get("/outbox")
def letters(outbox: Given[Outbox], pages: Given[Pages]) -> Response[str]:
    return pages.page("accounts/outbox.html", letters=list(islice(outbox.letters(), _MOST)), most=_MOST)


@get("/outbox/{name:str}")
def letter(name: FromPath[str], outbox: Given[Outbox], pages: Given[Pages]) -> Response[str]:
    try:
        found = outbox.letter(name)
    except NoSuchLetter as nothing:
        raise NotFound from nothing
    dressed = f"{_HEAD}{found.html}" if found.html is not None else None
    return pages.page("accounts/letter.html", letter=found, text=_with_links(found.text), html=dressed)


HANDLERS = (letters, letter)


def _with_links(text: str) -> Markup:
    pieces: list[Markup] = []
    end = 0
    for link in _LINK.finditer(text):
        pieces += [escape(text[end : link.start()]), Markup('<a href="{0}">{0}</a>').format(link[0])]
        end = link.end()
    return Markup("").join([*pieces, escape(text[end:])])
