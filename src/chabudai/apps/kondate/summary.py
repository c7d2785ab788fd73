"""What the home page says of the kitchen: tonight's dish, how far the set is, what is to be bought and eaten soon."""

from collections.abc import Callable
from datetime import date

from chabudai.accounts.design import Person
from chabudai.adapters.clock import Clock
from chabudai.apps.kondate import design
from chabudai.apps.kondate.kitchen.entities import KitchenState, Plan
from chabudai.apps.kondate.kitchen.plans import find_tonight
from chabudai.apps.kondate.messages import gettext, ngettext
from chabudai.common.owner import Owner
from chabudai.common.text import shorten, shorten_in_sentence
from chabudai.table import TypedStore
from chabudai.web import Summary
from chabudai.web.context import RequestContext
from chabudai.web.translations import Text

SOON = 3
"""Days before a date of the fridge is told."""


def summarizer(store: TypedStore, clock: Clock) -> Callable[[Person, RequestContext], Summary]:
    def summarize(person: Person, context: RequestContext) -> Summary:
        owner = Owner(store, person.username, clock, context.zone)
        plan, state = store.transact_get(design.plan(person.username, "CURRENT"), design.kitchen_state(person.username))
        return _describe(plan, state, owner.today())

    return summarize


def _describe(plan: Plan | None, state: KitchenState | None, today: date) -> Summary:
    dishes = [dish for dish in plan.items if not dish.is_skipped] if plan is not None else []
    cooked = sum(dish.log_id is not None for dish in dishes)
    figure = f"{cooked}/{len(dishes)}" if dishes else ""
    return Summary(_note(plan, today), figure, _badges(state, today), act=_act(plan, today))


def _act(plan: Plan | None, today: date) -> tuple[str, str] | None:
    """On to the stove, one tap from home; without anything to cook, to the sets."""
    left = [dish for dish in find_tonight(plan, today) if dish.is_open]
    if left:
        return gettext("Cook"), f"/kondate/cook/{left[0].item_id}"
    if plan is None or not any(dish.is_open for dish in plan.items):
        return gettext("Choose a set"), "/kondate/sets"
    return None


def _note(plan: Plan | None, today: date) -> str:
    tonight = find_tonight(plan, today)
    left = [dish for dish in tonight if dish.is_open]
    if left:
        return gettext("Tonight: %(title)s", title=shorten_in_sentence(left[0].title))
    if tonight:
        return gettext("Tonight's dishes are cooked.")
    if plan is not None and plan.items:
        return gettext("Everything in this meal set is cooked.")
    return gettext("No meal set chosen yet.")


def _badges(state: KitchenState | None, today: date) -> tuple[Text, ...]:
    badges: list[Text] = []
    if state is not None and state.lines_left:
        badges.append(ngettext("%(n)s to buy", "%(n)s to buy", state.lines_left))
    if state is not None and state.soonest is not None and state.soonest_on is not None:
        days = (state.soonest_on - today).days
        if days <= SOON:
            badges.append(say_date(shorten(state.soonest, 16), days))
    return tuple(badges)


def say_date(name: str, days: int) -> str:
    """That something has to be eaten in so many days."""
    if days < 0:
        return gettext("%(name)s past its date", name=name)
    if days == 0:
        return gettext("%(name)s until today", name=name)
    if days == 1:
        return gettext("%(name)s until tomorrow", name=name)
    return ngettext("%(name)s, %(n)s day left", "%(name)s, %(n)s days left", days, name=name)
