"""Repair: every team's counter made right, and what was interrupted brought to its end: for the command line."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from chabudai.adapters.clock import Clock
from chabudai.apps.tasks import design, members, names, recount, tags, team_deletion
from chabudai.apps.tasks.entities import Team
from chabudai.apps.tasks.membership import act_for_house
from chabudai.apps.tasks.recount import Drift
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.table import TypedStore
from chabudai.web import zones

NOBODY: Final = ""


@dataclass(frozen=True, slots=True)
class RepairReport:
    """`finished` tells what was interrupted: deletions of teams and tags, leavings, changes of names."""

    teams: int
    tasks: int
    drifts: tuple[Drift, ...]
    finished: tuple[str, ...]

    def __str__(self) -> str:
        mended = f"{len(self.drifts)} counters made right, {len(self.finished)} interrupted acts finished"
        head = f"{self.tasks} tasks in {self.teams} teams, {mended}"
        return "\n".join([head, *map(str, self.drifts), *self.finished])


def repair_all(store: TypedStore, clock: Clock, only: str | None = None) -> RepairReport:
    """Every team there is, or only the one with this id, while others read and write."""
    teams = list(_find_teams(store, only))
    finished = [told for team in teams for told in _finish(Owner(store, NOBODY, clock, zones.TOKYO), team)]
    if only is None:
        finished += _finish_names(store)
    drifts: list[Drift] = []
    count = 0
    for team in teams:
        if team.leaving:
            continue
        was, now = recount.recount(store, team.team_id)
        count += sum(now.values())
        if was != now:
            drifts.append(Drift(team.team_id, team.name, was, now))
    return RepairReport(len(teams), count, tuple(drifts), tuple(finished))


def _find_teams(store: TypedStore, only: str | None) -> Iterator[Team]:
    if only is None:
        yield from store.scan(design.every_team())
        return
    team = store.get(design.team(only)) if is_id(only) else None
    if team is not None:
        yield team


def _finish(owner: Owner, team: Team) -> Iterator[str]:
    store, team_id = owner.store, team.team_id
    if team.leaving:
        team_deletion.erase(store, team_id)
        yield f"{team_id} ({team.name}): deleted"
        return
    for row in [row for row in store.all(design.members(team_id)) if row.leaving]:
        members.finish_leaving(owner, row)
        yield f"{team_id} ({team.name}): {row.user_id} has left"
    for tag in [tag for tag in store.all(design.tags(team_id)) if tag.leaving]:
        tags.finish_deletion(act_for_house(owner, team), tag.tag_id)
        yield f"{team_id} ({team.name}): tag {tag.name} deleted"
    if team.renaming is not None:
        names.spread_team_name(store, team_id)
        yield f"{team_id} ({team.name}): renamed"


def _finish_names(store: TypedStore) -> Iterator[str]:
    for user in list(store.scan(design.renamed_users())):
        names.spread_user_name(store, user.user_id)
        yield f"{user.user_id}: renamed"
