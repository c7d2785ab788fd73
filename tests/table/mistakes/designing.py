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
        "A pattern that returns no plan",
        """
@Library.pattern("5", "the titles of a home")
def titles(home: str) -> list[str]:
    return [book.title for book in store.all(books_in(home))]
""",
        (
            "DesignError: 5 (the titles of a home): it returned list, where a plan is wanted: return Book.get(…), "
            "Library.query(…) or another, and leave it to the store to run it"
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
)
