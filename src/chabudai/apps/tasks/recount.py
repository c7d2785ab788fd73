"""Recount: COUNTER#ALL made right from the tasks, which are the truth, while others read and write."""

from collections import Counter
from dataclasses import dataclass

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Status, Total
from chabudai.apps.tasks.errors import TooBusy
from chabudai.apps.tasks.membership import check_team
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.table import Insert, Transaction, TypedStore, UnreadableItem, Update

Counts = dict[Status, int]


@dataclass(frozen=True, slots=True)
class Drift:
    """A team whose counter was not what its tasks say; None when it had no counter."""

    team_id: str
    name: str
    was: Counts | None
    now: Counts

    def __str__(self) -> str:
        told = ", ".join(
            f"{status} {'none' if self.was is None else self.was[status]} → {count}"
            for status, count in self.now.items()
            if self.was is None or self.was[status] != count
        )
        return f"{self.team_id} ({self.name}): {told}"


def recount(store: TypedStore, team_id: str) -> tuple[Counts | None, Counts]:
    """What the counter was, None when there was none, and what it is now."""
    for _ in attempts(TooBusy):
        try:
            total = store.get(design.total(team_id).consistently())
        except UnreadableItem:
            store.put(Total(team_id=team_id))  # in its place, and counted at the next attempt
            continue
        found = Counter(task.status for task in store.all(design.every_task(team_id).consistently()))
        now: Counts = {"todo": found["todo"], "doing": found["doing"], "done": found["done"]}
        was: Counts | None = None if total is None else {"todo": total.todo, "doing": total.doing, "done": total.done}
        if was == now or failed_step(store, _plan(team_id, total, now)) is None:
            return was, now
    raise AssertionError("attempts end by raising")


def _plan(team_id: str, total: Total | None, now: Counts) -> Transaction:
    """Held to the revision, which every write to a task raises: what was counted is what there is."""
    if total is None:
        new = Total(team_id=team_id, todo=now["todo"], doing=now["doing"], done=now["done"])
        return Transaction().step("total", Insert(new)).step("team", check_team(team_id))
    update: Update[Total] = Total.update(team_id=team_id).set(**now).add(revision=1).when(revision=total.revision)
    return Transaction().step("total", update)
