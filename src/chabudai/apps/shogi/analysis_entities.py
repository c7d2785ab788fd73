"""Rows of analyses: what is asked, the queue for workers, an hour's count, and what a whole game's came to."""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from chabudai.apps.shogi.entities import Moment, ShogiTable
from chabudai.table import Entity, Field, InKey, OmitDefault, Stored, View, id_field, key

AnalysisStatus: TypeAlias = Literal["waiting", "succeeded", "error"]
AnalysisKind: TypeAlias = Literal["position", "game"]
Queue: TypeAlias = Literal["position", "game", "job"]
"""Positions and whole games have one each: a question about a move is not kept waiting by a game of 200."""


class Analysis(Entity, table=ShogiTable):
    """`expired` is the time in Unix seconds after which it is gone."""

    analysis_id: InKey[str] = id_field()
    username: InKey[str]
    created: Moment = Field(frozen=True)
    status: AnalysisStatus = "waiting"
    response: str | None = None
    expired: int
    # Beyond the seed: what is asked, of which game; which worker has it, how often one took it, how far it has come.
    kind: OmitDefault[AnalysisKind] = "position"
    request: str | None = None
    game_id: Annotated[str | None, Stored("kid")] = None
    worker: str | None = None
    tries: OmitDefault[int] = Field(default=0, ge=0)
    done: OmitDefault[int] = Field(default=0, ge=0)
    total: OmitDefault[int] = Field(default=0, ge=0)
    cancelled: OmitDefault[bool] = False
    # Where it stands in the queue; None when it is at its end.
    due: Moment | None = None

    pk = key("analysis")
    sk = key("aid#{analysis_id}")
    cgsi_pk = key("analysis#uname#{username}")


class QueueEntry(Entity, table=ShogiTable):
    """Beyond the seed: something waits for a worker, or has one: so nobody looks through what is done.

    A worker may take it from `due` on: since it was asked for, or, of one that has been taken, when the lease ends.
    """

    queue: InKey[Queue]
    due: InKey[Moment]
    item_id: InKey[str]
    # Who asked for it: people take turns.
    username: Annotated[str | None, Stored("uname")] = None
    # Whether a worker has it.
    taken: OmitDefault[bool] = False

    pk = key("queue#{queue}")
    sk = key("due#{due:iso}#{item_id}")


class AnalysisHour(Entity, table=ShogiTable):
    """Beyond the seed: how many analyses a person asked for within an hour."""

    username: InKey[str]
    hour: InKey[datetime]
    count: int = Field(default=0, ge=0)
    expired: int

    pk = key("quota#uname#{username}")
    sk = key("hour#{hour:iso}")


class GameScores(Entity, table=ShogiTable):
    """Beyond the seed: what the analysis of a whole game came to.

    `scores` is one for each position of the main line from its start on, in hundredths of a pawn seen from sente;
    `line` is the head's own at that time. `response` is JSON with what else the game's page shows.
    """

    owner: InKey[str]
    game_id: InKey[str]
    line: str
    scores: tuple[int, ...]
    response: str | None = None
    created: Moment

    pk = key("scores#uname#{owner}")
    sk = key("kid#{game_id}")


class ScoreLine(View, of=GameScores):
    """What a list draws of them."""

    owner: InKey[str]
    game_id: InKey[str]
    scores: tuple[int, ...]
