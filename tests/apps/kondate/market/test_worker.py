"""What goes on beside requests: indexes that are wanted now are added one by one, and every errand has its turn."""

from collections.abc import Iterable
from datetime import timedelta
from threading import Event

from cryptography.fernet import Fernet
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import NOON

from chabudai import table
from chabudai.adapters.payments import SandboxPayments
from chabudai.adapters.push import WebPush
from chabudai.apps.kondate.market import staged_indexes
from chabudai.apps.kondate.market.devices import PushDesk
from chabudai.apps.kondate.market.till import Till
from chabudai.apps.kondate.market.worker import KondateWorker, errands_of
from chabudai.table import TypedStore

PATIENCE = 20.0


def test_every_errand_can_be_done_at_any_moment() -> None:
    """Clocks are finer than what is stored."""
    clock = SettableClock(NOON + timedelta(microseconds=123_456))
    with table.open(":memory:", clock=clock) as store:
        staged_indexes.create_table(store, staged_indexes.INDEXES)
        errands = errands_of(
            Till(store, clock, SandboxPayments()),
            PushDesk(WebPush(b"s" * 32, "https://x"), Fernet(Fernet.generate_key())),
        )
        assert [told for errand in errands for told in errand()] == []
        assert len(errands) >= 3


def opened() -> TypedStore:
    return table.open(":memory:", clock=SettableClock(NOON))


def test_a_table_with_fewer_indexes_is_taken_as_it_is_and_gets_the_others_while_it_is_used() -> None:
    with opened() as store:
        staged_indexes.create_table(store, {"GSI1"})
        assert staged_indexes.present(store) == {"GSI1"}
        staged_indexes.create_table(store, {"GSI1", "GSI2", "GSI3"})
        assert staged_indexes.present(store) == {"GSI1"}
        done = Event()

        def watch() -> Iterable[str]:
            if staged_indexes.enabled(store) == {"GSI1", "GSI2", "GSI3"}:
                done.set()
            return ()

        with KondateWorker(store, {"GSI1", "GSI2", "GSI3"}, (watch,), interval=0.01):
            assert done.wait(PATIENCE)


def test_an_errand_that_fails_keeps_no_other_from_its_turn() -> None:
    with opened() as store:
        staged_indexes.create_table(store, staged_indexes.INDEXES)
        done = Event()

        def fail() -> Iterable[str]:
            raise RuntimeError("planted")

        def succeed() -> Iterable[str]:
            done.set()
            return ()

        with KondateWorker(store, (), (fail, succeed), interval=0.01):
            assert done.wait(PATIENCE)
