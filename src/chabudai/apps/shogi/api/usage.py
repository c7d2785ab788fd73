"""How much one has of what one may have, for programs."""

from datetime import datetime

from chabudai.apps.shogi import quotas
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.quotas import Usage
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.routes import Injected, get


class UsageBody(Body):
    """`until` is when a count of an hour begins anew."""

    used: int
    most: int
    left: int
    until: datetime | None


class UsagesBody(Body):
    games: UsageBody
    tags: UsageBody
    analyses: UsageBody


@get("/usage", **needs("own"))
def show_usage(owner: Injected[Owner]) -> UsagesBody:
    """Games and tags of all, analyses of this hour. Access patterns 14, 15 and 23."""
    limits = quotas.find_limits(owner)
    return UsagesBody(games=_body(limits.games), tags=_body(limits.tags), analyses=_body(quotas.find_analyses(owner)))


def _body(usage: Usage) -> UsageBody:
    return UsageBody(used=usage.used, most=usage.most, left=usage.left, until=usage.until)
