"""What an app keeps of a person: handed over whole with the account's export, and let go of with the account."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PersonalData:
    """`export` gives plain values for JSON, by username. `erase` may be asked for again and again, until it is gone."""

    app: str
    export: Callable[[str], Any]
    erase: Callable[[str], None]
