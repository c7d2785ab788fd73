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
            "does not fit 03, which holds 0 to 999: give another, or the format more digits; or the field a bound"
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
            "(date or datetime), yyyymmdd (date or datetime), yyyy-mm (date or datetime), yyyy (date or datetime), "
            "iso (datetime), isoms (datetime), isous (datetime); with - in front, descending"
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
    Mistake(
        "A part of the table's own key may be None",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str | None] = None

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "DesignError: Shelf.SK = SHELF#{name} is the key of Library, and name in it may be None: leave out `| "
            "None` and the default None, or write another field into the key"
        ),
        "Leave out `| None`; a part that may be None belongs into keys of indexes.",
    ),
    Mistake(
        "A key with a type",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]

    PK: str = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        "DesignError: Shelf.PK = key(…) is no field, and has no type: leave out its annotation, PK = key(…)",
        'A key is no field: `PK = key("HOME#{home}")`.',
    ),
    Mistake(
        "A mark without its parentheses",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    changed_at: Annotated[datetime | None, UpdatedAt] = None

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        "DesignError: Shelf.changed_at: UpdatedAt says nothing by itself: write UpdatedAt()",
        "`UpdatedAt()`.",
    ),
    Mistake(
        "A version without its default",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    version: Version

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        ("DesignError: Shelf.version counts the writes, from 0 before the first: declare it as version: Version = 0"),
        "`version: Version = 0`.",
    ),
    Mistake(
        "Two versions",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    version: Version = 0
    edition: Version = 0

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "DesignError: Shelf: version and edition are both Version, and only one of them would be kept: leave "
            "one of them out"
        ),
        "One of them; the other is an `int` that the program counts.",
    ),
    Mistake(
        "The time of the last write as a text",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    changed_at: Annotated[str, UpdatedAt()] = ""

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "DesignError: Shelf.changed_at is filled with the time of each write: make it a datetime, or an int "
            "for milliseconds"
        ),
        "`Annotated[datetime | None, UpdatedAt()] = None`, or an `int` of milliseconds.",
    ),
    Mistake(
        "A field by the name of a method",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    update: str

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "DesignError: Shelf.update would hide what every row has by that name: call the field otherwise; "
            "Annotated[…, Stored('update')] stores it as update all the same"
        ),
        'Another name in Python, and the same in the table: `news: Annotated[str, Stored("update")]`.',
    ),
    Mistake(
        "The table is forgotten",
        """
class Shelf(Entity):
    home: InKey[str]
    name: InKey[str]

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")


Shelf.get(home="h1", name="left")
""",
        "DesignError: Shelf belongs to no table: say to which, as in class Shelf(Entity, table=Library)",
        "`class Shelf(Entity, table=Library)`.",
    ),
    Mistake(
        "A table by its name",
        """
class Shelf(Entity, table="Library"):
    home: InKey[str]
""",
        "DesignError: Shelf: table='Library' is no table: name its class, as in table=Library",
        "The class: `table=Library`.",
    ),
    Mistake(
        "A view of nothing",
        """
class Title(View):
    home: str
    book_id: str
    title: str


Library.query(Title, home="h1")
""",
        "DesignError: Title is a view of no entity: say of which, as in class Title(View, of=Book)",
        "`class Title(View, of=Book)`.",
    ),
    Mistake(
        "A view with a type of its own",
        """
class Title(View, of=Book):
    home: str
    book_id: str
    loans: str
""",
        "FormatMismatch: Title.loans is str, and Book.loans, which it shows, is int: give it that type",
        "The entity's: `loans: int`.",
    ),
    Mistake(
        "A format that As does not know",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    number: InKey[int]
    bought: Annotated[date, As("%Y-%m-%d")]

    PK = key("HOME#{home}")
    SK = key("SHELF#{number:03}")
""",
        (
            "UnknownFormat: Shelf.bought: As('%Y-%m-%d'): '%Y-%m-%d' is no format. Those known: escaped (str), "
            "tail (str), 010 (int), +010 (int), 8.2 (Decimal or float), +8.2 (Decimal or float), yyyy-mm-dd "
            "(date or datetime), yyyymmdd (date or datetime), yyyy-mm (date or datetime), yyyy (date or datetime), "
            "iso (datetime), isoms (datetime), isous (datetime); with - in front, descending"
        ),
        '`As("yyyy-mm-dd")`, or without `As`: a `date` is stored as ISO text anyway.',
    ),
    Mistake(
        "A length of time as it is in Python",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    lent_for: timedelta

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "DesignError: Shelf.lent_for is a timedelta, which DynamoDB can't store: keep its seconds, as an int "
            "or a Decimal"
        ),
        "Its seconds: `lent_for: int`.",
    ),
    Mistake(
        "A default without a time zone",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    made: datetime = datetime(2026, 11, 1)

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "DesignError: Shelf.made has a default that can't be stored: datetime.datetime(2026, 11, 1, 0, 0) has "
            "no time zone: give it one, as in datetime.now(UTC)"
        ),
        "`datetime(2026, 11, 1, tzinfo=UTC)`.",
    ),
    Mistake(
        "The version in the table's own key",
        """
class Draft(Entity, table=Library):
    home: InKey[str]
    version: Version = 0

    PK = key("HOME#{home}")
    SK = key("DRAFT#{version:04}")
""",
        (
            "DesignError: Draft.SK = DRAFT#{version:04} is the key of Library, and version in it is Version, "
            "which every write changes: a key stays as it is; write another field into it, as an int that the "
            "program counts or a datetime that is set once"
        ),
        "A number that the program counts: `edition: InKey[int]`.",
    ),
    Mistake(
        "A field stored under a name of the toolkit's own",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    form: Annotated[int, Stored("_schema_version")] = 1

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "AttributeNameConflict: Shelf.form would be stored as _schema_version, by which the toolkit keeps "
            "something of its own in rows; Stored(…) gives it another name"
        ),
        "Another name; the toolkit keeps the schema version of each row itself.",
    ),
    Mistake(
        "A key without key(…)",
        """
class Desk(Table, name="Desk", pk="PK"):
    pass


class Letter(Entity, table=Desk):
    letter_id: InKey[str]

    PK = "LETTER#{letter_id}"
""",
        ("DesignError: Letter.PK = 'LETTER#{letter_id}' is a plain text: write PK = key('LETTER#{letter_id}')"),
        '`PK = key("LETTER#{letter_id}")`.',
    ),
    Mistake(
        "A field without a type",
        """
class Desk(Table, name="Desk", pk="PK"):
    pass


class Letter(Entity, table=Desk):
    letter_id: InKey[str]
    pages = 1

    PK = key("LETTER#{letter_id}")
""",
        "DesignError: Letter.pages = 1 has no type: a key is written pages = key(…), a field pages: int = 1",
        "Annotate it: `pages: int = 1`.",
    ),
    Mistake(
        "An option of an entity that is not there",
        """
class Letter(Entity, tabel=Library):
    letter_id: InKey[str]
""",
        "DesignError: Letter has no option tabel=…; did you mean table?",
        "`table=Library`.",
    ),
    Mistake(
        "A computed part that was called",
        """
def folded(title: str) -> str:
    return title.casefold()


part = computed(folded("Kokoro"))
""",
        (
            "InvalidComputedPart: computed(…) takes a function, and was given 'kokoro': give it itself, without"
            " calling it, as computed(group_of)"
        ),
        "Give the function itself: `computed(folded)`.",
    ),
    Mistake(
        "A dict by numbers",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    rows: dict[int, str] = Field(default_factory=dict)

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "DesignError: Shelf.rows is a dict by int, and names of a map's members are texts: declare dict[str, "
            "…], and give it the text of each"
        ),
        "`dict[str, str]`, or a list where the numbers run from 0.",
    ),
    Mistake(
        "A set of pairs",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]
    places: set[tuple[int, int]] = Field(default_factory=set)

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "DesignError: Shelf.places is a set of tuple[int, int], and DynamoDB's sets are of texts, of numbers "
            "or of binaries: make it a list"
        ),
        "`list[tuple[int, int]]`.",
    ),
    Mistake(
        "A URL as pydantic has it",
        """
class Shop(Entity, table=Library):
    name: InKey[str]
    site: HttpUrl

    PK = key("SHOP#{name}")
    SK = key("SHOP")
""",
        "DesignError: Shop.site is a HttpUrl, which DynamoDB can't store: keep its text, as a str",
        "`str`; `Annotated[HttpUrl, AfterValidator(str)]` checks it and keeps the text.",
    ),
    Mistake(
        "An id that is not made",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    shelf_id: InKey[str] = id_field

    PK = key("HOME#{home}")
    SK = key("SHELF#{shelf_id}")
""",
        (
            "DesignError: Shelf.shelf_id = id_field makes no ids by itself: write id_field(), or with a prefix "
            "id_field('bk_')"
        ),
        '`id_field()`, or `id_field("sh_")`.',
    ),
    Mistake(
        "A trash by a field that can't change",
        """
class Shelf(Entity, table=Library, trash=Trash("gone_at")):
    home: InKey[str]
    name: InKey[str]
    gone_at: datetime | None = Field(default=None, frozen=True)

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        ("DesignError: Shelf.gone_at is frozen, and Trash(…) names fields that an update changes: give it another"),
        "Leave out `frozen`.",
    ),
    Mistake(
        "A list as the key of an index",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    by_tag = Gsi("ByTag", "tags")


class Cake(Entity, table=Shop):
    name: InKey[str]
    tags: list[str] = Field(default_factory=list)

    PK = key("CAKE#{name}")
    SK = key("CAKE")
""",
        (
            "FormatMismatch: Cake.tags is a key of Shop/ByTag, for which its type does not fit: a key is a text, "
            "a number or binary; what holds several is found by a row for each of them"
        ),
        'A row for each tag, as an entity of its own: `PK = key("TAG#{tag}")`.',
    ),
)
