"""Mistakes in tables, indexes, patterns and designs: found when the module is imported."""

from tests.table.mistakes.mistake import Mistake

MISTAKES = (
    Mistake(
        "An index's key that no entity makes",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    by_price = Gsi("ByPrice", "PK", "price_sk")


class Thing(Entity, table=Shop):
    name: InKey[str]

    PK = key("THING#{name}")
    SK = key("THING")


design = Design("shop", Shop)
""",
        "DesignError: Shop: no entity has the key attribute price_sk: write price_sk = key(…) into one",
        'Write the key into the entity: `price_sk = key("PRICE#{price:08}")`.',
    ),
    Mistake(
        "An index that no pattern reads",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    by_price = Gsi("ByPrice", "PK", "price_sk")


class Thing(Entity, table=Shop):
    name: InKey[str]
    price: int = Field(ge=0)

    PK = key("THING#{name}")
    SK = key("THING")
    price_sk = key("PRICE#{price:08}")


design = Design("shop", Shop)
""",
        (
            "UnusedIndex: no pattern of Shop reads ByPrice: every write would pay for it in vain; write the pattern, "
            "or leave the index out"
        ),
        "Write the pattern, or leave the index out.",
    ),
    Mistake(
        "Rows that should expire, and no entity that says when",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK", ttl="expires_at"):
    pass


class Thing(Entity, table=Shop):
    name: InKey[str]
    until: datetime

    PK = key("THING#{name}")
    SK = key("THING")


design = Design("shop", Shop)
""",
        (
            "DesignError: no entity of Shop stores expires_at, so none of its rows would ever expire: name in ttl=… "
            "the attribute that a field is stored as, or leave it out"
        ),
        'Name the attribute that is there: `ttl="until"`.',
    ),
    Mistake(
        "A pattern without types",
        """
@Library.pattern("5", "one loan")
def one_loan(home, day, book_id):
    return Loan.get(home=home, day=day, book_id=book_id)
""",
        "DesignError: 5 (one loan): the argument home has no type: annotate it, as in home: str",
        "Annotate each argument: `home: str`.",
    ),
    Mistake(
        "A pattern that runs a plan",
        """
@Library.pattern("5", "the titles of a home")
def titles(home: str) -> list[str]:
    return [book.title for book in store.all(books_in(home))]
""",
        (
            "DesignError: 5 (the titles of a home): it runs a plan, and is only to make one: return the plan itself, "
            "as Book.get(…), and let whoever calls the pattern run it, as store.one(one_book(…))"
        ),
        "Return the query; who calls the pattern runs it.",
    ),
    Mistake(
        "A pattern that asks with what it does not have",
        """
@Library.pattern("5", "the books of a shelf")
def books_of_shelf(home: str) -> Query[Book]:
    return Library.by_loans.query(Book, home=home)
""",
        (
            "InvalidKeyCondition: 5 (the books of a shelf): a query of Library/ByLoans for Book needs place, of "
            "which Book.place_pk = HOME#{home}#{place} is made: give place=…"
        ),
        "Take it as an argument: `place: Place`.",
    ),
    Mistake(
        "The design is forgotten, or has another name",
        'designs.find("tests.table.mistakes.mistake:design")',
        "CommandFailed: tests.table.mistakes.mistake has no attribute design: name the one that holds its Design.",
        'Write it at the end of the module: `design = Design("library", Library)`.',
    ),
    Mistake(
        "A computed part without types",
        """
def initial(title):
    return title[:1]


class Shelf(Entity, table=Library):
    name: InKey[str]
    first = computed(initial)

    PK = key("SHELF#{first}")
    SK = key("SHELF#{name}")
""",
        (
            "InvalidComputedPart: initial computes a part of a key, and so its arguments are fields and its return "
            "type is annotated: def initial(title: str) -> str"
        ),
        "Annotate it: `def initial(title: str) -> str`.",
    ),
    Mistake(
        "A unique value of a field that is not there",
        """
class Shelf(Entity, table=Library):
    home: InKey[str]
    name: InKey[str]

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
    one = unique("HOME#{home}", "COLOUR#{colour}")
""",
        "UnknownField: Shelf.one: COLOUR#{colour}: there is no field 'colour'; there are home, name",
        "Name a field that is there, or declare this one.",
    ),
    Mistake(
        "A flag where the trash wants a time",
        """
class Shelf(Entity, table=Library, trash=Trash("deleted")):
    home: InKey[str]
    name: InKey[str]
    deleted: bool = False

    PK = key("HOME#{home}")
    SK = key("SHELF#{name}")
""",
        (
            "DesignError: Shelf.deleted says when it was moved to the trash, and so has to be None until then: give "
            "it that default"
        ),
        "A time: `deleted_at: datetime | None = None`.",
    ),
    Mistake(
        "A table's name that DynamoDB does not take",
        """
class Shop(Table, name="My shop", pk="PK", sk="SK"):
    pass
""",
        (
            "DesignError: Shop: name 'My shop' is no name that DynamoDB takes: 3 to 255 of a-z, A-Z, 0-9, _ - and "
            ". are one"
        ),
        'Without spaces: `name="MyShop"`.',
    ),
    Mistake(
        "A stream that shows what there is not",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK", stream="ALL"):
    pass
""",
        (
            "DesignError: Shop: stream='ALL' is no view of changes: give one of NEW_AND_OLD_IMAGES, NEW_IMAGE, "
            "OLD_IMAGE, KEYS_ONLY"
        ),
        '`stream="NEW_AND_OLD_IMAGES"`.',
    ),
    Mistake(
        "A capacity that is one number",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK", capacity=5):
    pass
""",
        (
            "DesignError: Shop: capacity=5 is no pair of read and write units: give both, as capacity=(5, 5), or "
            "leave it out to pay per request"
        ),
        "`capacity=(5, 5)`: reads and writes.",
    ),
    Mistake(
        "A naming rule in quotes",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK", naming="camel"):
    pass
""",
        (
            "DesignError: Shop: naming='camel' is no function that makes stored names of fields' names: give one "
            "itself, as naming=camel"
        ),
        "The function itself: `naming=camel`.",
    ),
    Mistake(
        "An index by the name of a method",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    query = Gsi("Query", "price_pk", "price_sk")
""",
        ("DesignError: Shop.query means something else for every table: give the index another name, as by_query = …"),
        "Another name: `by_price = Gsi(…)`.",
    ),
    Mistake(
        "A projection that is none",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    by_price = Gsi("ByPrice", "price_pk", "price_sk", projection="SOME")
""",
        (
            "DesignError: Shop/ByPrice: projection='SOME' is none: give 'ALL', 'KEYS_ONLY', or a list of the "
            "names that attributes are stored under"
        ),
        'The names themselves: `projection=["name", "price"]`.',
    ),
    Mistake(
        "An index is to hold what nobody stores",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    by_price = Gsi("ByPrice", "price_pk", "price_sk", projection=["colur"])


class Thing(Entity, table=Shop):
    name: InKey[str]
    price: int = Field(ge=0)
    colour: str

    PK = key("THING#{name}")
    SK = key("THING")
    price_pk = key("THINGS")
    price_sk = key("PRICE#{price:08}")


design = Design("shop", Shop)
""",
        (
            "NotProjected: Shop/ByPrice is to hold colur, which no entity of Shop stores: projection=… has the "
            "names that attributes are stored under; did you mean colour?"
        ),
        "The name that the attribute is stored under.",
    ),
    Mistake(
        "A key that no index has",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    by_price = Gsi("ByPrice", "PK", "price_sk")


class Thing(Entity, table=Shop):
    name: InKey[str]
    price: int = Field(ge=0)

    PK = key("THING#{name}")
    SK = key("THING")
    prize_sk = key("PRICE#{price:08}")


design = Design("shop", Shop)
""",
        (
            "DesignError: Thing.prize_sk = key(…) is a key of neither Shop nor one of its indexes; did you mean "
            "price_sk?"
        ),
        "Write the name that the index has: `price_sk`.",
    ),
    Mistake(
        "Two patterns with one number and one description",
        """
@Library.pattern("1", "one book")
def the_book(home: str, book_id: str) -> Get[Book]:
    return Book.get(home=home, book_id=book_id)


design = Design("library", Library)
""",
        (
            "DesignError: Library has two patterns 1 (one book): give one of them a number of its own, or another "
            "description"
        ),
        "A number of its own; or, where both serve one, another description.",
    ),
    Mistake(
        "A pattern that returns another plan than it says",
        """
@Library.pattern("5", "one loan")
def one_loan(home: str, day: date, book_id: str) -> Query[Loan]:
    return Loan.get(home=home, day=day, book_id=book_id)
""",
        (
            "DesignError: 5 (one loan): it is declared to return Query[Loan], and returns Get[Loan]: say so, or "
            "return what is declared"
        ),
        "`-> Get[Loan]`.",
    ),
    Mistake(
        "A pattern with any number of arguments",
        """
@Library.pattern("5", "several books")
def several_books(*book_ids: str) -> BatchGet[Book]:
    return Book.batch(home="h1", book_id=book_ids)
""",
        (
            "DesignError: 5 (several books): *book_ids: str takes any number of arguments: take a list, as in "
            "ids: list[str]"
        ),
        "`book_ids: list[str]`.",
    ),
    Mistake(
        "A pattern that awaits",
        """
@Library.pattern("5", "one loan")
async def one_loan(home: str, day: date, book_id: str) -> Get[Loan]:
    return Loan.get(home=home, day=day, book_id=book_id)
""",
        (
            "DesignError: 5 (one loan): it only makes a plan, for which nothing is awaited: declare it by def, "
            "and await the store"
        ),
        "`def`; who calls it awaits `store.get(…)`.",
    ),
    Mistake(
        "Rows of a page where there is none",
        """
@Library.pattern("5", "one loan", rows=20)
def one_loan(home: str, day: date, book_id: str) -> Get[Loan]:
    return Loan.get(home=home, day=day, book_id=book_id)
""",
        "DesignError: 5 (one loan): rows=20 is for the pages of a Query, and it returns Get: leave it out",
        "Leave out `rows`.",
    ),
    Mistake(
        "A pattern of another table",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    pass


@Shop.pattern("1", "one book")
def the_book(home: str, book_id: str) -> Get[Book]:
    return Book.get(home=home, book_id=book_id)
""",
        (
            "DesignError: 1 (one book): it is declared on Shop, and its Get is of Library: declare it by "
            "@Library.pattern(…)"
        ),
        "`@Library.pattern(…)`.",
    ),
    Mistake(
        "A design of a list",
        'Design("library", [Library])',
        (
            "DesignError: the design library is made of tables, and was given a list: name their classes one "
            "after another, Design('library', Library)"
        ),
        '`Design("library", Library)`, and others behind it.',
    ),
    Mistake(
        "A normal form that Unicode does not have",
        'unique("HOME#{home}", "ISBN#{isbn}", normalize="nfkc")',
        (
            "DesignError: unique('HOME#{home}', 'ISBN#{isbn}'): normalize='nfkc' is no normal form: give 'NFC', "
            "'NFKC', or None for none"
        ),
        '`normalize="NFKC"`.',
    ),
    Mistake(
        "A table without a name",
        """
class Shop(Table, pk="PK"):
    pass
""",
        (
            'DesignError: the table Shop is declared without name=…: write class Shop(Table, name="Shop", '
            'pk="PK", sk="SK")'
        ),
        '`class Shop(Table, name="Shop", pk="PK", sk="SK")`.',
    ),
    Mistake(
        "An option of a table that is not there",
        """
class Shop(Table, name="Shop", pk="PK", sort="SK"):
    pass
""",
        (
            "DesignError: the table Shop has no option sort=…; there are name, pk, sk, naming, delimiter, ttl, "
            "stream, capacity, encrypted"
        ),
        '`sk="SK"`; the partition key is `pk`.',
    ),
    Mistake(
        "An option of an index that is not there",
        'Gsi("ByPrice", hash_key="price_pk")',
        "DesignError: Gsi(…): missing a required argument: 'pk'; it takes Gsi(name, pk, sk, projection)",
        '`Gsi("ByPrice", "price_pk", "SK")`, or by name, `pk=` and `sk=`.',
    ),
    Mistake(
        "One attribute for both halves of a key",
        """
class Shop(Table, name="Shop", pk="PK", sk="PK"):
    pass
""",
        "DesignError: Shop: pk='PK' and sk='PK' are one attribute: name two, or leave sk=… out",
        '`pk="PK", sk="SK"`, or no `sk` at all.',
    ),
    Mistake(
        "More indexes than a table may have",
        """
indexes = {f"by_{number}": Gsi(f"By{number}", f"pk_{number}") for number in range(21)}
Shop = type(Table)("Shop", (Table,), indexes, name="Shop", pk="PK", sk="SK")
""",
        (
            "DesignError: Shop has more than the 20 global indexes that a table may have: let several entities "
            "and patterns share one"
        ),
        "Let entities and patterns share indexes, each with keys of its own in the same attributes.",
    ),
    Mistake(
        "A design without its name",
        "Design(Library)",
        (
            "DesignError: a design is given its name first, as Design('library', Library), and was given the "
            "class Library"
        ),
        '`Design("library", Library)`.',
    ),
    Mistake(
        "An entity where a design wants its table",
        'Design("library", Book)',
        (
            "DesignError: the design library is made of tables, and was given the class Book: name their "
            "classes one after another, Design('library', Library)"
        ),
        'Name the table: `Design("library", Library)`.',
    ),
    Mistake(
        "A pattern without a number",
        """
@Library.pattern
def some_book(home: str) -> Get[Book]:
    return Book.get(home=home, book_id="kokoro")
""",
        (
            "DesignError: @Library.pattern stands before some_book without a number and what it is for: write "
            '@Library.pattern("1", "one book")'
        ),
        '`@Library.pattern("5", "some book")`.',
    ),
    Mistake(
        "A pattern that does not say what it is for",
        'Library.pattern("5")',
        ('DesignError: Library: the pattern 5 does not say what it is for: write @Library.pattern("1", "one book")'),
        '`@Library.pattern("5", "some book")`.',
    ),
    Mistake(
        "A number for a pattern's number",
        'Library.pattern(5, "some book")',
        ('DesignError: Library: 5 is no number of a pattern: give a text, as @Library.pattern("1", "one book")'),
        'A text: `"5"`, or a name of your own, as `"AP-05"`.',
    ),
    Mistake(
        "An argument that can't be made up",
        """
@Library.pattern("5", "books behind a point")
def behind(home: str, point: complex) -> Query[Book]:
    return Library.query(Book, home=home)
""",
        (
            "DesignError: 5 (books behind a point): the argument point: a complex can't be made up to try it "
            "with: Annotated[complex, Field(examples=[…])] as its type says what to try"
        ),
        "Say what to try: `point: Annotated[complex, Field(examples=[1j])]`.",
    ),
    Mistake(
        "Made-up values that the entity refuses",
        """
class Cinema(Table, name="Cinema", pk="PK"):
    pass


class Seat(Entity, table=Cinema):
    row: InKey[str] = Field(pattern="^[A-Z]$")

    PK = key("SEAT#{row}")


@Cinema.pattern("1", "add a seat")
def add(seat: Seat) -> Insert[Seat]:
    return Insert(seat)
""",
        (
            "DesignError: 1 (add a seat): tried with {'seat': Seat(…)}, it refuses: Seat.row: String should "
            "match pattern '^[A-Z]$', but it was 'seat'; Field(examples=[…]) at Seat.row says what to try "
            "instead"
        ),
        'Say what to try: `row: InKey[str] = Field(pattern="^[A-Z]$", examples=["A", "B"])`.',
    ),
    Mistake(
        "A file where a module is wanted",
        'designs.find("library.py:design")',
        "CommandFailed: Invalid design library.py:design: give the module without .py, as library:design.",
        "`chabudai table show library:design`.",
    ),
    Mistake(
        "A pattern of an entity whose rule refuses what is made up",
        """
class Visits(Table, name="Visits", pk="PK", sk="SK"):
    pass


class Visit(Entity, table=Visits):
    home: InKey[str]
    first: date
    last: date

    PK = key("HOME#{home}")
    SK = key("VISIT")

    @model_validator(mode="after")
    def ends_after_it_begins(self) -> Any:
        if self.last <= self.first:
            raise ValueError("it ends before it begins")
        return self


@Visits.pattern("1", "a visit is announced")
def announce(visit: Visit) -> Insert[Visit]:
    return Insert(visit)
""",
        (
            "DesignError: 1 (a visit is announced): tried with {'visit': Visit(…)}, it refuses: Visit: Value error, it "
            "ends before it begins; Field(examples=[…]) at the fields of Visit says what to try instead"
        ),
        "Another day to try: `last: date = Field(examples=[date(2026, 1, 5)])`.",
    ),
    Mistake(
        "An index that does not hold what tells of the trash, named as in Python",
        """
class Visits(Table, name="Visits", pk="PK", sk="SK", naming=camel):
    by_town = Gsi("ByTown", "townPk", "SK", projection=["deleted_at"])


class Visit(Entity, table=Visits, trash=Trash("deleted_at")):
    home: InKey[str]
    town: str
    deleted_at: int | None = None

    PK = key("HOME#{home}")
    SK = key("VISIT")
    townPk = key("TOWN#{town}")


class Call(View, of=Visit):
    home: str


Visits.by_town.query(Call, town="Nara").request
""",
        (
            "NotProjected: Visits/ByTown does not hold Visit.deleted_at, which tells what is in the trash: project "
            "deletedAt too, or say .with_trash()"
        ),
        'Name the attribute as it is stored: `projection=["deletedAt"]`.',
    ),
    Mistake(
        "A pattern that returns no plan",
        """
@Library.pattern("5", "the title of a book")
def title(home: str) -> str:
    return home
""",
        (
            "DesignError: 5 (the title of a book): it returned str, where a plan is wanted: return Book.get(…), "
            "Library.query(…) or another, and leave it to the store to run it"
        ),
        "Return a plan; a function that needs none is no pattern.",
    ),
    Mistake(
        "An expiry by the name that it has in Python",
        """
class Sessions(Table, name="Sessions", pk="PK", sk="SK", ttl="expires_at", naming=camel):
    pass


class Session(Entity, table=Sessions):
    token: InKey[str]
    expires_at: datetime

    PK = key("SESSION#{token}")
    SK = key("SESSION")


design = Design("sessions", Sessions)
""",
        (
            "DesignError: no entity of Sessions stores expires_at, so none of its rows would ever expire: "
            "Session.expires_at is stored as expiresAt: name that"
        ),
        '`ttl="expiresAt"`: a table is told how attributes are stored.',
    ),
    Mistake(
        "A guard without its sort key",
        """
class Pen(Entity, table=Library):
    pen: InKey[str]
    colour: str

    PK = key("PEN#{pen}")
    SK = key("PEN")
    one_colour = unique("COLOUR#{colour}")
""",
        (
            "DesignError: unique(…) was not given its sk: a guard row has both keys of the table, as "
            'unique("HOME#{home}", "ISBN#{isbn}")'
        ),
        '`unique("COLOUR#{colour}", "COLOUR")`.',
    ),
)
