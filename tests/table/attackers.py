"""Attackers: threads, or a process with some, that change the same things at once; and a look at what they leave."""

import pickle
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from pydantic import ValidationError
from tests.table.designs_for_writes import NOON
from tests.table.reference import Row
from tests.table.stored_things import check_table
from tests.table.thing_changes import Change, together
from tests.table.thing_model import construct
from tests.table.things import Built, Recipe, build

from chabudai import table
from chabudai.store import Store
from chabudai.table import TableError, TypedStore

Work = tuple[bool, Sequence[tuple[Change, ...]]]
"""Whether an older program does it, and what is done one after another: a change, or several in one transaction."""


@dataclass
class Accepted:
    """How many writes of each thing were accepted, and which things some deletion was accepted of."""

    writes: Counter[str] = field(default_factory=Counter)
    deleted: set[str] = field(default_factory=set)

    def note(self, built: Built, changes: Sequence[Change]) -> None:
        for change in changes:
            thing_id = built.id_of(change.thing_id)
            if change.verb == "delete":
                self.deleted.add(thing_id)
            else:
                self.writes[thing_id] += 1

    def join(self, other: "Accepted") -> None:
        self.writes += other.writes
        self.deleted |= other.deleted


def without_ends(recipe: Recipe) -> Recipe:
    """A recipe of things of which every accepted write is counted: they have a version, and do not expire."""
    return replace(recipe, expiry=None, has_version=True)


def attack_in_threads(store: TypedStore, recipe: Recipe, works: Sequence[Work]) -> Accepted:
    """What was accepted; any error but a refusal is raised."""
    new, old = _programs(recipe)
    accepted, failures = Accepted(), list[BaseException]()
    lock = threading.Lock()

    def run(built: Built, writes: Sequence[tuple[Change, ...]]) -> None:
        try:
            for changes in writes:
                if _is_accepted(store, built, changes):
                    with lock:
                        accepted.note(built, changes)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(old if is_old else new, writes)) for is_old, writes in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return accepted


def _programs(recipe: Recipe) -> tuple[Built, Built]:
    new = build(recipe)
    return new, build(recipe, is_old=True) if recipe.has_upgrade else new


def _is_accepted(store: TypedStore, built: Built, changes: Sequence[Change]) -> bool:
    with suppress(TableError, ValidationError):
        plans = [change.of(built, None).plan(built, None) for change in changes]
        if len(plans) == 1:
            store.write(plans[0])
        else:
            store.transact(together(plans))
        return True
    return False


def check_left(raw: Store, recipe: Recipe, accepted: Accepted) -> None:
    """Every row is what its constructor makes of it, with its keys and guards, and has counted each accepted write."""
    new, old = _programs(recipe)
    store = TypedStore(raw, clock=lambda: NOON)
    rows = []
    for thing_id in accepted.writes:
        built, row = _read(store, new, old, thing_id)
        is_counted = thing_id not in accepted.deleted
        if row is None:
            assert not is_counted, f"{thing_id} is gone"
            continue
        assert construct(built, row) == row
        assert row["version"] == accepted.writes[thing_id] or not is_counted
        rows.append((built, row))
    check_table(raw, new, rows, datetime.now(NOON.tzinfo))


def _read(store: TypedStore, new: Built, old: Built, thing_id: str) -> tuple[Built, Row | None]:
    """The row as the program has it that wrote it last."""
    for built in (old, new):
        one = built.entity.get(owner="o", thing_id=thing_id).consistently()
        with suppress(table.UnreadableItem):
            found = store.get(one.with_trash() if built.recipe.trash else one)
            return built, None if found is None else dict(found.__dict__)
    raise AssertionError(f"{thing_id} can't be read")


def main(path: str, orders: str) -> None:
    recipe, works = pickle.loads(Path(orders).read_bytes())
    with table.open(path) as store:
        accepted = attack_in_threads(store, recipe, works)
    Path(f"{orders}.done").write_bytes(pickle.dumps((accepted.writes, accepted.deleted)))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
