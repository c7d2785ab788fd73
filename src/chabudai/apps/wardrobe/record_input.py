"""A day as it is written down, by forms and by programs."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Final

from pydantic import BaseModel

from chabudai.apps.wardrobe.entities import FIRST_DAY, LAST_DAY, ClothingIds
from chabudai.common.fields import Fields
from chabudai.table import Field

SentId = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class RecordInput(BaseModel, frozen=True):
    """What is sent twice under one `id` is recorded once."""

    date: Annotated[date, Field(ge=FIRST_DAY, le=LAST_DAY, examples=["2026-11-15"])]
    clothing_ids: ClothingIds
    outfit_id: SentId | None = None
    id: SentId | None = None


FIELDS: Final = Fields(RecordInput)


def read_record(given: Mapping[str, Any]) -> RecordInput:
    """As a form or a program sent it."""
    return RecordInput(**FIELDS.check_new(given))
