"""How much memory a process of its own takes to work on a small file and on a large one."""

import subprocess
import sys
from pathlib import Path

from tests.bench import workload
from tests.bench.ground import Ground
from tests.bench.measure import Line, Section, Side, at_most, interleave, ratios, spread
from tests.bench.scale import Scale

from chabudai.engine import Engine

GETS, PAGES, PUTS, SCANS = 10_000, 2_000, 2_000, 200
# Bounded and independent of the count is what is asked; the data grows a hundredfold, this may not double.
LIMIT = 1.5


def run(scale: Scale, ground: Ground) -> Section:
    sides = {"large": _side(scale.many, scale, ground), "small": _side(scale.items, scale, ground)}
    peaks = interleave(sides, scale.rounds)
    line = Line(
        "peak RSS",
        _megabytes(peaks["large"]),
        _megabytes(peaks["small"]),
        spread(ratios(peaks["large"], peaks["small"])),
        "×",
        at_most(LIMIT),
    )
    work = f"{scale.calls(GETS):,} gets, {scale.calls(PAGES):,} pages, {scale.calls(PUTS):,} puts, a scan's first pages"
    sizes = ", ".join(
        f"{count:,} items: {ground.file(count).stat().st_size / 1e6:,.0f} MB" for count in (scale.items, scale.many)
    )
    return Section(
        "Memory",
        (line,),
        (f"After {work}, in a process of its own. Files of {sizes}.",),
        (f"{scale.many:,}", f"{scale.items:,}"),
    )


def _side(count: int, scale: Scale, ground: Ground) -> Side:
    def turn_of(turn: int) -> float:
        arguments = (ground.file(count), count, turn, scale.share)
        command = [sys.executable, "-m", "tests.bench.memory", *map(str, arguments)]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    return turn_of


def _megabytes(peaks: tuple[float, ...]) -> str:
    return f"{spread(peaks).middle / 1e6:.0f} MB"


def main() -> None:
    """FILE COUNT TURN SHARE: works on the file, prints the peak in bytes."""
    path = Path(sys.argv[1])
    count, turn, share = (int(text) for text in sys.argv[2:5])
    with Engine.open(path, durability="relaxed") as engine:
        for number in workload.numbers(count, GETS // share, turn):
            engine.call("GetItem", workload.get(number, count))
        for number in workload.numbers(count, PAGES // share, turn):
            engine.call("Query", workload.query(number, count))
        for number in range(PUTS // share):
            engine.call("PutItem", workload.put(count + 2_000_000 + turn * PUTS + number, count))
        _scan(engine, SCANS // share)
        print(_peak())


def _scan(engine: Engine, pages: int) -> None:
    request: workload.Request = {"TableName": workload.TABLE, "Limit": 1000}
    for _ in range(pages):
        last = engine.call("Scan", request).get("LastEvaluatedKey")
        if last is None:
            break
        request["ExclusiveStartKey"] = last


def _peak() -> int:
    """VmHWM: unlike getrusage's figure it begins anew with the program, not with its parent."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise OSError("this system does not tell a process its peak memory")


if __name__ == "__main__":
    main()
