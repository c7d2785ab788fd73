"""Mistakes in an entity, its fields and its keys: found when the module is imported."""

from tests.table.mistakes.mistake import Mistake

MISTAKES = (
    Mistake(
        "A brace that is not closed",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    number: InKey[int]

    PK = key("HOME#{home}")
    SK = key("SHELF#{number:03")
""",
        (
            "InvalidTemplate: Shelf.SK: SHELF#{number:03: a brace without its other half; a part is written {field} "
            "or {field:format}"
        ),
        "Close it: `{number:03}`.",
    ),
    Mistake(
        "A template names a field that is not there",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    number: InKey[int]

    PK = key("HOME#{home}")
    SK = key("SHELF#{nummer:03}")
""",
        "UnknownField: Shelf.SK: SHELF#{nummer:03}: there is no field 'nummer'; did you mean number?",
        "Write the field's own name.",
    ),
    Mistake(
        "A number in a sort key has no width",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    number: InKey[int]

    PK = key("HOME#{home}")
    SK = key("SHELF#{number}")
""",
        (
            "UnsortablePart: Shelf.SK = SHELF#{number} is a sort key of Library, but {number} does not sort as its "
            "values do: give a number a width, as in {number:010}, and one that can be negative also a sign, as in "
            "{number:+010}"
        ),
        "Give it a width: `{number:03}`.",
    ),
    Mistake(
        "A number may be larger than its width",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    number: InKey[int] = Field(ge=0, le=9999)

    PK = key("HOME#{home}")
    SK = key("SHELF#{number:03}")
""",
        (
            "FormatMismatch: Shelf.SK = SHELF#{number:03} is a sort key of Library, but number may be 9999: 9999 "
            "does not fit 03, which holds 0 to 999; give it more digits, or the field a bound"
        ),
        "A wider format, `{number:04}`, or a lower bound of the field.",
    ),
    Mistake(
        "A format that is not there",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    day: InKey[date]

    PK = key("HOME#{home}")
    SK = key("SHELF#{day:dd.mm.yyyy}")
""",
        (
            "UnknownFormat: Shelf.SK: day in SHELF#{day:dd.mm.yyyy}: 'dd.mm.yyyy' is no format. Those known: escaped "
            "(str), tail (str), 010 (int), +010 (int), 8.2 (Decimal or float), +8.2 (Decimal or float), yyyy-mm-dd "
            "(date), yyyymmdd (date), yyyy-mm (date or datetime), yyyy (date or datetime), iso (datetime), isoms "
            "(datetime), isous (datetime); with - in front, descending"
        ),
        "Take one of the formats that sort: `{day}`.",
    ),
    Mistake(
        "A format for another type",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]

    PK = key("HOME#{home}")
    SK = key("SHELF#{name:010}")
""",
        (
            "FormatMismatch: Shelf.SK: name in SHELF#{name:010}: the format 010 does not fit str; for it there are: "
            "escaped (str), tail (str)"
        ),
        "A text is written as it is: `{name}`.",
    ),
    Mistake(
        "Nothing tells where one part ends and the next begins",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    room: InKey[str]
    name: InKey[str]

    PK = key("HOME#{home}")
    SK = key("SHELF#{room}{name}")
""",
        (
            "InvalidTemplate: Shelf.SK: room in SHELF#{room}{name}: its width varies, so the delimiter # has to "
            "follow it: {room}#"
        ),
        "A delimiter between them: `{room}#{name}`.",
    ),
    Mistake(
        "An entity without the table's sort key",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]

    PK = key("HOME#{home}")
""",
        "DesignError: Shelf has no SK, the key of Library: write SK = key(…), or a field stored so",
        'Write the key: `SK = key("SHELF")`.',
    ),
    Mistake(
        "A field lives only in keys, and no key holds it",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    colour: InKey[str]

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "UnrecoverableField: Shelf.colour lives only in keys, but no key's template names it exactly (a month "
            "does not say the day) and beside nothing that may be None; without InKey it has an attribute of its own"
        ),
        "Leave out `InKey`: `colour: str`.",
    ),
    Mistake(
        "A field lives only in keys, of which it can't be read back",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    day: InKey[date]

    PK = key("HOME#{home}")
    SK = key("SHELF#{day:yyyy-mm}")
""",
        (
            "UnrecoverableField: Shelf.day lives only in keys, but no key's template names it exactly (a month does "
            "not say the day) and beside nothing that may be None; without InKey it has an attribute of its own"
        ),
        "Leave out `InKey`, or write the whole day.",
    ),
    Mistake(
        "A field with an alias",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    colour: str = Field(alias="color")

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "DesignError: Shelf.colour has an alias, which would be a second name for it: leave it out; Annotated[…, "
            "Stored(name)] says under which name it is stored"
        ),
        'Say only how it is stored: `colour: Annotated[str, Stored("color")]`.',
    ),
    Mistake(
        "Fields that nobody declared are allowed",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    model_config = ConfigDict(extra="allow")

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "DesignError: Shelf allows extra values, which would not be stored: leave out extra='allow', and declare "
            "a dict[str, Any] for what is not known beforehand"
        ),
        "Leave the setting out; what has no names of its own goes into a `dict` field.",
    ),
    Mistake(
        "Two fields are stored under one name",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    colour: Annotated[str, Stored("c")]
    cover: Annotated[str, Stored("c")]

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "AttributeNameConflict: Shelf: colour and cover would both be stored as c; Stored(…) gives one of them "
            "another name"
        ),
        "Another name for one of them.",
    ),
    Mistake(
        "Two entities with one prefix",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]

    PK = key("HOME#{home}")
    SK = key("BOOK#{name}")
""",
        "KeyCollision: Shelf and Book can both have the key HOME#x / BOOK#x: give one of them another prefix",
        "Another prefix: `SHELF#{name}`.",
    ),
    Mistake(
        "A query that would meet another entity's rows",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
    place_pk = key("HOME#{home}#SHELF")
    loans_sk = key("{name}")


@Library.pattern("5", "the shelves of a home")
def shelves_in(home: str) -> Query[Shelf]:
    return Library.by_loans.query(Shelf, home=home)
""",
        (
            "MixedEntities: 5 (the shelves of a home): Library/ByLoans asked for Shelf would also meet rows of Book; "
            "give their keys different beginnings, ask for more of the key, or ask for both entities at once"
        ),
        'A prefix of its own, also in an index: `loans_sk = key("SHELF#{name}")`.',
    ),
)
