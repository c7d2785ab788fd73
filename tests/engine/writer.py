"""A process that writes with sixteen threads until it is killed, and tells each write before and after."""

import os
import random
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.engine.tables import THINGS, definition, get, put

from chabudai.engine.engine import Engine
from chabudai.engine.errors import ConditionalCheckFailed, ResourceInUse

THREADS = 16
GROUP = 4
"""How many items one transaction keeps equal."""


class Writer:
    """One thread's: it has puts and a group of items of its own, and shares the counters with all others."""

    def __init__(self, engine: Engine, turn: int, thread: int) -> None:
        self._engine = engine
        self._turn = turn
        self._thread = thread
        self._chance = random.Random(f"{turn} {thread}")
        self._steps = 0

    def write_for_ever(self) -> None:
        writes: list[Callable[[], None]] = [self._put, self._count_if, self._count, self._move_group]
        while True:
            self._steps += 1
            self._chance.choice(writes)()

    def _put(self) -> None:
        name = f"put {self._turn} {self._thread} {self._steps}"
        put(self._engine, name, text={"S": "x" * self._chance.randrange(2000)})
        tell("did", name)

    def _count_if(self) -> None:
        """Once, under the condition that nobody else did meanwhile."""
        seen = (get(self._engine, "conditional") or {"n": {"N": "0"}})["n"]
        tell("tries", "conditional")
        try:
            self._update("conditional", "SET n = :new", {":new": {"N": str(int(seen["N"]) + 1)}, ":seen": seen})
        except ConditionalCheckFailed:
            return
        tell("did", "conditional")

    def _count(self) -> None:
        tell("tries", "added")
        self._update("added", "ADD n :one", {":one": {"N": "1"}})
        tell("did", "added")

    def _move_group(self) -> None:
        step = f"{self._turn:06}{self._steps:06}"
        actions = [{"Put": self._member(number, step)} for number in range(GROUP)]
        self._engine.call("TransactWriteItems", {"TransactItems": actions})
        tell("did", f"group {self._thread} {step}")

    def _member(self, number: int, step: str) -> dict[str, Any]:
        item = {"PK": {"S": f"group {self._thread} {number}"}, "n": {"N": step}, "text": {"S": "y" * 500}}
        return {"TableName": THINGS, "Item": item}

    def _update(self, name: str, text: str, values: dict[str, Any]) -> None:
        request: dict[str, Any] = {
            "TableName": THINGS,
            "Key": {"PK": {"S": name}},
            "UpdateExpression": text,
            "ExpressionAttributeValues": values,
        }
        if ":seen" in values:
            request["ConditionExpression"] = "n = :seen OR attribute_not_exists(n)"
        self._engine.call("UpdateItem", request)


def tell(what: str, name: str) -> None:
    """In one piece and unbuffered, so that being killed can't take it back."""
    os.write(1, f"{what} {name}\n".encode())


def main(path: str, turn: int) -> None:
    engine = Engine.open(path)
    with suppress(ResourceInUse):
        engine.call("CreateTable", definition())
    threads = [
        threading.Thread(target=Writer(engine, turn, thread).write_for_ever, daemon=True) for thread in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
