"""What the home page says of the games: the one that was looked at last."""

from collections.abc import Callable

from chabudai.accounts.design import Person
from chabudai.apps.shogi import lists
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.views import words
from chabudai.common.text import shorten_in_sentence
from chabudai.table import TypedStore
from chabudai.web import Summary
from chabudai.web.context import RequestContext


def summarizer(store: TypedStore) -> Callable[[Person, RequestContext], Summary]:
    def summarize(person: Person, _: RequestContext) -> Summary:
        latest = lists.find_latest(store, person.username)
        if latest is None:
            return Summary(gettext("Let's keep your first game."))
        sente, gote = words.side_names()
        players = gettext(
            "%(sente)s vs %(gote)s", sente=latest.head.first_player or sente, gote=latest.head.second_player or gote
        )
        return Summary(gettext("Go on with: %(players)s", players=shorten_in_sentence(players)))

    return summarize
