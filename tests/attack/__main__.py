"""`make attack`: every route of the site asked by everyone who should not get in; the cells that differ are printed."""

import sys
import tempfile
import time
from pathlib import Path

from tests.attack.cells import ask_all, find_leaks
from tests.attack.house import ACTORS, open_house
from tests.attack.table import read_table, render_row

from chabudai.site.compose import compose
from chabudai.site.settings import SiteSettings


def main() -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        patterns = SiteSettings(db=str(Path(folder, "demo", "household.db")), is_demo=True)
        compose(patterns).household.close()
        with open_house(patterns, Path(folder, "house")) as house:
            found, leaks = ask_all(house), find_leaks(house)
    expected = read_table()
    wrong = [render_row(route, cells) for route, cells in found.items() if expected.get(route) != cells]
    gone = [f"no such route: {route}" for route in expected if route not in found]
    for line in [*wrong, *gone, *leaks]:
        print(line)
    cells, seconds = len(found) * len(ACTORS), time.monotonic() - began
    print(f"{len(found)} routes, {cells} cells, {len(wrong)} wrong, {len(leaks)} leaks, {seconds:.0f} s")
    return 1 if wrong or gone or leaks else 0


if __name__ == "__main__":
    sys.exit(main())
