"""What the home page says of the tasks: two queries of rows beside the person, their tasks and their invitations."""

from collections.abc import Callable

from chabudai.accounts.design import Person
from chabudai.adapters.clock import Clock
from chabudai.apps.tasks import notices
from chabudai.apps.tasks.messages import gettext, ngettext
from chabudai.apps.tasks.own_tasks import OwnFigures, count_figures
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.table import TypedStore
from chabudai.web import Summary
from chabudai.web.context import RequestContext
from chabudai.web.translations import Text


def summarizer(store: TypedStore, clock: Clock) -> Callable[[Person, RequestContext], Summary]:
    def summarize(person: Person, context: RequestContext) -> Summary:
        owner = Owner(store, person.username, clock, context.zone)
        return _describe(count_figures(owner), notices.count_invitations(owner))

    return summarize


def _describe(figures: OwnFigures, invitations: int) -> Summary:
    badges: list[Text] = []
    if figures.overdue:
        badges.append(ngettext("%(n)s overdue", "%(n)s overdue", figures.overdue))
    if figures.today:
        badges.append(ngettext("%(n)s due today", "%(n)s due today", figures.today))
    if invitations:
        badges.append(ngettext("%(n)s invitation", "%(n)s invitations", invitations))
    return Summary(_note(figures), str(figures.open or ""), tuple(badges))


def _note(figures: OwnFigures) -> str:
    if figures.first is None:
        return gettext("Share the work with your family or a team.")
    title = shorten_in_sentence(figures.first.title)
    if figures.overdue:
        return gettext("Overdue: %(title)s", title=title)
    if figures.today:
        return gettext("Due today: %(title)s", title=title)
    return gettext("Next: %(title)s", title=title)
