"""Who may see a game, in words and as an icon: the widest circle, for lists and for the head of its page."""

from collections.abc import Collection, Mapping
from typing import Final

from chabudai.apps.shogi import sharing
from chabudai.apps.shogi.entities import GameHead
from chabudai.apps.shogi.messages import gettext, ngettext

_ICONS: Final[Mapping[sharing.Visibility, str]] = {
    "public": "eye",
    "link": "link",
    "people": "users",
    "private": "lock",
}


def describe_visibility(head: GameHead, readers_of_all: Collection[str] = ()) -> str:
    match sharing.visibility(head, readers_of_all):
        case "public":
            return gettext("Public")
        case "link":
            return gettext("Shared by link")
        case "people":
            return ngettext(
                "Shared with %(n)s person", "Shared with %(n)s people", len({*head.readers, *readers_of_all})
            )
        case "private":
            return gettext("Only me")


def visibility_icon(head: GameHead, readers_of_all: Collection[str] = ()) -> str:
    return _ICONS[sharing.visibility(head, readers_of_all)]
