"""What is asked of every model: get, a query of 100, an update that moves an index key, put; and with which clothes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tests.bench import workload
from tests.bench.toolkit_clothes import Values, values

# Numbers of new clothes start here, in wardrobes that no query asks for.
NEW_FROM = 30_000_000


class Model(Protocol):
    """One library's way to the same table; what it gives back has the fields' names, or the bare item's."""

    name: str

    def get(self, values: Values) -> Any: ...

    def clothes(self, values: Values) -> Sequence[Any]:
        """The hundred clothes of a wardrobe."""
        ...

    def wear(self, values: Values) -> Any:
        """One more in `wear_count`, and so another key in an index; right also when others do the same."""

    def put(self, values: Values) -> Any: ...


@dataclass(frozen=True, slots=True)
class Work:
    name: str
    method: str
    in_process: int
    """Calls per round in process; `over_http` at the endpoint."""
    over_http: int
    arguments: Callable[[str, int, int, int], list[Values]]
    """For whom, in which turn, how many, of a table loaded with how many."""


def _some(_who: str, turn: int, amount: int, count: int) -> list[Values]:
    return [values(number, count) for number in workload.numbers(count, amount, turn)]


def _new(who: str, turn: int, amount: int, count: int) -> list[Values]:
    first = NEW_FROM + turn * amount
    return [{**values(number, count), "wardrobe_id": f"{who} {turn}"} for number in range(first, first + amount)]


WORKS = (
    Work("Get", "get", 2000, 100, _some),
    Work("Query of 100", "clothes", 100, 20, _some),
    Work("Update that moves an index key", "wear", 500, 60, _some),
    Work("Put", "put", 500, 60, _new),
)
