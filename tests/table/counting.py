"""A process whose threads wear one shirt so many times each, by single writes or in transactions."""

import sys
import threading
from collections.abc import Callable

from tests.table.designs_for_writes import SHIRT, Clothing, wear

from chabudai import table
from chabudai.table import Transaction, TypedStore

THREADS = 4


def wear_once(store: TypedStore) -> None:
    store.write(wear("w", "1"))


def wear_in_a_transaction(store: TypedStore) -> None:
    store.transact(Transaction().step("shirt", wear("w", "1")))


def in_threads(count: int, work: Callable[[], object], times: int = 1) -> list[Exception]:
    """So many threads that each do it so many times: what went wrong in any of them."""
    failures: list[Exception] = []

    def run() -> None:
        try:
            for _ in range(times):
                work()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


def main(path: str, how: str, times: int) -> None:
    step = wear_in_a_transaction if how == "in transactions" else wear_once
    with table.open(path) as store:
        failures = in_threads(THREADS, lambda: step(store), times)
        assert not failures, failures
        assert store.get(Clothing.get(**SHIRT)) is not None


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
