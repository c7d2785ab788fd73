"""The table of what each actor gets at each route, as it stands in `routes.txt`."""

from tests.attack.house import ACTORS, TABLE, Route


def read_table() -> dict[Route, dict[str, int]]:
    rows = [line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    return {Route(path, method): dict(zip(ACTORS, map(int, cells), strict=True)) for method, path, *cells in rows}


def render_row(route: Route, cells: dict[str, int]) -> str:
    return f"{route.method:<6} {route.path:<78} {' '.join(str(cells[actor]) for actor in ACTORS)}"
