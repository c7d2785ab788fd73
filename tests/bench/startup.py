"""How long a person waits for a command: import, open an existing file, first answer, in a fresh interpreter."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.bench import workload
from tests.bench.ground import Ground
from tests.bench.measure import Section, at_most, interleave, milliseconds
from tests.bench.scale import Scale

PROGRAM = """
import sys, time
begun = time.perf_counter()
from chabudai.engine import Engine
engine = Engine.open(sys.argv[1])
answer = engine.call("GetItem", {request})
print(time.perf_counter() - begun)
assert "Item" in answer
engine.close()
"""


def run(scale: Scale, ground: Ground) -> Section:
    request = json.dumps(workload.get(7, scale.items))
    command = [sys.executable, "-c", PROGRAM.replace("{request}", request), str(ground.file(scale.items))]

    environment = _with_bytecode_kept(ground.folder)

    def first_answer(turn: int) -> float:
        return float(subprocess.run(command, check=True, capture_output=True, env=environment).stdout)

    def whole_process(turn: int) -> float:
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, env=environment)
        return time.perf_counter() - begun

    times = interleave({"first": first_answer, "whole": whole_process}, scale.rounds)
    return Section(
        "Start",
        (
            milliseconds("import, open an existing file, first answer", times["first"], at_most(150)),
            milliseconds("the same with the interpreter's own start and end", times["whole"], None),
        ),
    )


def _with_bytecode_kept(folder: Path) -> dict[str, str]:
    """As where it is installed: compiled once (by the round that warms up), whatever this shell does otherwise."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
