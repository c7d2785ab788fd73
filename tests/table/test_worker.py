"""The worker: every change at least once and in order, whatever fails, stops, dies or comes back meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.engine.operations.households import Clock
from tests.table.invitations import HouseTable, Invitation
from tests.table.shards import FIRST, LEFT, RIGHT, ShakyStore, SplitStore
from tests.wire.endpoint import serving

from chabudai import table
from chabudai.engine import Engine
from chabudai.store.embedded import EmbeddedStore
from chabudai.store.errors import StoreClosed
from chabudai.store.recorder import RecordingStore
from chabudai.table import DesignError, TypedStore
from chabudai.table.creation import create_table_request
from chabudai.table.errors import ChangesTrimmed, HandlerFailed, LeaseLost, StreamMissing
from chabudai.table.streams.changes import Change, Modification
from chabudai.table.streams.checkpoints import Checkpoint, CheckpointTable, RecordPart, TableCheckpoints
from chabudai.table.streams.deliveries import WorkerTiming
from chabudai.table.streams.failures import Failure, FailureAction, stop
from chabudai.table.streams.handlers import Handlers
from chabudai.table.streams.leases import Leases
from chabudai.table.streams.shards import ShardReader, latest_stream, shards_of
from chabudai.table.streams.worker import Worker
from chabudai.wire.server import EndpointSettings

QUICK = WorkerTiming(idle_pause=0.01, discovery_interval=0.05, lease=5.0, tries=3, first_pause=0.01, longest_pause=0.05)
PATIENCE = 20.0


class Diary:
    """A handler that writes down what it saw, and refuses what it is told to refuse."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.refused: dict[str, int] = {}
        self.handlers = Handlers()
        self.handlers.on(Invitation)(self.write)

    def write(self, change: Change[Invitation]) -> None:
        number = change.key["invitation_id"]
        if self.refused.get(number, 0) > 0:
            self.refused[number] -= 1
            raise OSError(f"no paper for {number}")
        self.seen.append(number)


@pytest.fixture
def clock() -> Clock:
    return Clock(time.time())


@pytest.fixture
def engine(clock: Clock) -> Iterator[Engine]:
    with Engine.open(":memory:", clock=clock, runs_maintenance=False) as engine:
        yield engine


@pytest.fixture
def store(engine: Engine, clock: Clock) -> TypedStore:
    store = TypedStore(EmbeddedStore(engine), clock=lambda: datetime.fromtimestamp(clock(), UTC))
    store.create(HouseTable)
    return store


@pytest.fixture
def diary() -> Diary:
    return Diary()


def invite(store: TypedStore, *numbers: int) -> list[str]:
    for number in numbers:
        store.insert(Invitation(house="h", invitation_id=f"i{number:03}", address="ann@example.org"))
    return [f"i{number:03}" for number in numbers]


def worker(store: TypedStore, diary: Diary, clock: Clock | None = None, **options: Any) -> Worker:
    more = {} if clock is None else {"clock": clock}
    return Worker(store, HouseTable, diary.handlers, **{"timing": QUICK, **more, **options})


def until(condition: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.005)


def places(store: TypedStore) -> list[Checkpoint]:
    return list(store.all(CheckpointTable.query(Checkpoint, worker="worker")))


def test_everything_is_handled_in_order_and_only_once_while_all_goes_well(store: TypedStore, diary: Diary) -> None:
    sent = invite(store, *range(250))
    assert worker(store, diary).catch_up() == 250
    assert diary.seen == sent
    assert worker(store, diary).catch_up() == 0
    more = invite(store, 250)
    assert worker(store, diary).catch_up() == 1
    assert diary.seen == sent + more


def test_in_a_thread_it_sees_what_happens_until_it_is_stopped(store: TypedStore, diary: Diary) -> None:
    first = invite(store, 1, 2)
    with worker(store, diary) as working:
        second = invite(store, 3)
        until(lambda: len(diary.seen) == 3)
    invite(store, 4)
    time.sleep(0.05)
    assert diary.seen == first + second
    assert working.error is None


def test_workers_of_different_names_each_get_everything(store: TypedStore, diary: Diary) -> None:
    sent = invite(store, 1, 2)
    for name in ("mail", "search", "with # in it"):
        assert worker(store, diary, name=name).catch_up() == 2
    assert diary.seen == sent * 3


def test_from_now_on_leaves_out_what_was_before(store: TypedStore, diary: Diary) -> None:
    invite(store, 1)
    with worker(store, diary, start_at="LATEST"):
        sent = invite(store, 2)
        until(lambda: diary.seen)
    assert diary.seen == sent


def test_from_now_on_is_remembered_by_a_worker_that_was_stopped_before_anything_happened(
    store: TypedStore, diary: Diary, clock: Clock
) -> None:
    invite(store, 1)
    clock.pass_(seconds=5)
    worker(store, diary, clock, start_at="LATEST").catch_up()
    clock.pass_(minutes=30)
    sent = invite(store, 2)
    worker(store, diary, clock, start_at="LATEST").catch_up()
    assert diary.seen == sent


def test_from_now_on_is_exact_within_the_second_in_which_a_worker_was_stopped(
    store: TypedStore, diary: Diary, clock: Clock
) -> None:
    invite(store, *range(1, 4))
    worker(store, diary, clock, start_at="LATEST").catch_up()
    sent = invite(store, 4, 5)
    worker(store, diary, clock, start_at="LATEST").catch_up()
    assert diary.seen == sent


class Meanwhile(RecordingStore):
    """Something happens right after it was asked where the end of a shard is."""

    def __init__(self, store: TypedStore) -> None:
        super().__init__(store.raw)
        self._invite = partial(invite, store, 3, 4)
        self.sent: list[str] = []

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        answer = super().call(operation, request)
        if request.get("ShardIteratorType") == "LATEST":
            self.sent += self._invite()
        return answer


def test_what_happens_while_the_end_is_looked_for_is_behind_it(store: TypedStore) -> None:
    invite(store, 1, 2)
    stream = latest_stream(store.raw, HouseTable)
    [shard] = shards_of(store.raw, stream) or []
    meanwhile = Meanwhile(store)
    first = ShardReader(meanwhile, shard, None, None)
    again = ShardReader(store.raw, shard, first.skip_to_end(), None)
    assert invited(first) == invited(again) == meanwhile.sent


def invited(reader: ShardReader) -> list[str]:
    return [record["dynamodb"]["NewImage"]["SK"]["S"].split("#")[-1] for record in reader.read(100)]


def test_a_change_that_fails_is_tried_again_before_those_behind_it(store: TypedStore, diary: Diary) -> None:
    sent = invite(store, 1, 2, 3)
    diary.refused["i002"] = 2
    worker(store, diary).catch_up()
    assert diary.seen == sent
    assert diary.refused["i002"] == 0


def test_pauses_between_tries_double_up_to_the_longest() -> None:
    timing = WorkerTiming(first_pause=0.5, longest_pause=3.0)
    assert [timing.pause(tries) for tries in (1, 2, 3, 4, 5, 5000)] == [0.5, 1.0, 2.0, 3.0, 3.0, 3.0]


def test_a_change_that_is_given_up_is_told_and_kept_and_the_others_follow(store: TypedStore, diary: Diary) -> None:
    told: list[Failure] = []

    def on_failure(failure: Failure) -> FailureAction:
        told.append(failure)
        return "continue"

    invite(store, 1, 2, 3)
    diary.refused["i002"] = 3
    working = worker(store, diary, on_failure=on_failure)
    working.catch_up()
    assert diary.seen == ["i001", "i003"]
    [failure] = told
    change = failure.change()
    assert change is not None
    assert (change.key["invitation_id"], failure.tries, str(failure.error)) == ("i002", 3, "no paper for i002")
    [kept] = working.failures()
    assert (kept.sequence, kept.tries, kept.error) == (failure.sequence, 3, "OSError: no paper for i002")


def test_a_kept_change_can_be_handed_over_once_more(store: TypedStore, diary: Diary) -> None:
    invite(store, 1, 2)
    diary.refused["i001"] = 4
    working = worker(store, diary)
    working.catch_up()
    [kept] = working.failures()
    with pytest.raises(OSError, match="no paper"):
        working.retry(kept)
    assert working.failures() == [kept]
    working.retry(kept)
    assert diary.seen == ["i002", "i001"]
    assert working.failures() == []


def test_a_worker_that_stops_at_a_failure_begins_with_it_again(store: TypedStore, diary: Diary) -> None:
    sent = invite(store, 1, 2, 3)
    diary.refused["i002"] = 3
    with pytest.raises(HandlerFailed, match="i002") as stopped:
        worker(store, diary, on_failure=stop).run()
    assert stopped.value.failure.sequence
    assert diary.seen == ["i001"]
    assert worker(store, diary).failures() == []
    worker(store, diary).catch_up()
    assert diary.seen == sent


def test_what_was_given_up_is_not_tried_again_by_the_next_worker(store: TypedStore, diary: Diary) -> None:
    verdicts: list[FailureAction] = ["continue", "stop"]
    invite(store, 1, 2)
    diary.refused |= {"i001": 3, "i002": 3}
    with pytest.raises(HandlerFailed, match="i002"):
        worker(store, diary, on_failure=lambda _: verdicts.pop(0)).run()
    worker(store, diary).catch_up()
    assert diary.seen == ["i002"]


def test_a_thread_that_stops_at_a_failure_says_why(store: TypedStore, diary: Diary) -> None:
    invite(store, 1)
    diary.refused["i001"] = 3
    with worker(store, diary, on_failure=stop) as working:
        until(lambda: working.error is not None)
    assert isinstance(working.error, HandlerFailed)


def test_a_failure_that_nobody_could_take_note_of_is_tried_again(store: TypedStore, diary: Diary) -> None:
    times: list[int] = []

    def on_failure(failure: Failure) -> FailureAction:
        times.append(failure.tries)
        if len(times) < 3:
            raise RuntimeError("no ink either")
        return "continue"

    invite(store, 1, 2)
    diary.refused["i001"] = 100
    working = worker(store, diary, on_failure=on_failure)
    working.catch_up()
    assert times == [3, 4, 5]
    assert diary.seen == ["i002"]
    assert len(working.failures()) == 1


def test_a_row_that_cannot_be_read_is_a_failure_like_any_other(store: TypedStore, diary: Diary) -> None:
    item = {"PK": {"S": "H#h"}, "SK": {"S": "INVITATION#x"}, "_schema_version": {"N": "9"}}
    store.raw.call("PutItem", {"TableName": "HouseTable", "Item": item})
    sent = invite(store, 1)
    working = worker(store, diary)
    working.catch_up()
    [kept] = working.failures()
    assert "newer" in kept.error
    assert diary.seen == sent


def test_a_change_too_large_for_one_item_is_kept_whole_and_can_be_handed_over_again(store: TypedStore) -> None:
    handlers, seen, refused = Handlers(), [], [True]

    @handlers.on(Invitation, "modify")
    def measure(change: Modification[Invitation]) -> None:
        if refused:
            raise OSError("too much paper")
        seen.append((change.old.address, change.new.address))

    addresses = ("ア" * 120_000, "い" * 120_000)
    store.insert(Invitation(house="h", invitation_id="i", address=addresses[0]))
    store.write(Invitation.update(house="h", invitation_id="i").set(address=addresses[1]))
    working = Worker(store, HouseTable, handlers, timing=QUICK)
    working.catch_up()
    [kept] = working.failures()
    refused.clear()
    working.retry(kept)
    assert seen == [addresses]
    assert working.failures() == []
    assert list(store.all(CheckpointTable.query(RecordPart, worker="worker"))) == []


def test_a_change_that_is_given_up_is_logged_as_an_error_that_says_how_to_try_again(
    store: TypedStore, diary: Diary, caplog: pytest.LogCaptureFixture
) -> None:
    invite(store, 1)
    diary.refused["i001"] = 3
    worker(store, diary).catch_up()
    [told] = [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]
    assert "of HouseTable, tried 3 times: OSError('no paper for i001')" in told
    assert "worker.retry(…) hands it over again" in told


def test_stop_does_not_wait_for_a_pause_between_tries(store: TypedStore, diary: Diary) -> None:
    invite(store, 1)
    diary.refused["i001"] = 1
    working = worker(store, diary, timing=WorkerTiming(first_pause=600.0, longest_pause=600.0))
    working.start()
    until(lambda: diary.refused["i001"] == 0)
    begun = time.monotonic()
    working.stop()
    assert time.monotonic() - begun < 5
    worker(store, diary).catch_up()
    assert diary.seen == ["i001"]


def test_stop_lets_the_change_at_hand_be_finished_and_no_other_begun(store: TypedStore) -> None:
    diary, begun, let_go = Diary(), threading.Event(), threading.Event()

    @diary.handlers.on(Invitation)
    def slow(_change: Change[Invitation]) -> None:
        begun.set()
        assert let_go.wait(PATIENCE)

    invite(store, 1, 2)
    working = worker(store, diary)
    working.start()
    assert begun.wait(PATIENCE)
    stopping = threading.Thread(target=working.stop)
    stopping.start()
    let_go.set()
    stopping.join(PATIENCE)
    assert diary.seen == ["i001"]
    worker(store, diary).catch_up()
    assert diary.seen == ["i001", "i002"]


def test_two_workers_at_once_handle_each_change_once_and_in_order(store: TypedStore, diary: Diary) -> None:
    with worker(store, diary), worker(store, diary):
        sent = invite(store, *range(60))
        until(lambda: len(diary.seen) >= 60)
        time.sleep(0.1)
    assert diary.seen == sent


def test_a_worker_that_is_stopped_leaves_its_shard_to_another_at_once(store: TypedStore, diary: Diary) -> None:
    timing = WorkerTiming(idle_pause=0.01, discovery_interval=0.05, lease=600.0)
    first, second = worker(store, diary, timing=timing), worker(store, diary, timing=timing)
    first.start()
    with second:
        invite(store, 1)
        until(lambda: diary.seen)
        first.stop()
        invite(store, 2)
        until(lambda: len(diary.seen) == 2)
    assert diary.seen == ["i001", "i002"]


def test_a_shard_whose_holder_died_is_taken_over_and_not_before(store: TypedStore, diary: Diary) -> None:
    sent = invite(store, 1)
    worker(store, diary).catch_up()
    [place] = places(store)
    dead = Leases(TableCheckpoints(store), "dead", 1.0).claim(place)
    assert dead is not None
    more = invite(store, 2)
    timing = WorkerTiming(idle_pause=0.01, discovery_interval=0.05, lease=0.6)
    with worker(store, diary, timing=timing):
        time.sleep(0.3)
        assert diary.seen == sent
        until(lambda: len(diary.seen) == 2)
    assert diary.seen == sent + more
    with pytest.raises(LeaseLost, match="taken over"):
        dead.renew()
    assert not dead.is_held


def test_a_handler_may_take_longer_than_a_lease(store: TypedStore) -> None:
    diary = Diary()
    diary.handlers.on(Invitation)(lambda _change: time.sleep(0.7))
    timing = WorkerTiming(idle_pause=0.01, discovery_interval=0.02, lease=0.3)
    sent = invite(store, 1, 2)
    with worker(store, diary, timing=timing), worker(store, diary, timing=timing):
        until(lambda: len(diary.seen) >= 2)
        time.sleep(0.9)
    assert diary.seen == sent


def test_a_worker_that_lost_its_shard_leaves_off(store: TypedStore, diary: Diary) -> None:
    checkpoints = TableCheckpoints(store)

    @diary.handlers.on(Invitation)
    def robbed(change: Change[Invitation]) -> None:
        [place] = places(store)
        checkpoints.replace(place.model_copy(update={"owner": "robber"}))

    invite(store, 1, 2)
    assert worker(store, diary, timing=replace(QUICK, checkpoint_interval=0.0)).catch_up() == 0
    assert diary.seen == ["i001"]
    assert [place.owner for place in places(store)] == ["robber"]


def test_swapping_a_place_that_another_has_changed_changes_nothing(store: TypedStore) -> None:
    checkpoints = TableCheckpoints(store)
    place = Checkpoint(worker="w", stream="s", shard="1")
    first = checkpoints.replace(place)
    assert first is not None
    assert checkpoints.replace(place) is None
    second = checkpoints.replace(first.model_copy(update={"after": "7"}))
    assert second is not None
    assert checkpoints.replace(first.model_copy(update={"after": "6"})) is None
    assert checkpoints.checkpoints_of("w", "s") == [second]


def test_children_wait_for_their_parent_and_each_shard_keeps_its_order(store: TypedStore, diary: Diary) -> None:
    split = SplitStore(store.raw, split=3)
    sent = invite(store, *range(9))
    working = worker(TypedStore(split), diary, timing=WorkerTiming(idle_pause=0.01, page_size=2))
    assert working.catch_up() == 9
    assert diary.seen[:3] == sent[:3]
    assert [each for each in diary.seen[3:] if int(each[-1]) % 2] == ["i003", "i005", "i007"]
    assert [each for each in diary.seen[3:] if not int(each[-1]) % 2] == ["i004", "i006", "i008"]
    assert split.read.index(LEFT) > max(at for at, name in enumerate(split.read) if name == FIRST)
    assert {place.shard: place.is_done for place in places(store)} == {FIRST: True, LEFT: False, RIGHT: False}


def test_a_running_worker_follows_a_shard_that_splits(store: TypedStore, diary: Diary) -> None:
    with worker(TypedStore(SplitStore(store.raw, split=2)), diary):
        sent = invite(store, 1)
        until(lambda: diary.seen == sent)
        sent += invite(store, 2, 3, 4)
        until(lambda: set(diary.seen) == set(sent))  # on a busy machine a lease may be lost, and a change told again


def test_a_shard_that_is_gone_before_it_was_read_to_its_end_is_told(
    store: TypedStore, diary: Diary, clock: Clock
) -> None:
    split = SplitStore(store.raw, split=2)
    sent = invite(store, 1)
    worker(TypedStore(split), diary, clock).catch_up()
    clock.pass_(hours=30)
    sent += invite(store, 2, 3)
    split.listed.remove(FIRST)
    working = worker(TypedStore(split), diary, clock)
    working.catch_up()
    assert diary.seen == ["i001", "i003"]
    [kept] = working.failures()
    assert (kept.shard, kept.record) == (FIRST, None)
    assert "gone unread" in kept.error
    assert worker(TypedStore(split), diary, clock).catch_up() == 0


def test_what_was_trimmed_unread_is_told_and_the_rest_follows(
    store: TypedStore, engine: Engine, diary: Diary, clock: Clock
) -> None:
    invite(store, 1, 2)
    worker(store, diary, clock).catch_up()
    invite(store, 3)
    clock.pass_(hours=30)
    invite(store, 4)
    engine.sweep()
    working = worker(store, diary, clock)
    working.catch_up()
    assert diary.seen == ["i001", "i002", "i004"]
    [kept] = working.failures()
    assert kept.error.startswith("ChangesTrimmed")
    with pytest.raises(ChangesTrimmed, match="look at HouseTable itself, then worker"):
        working.retry(kept)
    working.forget(kept)
    assert working.failures() == []


def test_a_quiet_stream_whose_old_records_were_all_handled_loses_nothing(
    store: TypedStore, engine: Engine, diary: Diary, clock: Clock
) -> None:
    invite(store, 1, 2)
    worker(store, diary, clock).catch_up()
    clock.pass_(hours=23)
    worker(store, diary, clock).catch_up()
    clock.pass_(hours=23)
    invite(store, 3)
    engine.sweep()
    working = worker(store, diary, clock)
    working.catch_up()
    assert diary.seen == ["i001", "i002", "i003"]
    assert working.failures() == []


def switch(store: TypedStore, **specification: Any) -> None:
    store.raw.call("UpdateTable", {"TableName": "HouseTable", "StreamSpecification": specification})


def test_a_stream_that_was_switched_off_is_read_to_its_end_before_the_next(
    store: TypedStore, diary: Diary, clock: Clock
) -> None:
    invite(store, 1)
    clock.pass_(seconds=2)
    worker(store, diary, clock, start_at="LATEST").catch_up()
    assert diary.seen == []
    sent = invite(store, 2, 3)
    switch(store, StreamEnabled=False)
    invite(store, 4)
    switch(store, StreamEnabled=True, StreamViewType="NEW_AND_OLD_IMAGES")
    sent += invite(store, 5)
    clock.pass_(seconds=2)
    worker(store, diary, clock, start_at="LATEST", timing=WorkerTiming(idle_pause=0.01, page_size=1)).catch_up()
    assert diary.seen == sent


def test_a_table_without_a_stream_is_refused_at_the_start(engine: Engine, diary: Diary) -> None:
    store = TypedStore(EmbeddedStore(engine))
    with pytest.raises(StreamMissing, match="HouseTable is not there"):
        worker(store, diary).start()
    request = {name: value for name, value in create_table_request(HouseTable).items() if name != "StreamSpecification"}
    store.raw.call("CreateTable", request)
    for begin in ("start", "run", "catch_up"):
        with pytest.raises(StreamMissing, match="not enabled"):
            getattr(worker(store, diary), begin)()
    with pytest.raises(DesignError, match="no handler"):
        Worker(store, HouseTable, Handlers())


def test_a_store_that_is_out_of_reach_for_a_while_is_waited_for(store: TypedStore, diary: Diary) -> None:
    shaky = ShakyStore(store.raw)
    with worker(TypedStore(shaky), diary) as working:
        invite(store, 1)
        until(lambda: len(diary.seen) == 1)
        shaky.down = {"GetRecords", "DescribeStream", "PutItem"}
        invite(store, 2)
        time.sleep(0.2)
        shaky.down = set()
        until(lambda: len(diary.seen) == 2)
    assert diary.seen == ["i001", "i002"]
    assert working.error is None


def test_a_checkpoint_that_could_not_be_kept_costs_neither_a_change_nor_a_second_delivery(
    store: TypedStore, diary: Diary
) -> None:
    shaky = ShakyStore(store.raw)

    @diary.handlers.on(Invitation)
    def cut(_change: Change[Invitation]) -> None:
        shaky.down = {"PutItem"} if len(diary.seen) == 1 else set()

    with worker(TypedStore(shaky), diary, timing=replace(QUICK, checkpoint_interval=0.0)):
        sent = invite(store, 1, 2)
        until(lambda: shaky.down)
        time.sleep(0.1)
        shaky.down = set()
        until(lambda: diary.seen[-1:] == ["i002"])
    assert diary.seen == sent
    assert worker(store, diary).catch_up() == 0


def checkpoint_writes(store: TypedStore, diary: Diary, timing: WorkerTiming) -> int:
    worker(store, diary, timing=timing).catch_up()
    [place] = places(store)
    return place.version


def test_a_checkpoint_is_stored_for_a_page_and_not_for_each_change(store: TypedStore, diary: Diary) -> None:
    sent = invite(store, *range(250))
    versions = checkpoint_writes(store, diary, QUICK)
    assert diary.seen == sent
    assert 3 <= versions <= 3 + 4  # one for each page, and those that claim, renew and release the shard


def test_with_no_interval_a_checkpoint_is_stored_for_each_change(store: TypedStore, diary: Diary) -> None:
    invite(store, *range(20))
    assert checkpoint_writes(store, diary, replace(QUICK, checkpoint_interval=0.0)) >= 20


def test_a_heartbeat_stores_how_far_the_worker_has_come(store: TypedStore, diary: Diary) -> None:
    let_go = threading.Event()

    @diary.handlers.on(Invitation)
    def slow(change: Change[Invitation]) -> None:
        if change.key["invitation_id"] == "i003":
            assert let_go.wait(PATIENCE)

    invite(store, 1, 2, 3)
    with worker(store, diary, timing=replace(QUICK, lease=0.6, checkpoint_interval=600.0)):
        until(lambda: any(place.after is not None for place in places(store)))
        let_go.set()


def test_a_worker_killed_between_a_change_and_its_checkpoint_hands_it_over_again(tmp_path: Path) -> None:
    """Slow, since processes are started and the lease of the dead is waited for."""
    household, paper = tmp_path / "household.db", tmp_path / "paper"
    paper.touch()
    with table.open(household) as store:
        store.create(HouseTable)
        sent = invite(store, *range(9))
        for deadly in ("i005", "none"):
            command = [sys.executable, "-c", PROGRAM, str(household), str(paper), "600", deadly]
            process = subprocess.Popen(command, cwd=Path(__file__).parents[2], env=_environment())
            try:
                if deadly == "none":
                    until(lambda: sent[-1] in paper.read_text())
                else:
                    assert process.wait(PATIENCE) == 9
            finally:
                process.kill()
                process.wait()
        written = paper.read_text().split()
    assert list(dict.fromkeys(written)) == sent
    assert written[:6] == sent[:6]
    assert written.count("i005") == 2


def test_a_worker_ends_when_its_store_is_closed(diary: Diary) -> None:
    store = table.open(":memory:")
    store.create(HouseTable)
    with worker(store, diary) as working:
        store.close()
        until(lambda: working.error is not None)
    assert isinstance(working.error, StoreClosed)


def test_over_http_it_is_the_same(diary: Diary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    with (
        Engine.open(":memory:") as engine,
        serving(engine, EndpointSettings(port=0)) as endpoint,
        table.open(endpoint.url) as store,
    ):
        store.create(HouseTable)
        sent = invite(store, 1, 2)
        with worker(store, diary):
            sent += invite(store, 3)
            until(lambda: len(diary.seen) == 3)
        assert diary.seen == sent


PROGRAM = """
import os, sys, time
from chabudai import table
from chabudai.table.streams.deliveries import WorkerTiming
from chabudai.table.streams.handlers import Handlers
from chabudai.table.streams.shards import ShardReader, latest_stream, shards_of
from chabudai.table.streams.worker import Worker
from tests.table.invitations import HouseTable, Invitation

handlers = Handlers()
with table.open(sys.argv[1]) as store, open(sys.argv[2], "a") as paper:
    @handlers.on(Invitation)
    def write(change):
        paper.write(change.key["invitation_id"] + "\\n")
        paper.flush()
        if change.key["invitation_id"] == sys.argv[4]:
            os._exit(9)
        time.sleep(0.005)

    timing = WorkerTiming(
        idle_pause=0.01, discovery_interval=0.05, lease=0.5, checkpoint_interval=float(sys.argv[3])
    )
    Worker(store, HouseTable, handlers, timing=timing).run()
"""


def test_a_worker_killed_in_the_middle_loses_nothing_and_keeps_the_order(tmp_path: Path) -> None:
    """Slow, since processes are started and leases of the dead are waited for."""
    household, paper = tmp_path / "household.db", tmp_path / "paper"
    paper.touch()
    with table.open(household) as store:
        store.create(HouseTable)
        sent = invite(store, *range(60))
        for part in (15, 35, 60):
            command = [sys.executable, "-c", PROGRAM, str(household), str(paper), "0", "none"]
            process = subprocess.Popen(command, cwd=Path(__file__).parents[2], env=_environment())
            try:
                until(lambda part=part: len(set(paper.read_text().split())) >= part)
            finally:
                process.send_signal(signal.SIGKILL)
                process.wait()
        written = paper.read_text().split()
    assert list(dict.fromkeys(written)) == sent
    assert len(written) <= len(sent) + 2


def _environment() -> dict[str, str]:
    root = Path(__file__).parents[2]
    return {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'src'}"}


def test_a_handler_that_only_promises_to_do_its_work_is_a_failure(store: TypedStore) -> None:
    async def send(change: Change[Invitation]) -> None: ...

    handlers = Handlers()
    handlers.on(Invitation)(lambda change: send(change))  # type: ignore[arg-type]
    invite(store, 1)
    working = Worker(store, HouseTable, handlers, timing=replace(QUICK, tries=1))
    assert working.catch_up() == 1
    assert "asyncio.run" in working.failures()[0].error


def test_a_worker_is_one_thread_and_can_be_started_again_when_it_was_stopped(store: TypedStore, diary: Diary) -> None:
    working = worker(store, diary)
    with working:
        for begin in (working.start, working.run, working.catch_up):
            with pytest.raises(DesignError, match=r"works already: stop\(\) it first"):
                begin()
        invite(store, 1)
        until(lambda: diary.seen == ["i001"])
    invite(store, 2)
    assert working.catch_up() == 1
    with working:
        invite(store, 3)
        until(lambda: diary.seen == ["i001", "i002", "i003"])


def test_a_worker_that_could_not_start_can_be_started_later(engine: Engine, diary: Diary) -> None:
    bare = TypedStore(EmbeddedStore(engine))
    working = worker(bare, diary)
    for _ in range(2):
        with pytest.raises(StreamMissing):
            working.start()


def test_a_change_whose_failure_was_decided_on_wrongly_is_not_lost(store: TypedStore, diary: Diary) -> None:
    invite(store, 1)
    diary.refused["i001"] = 1
    with pytest.raises(DesignError, match="on_failure gave 'STOP'"):
        worker(store, diary, timing=replace(QUICK, tries=1), on_failure=lambda _: "STOP").catch_up()
    worker(store, diary).catch_up()
    assert diary.seen == ["i001"]


class Untellable(Exception):
    def __str__(self) -> str:
        raise ValueError("no text")

    __repr__ = __str__


@pytest.mark.parametrize("poison", [OSError("caf\udce9.txt"), Untellable()], ids=["half a surrogate", "no text at all"])
def test_an_error_that_can_be_neither_stored_nor_printed_is_kept_as_any_other(
    store: TypedStore, poison: Exception
) -> None:
    seen: list[str] = []
    handlers = Handlers()

    @handlers.on(Invitation)
    def read(change: Change[Invitation]) -> None:
        seen.append(change.key["invitation_id"])
        if len(seen) == 1:
            raise poison

    sent = invite(store, 1, 2)
    working = Worker(store, HouseTable, handlers, timing=replace(QUICK, tries=1))
    working.catch_up()
    assert seen == sent
    (failure,) = working.failures()
    assert failure.error.startswith(type(poison).__name__)


def test_from_now_on_is_remembered_where_the_table_is_stored_under_another_name(diary: Diary) -> None:
    with table.open_renamed(":memory:", {HouseTable.name: "house-test"}) as renamed:
        renamed.create(HouseTable)
        worker(renamed, diary, clock=Clock(time.time()), start_at="LATEST").catch_up()
        invite(renamed, 1)
        worker(renamed, diary, clock=Clock(time.time() + 100), start_at="LATEST").catch_up()
    assert diary.seen == ["i001"]
