"""What the home page says of the games: the one that was looked at last and where; what was analysed and shared."""

from collections.abc import Callable
from typing import Final

from chabudai.accounts.design import Person
from chabudai.apps.shogi import design, lists
from chabudai.apps.shogi.entities import GameHead
from chabudai.apps.shogi.messages import gettext, ngettext
from chabudai.apps.shogi.side_names import names_in
from chabudai.apps.shogi.views.last_place import read_place
from chabudai.common.text import shorten_in_sentence
from chabudai.table import TypedStore
from chabudai.web import Summary
from chabudai.web.context import RequestContext
from chabudai.web.translations import Text

_LOOKED_AT: Final = 5  # rows of each kind: a card tells of a few


def summarizer(store: TypedStore) -> Callable[[Person, RequestContext], Summary]:
    def summarize(person: Person, context: RequestContext) -> Summary:
        looked_at, place = read_place(context.jar)
        latest = lists.find_latest(store, person.username, looked_at)
        badges = _badges(store, person.username)
        if latest is None:
            return Summary(gettext("Let's keep your first game."), badges=badges)
        at = place if latest.game_id == looked_at else ""
        url = f"/shogi/games/{latest.game_id}" + (f"?at={at}" if at else "")
        return Summary(_note(latest, at), badges=badges, url=url)

    return summarize


def _note(latest: GameHead, at: str) -> str:
    sides = names_in(latest.handicap)
    sente, gote = latest.first_player or sides.sente, latest.second_player or sides.gote
    players = shorten_in_sentence(gettext("%(sente)s vs %(gote)s", sente=sente, gote=gote))
    if at.isdecimal() and int(at):
        return gettext("Go on with: %(players)s, move %(n)s", players=players, n=at)
    return gettext("Go on with: %(players)s", players=players)


def _badges(store: TypedStore, username: str) -> tuple[Text, ...]:
    """Whole games whose analysis came to its end within a day, and what others let this person read."""
    known = store.page(design.analyses(username), size=_LOOKED_AT)
    analysed = len({each.game_id for each in known if (each.kind, each.status) == ("game", "succeeded")})
    shared = len(list(store.page(design.readable_by(username), size=_LOOKED_AT)))
    badges: list[Text] = []
    if analysed:
        badges.append(ngettext("%(n)s analysed", "%(n)s analysed", analysed))
    if shared >= _LOOKED_AT:
        badges.append(ngettext("%(n)s or more shared with you", "%(n)s or more shared with you", shared))
    elif shared:
        badges.append(ngettext("%(n)s shared with you", "%(n)s shared with you", shared))
    return tuple(badges)
