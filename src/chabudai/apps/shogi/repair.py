"""Repair: counts made right, rows that only we have made anew where they lack, and what was interrupted finished."""

from dataclasses import dataclass

from chabudai.adapters.clock import Clock
from chabudai.apps.shogi import design, jobs, positions, tags
from chabudai.apps.shogi.adoption import adopt
from chabudai.apps.shogi.entities import User
from chabudai.apps.shogi.errors import TooBusy
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import write_if_met
from chabudai.table import ConditionNotMet, Insert, TypedStore, Update
from chabudai.web import zones


@dataclass(frozen=True, slots=True)
class Drift:
    """A person whose counts were not what there is."""

    username: str
    games: tuple[int, int]
    tags: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.username}: games {self.games[0]} → {self.games[1]}, tags {self.tags[0]} → {self.tags[1]}"


@dataclass(frozen=True, slots=True)
class RepairReport:
    people: int
    games: int
    drifts: tuple[Drift, ...]
    finished: tuple[str, ...]

    def __str__(self) -> str:
        mended = f"{len(self.drifts)} counts made right, {len(self.finished)} interrupted acts finished"
        head = f"{self.games} games of {self.people} people, {mended}"
        return "\n".join([head, *map(str, self.drifts), *self.finished])


def repair_all(store: TypedStore, clock: Clock, only: str | None = None) -> RepairReport:
    """Everybody who has kept anything, or only this person, while others read and write."""
    usernames = [only] if only is not None else sorted(find_usernames(store))
    drifts: list[Drift] = []
    finished: list[str] = []
    count = 0
    for username in usernames:
        owner = Owner(store, username, clock, zones.TOKYO)
        finished += finish_interrupted(owner)
        drift, games = recount(owner)
        count += games
        if drift is not None:
            drifts.append(drift)
    return RepairReport(len(usernames), count, tuple(drifts), tuple(finished))


def find_usernames(store: TypedStore) -> set[str]:
    """Also those whose games another program stored."""
    known = {user.username for user in store.scan(design.every_user())}
    return known | {place.owner for place in store.scan(design.every_game())}


def finish_interrupted(owner: Owner) -> list[str]:
    """What a crash left half done, of one person: positions, tags on their way, games without their heads, and jobs
    that stand in no queue."""
    told = [f"{owner.username}: positions of {count} games" for count in [positions.finish_all(owner)] if count]
    leaving = [tag for tag in owner.store.all(design.whole_tags(owner.username)) if tag.leaving]
    told += [f"{owner.username}: tag {tag.name} deleted" for tag in leaving]
    tags.find_lines(owner)
    heads = {head.game_id for head in owner.store.all(design.all_heads(owner.username).consistently())}
    places = list(owner.store.all(design.games_by_name(owner.username).consistently()))
    lacking = [place.game_id for place in places if place.game_id not in heads]
    adopted = [game_id for game_id in lacking if adopt(owner.store, owner.username, game_id) is not None]
    told += [f"{owner.username}: job {job.job_id} stopped" for job in jobs.stop_lost(owner)]
    return [*told, *(f"{owner.username}: game {game_id} adopted" for game_id in adopted)]


def recount(owner: Owner) -> tuple[Drift | None, int]:
    """What drifted, if anything, and how many games there are."""
    for _ in attempts(TooBusy):
        user = owner.store.get(design.user(owner.username).consistently())
        games = owner.store.count(design.games_by_name(owner.username).consistently())
        count = owner.store.count(design.whole_tags(owner.username).consistently())
        was = (0, 0) if user is None else (user.kifu_count, user.tag_count)
        if was == (games, count):
            return None, games
        if _write(owner, user, games, count):
            return Drift(owner.username, (was[0], games), (was[1], count)), games
    raise AssertionError("attempts end by raising")


def _write(owner: Owner, user: User | None, games: int, count: int) -> bool:
    """Held to the counts that were read: whoever adds or throws away meanwhile changes them."""
    if user is None:
        try:
            owner.store.write(Insert(User(username=owner.username, kifu_count=games, tag_count=count)))
        except ConditionNotMet:
            return False
        return True
    row: Update[User] = User.update(username=owner.username).set(kifu_count=games, tag_count=count)
    held = row.when(kifu_count=user.kifu_count, tag_count=user.tag_count)
    return write_if_met(owner.store, held) is not None
