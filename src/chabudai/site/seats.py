"""Apps as the site sees them: everything that it has to know of each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from litestar.types import ControllerRouterHandler

from chabudai.accounts.design import Person
from chabudai.accounts.service import Belongings
from chabudai.table import Design
from chabudai.web import Package, Seat, Today
from chabudai.web.language import Text
from chabudai.web.visits import Visit


@dataclass(frozen=True, slots=True)
class App:
    """`belongings` of an app without accounts are none; `welcome` is for who enters the demo."""

    seat: Seat
    note: Text
    package: Package
    design: Design
    routes: tuple[ControllerRouterHandler, ...]
    today: Callable[[Person, Visit], Today]
    belongings: Belongings | None
    demo: Callable[[Person], Any]
    welcome: Callable[[Visit], None]
