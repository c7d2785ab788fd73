"""The worker of kondate: indexes that are wanted now, purchases that stopped, renewals, fridges to be looked at."""

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from threading import Event, Thread
from typing import Final, Self, TypeAlias

from chabudai.apps.kondate.market import devices, fridge_looks, repair, staged_indexes, subscriptions
from chabudai.apps.kondate.market.devices import PushDesk
from chabudai.apps.kondate.market.setbacks import Setbacks
from chabudai.apps.kondate.market.till import Till
from chabudai.table import TypedStore

INTERVAL: Final = 30.0
Errand: TypeAlias = Callable[[], Iterable[str]]
"""Something to be done now and then; it tells each thing that it did."""
_log = logging.getLogger(__name__)


def errands_of(till: Till, desk: PushDesk) -> Sequence[Errand]:
    setbacks = Setbacks(till.clock)
    return (
        lambda: repair.finish_purchases(till, setbacks),
        lambda: subscriptions.renew_due(till, setbacks),
        lambda: fridge_looks.look_at_due(till.store, till.clock, setbacks),
        lambda: devices.send_due(till.store, till.clock, desk, setbacks),
    )


class KondateWorker:
    """`with KondateWorker(…): …`; `interval` is in seconds. Several may run, also in other processes."""

    def __init__(
        self, store: TypedStore, indexes: Collection[str], errands: Sequence[Errand], *, interval: float = INTERVAL
    ) -> None:
        self._store, self._indexes, self._errands, self._interval = store, sorted(indexes), errands, interval
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="chabudai-kondate", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Returns when what is being done is done."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            self._do(self._add_index)
            for errand in self._errands:
                self._do(errand)
            if self._stopping.wait(self._interval):
                return

    def _do(self, errand: Errand) -> None:
        """What fails is logged, and tried again with the next round."""
        try:
            for told in errand():
                _log.info("%s", told)
                if self._stopping.is_set():
                    return
        except Exception:
            _log.exception("An errand of the meal planner failed")

    def _add_index(self) -> Iterable[str]:
        """At most one at a time is added to a table, and none while another is being filled."""
        present, ready = staged_indexes.present(self._store), staged_indexes.enabled(self._store)
        missing = [each for each in self._indexes if each not in present]
        if missing and present == ready:
            staged_indexes.enable(self._store, missing[0])
            yield f"The index {missing[0]} is being added"
