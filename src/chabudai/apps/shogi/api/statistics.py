"""Statistics for programs: one's own games by month, side, opponent, opening and length."""

from datetime import date
from typing import Annotated

from litestar.params import QueryParameter

from chabudai.apps.shogi import statistics
from chabudai.apps.shogi.api.position_bodies import OutcomesBody, outcomes_body
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.statistics import Share
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.routes import Injected, get

First = Annotated[date | None, QueryParameter(name="from", description="Played on this day or later, or else kept.")]
Last = Annotated[date | None, QueryParameter(name="to", description="This day included.")]


class ShareBody(Body):
    """Some games under one key: a month `2026-11`, a side, a name, a number of moves `80-99`."""

    key: str
    outcomes: OutcomesBody


class StatisticsBody(Body):
    """Months and lengths in their order, the others from the most games on; of opponents the first ten."""

    all: OutcomesBody
    months: list[ShareBody]
    sides: list[ShareBody]
    opponents: list[ShareBody]
    openings: list[ShareBody]
    lengths: list[ShareBody]


@get("/statistics", **needs("own"))
def show_statistics(owner: Injected[Owner], first: First = None, last: Last = None) -> StatisticsBody:
    """By one walk through the heads of the games, without any record. Access pattern 21."""
    found = statistics.find_statistics(owner.store, owner.username, first, last)
    return StatisticsBody(
        all=outcomes_body(found.all),
        months=_shares(found.months),
        sides=_shares(found.sides),
        opponents=_shares(found.opponents),
        openings=_shares(found.openings),
        lengths=_shares(found.lengths),
    )


def _shares(shares: tuple[Share, ...]) -> list[ShareBody]:
    return [ShareBody(key=share.key, outcomes=outcomes_body(share.outcomes)) for share in shares]
