"""The promise: however a row is written, and whoever else writes it, it is what its constructor would have made.

The same entities are drawn each time; with CHABUDAI_ATTACK_EXAMPLES as many others as it says, however long it takes.
"""

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from tests.engine.peer import ROOT
from tests.store.conftest import keys as keys
from tests.store.driven import DrivenStore
from tests.table.attackers import Accepted, Work, attack_in_threads, check_left, without_ends
from tests.table.awaited import typed_store
from tests.table.faults import AsyncView
from tests.table.thing_changes import BEGINNING, Turn
from tests.table.thing_draws import cases, crowds
from tests.table.thing_model import Unsettled
from tests.table.things import Recipe, build
from tests.table.trial import Trial
from tests.wire.endpoint import serving

from chabudai import store as stores
from chabudai import table
from chabudai.engine import Engine
from chabudai.store import Store
from chabudai.wire.server import EndpointSettings

IS_LARGER = "CHABUDAI_ATTACK_EXAMPLES" in os.environ
EXAMPLES = int(os.environ.get("CHABUDAI_ATTACK_EXAMPLES", "120"))
SUPPRESSED = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
DRAWN = settings(suppress_health_check=SUPPRESSED, derandomize=not IS_LARGER)
# What threads do is no longer the same when it is tried again with less: a failing example is shown as it was drawn.
AT_ONCE = settings(DRAWN, phases=[Phase.generate])
Case = tuple[Recipe, list[Turn]]

pytestmark = [pytest.mark.timeout(0)] if IS_LARGER else []


def run_trial(trial: Trial, turns: list[Turn]) -> None:
    try:
        for turn in [*BEGINNING, *turns]:
            trial.run(turn)
    except Unsettled:
        return
    finally:
        note("\n".join(trial.done))


@settings(DRAWN, max_examples=EXAMPLES)
@given(cases())
def test_no_road_leaves_a_row_that_its_constructor_would_not_have_made(case: Case) -> None:
    """An entity and a table of its own for each example, and all of it compared after each turn: some 20 seconds."""
    recipe, turns = case
    with stores.open(":memory:") as raw:
        run_trial(Trial(recipe, raw), turns)


@settings(DRAWN, max_examples=max(EXAMPLES // 10, 1))
@given(cases())
def test_nor_does_any_road_of_the_awaited_store(case: Case) -> None:
    recipe, turns = case
    opened: list[DrivenStore] = []

    def open_store(way: Store, **options: Any) -> Any:
        opened.append(DrivenStore(lambda: AsyncView(way)))
        return typed_store(opened[0], **options)

    with stores.open(":memory:") as raw:
        try:
            run_trial(Trial(recipe, raw, open_store), turns)
        finally:
            opened[0].close()


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine.open(":memory:") as engine:
        yield engine


@pytest.fixture(scope="module")
def url(engine: Engine) -> Iterator[str]:
    with serving(engine, EndpointSettings(port=0)) as endpoint:
        yield endpoint.url


@settings(DRAWN, max_examples=max(EXAMPLES // 10, 1))
@given(cases())
def test_nor_does_any_road_over_http(url: str, keys: None, case: Case) -> None:
    recipe, turns = case
    with stores.open(url) as raw:
        try:
            run_trial(Trial(recipe, raw), turns)
        finally:
            raw.call("DeleteTable", {"TableName": "Things"})


@settings(DRAWN, max_examples=max(EXAMPLES // 20, 1))
@given(cases())
def test_nor_does_any_awaited_road_over_http(url: str, keys: None, case: Case) -> None:
    recipe, turns = case
    awaited = DrivenStore(lambda: stores.open_async(url))
    with stores.open(url) as raw, awaited:
        trial = Trial(recipe, raw, lambda _, **options: typed_store(awaited, **options), has_faults=False)
        try:
            run_trial(trial, turns)
        finally:
            raw.call("DeleteTable", {"TableName": "Things"})


@settings(AT_ONCE, max_examples=max(EXAMPLES // 10, 1))
@given(crowds())
def test_threads_of_an_old_and_a_new_program_leave_every_row_right(crowd: tuple[Recipe, list[Work]]) -> None:
    recipe, works = without_ends(crowd[0]), crowd[1]
    with table.open(":memory:") as store:
        store.create(build(recipe, is_old=recipe.has_upgrade).table)
        check_left(store.raw, recipe, attack_in_threads(store, recipe, works))


@settings(AT_ONCE, max_examples=max(EXAMPLES // 50, 1))
@given(crowds())
def test_processes_with_threads_leave_every_row_right(crowd: tuple[Recipe, list[Work]]) -> None:
    """Each example starts two interpreters: a second or two."""
    recipe, works = without_ends(crowd[0]), crowd[1]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "things.db"
        with table.open(path) as store:
            store.create(build(recipe, is_old=recipe.has_upgrade).table)
        orders = [Path(folder) / name for name in ("first", "second")]
        for order, half in zip(orders, (works[::2], works[1::2]), strict=True):
            order.write_bytes(pickle.dumps((recipe, half)))
        processes = [_start_attack(path, order) for order in orders]
        complaints = [process.communicate(timeout=200)[1] for process in processes]
        assert complaints == ["", ""]
        accepted = Accepted()
        for order in orders:
            accepted.join(Accepted(*pickle.loads(Path(f"{order}.done").read_bytes())))
        with stores.open(path) as raw:
            check_left(raw, recipe, accepted)


def _start_attack(path: Path, orders: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.table.attackers", str(path), str(orders)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)
