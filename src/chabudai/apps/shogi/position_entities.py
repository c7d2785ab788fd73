"""Rows that tell in which games a position stands; all of them go beyond the seed."""

from chabudai.apps.shogi.entities import Moment, ShogiTable
from chabudai.table import Entity, Field, InKey, OmitDefault, View, key


class Occurrence(Entity, table=ShogiTable):
    """Beyond the seed: a position stands here in the main line of a game, by a hash of it; what was played next."""

    owner: InKey[str]
    position: InKey[str]
    game_id: InKey[str]
    ply: InKey[int] = Field(ge=0, le=9999)
    next_move: str | None = None

    pk = key("position#uname#{owner}")
    sk = key("pos#{position}#{game_id}#{ply:04}")


class PositionList(Entity, table=ShogiTable):
    """Beyond the seed: which occurrences a game has, and which are still to be written or deleted.

    `entries` are those that it should have, from the start on, each a hash and the next move; `stale` those of an
    earlier record, each a hash and a ply. Whoever changes it raises `revision`, to which all writes of occurrences are
    held.
    """

    owner: InKey[str]
    game_id: InKey[str]
    entries: tuple[str, ...]
    stale: OmitDefault[tuple[str, ...]] = ()
    revision: int = 1
    # Since when there is something to write or delete; None when all is done.
    since: InKey[Moment | None] = None

    pk = key("positions#uname#{owner}")
    sk = key("kid#{game_id}")
    clsi_sk = key("since#{since:iso}")


class UnfinishedPositions(View, of=PositionList):
    """As much of it as CommonLSI holds."""

    owner: InKey[str]
    game_id: InKey[str]
    since: InKey[Moment | None] = None
