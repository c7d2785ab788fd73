"""The todos as the site sees them."""

from functools import partial

from chabudai.apps import todo
from chabudai.apps.app import App, AppDependencies
from chabudai.apps.todo import demo, helpers, personal_data
from chabudai.apps.todo.design import design
from chabudai.apps.todo.messages import lazy
from chabudai.apps.todo.routes import routes
from chabudai.apps.todo.summary import summarizer
from chabudai.common.owner import Owner
from chabudai.common.personal_data import PersonalData
from chabudai.web import NavigationEntry, zones

ENTRY = NavigationEntry("todo", lazy("To do"), "/todo", accent="yamabuki", icon="circle-check")


def build(given: AppDependencies) -> App:
    store, clock = given.store, given.clock
    helpers.serve(store, clock)
    return App(
        entry=ENTRY,
        description=lazy("Write it down, tick it off."),
        package=todo.PACKAGE,
        design=design,
        routes=routes(store, clock, given.secret.key("todo cursors")),
        summarize=summarizer(store, clock),
        personal_data=PersonalData("todo", partial(personal_data.export, store), partial(personal_data.erase, store)),
        fill_demo=lambda person: demo.fill(
            Owner(store, person.username, clock, zones.find_or(person.zone, zones.TOKYO)), person.language or "ja"
        ),
    )
