"""What an app keeps of a person: handed over whole with the account's export, and let go of with the account."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from chabudai.web.translations import Text


@dataclass(frozen=True, slots=True)
class PersonalData:
    """`export` gives plain values for JSON, by username. `erase` may be asked for again and again, until it is gone.

    `export_for_reading` leaves out what lets its reader change something, where there is such a thing. `loss` tells
    what is gone with the account, where that is not everything in the app.
    """

    app: str
    export: Callable[[str], Any]
    erase: Callable[[str], None]
    export_for_reading: Callable[[str], Any] | None = None
    loss: Text | None = None
