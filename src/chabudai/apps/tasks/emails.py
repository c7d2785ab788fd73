"""The email of an invitation: text and HTML, in the inviter's language first and then in the other."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from html import escape
from typing import Final
from zoneinfo import ZoneInfo

from chabudai.accounts.spool.spooling import Draft
from chabudai.apps.tasks import PACKAGE
from chabudai.apps.tasks.entities import Role
from chabudai.apps.tasks.messages import gettext
from chabudai.web.catalogs import load_language
from chabudai.web.formats import day_text, time_text
from chabudai.web.translations import DEFAULT, LANGUAGES, Translations, use_translations

_PAPER: Final = (
    "margin:0;padding:24px 16px;background:#f7f2e8;color:#2b2620;font-family:sans-serif;line-height:1.7;"
    "word-break:auto-phrase"  # Japanese goes on to the next line between its words, where a mailbox can do that
)
_SHEET: Final = (
    "max-width:480px;margin:0 auto;padding:12px 24px 20px;"
    "background:#fffdf8;border:1px solid #e1d7c6;border-radius:16px"
)
_FIRST: Final = "margin:16px 0;font-size:18px;font-weight:600;text-wrap:balance"
_SMALL: Final = "margin:12px 0;color:#61574a;font-size:14px"
_BUTTON: Final = (
    "display:inline-block;padding:12px 32px;border-radius:12px;background:#3f5f4a;color:#ffffff;"
    "font-weight:600;text-decoration:none"
)
_BARE_LINK: Final = "color:#3f5f4a;word-break:break-all"
_LINE: Final = "margin:24px 0;border:0;border-top:1px solid #d9cfbd"


@dataclass(frozen=True, slots=True)
class InvitationEmail:
    """What the email of an invitation says. `link` is whole; `until` is told as in the team's `zone`."""

    to: str
    inviter: str
    team: str
    role: Role
    link: str
    until: datetime
    zone: ZoneInfo
    language: str | None


@dataclass(frozen=True, slots=True)
class _Words:
    language: str
    subject: str
    invitation: str
    join: str
    bare_link: str
    until: str
    otherwise: str


def invitation_email(email: InvitationEmail) -> Draft:
    first = email.language if email.language in LANGUAGES else DEFAULT
    said = [_words(email, language) for language in (first, *(each for each in LANGUAGES if each != first))]
    parts = (f"\n\n{'-' * 32}\n\n").join(_text(words, email.link) for words in said)
    sections = f'<hr style="{_LINE}">'.join(_section(words, email.link) for words in said)
    html = (
        f'<!doctype html><html lang="{said[0].language}"><head><meta charset="utf-8">'
        f"<title>{escape(said[0].subject)}</title></head>"
        f'<body style="{_PAPER}"><div style="{_SHEET}">{sections}</div></body></html>'
    )
    return Draft(to=email.to, subject=said[0].subject, text=f"{parts}\n", html=html, language=first)


def _words(email: InvitationEmail, language: str) -> _Words:
    names = {"inviter": email.inviter, "team": email.team}
    with use_translations(_translations(language)):
        return _Words(
            language=language,
            subject=gettext("%(inviter)s invited you to %(team)s", **names),
            invitation=(
                gettext("%(inviter)s invited you to join “%(team)s” as an admin.", **names)
                if email.role == "admin"
                else gettext("%(inviter)s invited you to join “%(team)s” as a member.", **names)
            ),
            join=gettext("Join"),
            bare_link=gettext("Open this link to join:"),
            until=gettext(
                "You can join until %(day)s, %(time)s.",
                day=day_text(email.until, email.zone),
                time=time_text(email.until, email.zone),
            ),
            otherwise=gettext("If you weren't expecting this, you can ignore this email."),
        )


def _text(words: _Words, link: str) -> str:
    return "\n\n".join([words.invitation, f"{words.bare_link}\n{link}", words.until, words.otherwise])


def _section(words: _Words, link: str) -> str:
    href = escape(link)
    return (
        f'<div lang="{words.language}"><p style="{_FIRST}">{escape(words.invitation)}</p>'
        f'<p><a href="{href}" style="{_BUTTON}">{escape(words.join)}</a></p>'
        f'<p style="{_SMALL}">{escape(words.bare_link)}<br><a href="{href}" style="{_BARE_LINK}">{href}</a></p>'
        f'<p style="{_SMALL}">{escape(words.until)}</p><p style="{_SMALL}">{escape(words.otherwise)}</p></div>'
    )


@cache
def _translations(language: str) -> Translations:
    return load_language(language, [PACKAGE])
