"""A small design that the tests of reads share: clothes with two indexes, what was worn on a day, notes that expire."""

from datetime import date
from typing import Annotated, Literal

from chabudai.table import (
    As,
    Design,
    Entity,
    Field,
    Get,
    Gsi,
    InKey,
    Insert,
    Lsi,
    Query,
    Table,
    Transaction,
    View,
    camel,
    ge,
    gt,
    key,
    unique,
)

Status = Literal["ACTIVE", "DELETED"]


class Closet(Table, name="Closet", pk="PK", sk="SK", naming=camel):
    by_wear = Gsi("ByWear", "status_pk", "wear_sk")
    by_price = Lsi("ByPrice", "price", projection=["name"])


class Clothing(Entity, table=Closet):
    owner: InKey[str]
    clothing_id: InKey[str]
    name: str = Field(min_length=1)
    status: Status = "ACTIVE"
    wear_count: int = Field(default=0, ge=0)
    price: int | None = None
    tags: frozenset[str] = frozenset()

    PK = key("W#{owner}")
    SK = key("CLOTH#{clothing_id}")
    status_pk = key("W#{owner}#{status}")
    wear_sk = key("WEAR#{wear_count:010}#{clothing_id}")


class Tag(View, of=Clothing):
    """What hangs on a shirt in the shop."""

    owner: InKey[str]
    clothing_id: InKey[str]
    name: str
    price: int | None = None


class Worn(Entity, table=Closet):
    owner: InKey[str]
    day: Annotated[date, As("yyyymmdd")]
    clothing_id: InKey[str]
    note: str = ""

    PK = key("W#{owner}")
    SK = key("WORN#{day:yyyymmdd}#{clothing_id}")


class Label(Entity, table=Closet):
    """A name that only one label of a household has."""

    owner: InKey[str]
    label_id: InKey[str]
    name: str
    one_name = unique("W#{owner}", "NAME#{name}")

    PK = key("W#{owner}")
    SK = key("LABEL#{label_id}")


class Notes(Table, name="Notes", pk="PK", sk="SK", naming=camel, ttl="expiresAt"): ...


class Note(Entity, table=Notes):
    owner: InKey[str]
    number: InKey[int]
    text: str = ""
    is_read: bool = False
    expires_at: int | None = None

    PK = key("N#{owner}")
    SK = key("NOTE#{number:05}")


@Closet.pattern("C-1", "one piece")
def clothing(owner: str, clothing_id: str) -> Get[Clothing]:
    return Clothing.get(owner=owner, clothing_id=clothing_id)


@Closet.pattern("C-2", "clothes by id", rows=10)
def clothes(owner: str) -> Query[Clothing]:
    return Closet.query(Clothing, owner=owner)


@Closet.pattern("C-3", "clothes, most worn first", rows=5)
def clothes_by_wear(owner: str, status: Status = "ACTIVE") -> Query[Clothing]:
    return Closet.by_wear.query(Clothing, owner=owner, status=status).descending()


@Closet.pattern("C-4", "clothes that were worn so often")
def clothes_worn(owner: str, times: int) -> Query[Clothing]:
    return Closet.by_wear.query(Clothing, owner=owner, status="ACTIVE", wear_count=ge(times))


@Closet.pattern("C-5", "price tags of what costs more")
def dearer(owner: str, than: int) -> Query[Tag]:
    return Closet.by_price.query(Tag, owner=owner, price=gt(than))


@Closet.pattern("C-6", "everything of a household")
def household(owner: str) -> Query[Clothing | Worn]:
    return Closet.query(Clothing, Worn, owner=owner)


@Closet.pattern("C-7", "wear a piece on a day")
def wear(owner: str, day: date, clothing_id: str) -> Transaction:
    worn = Worn(owner=owner, day=day, clothing_id=clothing_id)
    counted = Clothing.update(owner=owner, clothing_id=clothing_id).add(wear_count=1).when(status="ACTIVE")
    return Transaction().step("day", Insert(worn)).step("clothing", counted)


@Notes.pattern("N-1", "notes", rows=4)
def notes(owner: str) -> Query[Note]:
    return Notes.query(Note, owner=owner)


@Notes.pattern("N-2", "notes that nobody has read", rows=4)
def unread(owner: str) -> Query[Note]:
    return Notes.query(Note, owner=owner).filter(is_read=False)


design = Design("closet", Closet, Notes)
