"""Mistakes that come with time: rows and tables of other programs, and of this one as it was or will be."""

from tests.table.mistakes.mistake import Mistake

MISTAKES = (
    Mistake(
        "A row of a newer program",
        """
written = {**kokoro.layout.to_item(kokoro.layout.values(kokoro)), "_schema_version": {"N": "2"}}
store.raw.call("PutItem", {"TableName": "Library", "Item": written})
store.get(one_book("h1", "kokoro"))
""",
        (
            "NewerItem: 1 (one book): a row of Library, {'PK': {'S': 'HOME#h1'}, 'SK': {'S': 'BOOK#kokoro'}} is of "
            "Book's schema version 2, newer than the 1 known here; run the program that wrote it, or one as new"
        ),
        "Run the newer program; bring the upgrade to this one.",
    ),
    Mistake(
        "A newer program's row is changed",
        """
written = {**kokoro.layout.to_item(kokoro.layout.values(kokoro)), "_schema_version": {"N": "2"}}
store.raw.call("PutItem", {"TableName": "Library", "Item": written})
store.write(Book.update(home="h1", book_id="kokoro").add(loans=1))
""",
        (
            "NewerItem: a row of Library, {'PK': {'S': 'HOME#h1'}, 'SK': {'S': 'BOOK#kokoro'}} is of Book's schema "
            "version 2, newer than the 1 known here; run the program that wrote it, or one as new\n"
            "asked for by Book(home='h1', book_id='kokoro')"
        ),
        "Run the newer program; bring the upgrade to this one.",
    ),
    Mistake(
        "A field was added without a default",
        """
item = {"PK": {"S": "HOME#h1"}, "SK": {"S": "BOOK#botchan"}, "title": {"S": "坊っちゃん"}}
store.raw.call("PutItem", {"TableName": "Library", "Item": item})
store.get(one_book("h1", "botchan"))
""",
        (
            "UnreadableItem: 1 (one book): a row of Library, {'PK': {'S': 'HOME#h1'}, 'SK': {'S': 'BOOK#botchan'}} "
            "is no Book: isbn is missing and has no default: give it one, or the entity an upgrade; chabudai doctor "
            "finds all such rows, and mends those that it can"
        ),
        "Give the field a default, or the entity an upgrade.",
    ),
    Mistake(
        "A row that another program wrote",
        """
key = {"PK": {"S": "HOME#h1"}, "SK": {"S": "BOOK#kokoro"}}
change = {"UpdateExpression": "SET loans = :l", "ExpressionAttributeValues": {":l": {"S": "many"}}}
store.raw.call("UpdateItem", {"TableName": "Library", "Key": key, **change})
store.page(books_in("h1"))
""",
        (
            "UnreadableItem: 2 (the books in a place, most lent first): a row of Library, {'PK': {'S': 'HOME#h1'}, "
            "'SK': {'S': 'BOOK#kokoro'}} is no Book: loans: Input should be a valid integer, unable to parse string "
            "as an integer, but it was 'many'; chabudai doctor finds all such rows, and mends those that it can"
        ),
        "`chabudai doctor`; `report_unreadable=…` leaves such rows out of lists.",
    ),
    Mistake(
        "The table is there, and differs",
        """
class Shop(Table, name="Library", pk="PK", sk="SK", stream="NEW_IMAGE"):
    pass


class Thing(Entity, table=Shop):
    name: InKey[str]

    PK = key("THING#{name}")
    SK = key("THING")


store.create(Shop)
""",
        (
            "TableDiffers: the table Library exists, but differs from the design: the index ByLoans is there, and "
            "the design has none of that name; stream: NEW_IMAGE in the design, none in the table; expiry: none in "
            "the design, expires_at in the table. Change one of them so that both say the same, or give the design's "
            "table another name"
        ),
        "Change the table, or the design.",
    ),
    Mistake(
        "The doctor is sent to a store without the table",
        """
with table.open(":memory:") as other:
    doctor(other, design)
""",
        (
            "TableMissing: the store has no table Library: store.create(Library) makes it, as does chabudai table "
            "create MODULE:DESIGN --at ADDRESS; or the store is another than was meant"
        ),
        "Look at the address; where it is right, make the table.",
    ),
    Mistake(
        "A default that None would be read back as",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    colour: str | None = "white"

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "DesignError: Shelf.colour may be None, which would be read back as its default 'white'; OrNull[…] "
            "stores None as NULL"
        ),
        "`OrNull[str]`, or None as the default.",
    ),
    Mistake(
        "An upgrade that fails",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    pass


def from_1_to_2(item):
    item["yen"] = item.pop("price")
    return item


class Thing(Entity, table=Shop, upgrades=(from_1_to_2,)):
    name: InKey[str]
    yen: int

    PK = key("THING#{name}")
    SK = key("THING")


store.create(Shop)
store.raw.call("PutItem", {"TableName": "Shop", "Item": {"PK": {"S": "THING#tea"}, "SK": {"S": "THING"}}})
store.get(Thing.get(name="tea"))
""",
        (
            "UnreadableItem: a row of Shop, {'PK': {'S': 'THING#tea'}, 'SK': {'S': 'THING'}} is no Thing: it is of "
            "schema version 1 and can't be upgraded: KeyError('price'); chabudai doctor finds all such rows, "
            "and mends those that it can"
        ),
        "An upgrade that takes every row of the version before.",
    ),
    Mistake(
        "An upgrade that forgets its return",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    pass


def from_1_to_2(item: dict[str, Any]) -> dict[str, Any]:
    item["price"] = 0


class Cake(Entity, table=Shop, upgrades=(from_1_to_2,)):
    name: InKey[str]
    price: int

    PK = key("CAKE#{name}")
    SK = key("CAKE")


store.create(Shop)
store.raw.call("PutItem", {"TableName": "Shop", "Item": {"PK": {"S": "CAKE#mont blanc"}, "SK": {"S": "CAKE"}}})
store.get(Cake.get(name="mont blanc"))
""",
        (
            "UnreadableItem: a row of Shop, {'PK': {'S': 'CAKE#mont blanc'}, 'SK': {'S': 'CAKE'}} is no Cake: it "
            "is of schema version 1 and can't be upgraded: from_1_to_2 returned nothing, where the item is "
            "wanted: end it with return item; chabudai doctor finds all such rows, and mends those that it can"
        ),
        "End it with `return item`.",
    ),
)
