"""A small design with a stream: what the tests of streams, workers, the doctor and the command line work on."""

from typing import Any, Literal

from chabudai.table import (
    Design,
    Entity,
    Field,
    Gsi,
    InKey,
    Query,
    Table,
    camel,
    id_field,
    key,
    unique,
)

Status = Literal["OPEN", "ACCEPTED"]


class HouseTable(
    Table, name="HouseTable", pk="PK", sk="SK", naming=camel, ttl="expiresAt", stream="NEW_AND_OLD_IMAGES"
):
    by_visits = Gsi("ByVisits", "STATUS_PK", "VISITS_SK")
    by_nickname = Gsi("ByNickname", "STATUS_PK", "NICK_SK")


class Person(Entity, table=HouseTable):
    house: InKey[str]
    person_id: str = id_field("p_")
    name: str = Field(min_length=1, max_length=40)

    one_name = unique("H#{house}#NAMES", "NAME#{name}")
    PK = key("H#{house}")
    SK = key("PERSON#{person_id}")


def from_1_to_2(stored: dict[str, Any]) -> dict[str, Any]:
    """The first shape had the address under another name."""
    return {**{name: value for name, value in stored.items() if name != "mail"}, "address": stored["mail"]}


class Invitation(Entity, table=HouseTable, upgrades=(from_1_to_2,)):
    house: InKey[str]
    invitation_id: str = id_field("i_")
    address: str
    status: Status = "OPEN"
    visits: int = Field(default=0, ge=0)
    nickname: str | None = None
    expires_at: int | None = None

    PK = key("H#{house}")
    SK = key("INVITATION#{invitation_id}")
    STATUS_PK = key("H#{house}#INVITATION#{status}")
    VISITS_SK = key("VISITS#{visits:06}#{invitation_id}")
    NICK_SK = key("NICK#{nickname:tail}")


@HouseTable.pattern("1", "invitations, most visited first", rows=20)
def invitations_by_visits(house: str, status: Status = "OPEN") -> Query[Invitation]:
    return HouseTable.by_visits.query(Invitation, house=house, status=status).descending()


@HouseTable.pattern("2", "the people of a house")
def people(house: str) -> Query[Person]:
    return HouseTable.query(Person, house=house)


@HouseTable.pattern("3", "invitations by nickname")
def invitations_by_nickname(house: str, status: Status = "OPEN") -> Query[Invitation]:
    return HouseTable.by_nickname.query(Invitation, house=house, status=status)


design = Design("house", HouseTable)
