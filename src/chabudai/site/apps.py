"""The apps of the site, in the order in which people find them."""

from chabudai.apps.app import App, AppDependencies, BuildApp
from chabudai.apps.kondate import app as kondate
from chabudai.apps.shogi import app as shogi
from chabudai.apps.tasks import app as tasks
from chabudai.apps.todo import app as todo
from chabudai.apps.wardrobe import app as wardrobe

APPS: tuple[BuildApp, ...] = (
    todo.build,
    tasks.build,
    kondate.build,
    wardrobe.build,
    shogi.build,
)


def build_apps(given: AppDependencies) -> tuple[App, ...]:
    return tuple(build(given) for build in APPS)
