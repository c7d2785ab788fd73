"""People as the tasks know them: a row that follows the account, made at the first visit together with a first team."""

from collections.abc import Mapping
from typing import Any

from chabudai.apps.tasks import design, names
from chabudai.apps.tasks.entities import USER_FIELDS, Team, User
from chabudai.apps.tasks.messages import gettext
from chabudai.apps.tasks.team_rows import plan_team
from chabudai.common.owner import Owner
from chabudai.common.store_errors import failed_step, translate
from chabudai.common.sweeps import NO_CHECKS
from chabudai.common.text import shorten
from chabudai.common.unreadable_rows import get_readable
from chabudai.table import Check, Insert, Transaction
from chabudai.web.errors import NotSignedIn

LONGEST_NAME = 40


def welcome(
    owner: Owner, *, name: str, email: str, image: str | None = None, checks: Mapping[str, Check[Any]] = NO_CHECKS
) -> Team | None:
    """At the first visit: the person's row and a first team, in one. None when they have been here before.

    It is held to the checks, which say that there is an account: NotSignedIn when one fails. So it is with `save`.
    """
    user = _new_user(owner, name, email, image)
    team = Team(
        team_id=owner.new_id(),
        name=shorten(gettext("%(name)s's team") % {"name": user.name}, LONGEST_NAME),
        zone=owner.zone.key,
    )
    plan = plan_team(_plan_user(user, checks), team, user.user_id, user.name, owner.today())
    return team if _try_to_insert(owner, plan, checks) else None


def save(
    owner: Owner, *, name: str, email: str, image: str | None = None, checks: Mapping[str, Check[Any]] = NO_CHECKS
) -> User:
    """When the account was changed: another name goes to the person's row in every team, too."""
    new = _new_user(owner, name, email, image)
    if _try_to_insert(owner, _plan_user(new, checks), checks):
        return new
    before = owner.store.get(design.user(owner.username).consistently())
    if before is None:
        raise NotSignedIn  # the account was deleted at this moment
    changes: dict[str, str | None] = {"email": new.email, "image": new.image}
    if before.name != new.name:
        changes.update(name=new.name, renaming=names.BEFORE_ALL)
    with translate(missing=NotSignedIn):
        after = owner.store.write(User.update(user_id=new.user_id).set(**changes))
    if after.renaming is not None:
        names.spread_user_name(owner.store, new.user_id)
    return after


def find(owner: Owner) -> User | None:
    return get_readable(owner.store, design.user(owner.username))


def _plan_user(user: User, checks: Mapping[str, Check[Any]]) -> Transaction:
    plan = Transaction().step("user", Insert(user))
    for name, check in checks.items():
        plan = plan.step(name, check)
    return plan


def _try_to_insert(owner: Owner, plan: Transaction, checks: Mapping[str, Check[Any]]) -> bool:
    failed = failed_step(owner.store, plan)
    if failed in checks:
        raise NotSignedIn
    return failed is None


def _new_user(owner: Owner, name: str, email: str, image: str | None) -> User:
    kept = USER_FIELDS.check_new({"name": shorten(name, LONGEST_NAME), "email": email, "image": image})
    return User(user_id=owner.username, created_at=owner.today(), **kept)
