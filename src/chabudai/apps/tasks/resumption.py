"""What was interrupted in a team is brought to its end: by whoever comes by, and when the site starts again."""

import logging
from collections.abc import Iterable, Iterator
from threading import Event, Thread
from typing import Final, Self

from chabudai.adapters.clock import Clock
from chabudai.apps.tasks import design, members, names, own_row_keys, tags, team_deletion
from chabudai.apps.tasks.entities import Team
from chabudai.apps.tasks.leavings import LeavingQueue
from chabudai.apps.tasks.membership import act_for_house
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.table import TypedStore
from chabudai.web import zones

NOBODY: Final = ""
_log = logging.getLogger(__name__)


def finish_team(owner: Owner, team: Team) -> Iterator[str]:
    """What is found half done: deletions of the team and of tags, leavings, a new name; each is told when done."""
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


def finish_names(store: TypedStore) -> Iterator[str]:
    for user in list(store.scan(design.renamed_users())):
        names.spread_user_name(store, user.user_id)
        yield f"{user.user_id}: renamed"


def finish_keys(store: TypedStore) -> Iterator[str]:
    if count := own_row_keys.renew_keys(store):
        yield f"{count} own tasks of people have the key that names their team"


def finish_for(owner: Owner, team_id: str, leavings: LeavingQueue) -> None:
    """Of a team that the person can't enter, for they are leaving it, or it is being deleted; of nobody else's."""
    if not is_id(team_id):
        return
    team, own = owner.store.transact_get(design.team(team_id), design.member(team_id, owner.username))
    if own is None:
        return
    if team is not None and team.leaving:
        team_deletion.erase(owner.store, team_id, last=owner.username)
    elif own.leaving:
        leavings.finish(owner, own)


class ResumptionWorker:
    """`with ResumptionWorker(store, clock, leavings): …` looks once through all teams, in a thread, while others go on.

    From then on it finishes leavings.
    """

    def __init__(self, store: TypedStore, clock: Clock, leavings: LeavingQueue) -> None:
        self._owner = Owner(store, NOBODY, clock, zones.TOKYO)
        self._leavings = leavings
        self._stopping = Event()
        self._caught_up = Event()
        self._thread = Thread(target=self._run, name="chabudai-tasks-resumption", daemon=True)

    def __enter__(self) -> Self:
        self._leavings.open()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Returns when the act that is being finished is finished."""
        self._stopping.set()
        self._leavings.close()
        self._thread.join()

    def wait(self) -> None:
        """Until it has looked through all of them."""
        self._caught_up.wait()

    def catch_up(self) -> list[str]:
        """In this thread; what was finished."""
        found: list[str] = []
        for team in self._owner.store.scan(design.every_team()):
            found += self._finish(finish_team(self._owner, team))
        for rest in (finish_names, finish_keys):
            found += self._finish(rest(self._owner.store))
        return found

    def _finish(self, acts: Iterable[str]) -> Iterator[str]:
        """One that fails is noted, and keeps nobody from the others."""
        if self._stopping.is_set():
            return
        try:
            yield from acts
        except Exception:
            _log.exception("Something that was interrupted could not be finished")

    def _run(self) -> None:
        for told in self.catch_up():
            _log.warning("Finished what was interrupted: %s", told)
        self._caught_up.set()
        self._leavings.work(self._owner)
