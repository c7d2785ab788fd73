"""Suggestions for programs: what could be worn today."""

import datetime

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.api.bodies import ClothingBody, clothing_body
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.suggestions import Suggestion
from chabudai.web.bodies import Body
from chabudai.web.routes import Injected, get


class SuggestionBody(Body):
    """With an outfit when the clothes were put together before, and null when they are newly chosen."""

    date: datetime.date
    outfit_id: str | None
    outfit_name: str | None
    clothes: list[ClothingBody]


class SuggestionList(Body):
    suggestions: list[SuggestionBody]


@get("/{key:str}/suggestions")
def suggest(closet: Injected[Closet]) -> SuggestionList:
    """For today, of what is in season and long unworn: at most one outfit, and one newly put together."""
    return SuggestionList(suggestions=[_body(each) for each in service.suggestions(closet)])


def _body(found: Suggestion) -> SuggestionBody:
    return SuggestionBody(
        date=found.day,
        outfit_id=found.template.template_id if found.template else None,
        outfit_name=found.template.name if found.template else None,
        clothes=[clothing_body(piece) for piece in found.clothes],
    )
