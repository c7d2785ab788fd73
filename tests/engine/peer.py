"""An engine in another process, which does what it is told line by line."""

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from chabudai.engine.engine import Engine
from chabudai.engine.errors import DynamoDBError

ROOT = Path(__file__).parents[2]


class Refused(Exception):
    """The other engine's refusal; the text is DynamoDB's code."""


class Peer:
    def __init__(self, path: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.engine.peer", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def call(self, operation: str, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([operation, request]), file=self._process.stdin, flush=True)
        answer, refusal = json.loads(self._process.stdout.readline())
        if refusal is not None:
            raise Refused(refusal)
        return dict(answer)

    def sweep(self) -> None:
        self.call("sweep", {})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()


def serve(path: str) -> None:
    with Engine.open(path) as engine:
        for line in sys.stdin:
            operation, request = json.loads(line)
            answer, refusal = None, None
            try:
                if operation == "sweep":
                    engine.sweep()
                    answer = {}
                else:
                    answer = engine.call(operation, request)
            except DynamoDBError as error:
                refusal = error.code
            sys.stdout.write(json.dumps([answer, refusal]) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        serve(sys.argv[1])
