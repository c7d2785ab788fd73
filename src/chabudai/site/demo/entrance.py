"""Entering the demo: a household of the visitor's own, in which they are signed in at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from chabudai.accounts import design, service
from chabudai.accounts.limiter import Limiter, Rate
from chabudai.accounts.service import Accounts
from chabudai.apps.app import App
from chabudai.site.demo.households import DemoHouseholds
from chabudai.web.context import RequestContext
from chabudai.web.cookies import HOUSEHOLD

_AGENT: Final = "demo"
_WINDOW: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Demo:
    """`accounts` are those of whichever household is in use. `starts` is how many an address may have in an hour."""

    accounts: Accounts
    apps: Sequence[App]
    households: DemoHouseholds
    starts: int

    def enter(self, context: RequestContext, language: str) -> None:
        """TooManyRequests or DemoIsFull when there is none for them now."""
        with self.households.enter_lasting():
            self._count(context.address)
            if context.credentials.session is not None:
                service.end_session(self.accounts, context.credentials.session)
        household = self.households.create(language)
        with household.enter():
            filling = household.filling
            person = self.accounts.store.one(design.person_named(filling.username))
            context.sign_in(service.begin_session(self.accounts, person, _AGENT))
            for app in self.apps:
                if place := filling.places.get(app.entry.key):
                    app.open_demo(context, place)
        context.jar.put(HOUSEHOLD, household.id)

    def _count(self, address: str) -> None:
        """In the household that stays, for all processes together."""
        Limiter(self.accounts.store, self.accounts.clock, "demo", Rate(self.starts, _WINDOW)).count(address)
