"""Apps as the site sees them: everything that it has to know of each, and what each is built from."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from litestar.types import ControllerRouterHandler

from chabudai.accounts.design import Person
from chabudai.accounts.service import Accounts
from chabudai.accounts.spool.delivery import WantedChecks
from chabudai.adapters.clock import Clock
from chabudai.adapters.objects import ObjectStorage
from chabudai.adapters.payments import Payments, SandboxPayments
from chabudai.adapters.usi import EngineFinder, EngineTurns, finder
from chabudai.common.personal_data import PersonalData
from chabudai.table import Design, TypedStore
from chabudai.web import NavigationEntry, Package, Summary
from chabudai.web.context import RequestContext
from chabudai.web.secrets import Secret
from chabudai.web.translations import Text


@dataclass(frozen=True, slots=True)
class AppDependencies:
    """What there is for an app to be built from; each takes what it needs. `accounts.spool` sends its emails.

    `engine` finds the shogi engine of the house, each time that it is asked, and `engines` of them may think at once, 0
    for as many as suit the machine. `membership_price` is in whole yen for a
    month; `meal_indexes` are those of the meals' table that are wanted by now.
    """

    store: TypedStore
    clock: Clock
    secret: Secret
    objects: ObjectStorage
    accounts: Accounts
    engine: EngineFinder = field(default_factory=finder)
    engines: int = 0
    payments: Payments = field(default_factory=SandboxPayments)
    membership_price: int = 480
    meal_indexes: frozenset[str] = frozenset({"GSI1", "GSI2", "GSI3"})
    engine_turns: EngineTurns = field(default_factory=EngineTurns)


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """`summarize` says what matters in it today, on the home page. An app without accounts has no `personal_data`.

    `worker` is what it does beside requests, entered once the tables are there and left before the store is closed; it
    is given what there is of the household that it works for, of which there may be several.
    `fill_demo` puts something in it for the person of the demo, and may return a text that says where; with that,
    `open_demo` runs when someone enters a copy of it. `create_tables` is for an app whose table may lack some of its
    indexes. `email_checks` say which of its emails that wait are still wanted, given what there is of their household.
    """

    entry: NavigationEntry
    description: Text
    package: Package
    design: Design
    routes: tuple[ControllerRouterHandler, ...]
    summarize: Callable[[Person, RequestContext], Summary]
    personal_data: PersonalData | None = None
    worker: Callable[[AppDependencies], AbstractContextManager[object]] = nullcontext
    create_tables: Callable[[], None] | None = None
    email_checks: Callable[[AppDependencies], WantedChecks] = lambda _: {}
    fill_demo: Callable[[Person], str | None] = lambda _: None
    open_demo: Callable[[RequestContext, str], None] = lambda _, __: None


BuildApp = Callable[[AppDependencies], App]
"""What each app's `app.py` has for the site."""
