"""Repair: every team's counter made right, and what was interrupted brought to its end: for the command line."""

from collections.abc import Iterator
from dataclasses import dataclass

from chabudai.adapters.clock import Clock
from chabudai.apps.tasks import design, recount
from chabudai.apps.tasks.entities import Team
from chabudai.apps.tasks.recount import Drift
from chabudai.apps.tasks.resumption import NOBODY, finish_keys, finish_names, finish_team
from chabudai.apps.tasks.thread_repair import mend_threads
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.table import TypedStore
from chabudai.web import zones


@dataclass(frozen=True, slots=True)
class RepairReport:
    """`finished` tells what was interrupted: deletions of teams and tags, leavings, changes of names, threads."""

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
    finished = [told for team in teams for told in finish_team(Owner(store, NOBODY, clock, zones.TOKYO), team)]
    if only is None:
        finished += [*finish_names(store), *finish_keys(store)]
    drifts: list[Drift] = []
    count = 0
    for team in teams:
        if team.leaving:
            continue
        was, now = recount.recount(store, team.team_id)
        count += sum(now.values())
        if was != now:
            drifts.append(Drift(team.team_id, team.name, was, now))
        if mended := mend_threads(store, team.team_id):
            finished.append(f"{team.team_id} ({team.name}): {mended}")
    return RepairReport(len(teams), count, tuple(drifts), tuple(finished))


def _find_teams(store: TypedStore, only: str | None) -> Iterator[Team]:
    if only is None:
        yield from store.scan(design.every_team())
        return
    team = store.get(design.team(only)) if is_id(only) else None
    if team is not None:
        yield team
