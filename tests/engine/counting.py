"""A process whose four threads increment one item so many times each, by condition with retry or by ADD."""

import sys
import threading
from collections.abc import Callable

from tests.engine.tables import THINGS, get

from chabudai.engine.engine import Engine
from chabudai.engine.errors import ConditionalCheckFailed

THREADS = 4
KEY = {"TableName": THINGS, "Key": {"PK": {"S": "counter"}}}


def add(engine: Engine) -> None:
    values = {":one": {"N": "1"}}
    engine.call("UpdateItem", {**KEY, "UpdateExpression": "ADD n :one", "ExpressionAttributeValues": values})


def add_conditionally(engine: Engine) -> None:
    """Read, and write if nobody else wrote meanwhile; again until it works."""
    while True:
        found = get(engine, "counter")
        assert found is not None
        values = {":seen": found["n"], ":new": {"N": str(int(found["n"]["N"]) + 1)}}
        update = {"UpdateExpression": "SET n = :new", "ConditionExpression": "n = :seen"}
        try:
            engine.call("UpdateItem", {**KEY, **update, "ExpressionAttributeValues": values})
        except ConditionalCheckFailed:
            continue
        return


def main(path: str, how: str, times: int) -> None:
    step: Callable[[Engine], None] = add if how == "added" else add_conditionally

    def count() -> None:
        for _ in range(times):
            step(engine)

    with Engine.open(path) as engine:
        threads = [threading.Thread(target=count) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
