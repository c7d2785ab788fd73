"""The team tasks as the site sees them."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from chabudai.accounts.design import Person
from chabudai.apps import tasks
from chabudai.apps.app import App, AppDependencies
from chabudai.apps.tasks import demo, invitation_mail, personal_data
from chabudai.apps.tasks.design import design
from chabudai.apps.tasks.leavings import LeavingQueue
from chabudai.apps.tasks.mail_worker import MailWorker
from chabudai.apps.tasks.messages import lazy
from chabudai.apps.tasks.resumption import ResumptionWorker
from chabudai.apps.tasks.routes import routes
from chabudai.apps.tasks.summary import summarizer
from chabudai.common.owner import Owner
from chabudai.common.personal_data import PersonalData
from chabudai.table import TypedStore
from chabudai.web import NavigationEntry, zones

ENTRY = NavigationEntry("tasks", lazy("Team tasks"), "/tasks", accent="matsuba", icon="columns")


def build(given: AppDependencies) -> App:
    store, clock, accounts = given.store, given.clock, given.accounts
    leavings = LeavingQueue()

    def fill_demo(person: Person) -> None:
        owner = Owner(store, person.username, clock, zones.find_or(person.zone, zones.TOKYO))
        demo.fill(
            owner,
            name=person.name,
            email=person.email,
            language=person.language or "ja",
            sends_mail=accounts.sends_mail,
        )

    return App(
        entry=ENTRY,
        description=lazy("Share the work with your family or a team."),
        package=tasks.PACKAGE,
        design=design,
        routes=routes(store, clock, given.secret.key("tasks cursors"), accounts, leavings),
        summarize=summarizer(store, clock),
        personal_data=PersonalData(
            "tasks", partial(personal_data.export, store), partial(personal_data.erase, store, clock)
        ),
        worker=partial(_work, store, leavings),
        email_checks=lambda household: invitation_mail.checks(household.store),
        fill_demo=fill_demo,
    )


@contextmanager
def _work(served: TypedStore, leavings: LeavingQueue, given: AppDependencies) -> Iterator[None]:
    """What goes on beside requests. Where these are in several households, each leaves its `leavings` to itself."""
    queue = leavings if given.store is served else LeavingQueue()
    with MailWorker(given.accounts.spool), ResumptionWorker(given.store, given.clock, queue):
        yield
