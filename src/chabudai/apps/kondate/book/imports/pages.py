"""A recipe of a page that somebody saved: what the page tells programs, else its text as if it had been pasted."""

import re
from dataclasses import replace
from typing import Final

from chabudai.apps.kondate.book.imports import json_ld
from chabudai.apps.kondate.book.imports.html_text import HtmlPage, read_html
from chabudai.apps.kondate.book.imports.pasted_text import read_text
from chabudai.apps.kondate.book.imports.review import RecipeReview
from chabudai.apps.kondate.errors import NoRecipeFound, PageTooLarge
from chabudai.web.errors import WebError
from chabudai.web.files import decode_text

LARGEST_PAGE: Final = 2 * 1024 * 1024
"""Bytes."""
_MOST_TEXT: Final = 20_000
_CHARSET: Final = re.compile(rb"charset\s*=\s*[\"']?\s*([a-zA-Z0-9_-]{3,20})")
_ENCODINGS: Final = {
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp",
}


def read_page(content: bytes) -> RecipeReview:
    """PageTooLarge above 2 MB; NoRecipeFound, with the page's text, when there is none inside."""
    if len(content) > LARGEST_PAGE:
        raise PageTooLarge
    page = read_html(_decode(content))
    node = json_ld.find_recipe(page.json_ld)
    told = None if node is None else json_ld.read_recipe(node, page.address)
    if told is not None and told.is_recipe:
        return told
    shown = read_text(page.text, _title(page))
    if not shown.is_recipe or len(shown.ingredients) < 2:
        raise NoRecipeFound(page.text[:_MOST_TEXT])
    return replace(shown, source_url=page.address)


def _decode(content: bytes) -> str:
    """As the page says itself, else as it can be read; what is damaged is shown as such."""
    said = _CHARSET.search(content[:4096])
    encoding = _ENCODINGS.get(said[1].decode("ascii").lower()) if said else None
    if encoding is not None:
        return content.decode(encoding, "replace")
    try:
        return decode_text("file", content)
    except WebError:
        return content.decode("utf-8", "replace")


def _title(page: HtmlPage) -> str:
    """Without the name of the site behind it."""
    return re.split(r"\s+[|｜\-–—:]\s+|[|｜]", page.title, maxsplit=1)[0]
