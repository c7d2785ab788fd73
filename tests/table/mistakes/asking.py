"""Mistakes in what is asked for: keys, queries, conditions, pages."""

from tests.table.mistakes.mistake import Mistake

MISTAKES = (
    Mistake(
        "A part of the key is missing",
        'Book.get(home="h1")',
        (
            "MissingPart: book_id in the key of Book: nothing was given for it, and the key can't be made without: "
            "give it a value"
        ),
        'Give all of the key: `Book.get(home="h1", book_id="kokoro")`.',
    ),
    Mistake(
        "A field that is not in the key",
        'Book.get(home="h1", book_id="kokoro", title="こころ")',
        (
            "UnknownField: title is not in the key of Book, which is made of book_id, home: name those, each once "
            "and no other"
        ),
        "Leave it out, or look at what came back.",
    ),
    Mistake(
        "A field that is not there",
        'Book.update(home="h1", book_id="kokoro").set(titel="心")',
        "UnknownField: Book has no field 'titel'; did you mean title?",
        "Write the name that the entity has: `set(title=…)`.",
    ),
    Mistake(
        "A value of the wrong type",
        'Book.get(home="h1", book_id=17)',
        "InvalidFieldValue: Book.book_id: Input should be a valid string, but it was 17",
        "Make a text of it, `str(17)`, or declare the field as `int`.",
    ),
    Mistake(
        "None in a key",
        'one_book("h1", None)',
        "InvalidFieldValue: 1 (one book): Book.book_id: Input should be a valid string, but it was None",
        "Ask only for what is known; None is no key.",
    ),
    Mistake(
        "An empty text in a key",
        'store.get(one_book("h1", ""))',
        (
            "EmptyPart: 1 (one book): book_id in Book.SK = BOOK#{book_id}: '' is empty, which no part of a key can "
            "be: give it a value, or None where a key may be left out"
        ),
        "Refuse it where it comes in, or by `Field(min_length=1)`.",
    ),
    Mistake(
        "The delimiter in a value",
        'store.get(one_book("h#1", "kokoro"))',
        (
            "DelimiterInValue: 1 (one book): home in Book.PK = HOME#{home}: 'h#1' holds the delimiter # and could "
            "pass for another key; {home:escaped} writes it as %23, and {home:tail} lets the last part hold anything"
        ),
        "Declare `{home:escaped}`, or refuse such a value where it comes in.",
    ),
    Mistake(
        "A key that is too long",
        'store.get(one_book("h1", "k" * 1020))',
        (
            "KeyTooLong: 1 (one book): book_id in Book.SK = BOOK#{book_id}: 'kkkkkkkkkkkkkkkkkkkk…' makes a key of "
            "1,025 bytes, and DynamoDB takes 1,024: bound the field, as by Field(max_length=64)"
        ),
        "A shorter value: bound the field, `Field(max_length=64)`.",
    ),
    Mistake(
        "A partition key that is too long",
        'store.page(books_in("h" * 2100))',
        (
            "KeyTooLong: 2 (the books in a place, most lent first): home in Book.place_pk = HOME#{home}#{place}: "
            "'hhhhhhhhhhhhhhhhhhhh…' makes a key of 2,111 bytes, and DynamoDB takes 2,048: bound the field, as by "
            "Field(max_length=64)"
        ),
        "A shorter value: bound the field, `Field(max_length=64)`.",
    ),
    Mistake(
        "A query without its partition",
        "Library.query(Loan, day=date(2026, 11, 3))",
        (
            "InvalidKeyCondition: a query of Library for Loan needs home, of which Loan.PK = HOME#{home} is made: "
            "give home=…"
        ),
        "Name what the partition key is made of: `home=…`.",
    ),
    Mistake(
        "A range of what is not the next part of the sort key",
        'Library.query(Loan, home="h1", book_id=begins_with("k"))',
        (
            "InvalidKeyCondition: Library can't be asked for book_id: it is not the next part of a key of Loan "
            "there; give day=… first, the part before it in LOAN#{day}#{book_id}; or sift what comes back"
        ),
        "The parts from the left: `day=…` first; or `filter(book_id=…)`.",
    ),
    Mistake(
        "A range of the partition key",
        'Library.query(Loan, home=begins_with("h"))',
        (
            "InvalidKeyCondition: a query of Library for Loan needs home, of which Loan.PK = HOME#{home} is made: "
            "give it by equality, home=…, since a partition has no ranges"
        ),
        "One home; a partition is found by equality alone.",
    ),
    Mistake(
        "A query of an index that does not hold the entity",
        'Library.by_loans.query(Loan, home="h1")',
        (
            "InvalidKeyCondition: Loan has no place_pk, so Library/ByLoans does not hold it: write place_pk = "
            "key(…) into Loan, or ask another index"
        ),
        "Another index, or write the index's keys into the entity.",
    ),
    Mistake(
        "A filter on a key",
        'store.page(Library.query(Loan, home="h1").filter(day=gt(date(2026, 11, 3))))',
        (
            "ImmutableField: Loan.day lives only in keys, so no condition can ask for it: query(…) can, with all "
            "parts of the key before it; without InKey it has an attribute that conditions can ask for"
        ),
        "Ask for it as a range: `query(…, day=gt(…))`.",
    ),
    Mistake(
        "A condition on a field that is not there",
        'store.page(books_in("h1").filter(titel="こころ"))',
        "UnknownField: 2 (the books in a place, most lent first): Book has no field 'titel'; did you mean title?",
        "Write the name that the entity has: `filter(title=…)`.",
    ),
    Mistake(
        "A cursor of another query",
        """
page = store.page(books_in("h1"), size=1)
store.page(books_in("h1", "LENT"), page.cursor)
""",
        (
            "InvalidCursor: 2 (the books in a place, most lent first): invalid cursor: it was altered, or belongs to "
            "another query; begin at the first page"
        ),
        "Begin at the first page.",
    ),
    Mistake(
        "A cursor that is none",
        'store.page(books_in("h1"), "2")',
        (
            "InvalidCursor: 2 (the books in a place, most lent first): invalid cursor: no page gave this text; begin "
            "at the first page, with None"
        ),
        "Begin at the first page: None.",
    ),
    Mistake(
        "A page of no rows",
        'store.page(books_in("h1"), size=0)',
        (
            "InvalidValue: 2 (the books in a place, most lent first): 0 is no number of rows: a page has at least "
            "one; store.count(…) counts them"
        ),
        "At least one; `store.count(query)` counts.",
    ),
    Mistake(
        "A key without names",
        'Book.get("h1", "kokoro")',
        (
            "UnknownField: Book.get(…) was given 'h1' without a name: name the fields of the key, "
            "Book.get(book_id=…, home=…)"
        ),
        'Name the fields: `Book.get(home="h1", book_id="kokoro")`.',
    ),
    Mistake(
        "A key as a dict",
        'Book.get({"home": "h1", "book_id": "kokoro"})',
        "UnknownField: Book.get(…) was given a dict: Book.get(**…) takes it apart",
        "`Book.get(**key)` takes a dict apart.",
    ),
    Mistake(
        "A query for the name of an entity",
        'Library.query("Book", home="h1")',
        ("WrongPlan: a query asks for entities or views, and was given a str: name the class, as in query(Book, …)"),
        "Name the class: `Library.query(Book, …)`.",
    ),
    Mistake(
        "A key attribute in the place of its fields",
        'Library.by_loans.query(Book, place_pk="HOME#h1#SHELF")',
        "UnknownField: Book has no field 'place_pk'; it is a key made of home, place, and follows: give those",
        'Name the fields: `query(Book, home="h1", place="SHELF")`.',
    ),
    Mistake(
        "A size in the place of a cursor",
        'store.page(books_in("h1"), 5)',
        (
            "InvalidCursor: 2 (the books in a place, most lent first): invalid cursor: 5 is no text; give the "
            "cursor of the page before, or None, and the number of rows by size=…"
        ),
        '`store.page(books_in("h1"), size=5)`.',
    ),
    Mistake(
        "A filter on what the index does not hold",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    by_price = Gsi("ByPrice", "PK", "price_sk", projection="KEYS_ONLY")


class Thing(Entity, table=Shop):
    name: InKey[str]
    price: InKey[int] = Field(ge=0)
    colour: str = "white"

    PK = key("THINGS")
    SK = key("THING#{name}")
    price_sk = key("PRICE#{price:08}")


class Price(View, of=Thing):
    name: str
    price: int


Shop.by_price.query(Price).filter(colour="red")
""",
        (
            "NotProjected: Shop/ByPrice does not hold Price.colour, so a filter on it would match no row: project"
            " it too, or sift what comes back"
        ),
        'Project it, `projection=["colour"]`, or sift the rows that come back.',
    ),
    Mistake(
        "A consistent read of a global index",
        'books_in("h1").consistently()',
        (
            "InvalidKeyCondition: Library/ByLoans follows its table a moment later, and can't be read "
            "consistently: leave that out, or ask the table itself"
        ),
        "Ask the table itself, or take what the index has a moment later.",
    ),
    Mistake(
        "A text in the place of a condition's path",
        'where_at("readers.mio", exists())',
        (
            "DesignError: where_at(…) takes a path, as Order.path_to(lambda order: …) makes it, and not "
            "'readers.mio': where(…) takes the text of one"
        ),
        '`where(**{"readers.mio": exists()})`.',
    ),
    Mistake(
        "A query for an entity that was read",
        'Library.query(kokoro, home="h1")',
        (
            "WrongPlan: a query asks for entities or views, and was given a Book itself: name the class, as in "
            "query(Book, …)"
        ),
        "Name the class: `Library.query(Book, …)`; `Book.get(**kokoro.own_key)` gets it again.",
    ),
    Mistake(
        "A range that ends with None",
        'Library.query(Loan, home="h1", day=between(date(2026, 11, 1), None))',
        (
            "InvalidKeyCondition: a query of Library for Loan was given None in day=between(…): give a value, or "
            "leave day out where there is none; ge(…) and le(…) are open at one end"
        ),
        "`ge(date(2026, 11, 1))`; an end that may not be given is asked for with `if`.",
    ),
    Mistake(
        "A date as a beginning",
        'Library.query(Loan, home="h1", day=begins_with(date(2026, 11, 3)))',
        (
            "InvalidKeyCondition: a query of Library for Loan was given datetime.date(2026, 11, 3) in "
            'day=begins_with(…), which takes the beginning of a text: give the text, begins_with("2026-11-03")'
        ),
        '`begins_with("2026-11")` for a month, and for one day the day itself: `day=date(2026, 11, 3)`.',
    ),
    Mistake(
        "A number in quotes as a time",
        'store.count(Library.query(Loan, home="h1", day=gt("2026")))',
        (
            "InvalidFieldValue: Loan.day: a time is wanted, and a number would be one of seconds since 1970: give"
            " a datetime or a date, but it was '2026'"
        ),
        '`gt(date(2026, 12, 31))`, or `begins_with("2026")` for the year.',
    ),
    Mistake(
        "A day in the place of a moment",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    pass


class Visit(Entity, table=Shop):
    guest: InKey[str]
    at: InKey[datetime]

    PK = key("GUEST#{guest}")
    SK = key("VISIT#{at:iso}")


Shop.query(Visit, guest="mio", at=date(2026, 11, 3))
""",
        (
            "InvalidKeyCondition: a query of Shop for Visit was given the day 2026-11-03 for at, which is a "
            'moment: at=begins_with("2026-11-03") asks for all of that day (in UTC), between(…) for a part of it'
        ),
        (
            '`at=begins_with("2026-11-03")`: the day in UTC. One elsewhere is `at=between(…)` of its first and '
            "last moment."
        ),
    ),
    Mistake(
        "A query by an entity",
        'Book.query(home="h1")',
        (
            "UnknownAttribute: Book has no query: Library.query(Book, …), or query of an index, asks for "
            "several; Book.get(…) for one"
        ),
        'The table or an index asks: `Library.query(Book, home="h1")`.',
    ),
    Mistake(
        "A field of the class in a condition",
        'Library.query(Book, home="h1").filter(Book.place == "LENT")',
        (
            "UnknownAttribute: Book.place is a field, which the class itself has no value of: in conditions it "
            "goes by its name, as filter(place=…), when(place=gt(…)) or where(place=…)"
        ),
        '`filter(place="LENT")`.',
    ),
    Mistake(
        "A scan of a table",
        "Library.scan()",
        ("UnknownAttribute: Library has no scan: store.scan(Book.scan()) walks through the rows of one entity"),
        "`store.scan(Book.scan())`, for each entity.",
    ),
    Mistake(
        "A query with a limit",
        'Library.query(Book, home="h1").limit(3)',
        (
            "UnknownAttribute: a Query has no limit: the size is the page's: store.page(query, size=3), or "
            "rows=3 of its pattern"
        ),
        "`store.page(query, size=3)`.",
    ),
    Mistake(
        "A part of the key without the one before it",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    pass


class Seat(Entity, table=Shop):
    house: InKey[str]
    row: InKey[int]
    seat: InKey[int]

    PK = key("HOUSE#{house}")
    SK = key("SEAT#{row:02}#{seat:02}")


Shop.query(Seat, house="h1", seat=3)
""",
        (
            "InvalidKeyCondition: Shop can't be asked for seat: it is not the next part of a key of Seat there; "
            "give row=… first, the part before it in SEAT#{row:02}#{seat:02}; or sift what comes back"
        ),
        "`row=1, seat=3`.",
    ),
    Mistake(
        "A filter on what lives only in keys",
        'store.count(Library.query(Loan, home="h1").filter(book_id="kokoro"))',
        (
            "ImmutableField: Loan.book_id lives only in keys, so no condition can ask for it: query(…) can, with "
            "all parts of the key before it; without InKey it has an attribute that conditions can ask for"
        ),
        "`query(Loan, home=…, day=…, book_id=…)`; or `book_id: str`, which `filter` can ask for.",
    ),
    Mistake(
        "A range over two months of a key made of months",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    pass


class Visit(Entity, table=Shop):
    guest: InKey[str]
    day: InKey[date]

    PK = key("GUEST#{guest}#{day:yyyy-mm}")
    SK = key("VISIT#{day}")


store.create(Shop)
store.count(Shop.query(Visit, guest="mio", day=between(date(2026, 10, 1), date(2026, 11, 30))))
""",
        (
            "InvalidKeyCondition: a query of Shop reads one partition, and so a range of day within one yyyy-mm, "
            "of which its PK = GUEST#{guest}#{day:yyyy-mm} is made: one query per month, with both ends in "
            'between(…), or all of it, as begins_with("2026-11")'
        ),
        'A query for each month, as `day=begins_with("2026-10")`, one after the other.',
    ),
    Mistake(
        "A beginning that nothing has",
        'store.count(Library.query(Loan, home="h1", day=begins_with("03.11.2026")))',
        (
            "PartOutOfRange: day in Loan.SK = LOAN#{day}#{book_id}: '03.11.2026' is not how yyyy-mm-dd begins: it"
            ' is written as 2026-11-03, of which a beginning is wanted, as begins_with("2026")'
        ),
        '`begins_with("2026-11")`.',
    ),
    Mistake(
        "A condition that is not called",
        'store.count(Library.query(Book, home="h1").filter(title=exists))',
        "DesignError: title=exists names a function and asks nothing: call it, title=exists()",
        "`title=exists()`.",
    ),
    Mistake(
        "A list in one_of",
        'store.count(Library.query(Book, home="h1").filter(isbn=one_of(["1", "9"])))',
        (
            "InvalidFieldValue: Book.isbn: one_of(…) takes the values themselves, one_of('1', '9'), or of a list "
            "one_of(*values), but it was ['1', '9']"
        ),
        '`one_of("1", "9")`.',
    ),
    Mistake(
        "An index by the name that a field has in Python",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK", naming=camel):
    by_city = Gsi("ByCity", "city_name")


class Cafe(Entity, table=Shop):
    name: InKey[str]
    city_name: str

    PK = key("CAFE#{name}")
    SK = key("CAFE")


Shop.by_city.query(Cafe, city_name="Kyoto")
""",
        (
            "InvalidKeyCondition: Cafe has no city_name, so Shop/ByCity does not hold it: Cafe.city_name is "
            "stored as cityName: name that"
        ),
        '`Gsi("ByCity", "cityName")`.',
    ),
    Mistake(
        "A path as a text",
        'Book.path_to("readers.mio")',
        (
            "UnknownField: Book.path_to(…) takes a function, as lambda row: row.address.city, and not "
            "'readers.mio': set(**{…}) and where(**{…}) take the text of a path"
        ),
        '`Book.path_to(lambda book: book.readers["mio"])`.',
    ),
    Mistake(
        "A path to the row itself",
        "Book.path_to(lambda book: book)",
        (
            "DesignError: Book.path_to(…) wants a place within the row, as in lambda row: row.address.city, and "
            "was given the row itself: name a field of it"
        ),
        "`lambda book: book.pages`.",
    ),
    Mistake(
        "The length of a place",
        "Book.path_to(lambda book: len(book.pages))",
        ("DesignError: Book.pages has no length while its path is written: where_at(…, size(gt(2))) asks for it"),
        "`where(pages=size(gt(2)))`.",
    ),
    Mistake(
        "A filter on what one of two entities does not have",
        'Library.query(Book, Loan, home="h1").filter(place="LENT")',
        (
            "UnknownField: Loan has no field 'place', and one filter is asked of all the entities of a query: leave "
            "out what is not wanted of what comes back, or ask for Book by a query of its own"
        ),
        "Two queries, or a look at each row that comes back.",
    ),
    Mistake(
        "What is in the trash is asked for",
        """
class Note(Entity, table=Library, trash=Trash("deleted_at")):
    home: InKey[str]
    number: InKey[int]
    text: Annotated[str, Stored("remark")] = ""
    deleted_at: int | None = None

    PK = key("HOME#{home}")
    SK = key("NOTE#{number:03}")


note = store.insert(Note(home="h1", number=1))
store.write(Note.move_to_trash(1763700000, **note.own_key))
store.one(Note.get(**note.own_key))
""",
        (
            "ItemNotFound: there is no Note(home='h1', number=1) in Library, unless it is in the trash: .with_trash() "
            "finds it there; store.get(…) gives None for it"
        ),
        "`store.one(Note.get(**note.own_key).with_trash())`.",
    ),
    Mistake(
        "Comparisons joined by `and`",
        'books_in("h1").filter(price=gt(1) and lt(4))',
        (
            "DesignError: what is asked of a field is not joined by and, or, not: between(low, high) asks for both "
            "ends, one_of(…) for one of several; conditions are joined by & and |, and negated by ~: "
            "where(a=gt(1)) & ~where(a=4)"
        ),
        "`filter(price=between(1, 4))`, or `filter(where(price=gt(1)), where(price=lt(4)))`.",
    ),
    Mistake(
        "A query is gone through without a store",
        'list(books_in("h1"))',
        (
            "WrongPlan: a Query is a plan, and has no rows by itself: a store runs it, as store.all(query), "
            "store.page(query) or store.batch(…)"
        ),
        '`list(store.all(books_in("h1")))`.',
    ),
    Mistake(
        "A path that counts",
        "Book.path_to(lambda book: book.loans + 1)",
        (
            "DesignError: Book.loans has no value while its path is written: a path only names a place, "
            "add_at(path, 1) adds to what is there, where_at(path, gt(1)) compares it"
        ),
        "`add_at(Book.path_to(lambda book: book.loans), 1)`.",
    ),
    Mistake(
        "Larger batches than DynamoDB takes",
        'Book.batch(home="h1", book_id=["kokoro"]).in_batches_of(500)',
        "InvalidValue: 500 is no size of batches of Book: from 1 to 100",
        "Leave it out: keys are asked for by the hundred.",
    ),
)
