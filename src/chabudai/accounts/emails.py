"""Emails that an account sends: text and HTML, in the language of whoever reads them, which need not be the page's."""

from functools import cache
from html import escape

from chabudai.accounts import PACKAGE
from chabudai.accounts.messages import gettext
from chabudai.accounts.spool.spooling import Draft
from chabudai.web.catalogs import load_language
from chabudai.web.translations import Translations, use_translations


def password_reset_email(to: str, name: str, link: str, language: str) -> Draft:
    with use_translations(_translations(language)):
        action = gettext("Choose a new password")
        greeting = gettext("Hello %(name)s,", name=name)
        request = gettext("Open this link within an hour to choose a new password for Chabudai.")
        otherwise = gettext("If you didn't ask for this, you can ignore this email. Your password stays the same.")
    text = "\n\n".join([greeting, request, link, otherwise]) + "\n"
    html = (
        f"<p>{escape(greeting)}</p><p>{escape(request)}</p>"
        f'<p><a href="{escape(link)}">{escape(action)}</a></p><p>{escape(otherwise)}</p>'
    )
    return Draft(to=to, to_name=name, subject=action, text=text, html=html, language=language)


@cache
def _translations(language: str) -> Translations:
    return load_language(language, [PACKAGE])
