"""Whatever several people do, in any order or at once: counters, days, own and undated rows say what the tasks say."""

import random
import threading
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.adapters.clocks import SettableClock
from tests.apps.tasks.household import NOON, Household, find_faults

from chabudai import table
from chabudai.apps.tasks import comments, design, members, tags, tasks, teams, trash, undo
from chabudai.apps.tasks.entities import DayCount, Task, ThrownTask
from chabudai.apps.tasks.errors import NoSuchAssignee, NoSuchTask, TaskInTrash
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.tasks import TaskOutcome
from chabudai.common.undo import Undo
from chabudai.web.errors import WebError

PEOPLE = ("hanako", "taro", "jiro")
STATUSES = st.sampled_from(["todo", "doing", "done"])
DAYS = st.sampled_from([None, date(2040, 11, 1), date(2040, 11, 15), date(2040, 12, 1)])
Days = dict[date, Counter[str]]


def note(days: Days, today: date, before: Task | None, after: Task | None, *, is_new: bool = False) -> None:
    """What an act changes about its day, reckoned by hand. The trash has no part in what was completed."""
    day = days[today]
    is_trash = (before is None or after is None) and not is_new
    for task, sign in ((after, 1), (before, -1)):
        if task is not None:
            day[task.status] += sign
            day["completed"] += sign * (task.status == "done" and task.done_at == today and not is_trash)
    day["created"] += is_new


def stored_days(household: Household, team_id: str) -> dict[date, dict[str, int]]:
    rows = [row for row in household.rows(DayCount) if row.team_id == team_id]
    names = ("todo", "doing", "done", "created", "completed")
    told = {row.day: {name: getattr(row, name) for name in names} for row in rows}
    return {
        day: {name: count for name, count in row.items() if count} for day, row in told.items() if any(row.values())
    }


def expected_days(days: Days) -> dict[date, dict[str, int]]:
    told = {day: {name: count for name, count in row.items() if count} for day, row in days.items()}
    return {day: row for day, row in told.items() if row}


class TeamMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.clock = SettableClock(NOON)
        self.store = table.open(":memory:", clock=self.clock)
        self.store.create(*design.design.tables)
        self.household = Household(self.store, self.clock)
        self.days: Days = defaultdict(Counter)
        self.undos: list[Undo] = []
        self.revision = 0

    def teardown(self) -> None:
        self.store.close()

    @initialize(zone=st.sampled_from(["Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati"]))
    def fill(self, zone: str) -> None:
        self.zone = ZoneInfo(zone)
        self.team_id = self.household.team(*PEOPLE, zone=zone).team_id
        member = self.member("hanako")
        self.tags = [tags.add(member, name=name).tag_id for name in ("会場", "お金")]

    def member(self, name: str) -> Member:
        return self.household.member(self.team_id, name)

    def today(self) -> date:
        return self.clock().astimezone(self.zone).date()

    def here(self) -> list[str]:
        rows = self.store.all(design.members(self.team_id))
        return [row.user_id for row in rows]

    def ids(self, kind: type[Any] = Task) -> list[str]:
        return [row.task_id for row in self.household.rows(kind)]

    def act(self, act: Callable[[], TaskOutcome], *, is_new: bool = False) -> None:
        before = {row.task_id: row for row in self.household.rows(Task)}
        outcome = act()
        after = self.store.get(design.task(self.team_id, outcome.task.task_id))
        note(self.days, self.today(), before.get(outcome.task.task_id), after, is_new=is_new)
        if outcome.undo:
            self.undos.append(outcome.undo)

    @rule(data=st.data(), status=STATUSES, start=DAYS, end=DAYS)
    def add(self, data: st.DataObject, status: str, start: date | None, end: date | None) -> None:
        who, whose = data.draw(st.sampled_from(self.here())), data.draw(st.sampled_from([None, *PEOPLE]))
        chosen = data.draw(st.sets(st.sampled_from(self.tags)))
        if start and end and start > end:
            start, end = end, start
        fields: dict[str, Any] = {
            "title": "x",
            "status": status,
            "start": start,
            "end": end,
            "assignee": whose,
            "tags": chosen,
        }
        try:
            self.act(lambda: tasks.add(self.member(who), **fields), is_new=True)
        except NoSuchAssignee:
            assert whose not in self.here()

    @precondition(lambda self: self.ids())
    @rule(data=st.data(), status=STATUSES)
    def move(self, data: st.DataObject, status: Any) -> None:
        task_id, who = data.draw(st.sampled_from(self.ids())), data.draw(st.sampled_from(self.here()))
        self.act(lambda: tasks.set_status(self.member(who), task_id, status))

    @precondition(lambda self: self.ids())
    @rule(data=st.data(), day=DAYS, which=st.sampled_from(["start", "end"]))
    def set_date(self, data: st.DataObject, day: date | None, which: str) -> None:
        task_id, who = data.draw(st.sampled_from(self.ids())), data.draw(st.sampled_from(self.here()))
        other = {"start": None, "end": None}
        self.act(lambda: tasks.edit(self.member(who), task_id, {**other, which: day}))

    @precondition(lambda self: self.ids())
    @rule(data=st.data())
    def assign(self, data: st.DataObject) -> None:
        task_id, who = data.draw(st.sampled_from(self.ids())), data.draw(st.sampled_from(self.here()))
        whose = data.draw(st.sampled_from([None, *self.here()]))
        self.act(lambda: tasks.edit(self.member(who), task_id, {"assignee": whose, "priority": "high"}))

    @precondition(lambda self: self.ids())
    @rule(data=st.data())
    def throw_away(self, data: st.DataObject) -> None:
        task_id, who = data.draw(st.sampled_from(self.ids())), data.draw(st.sampled_from(self.here()))
        self.act(lambda: trash.throw_away(self.member(who), task_id))

    @precondition(lambda self: self.ids(ThrownTask))
    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        task_id, who = data.draw(st.sampled_from(self.ids(ThrownTask))), data.draw(st.sampled_from(self.here()))
        self.act(lambda: trash.restore(self.member(who), task_id))

    @precondition(lambda self: self.ids())
    @rule(data=st.data())
    def say(self, data: st.DataObject) -> None:
        task_id, who = data.draw(st.sampled_from(self.ids())), data.draw(st.sampled_from(self.here()))
        comments.add(self.member(who), task_id, "@Taro @Hanako はい")

    @precondition(lambda self: self.undos)
    @rule()
    def take_back(self) -> None:
        """Refused when somebody has changed it since."""
        before = {row.task_id: row for row in self.household.rows(Task)}
        with suppress(WebError):
            undo.take_back(self.member("hanako"), self.undos.pop())
        after = {row.task_id: row for row in self.household.rows(Task)}
        for task_id in before.keys() | after.keys():
            note(self.days, self.today(), before.get(task_id), after.get(task_id))

    @rule(data=st.data())
    def come_and_go(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(PEOPLE[1:]))
        if name in self.here():
            members.remove(self.member("hanako"), name)
        else:
            self.household.join(self.team_id, name)

    @precondition(lambda self: self.ids())
    @rule(hours=st.integers(min_value=1, max_value=30))
    def wait(self, hours: int) -> None:
        self.clock.advance(hours=hours)

    @invariant()
    def counters_and_rows_are_right(self) -> None:
        if not hasattr(self, "team_id"):
            return
        assert find_faults(self.household) == []
        assert stored_days(self.household, self.team_id) == expected_days(self.days)
        revision = self.store.one(design.total(self.team_id)).revision
        assert revision >= self.revision
        self.revision = revision


TestTeam = TeamMachine.TestCase
TestTeam.settings = settings(
    max_examples=15, stateful_step_count=25, deadline=None, phases=(Phase.explicit, Phase.generate, Phase.target)
)


def test_what_many_do_at_once_is_counted_right(household: Household) -> None:
    """Six threads on twelve tasks: what each was told it did, taken together, is what the day's row says."""
    names = ["hanako", "taro", "jiro", "saburo", "shiro", "goro"]
    member = household.team(*names)
    ids = [f"k{number}" for number in range(12)]
    done: list[tuple[Task | None, Task | None, bool]] = [
        (None, tasks.add(member, task_id=task_id, title=task_id).task, True) for task_id in ids
    ]
    failures: list[BaseException] = []

    def work(name: str) -> None:
        chance = random.Random(name)
        own = household.member(member.team_id, name)
        for _ in range(25):
            task_id = chance.choice(ids)
            try:
                done.append(one_act(own, chance, task_id))
            except (NoSuchTask, TaskInTrash):
                pass
            except BaseException as failure:
                failures.append(failure)
                raise

    threads = [threading.Thread(target=work, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert find_faults(household) == []
    days: Days = defaultdict(Counter)
    for before, after, is_new in done:
        note(days, member.today(), before, after, is_new=is_new)
    assert stored_days(household, member.team_id) == expected_days(days)


def one_act(member: Member, chance: random.Random, task_id: str) -> tuple[Task | None, Task | None, bool]:
    match chance.randrange(6):
        case 0:
            outcome = trash.throw_away(member, task_id)
            return (outcome.before, None, False) if outcome.undo else (None, None, False)
        case 1:
            outcome = trash.restore(member, task_id)
            return (None, outcome.task, False) if outcome.undo else (None, None, False)
        case 2:
            outcome = tasks.edit(member, task_id, {"assignee": chance.choice([None, "hanako", "taro", "goro"])})
        case 3:
            end = chance.choice([None, member.today(), member.today() + timedelta(days=3)])
            outcome = tasks.edit(member, task_id, {"end": end})
        case _:
            outcome = tasks.set_status(member, task_id, chance.choice(["todo", "doing", "done"]))
    return outcome.before, outcome.task, False


def test_a_day_that_is_another_in_the_new_zone_is_counted_there(household: Household) -> None:
    member = household.team("hanako")
    tasks.add(member, title="x")
    moved = teams.edit(member, {"zone": "Pacific/Kiritimati"}).team
    household.clock.advance(hours=8)
    tasks.add(replace(member, team=moved), title="y")
    assert stored_days(household, member.team_id) == {
        date(2040, 11, 15): {"todo": 1, "created": 1},
        date(2040, 11, 16): {"todo": 1, "created": 1},
    }
