"""A household's settings for programs: for how many it cooks, its staples, its shop, its week."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from chabudai.apps.kondate.api.answers import Answer
from chabudai.apps.kondate.book import settings, visibility
from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.book.settings import SETTING_FIELDS
from chabudai.common.bodies import changes_body, entity_body, fill, sent_fields
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.routes import Injected, JSONBody, get, patch, put

Name = Annotated[str, Meta(min_length=1, max_length=80)]


@changes_body(SETTING_FIELDS)
class SettingsChanges(Body):
    """What is left out stays as it is. `shelfOrder` are shelves in the order of one's shop."""

    shelf_order: Annotated[list[str], Meta(max_length=30)] | UnsetType = UNSET
    hides_starter: bool | UnsetType = UNSET


@entity_body(Profile, "name", "servings", "week_start", "own_recipes", "staples", "no_staples", "hides_starter")
class SettingsBody(Body):
    """How a household cooks and shops. `ownRecipes` counts against the quota."""

    shelf_order: list[str]


class StapleBody(Body):
    """Whether a food should be at home anyway."""

    name: Name
    is_staple: bool


class ShelfBody(Body):
    """Where a food stands in one's shop."""

    name: Name
    shelf: Annotated[str, Meta(min_length=1, max_length=40)]


@get("/settings")
def find_settings(owner: Injected[Owner]) -> Answer[SettingsBody]:
    """Access pattern 1."""
    return _answer(settings.find_profile(owner))


@patch("/settings")
def change_settings(data: JSONBody[SettingsChanges], owner: Injected[Owner]) -> Answer[SettingsBody]:
    """Plans that are laid already keep their servings. Access pattern 1."""
    sent = sent_fields(data)
    order, hides = sent.pop("shelf_order", None), sent.pop("hides_starter", None)
    profile = settings.change(owner, sent)
    if order is not None:
        profile = settings.order_shelves(owner, order)
    if hides is not None:
        profile = visibility.put_starter_away(owner, is_away=hides)
    return _answer(profile)


@put("/settings/staples", status_code=200)
def mark_staple(data: JSONBody[StapleBody], owner: Injected[Owner]) -> Answer[SettingsBody]:
    """Remembered, and said of its lines on the list."""
    return _answer(settings.mark_staple(owner, data.name, is_staple=data.is_staple))


@put("/settings/shelves", status_code=200)
def remember_shelf(data: JSONBody[ShelfBody], owner: Injected[Owner]) -> Answer[SettingsBody]:
    """Where this household finds it from now on."""
    return _answer(settings.remember_shelf(owner, data.name, data.shelf))


def _answer(profile: Profile) -> Answer[SettingsBody]:
    return Answer(data=fill(SettingsBody, profile, shelf_order=list(settings.shelf_order(profile))))
