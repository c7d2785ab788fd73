"""Quotas: how many games and tags a person may have, and how many analyses an hour; exact, whoever writes beside."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias

from chabudai.apps.shogi import design
from chabudai.apps.shogi.analysis_entities import AnalysisHour
from chabudai.apps.shogi.entities import System, User
from chabudai.apps.shogi.errors import AnalysesUsedUp, GamesFull, TagsFull
from chabudai.apps.shogi.moments import this_second
from chabudai.common.owner import Owner
from chabudai.common.store_errors import StepErrors
from chabudai.common.unreadable_rows import get_readable
from chabudai.table import Transaction, UnreadableItem, Update, le, lt

Counted: TypeAlias = Literal["games", "tags"]

GAMES: Final = 3_000
TAGS: Final = 50
ANALYSES: Final = 60  # an hour
_HOUR: Final = timedelta(hours=1)
_NOBODY: Final = User(username="-")
_DEFAULT: Final = System(kifu_max=GAMES, tag_max=TAGS)


@dataclass(frozen=True, slots=True)
class Usage:
    """How many there are of how many there may be; `until` is when an hour's count begins anew."""

    used: int
    most: int
    until: datetime | None = None

    @property
    def left(self) -> int:
        return max(0, self.most - self.used)

    @property
    def is_full(self) -> bool:
        return self.left == 0


@dataclass(frozen=True, slots=True)
class Limits:
    """A person's row as it is read, and what it comes to together with the system's."""

    user: User | None
    system: System | None

    @property
    def games(self) -> Usage:
        user, system = self.user or _NOBODY, self.system or _DEFAULT
        return Usage(user.kifu_count, system.kifu_max if user.kifu_max is None else user.kifu_max)

    @property
    def tags(self) -> Usage:
        user, system = self.user or _NOBODY, self.system or _DEFAULT
        return Usage(user.tag_count, system.tag_max if user.tag_max is None else user.tag_max)


def find_limits(owner: Owner) -> Limits:
    """Of whoever's row can't be read, those of everybody; a repair counts anew what they have."""
    try:
        user, system = owner.store.transact_get(design.user(owner.username), design.system())
    except UnreadableItem:
        return Limits(
            get_readable(owner.store, design.user(owner.username)), get_readable(owner.store, design.system())
        )
    return Limits(user, system)


def plan_one_more(transaction: Transaction, owner: Owner, limits: Limits, counted: Counted) -> Transaction:
    """Held to the limits that were read and to there being room; the step is named for what is counted."""
    return transaction.step(counted, _count(owner, limits, counted))


def errors_of(limits: Limits, counted: Counted) -> dict[str, StepErrors]:
    """What stands for the refusal of that step. GamesFull or TagsFull also when the limit was lowered this moment."""
    if counted == "games":
        return {counted: StepErrors(unmet=lambda: GamesFull(limits.games.most))}
    return {counted: StepErrors(unmet=lambda: TagsFull(limits.tags.most))}


def plan_one_less(transaction: Transaction, limits: Limits, counted: Counted) -> Transaction:
    """A count that has drifted to nothing is left alone; a repair makes it right."""
    usage = limits.games if counted == "games" else limits.tags
    if limits.user is None or usage.used == 0:
        return transaction
    name = "kifu_count" if counted == "games" else "tag_count"
    return transaction.step(counted, User.update(**limits.user.own_key).add(**{name: -1}))


def find_analyses(owner: Owner, most: int = ANALYSES) -> Usage:
    hour = _hour(owner)
    row = get_readable(owner.store, design.analysis_hour(owner.username, hour))
    return Usage(0 if row is None else row.count, most, (hour + _HOUR).astimezone(owner.zone))


def plan_analysis(transaction: Transaction, owner: Owner, cost: int, most: int) -> Transaction:
    hour = _hour(owner)
    row = AnalysisHour.upsert(username=owner.username, hour=hour).add(count=cost)
    expired = int((hour + 2 * _HOUR).timestamp())
    return transaction.step("analyses", row.set(expired=expired).when(count=le(most - cost)))


def analysis_errors(owner: Owner, cost: int, most: int) -> dict[str, StepErrors]:
    seconds = int((_hour(owner) + _HOUR - this_second(owner.clock)).total_seconds())
    return {
        "analyses": StepErrors(unmet=lambda: AnalysesUsedUp(max(1, seconds), cost, find_analyses(owner, most).left))
    }


def _count(owner: Owner, limits: Limits, counted: Counted) -> Update[User]:
    user, read = User.upsert(username=owner.username), limits.user or _NOBODY
    if counted == "games":
        return user.add(kifu_count=1).when(kifu_count=lt(limits.games.most), kifu_max=read.kifu_max)
    return user.add(tag_count=1).when(tag_count=lt(limits.tags.most), tag_max=read.tag_max)


def _hour(owner: Owner) -> datetime:
    return owner.clock().astimezone(UTC).replace(minute=0, second=0, microsecond=0)
