"""Names that are kept in many rows: a team's beside each member, a person's in each team. Changed in chunks, in order.

The row that owns the name has it first, and says how far the others are. A change that was interrupted goes on from
there; two at once end with the later name everywhere, since each chunk is held to the name that it writes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Team, TeamUser, User, UserTeam
from chabudai.common.sweeps import MOST_STEPS
from chabudai.table import ConditionNotMet, ItemNotFound, Step, StepFailed, Transaction, TypedStore, Update

BEFORE_ALL: Final = " "  # no id sorts before it
CHUNK: Final = MOST_STEPS - 1  # one step of each transaction is the name's own row


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of the rows have the name by now."""

    done: int
    all: int
    is_complete: bool


def spread_team_name(store: TypedStore, team_id: str) -> None:
    """To all members' own rows."""
    _until_complete(lambda: spread_some_of_team(store, team_id))


def spread_some_of_team(store: TypedStore, team_id: str) -> Progress:
    """The next chunk of members; how far it is then."""
    team = store.get(design.team(team_id).consistently())
    if team is not None and team.renaming is not None:
        page = store.page(design.members_after(team_id, team.renaming).consistently(), size=CHUNK)
        last = page.items[-1].user_id if page.cursor else None
        own = Team.update(team_id=team_id).set(renaming=last).when(name=team.name, renaming=team.renaming)
        rows = [UserTeam.update(user_id=row.user_id, team_id=team_id).set(team_name=team.name) for row in page]
        _write_chunk(store, own, rows)
    return team_progress(store, team_id)


def team_progress(store: TypedStore, team_id: str) -> Progress:
    team = store.get(design.team(team_id).consistently())
    every = store.count(design.members(team_id))
    if team is None or team.renaming is None:
        return Progress(every, every, is_complete=True)
    return Progress(every - store.count(design.members_after(team_id, team.renaming)), every, is_complete=False)


def spread_user_name(store: TypedStore, user_id: str) -> None:
    """To the person's row in every team."""
    _until_complete(lambda: spread_some_of_user(store, user_id))


def spread_some_of_user(store: TypedStore, user_id: str) -> Progress:
    """The next chunk of teams; how far it is then."""
    user = store.get(design.user(user_id).consistently())
    if user is not None and user.renaming is not None:
        page = store.page(design.teams_after(user_id, user.renaming).consistently(), size=CHUNK)
        last = page.items[-1].team_id if page.cursor else None
        own = User.update(user_id=user_id).set(renaming=last).when(name=user.name, renaming=user.renaming)
        rows = [TeamUser.update(user_id=user_id, team_id=row.team_id).set(user_name=user.name) for row in page]
        _write_chunk(store, own, rows)
    return user_progress(store, user_id)


def user_progress(store: TypedStore, user_id: str) -> Progress:
    user = store.get(design.user(user_id).consistently())
    every = store.count(design.teams(user_id))
    if user is None or user.renaming is None:
        return Progress(every, every, is_complete=True)
    return Progress(every - store.count(design.teams_after(user_id, user.renaming)), every, is_complete=False)


def _until_complete(spread_some: Callable[[], Progress]) -> None:
    while not spread_some().is_complete:
        pass


def _write_chunk(store: TypedStore, own: Update[Any], rows: Sequence[Update[Any]]) -> None:
    """Nothing when there is another name by now, or somebody else has written this chunk: then theirs goes on."""
    left = list(rows)
    while True:
        steps = [Step(str(number), row) for number, row in enumerate(left)]
        try:
            return store.transact(Transaction((Step("own", own), *steps)))
        except StepFailed as failure:
            if failure.step == "own" and isinstance(failure.cause, (ConditionNotMet, ItemNotFound)):
                return None
            if not isinstance(failure.cause, ItemNotFound):
                raise
            del left[int(failure.step)]  # they have left meanwhile
