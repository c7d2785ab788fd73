"""People as the tasks know them: a row that follows the account, made at the first visit together with a first team."""

from contextlib import suppress

from chabudai.apps.tasks import design, names
from chabudai.apps.tasks.entities import USER_FIELDS, Team, User
from chabudai.apps.tasks.messages import gettext
from chabudai.apps.tasks.team_rows import plan_team
from chabudai.common.owner import Owner
from chabudai.common.store_errors import failed_step
from chabudai.common.text import shorten
from chabudai.table import ConditionNotMet, Insert, Transaction

LONGEST_NAME = 40


def welcome(owner: Owner, *, name: str, email: str, image: str | None = None) -> Team | None:
    """At the first visit: the person's row and a first team, in one. None when they have been here before."""
    user = _new_user(owner, name, email, image)
    team = Team(
        team_id=owner.new_id(),
        name=shorten(gettext("%(name)s's team") % {"name": user.name}, LONGEST_NAME),
        zone=owner.zone.key,
    )
    plan = plan_team(Transaction().step("user", Insert(user)), team, user.user_id, user.name, owner.today())
    return team if failed_step(owner.store, plan) is None else None


def save(owner: Owner, *, name: str, email: str, image: str | None = None) -> User:
    """When the account was changed: another name goes to the person's row in every team, too."""
    new = _new_user(owner, name, email, image)
    with suppress(ConditionNotMet):  # most have one
        return owner.store.insert(new)
    before = owner.store.one(design.user(owner.username).consistently())
    changes: dict[str, str | None] = {"email": new.email, "image": new.image}
    if before.name != new.name:
        changes.update(name=new.name, renaming=names.BEFORE_ALL)
    after = owner.store.write(User.update(user_id=new.user_id).set(**changes))
    if after.renaming is not None:
        names.spread_user_name(owner.store, new.user_id)
    return after


def find(owner: Owner) -> User | None:
    return owner.store.get(design.user(owner.username))


def _new_user(owner: Owner, name: str, email: str, image: str | None) -> User:
    kept = USER_FIELDS.check_new({"name": shorten(name, LONGEST_NAME), "email": email, "image": image})
    return User(user_id=owner.username, created_at=owner.today(), **kept)
