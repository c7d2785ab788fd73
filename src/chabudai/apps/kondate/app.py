"""Kondate as the site sees it."""

from base64 import urlsafe_b64encode
from functools import partial

from cryptography.fernet import Fernet

from chabudai.accounts.design import Person
from chabudai.adapters.push import WebPush
from chabudai.apps import kondate
from chabudai.apps.app import App, AppDependencies
from chabudai.apps.kondate import demo, personal_data
from chabudai.apps.kondate.design import design
from chabudai.apps.kondate.market import staged_indexes
from chabudai.apps.kondate.market.devices import PushDesk
from chabudai.apps.kondate.market.till import Till
from chabudai.apps.kondate.market.worker import KondateWorker, errands_of
from chabudai.apps.kondate.messages import lazy
from chabudai.apps.kondate.routes import routes
from chabudai.apps.kondate.summary import summarizer
from chabudai.common.owner import Owner
from chabudai.common.personal_data import PersonalData
from chabudai.web import MenuEntry, NavigationEntry, zones

_MENU = (
    MenuEntry(lazy("Cooking log"), "/kondate/log", "history"),
    MenuEntry(lazy("Purchases"), "/kondate/purchases", "kondate/card"),
    MenuEntry(lazy("Meal settings"), "/kondate/settings", "settings"),
)
ENTRY = NavigationEntry("kondate", lazy("Meals"), "/kondate", accent="shu", icon="bowl", menu=_MENU)


def build(given: AppDependencies) -> App:
    store, clock = given.store, given.clock
    till, desk = _open_till(given), _open_desk(given)

    def fill_demo(person: Person) -> None:
        owner = Owner(store, person.username, clock, zones.find_or(person.zone, zones.TOKYO))
        demo.fill(owner, name=person.name, language="en" if person.language == "en" else "ja", till=till)

    return App(
        entry=ENTRY,
        description=lazy("Choose a meal set, and the shopping list and the fridge follow."),
        package=kondate.PACKAGE,
        design=design,
        routes=routes(till, desk, given.objects, given.secret.key("kondate cursors"), given.accounts.address),
        summarize=summarizer(store, clock),
        personal_data=PersonalData(
            "kondate", partial(personal_data.export, store), partial(personal_data.erase, till, given.objects)
        ),
        worker=_work,
        fill_demo=fill_demo,
        create_tables=partial(staged_indexes.create_table, store, given.meal_indexes),
    )


def _work(given: AppDependencies) -> KondateWorker:
    """What goes on beside requests."""
    return KondateWorker(given.store, given.meal_indexes, errands_of(_open_till(given), _open_desk(given)))


def _open_till(given: AppDependencies) -> Till:
    return Till(given.store, given.clock, given.payments, given.membership_price)


def _open_desk(given: AppDependencies) -> PushDesk:
    return PushDesk(
        WebPush(given.secret.key("kondate push"), given.accounts.address),
        Fernet(urlsafe_b64encode(given.secret.key("kondate devices"))),
    )
