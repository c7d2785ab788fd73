"""The one table of the app, and what its rows are made of. Times in keys are ISO 8601 with Z."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from chabudai.apps.kondate.amounts import STORED, normalise_value
from chabudai.table import As, Field, Gsi, Table, camel

Changes: TypeAlias = Mapping[str, Any]
Kind: TypeAlias = Literal["RECIPE", "SET"]
Moment: TypeAlias = Annotated[datetime, As("iso")]
Exact: TypeAlias = Annotated[str, Field(pattern=STORED), AfterValidator(normalise_value)]
"""A number that is stored as `amounts.write_value` writes it: "3/2", "200"."""

PAGE: Final = 30


class MainTable(Table, name="MainTable", pk="PK", sk="SK", naming=camel, ttl="expiresAt", encrypted=True):
    by_id = Gsi("GSI1", "GSI1PK", "GSI1SK")
    by_popularity = Gsi("GSI2", "GSI2PK", "GSI2SK")
    by_creator = Gsi("GSI3", "GSI3PK", "GSI3SK")


class Nested(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)
