"""The todos as the site sees them."""

from functools import partial

from chabudai.apps import todo
from chabudai.apps.app import App, AppDependencies
from chabudai.apps.todo import api, demo, helpers, pages, personal_data
from chabudai.apps.todo.design import design
from chabudai.apps.todo.todos import Todos
from chabudai.common.personal_data import PersonalData
from chabudai.web import NavigationEntry, zones
from chabudai.web.translations import lazy

ENTRY = NavigationEntry("todo", lazy("To do"), "/todo", accent="yamabuki", icon="circle-check")


def build(given: AppDependencies) -> App:
    store, clock = given.store, given.clock
    helpers.serve(store, clock)
    return App(
        entry=ENTRY,
        description=lazy("Write it down, tick it off."),
        package=todo.PACKAGE,
        design=design,
        routes=(*pages.routes(store, clock), *api.routes(store, clock, given.secret.key("todo cursors"))),
        summarize=pages.today(store, clock),
        personal_data=PersonalData("todo", partial(personal_data.export, store), partial(personal_data.erase, store)),
        fill_demo=lambda person: demo.fill(
            Todos(store, person.username, clock, zones.find_or(person.zone, zones.TOKYO))
        ),
    )
