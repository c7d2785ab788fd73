"""Apps as the site sees them: everything that it has to know of each, and what each is built from."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from litestar.types import ControllerRouterHandler

from chabudai.accounts.design import Person
from chabudai.accounts.service import Accounts
from chabudai.adapters.clock import Clock
from chabudai.adapters.objects import ObjectStorage
from chabudai.adapters.payments import Payments, SandboxPayments
from chabudai.adapters.usi import EngineFinder, finder
from chabudai.common.personal_data import PersonalData
from chabudai.table import Design, TypedStore
from chabudai.web import NavigationEntry, Package, Summary
from chabudai.web.context import RequestContext
from chabudai.web.secrets import Secret
from chabudai.web.translations import Text


@dataclass(frozen=True, slots=True)
class AppDependencies:
    """What there is for an app to be built from; each takes what it needs. `accounts` know the site's mail, too.

    `engine` finds the shogi engine of the house, each time that it is asked. `membership_price` is in whole yen for a
    month; `meal_indexes` are those of the meals' table that are wanted by now.
    """

    store: TypedStore
    clock: Clock
    secret: Secret
    objects: ObjectStorage
    accounts: Accounts
    engine: EngineFinder = field(default_factory=finder)
    payments: Payments = field(default_factory=SandboxPayments)
    membership_price: int = 480
    meal_indexes: frozenset[str] = frozenset({"GSI1", "GSI2", "GSI3"})


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """`summarize` says what matters in it today, on the home page. An app without accounts has no `personal_data`.

    `worker` is what it does beside requests, entered once the tables are there and left before the store is closed.
    `fill_demo` puts something in it for the person of the demo; `open_demo` runs when someone enters the demo.
    `create_tables` is for an app whose table may lack some of its indexes.
    """

    entry: NavigationEntry
    description: Text
    package: Package
    design: Design
    routes: tuple[ControllerRouterHandler, ...]
    summarize: Callable[[Person, RequestContext], Summary]
    personal_data: PersonalData | None = None
    worker: Callable[[], AbstractContextManager[object]] = nullcontext
    create_tables: Callable[[], None] | None = None
    fill_demo: Callable[[Person], Any] = lambda _: None
    open_demo: Callable[[RequestContext], None] = lambda _: None


BuildApp = Callable[[AppDependencies], App]
"""What each app's `app.py` has for the site."""
