"""The shogi app as the site sees it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from chabudai.accounts.design import Person
from chabudai.apps import shogi
from chabudai.apps.app import App, AppDependencies
from chabudai.apps.shogi import demo, job_worker, personal_data
from chabudai.apps.shogi.analysis_runs import AnalysisTools, half_of_cores
from chabudai.apps.shogi.analysis_worker import AnalysisWorker
from chabudai.apps.shogi.design import design
from chabudai.apps.shogi.messages import lazy
from chabudai.apps.shogi.routes import routes
from chabudai.apps.shogi.summary import summarizer
from chabudai.common.owner import Owner
from chabudai.common.personal_data import PersonalData
from chabudai.web import NavigationEntry, zones

ENTRY = NavigationEntry("shogi", lazy("Shogi games"), "/shogi", accent="kaki", icon="piece")


def build(given: AppDependencies) -> App:
    store, clock, engine = given.store, given.clock, given.engine

    def fill_demo(person: Person) -> None:
        owner = Owner(store, person.username, clock, zones.find_or(person.zone, zones.TOKYO))
        demo.fill(owner, "en" if person.language == "en" else "ja")

    return App(
        entry=ENTRY,
        description=lazy("Keep your games, step through them, and ask the engine."),
        package=shogi.PACKAGE,
        design=design,
        routes=routes(store, clock, given.secret.key("shogi cursors"), engine, given.accounts),
        summarize=summarizer(store),
        personal_data=PersonalData(
            "shogi", partial(personal_data.export, store, clock), partial(personal_data.erase, store, clock)
        ),
        worker=_work,
        fill_demo=fill_demo,
    )


@contextmanager
def _work(given: AppDependencies) -> Iterator[None]:
    """What goes on beside requests."""
    engines = given.engines or half_of_cores()
    tools = AnalysisTools(given.store, given.clock, given.engine, engines=engines, turns=given.engine_turns)
    with AnalysisWorker(tools), job_worker.new_worker(given.store, given.clock):
        yield
