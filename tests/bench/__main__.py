"""`python -m tests.bench`: every comparison in turn, printed as it ends; docs/benchmarks.md after a full run of all."""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.bench import (
    against_dynalite,
    against_ministack,
    against_models,
    against_moto,
    against_sqlite,
    growth,
    memory,
    pages,
    report,
    shogi,
    site,
    startup,
    teams,
    toolkit,
    wardrobe,
)
from tests.bench.ground import Ground
from tests.bench.measure import Section
from tests.bench.peers import PeerMissing
from tests.bench.scale import FULL, QUICK, Scale

DOCUMENT = Path(__file__).parents[2] / "docs" / "benchmarks.md"
COMPARISONS: dict[str, Callable[[Scale, Ground], Section]] = {
    "moto": against_moto.run,
    "dynalite": against_dynalite.run,
    "ministack": against_ministack.run,
    "sqlite": against_sqlite.run,
    "growth": growth.run,
    "memory": memory.run,
    "startup": startup.run,
    "toolkit": toolkit.run,
    "models": against_models.run,
    "site": site.run,
    "pages": pages.run,
    "wardrobe": wardrobe.run,
    "teams": teams.run,
    "shogi": shogi.run,
}


def main() -> None:
    options = _options()
    scale = QUICK if options.quick else FULL
    wanted = options.only or list(COMPARISONS)
    sections = []
    with tempfile.TemporaryDirectory(prefix="chabudai-bench-") as folder:
        ground = Ground(Path(folder))
        for name in wanted:
            sections.append(_compare(name, scale, ground))
            print(report.section(sections[-1]), flush=True)
    print(report.tally(sections))
    if not options.quick and not options.only:
        DOCUMENT.write_text(report.document(sections, scale.rounds, scale.items))


def _compare(name: str, scale: Scale, ground: Ground) -> Section:
    try:
        return COMPARISONS[name](scale, ground)
    except PeerMissing as reason:
        return Section(f"Against {name}", notes=(str(reason),))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", action="append", choices=list(COMPARISONS), help="one comparison; may be repeated")
    parser.add_argument("--quick", action="store_true", help="fewer items and rounds, to look; writes no document")
    return parser.parse_args()


if __name__ == "__main__":
    main()
