"""Mistakes in what is written: by one write, by a transaction, by a batch."""

from tests.table.mistakes.mistake import Mistake

MISTAKES = (
    Mistake(
        "What is there is inserted",
        "store.insert(kokoro)",
        (
            "ConditionNotMet: Book(home='h1', book_id='kokoro') exists already: store.put(…) replaces it, another "
            "key makes another"
        ),
        "`store.put(…)` where it may be replaced; a new id where it is another one.",
    ),
    Mistake(
        "What is not there is changed",
        'store.write(Book.update(home="h1", book_id="sorekara").add(loans=1))',
        (
            "ItemNotFound: there is no Book(home='h1', book_id='sorekara') in Library: insert it first, or "
            "Book.upsert(…) with if_missing(title=…, isbn=…)"
        ),
        "Insert it first, or `Book.upsert(…)`, with what it can't be made without.",
    ),
    Mistake(
        "A field of the key is changed",
        'Book.update(home="h1", book_id="kokoro").set(book_id="sorekara")',
        (
            "ImmutableField: Book.book_id is part of its key, which an update can't change: delete it and insert "
            "another, in one transaction"
        ),
        "Delete it and insert another, in one transaction.",
    ),
    Mistake(
        "A frozen field is changed",
        'Book.update(home="h1", book_id="kokoro").set(bought=date(2026, 11, 2))',
        (
            "ImmutableField: Book.bought is frozen, and so set once, when the entity is made: leave it, or declare "
            "it without frozen"
        ),
        "Leave it, or declare it without `frozen`.",
    ),
    Mistake(
        "A number is added to a text",
        'Book.update(home="h1", book_id="kokoro").add(title=1)',
        (
            "WrongFieldType: Book.title is no number, and so 1 can't be added to it: set(…) gives it another value, "
            "append(…) adds to a list, add_to_set(…) to a set"
        ),
        "`set(title=…)`.",
    ),
    Mistake(
        "A value that the entity refuses",
        'Book.update(home="h1", book_id="kokoro").set(title="")',
        "InvalidFieldValue: Book.title: String should have at least 1 character, but it was ''",
        "A value that the constructor would take.",
    ),
    Mistake(
        "A sum that the entity refuses",
        'store.write(Book.update(home="h1", book_id="kokoro").add(loans=-1))',
        ("RuleViolated: Book(home='h1', book_id='kokoro'): loans would be -1, and 0 is the least; give another value"),
        "A condition, `when(loans=gt(0))`, or another amount.",
    ),
    Mistake(
        "A field without a default is removed",
        'Book.update(home="h1", book_id="kokoro").remove("isbn")',
        "ImmutableField: Book.isbn can't be removed: it has no default; set(…) gives it another value",
        "`set` it, or give it a default.",
    ),
    Mistake(
        "None for a field that can't be None",
        'Book.update(home="h1", book_id="kokoro").set(isbn=None)',
        "InvalidFieldValue: Book.isbn: Input should be a valid string, but it was None",
        "A value, or `isbn: str | None = None`.",
    ),
    Mistake(
        "A field is changed twice",
        'Book.update(home="h1", book_id="kokoro").set(loans=1).add(loans=1)',
        "ConflictingWrites: Book.loans is changed twice in one update: leave one of them out",
        "Do one of them: `set(loans=1)`.",
    ),
    Mistake(
        "A condition that is not met",
        'store.write(Book.update(home="h1", book_id="kokoro").set(place="SHELF").when(place="LENT"))',
        (
            "ConditionNotMet: Book(home='h1', book_id='kokoro'): the condition on place is not met: read it again "
            "and decide"
        ),
        "Read again and decide; `error.item` is what stood there.",
    ),
    Mistake(
        "A unique value is taken",
        'store.insert(Book(home="h1", book_id="kokoro2", title="こころ", isbn="1"))',
        (
            "NotUnique: Book(home='h1', book_id='kokoro2'): another has the same one_copy (HOME#{home} / "
            "ISBN#{isbn}): give another value"
        ),
        "Another value, or first change the one that has it.",
    ),
    Mistake(
        "An item over 400 KB",
        'store.insert(Book(home="h1", book_id="long", title="長い", isbn="2", pages=["x" * 500_000]))',
        (
            "ItemTooLarge: Book(home='h1', book_id='long'): the item would have 500,139 bytes, 500,004 of them in "
            "pages, and DynamoDB takes 409,600 (400 KB): keep what is long in rows of its own, or in files"
        ),
        "Rows of their own for the parts, or a file elsewhere.",
    ),
    Mistake(
        "An update that makes an item of over 400 KB",
        """
for _ in range(3):
    store.write(Book.update(home="h1", book_id="kokoro").append(pages=["x" * 200_000]))
""",
        (
            "ItemTooLarge: Book(home='h1', book_id='kokoro'): the item would have more than the 400 KB that DynamoDB "
            "takes; keep what is long in rows of its own, or in files"
        ),
        "Rows of their own for the parts, or a file elsewhere.",
    ),
    Mistake(
        "No number",
        'store.insert(Book(home="h1", book_id="sorekara", title="それから", isbn="2", price=float("nan")))',
        (
            "UnsupportedValue: Book.price: Decimal('NaN') is no number that DynamoDB has: give a finite one, or None "
            "where the field may be None\n"
            "asked for by Book(home='h1', book_id='sorekara')"
        ),
        "Keep it out before, or declare `float | None` and give None.",
    ),
    Mistake(
        "A time without a zone",
        """
loan = Loan(home="h1", day=date(2026, 11, 3), book_id="kokoro", friend="Mio")
store.insert(loan.model_copy(update={"expires_at": datetime(2026, 12, 1)}))
""",
        (
            "UnsupportedValue: Loan.expires_at: datetime.datetime(2026, 12, 1, 0, 0) has no time zone: give it one, "
            "as in datetime.now(UTC)\n"
            "asked for by Loan(home='h1', day=datetime.date(2026, 11, 3), book_id='kokoro')"
        ),
        "`datetime(2026, 12, 1, tzinfo=UTC)`.",
    ),
    Mistake(
        "A list is changed as if it were a set",
        'Book.update(home="h1", book_id="kokoro").add_to_set(pages=[])',
        (
            "WrongFieldType: Book.pages can't be changed by add_to_set(…): append(…) is for lists, add_to_set(…) and "
            "remove_from_set(…) are for sets, set(…) is for the rest"
        ),
        "`append` for lists.",
    ),
    Mistake(
        "An empty set within a field",
        'store.write(Book.update(home="h1", book_id="kokoro").set(readers={"2026": set()}))',
        (
            "EmptySet: Book.readers: set() is an empty set, which DynamoDB does not have: leave it out, or make it a "
            "list\n"
            "asked for by Book(home='h1', book_id='kokoro')"
        ),
        "Leave the member out; a field that is a set itself may be empty.",
    ),
    Mistake(
        "A text where a day is wanted",
        'list(store.all(lent_between("h1", "1 November", date(2026, 11, 30))))',
        (
            "InvalidFieldValue: 3 (what was lent from one day to another): Loan.day: Input should be a valid date or "
            "datetime, invalid character in year, but it was '1 November'"
        ),
        "Give it a `date`: `date(2026, 11, 1)`.",
    ),
    Mistake(
        "A step that is no write",
        'Transaction().step("book", one_book("h1", "kokoro"))',
        (
            "WrongPlan: the step 'book' of a transaction is a Put, Insert, Update, Delete or Check, and was given a "
            "Get of Book, by 1 (one book): Book.check(…) holds a transaction to what is there"
        ),
        "`Book.check(…)` for what only has to be there.",
    ),
    Mistake(
        "An entity as a step",
        'Transaction().step("book", kokoro)',
        (
            "WrongPlan: the step 'book' of a transaction is a Put, Insert, Update, Delete or Check, and was given a "
            "Book itself: Insert(…) and Put(…) make writes of it"
        ),
        "`Insert(book)` or `Put(book)`.",
    ),
    Mistake(
        "Two steps of one name",
        'Transaction().step("book", Put(kokoro)).step("book", Put(kokoro))',
        (
            "ConflictingWrites: a transaction has two steps named 'book', one of them at Book: give one of them "
            "another name"
        ),
        "Give each step a name of its own; a failure is told by it.",
    ),
    Mistake(
        "Two steps at one item",
        'store.transact(Transaction().step("old", Book.delete(**kokoro.own_key)).step("new", Insert(kokoro)))',
        (
            "ConflictingWrites: the steps 'old' and 'new' are both at Book(home='h1', book_id='kokoro'), and a "
            "transaction can touch an item only once: make them one, or two transactions"
        ),
        "One step: `Put(book)`.",
    ),
    Mistake(
        "A transaction of more than 100 steps",
        """
day = date(2026, 11, 3)
loans = [Loan(home="h1", day=day, book_id=f"b{n}", friend="Mio") for n in range(101)]
store.transact(Transaction(tuple(Step(loan.book_id, Insert(loan)) for loan in loans)))
""",
        (
            "TransactionTooLarge: the transaction b0, b1, b2, b3, b4 and 96 more in Library: 101 actions, and a "
            "transaction takes 100; do it in several"
        ),
        "Several transactions, or `BatchWrite` where each may be done by itself.",
    ),
    Mistake(
        "A step whose condition is not met",
        """
store.transact(lend("h1", "kokoro", "Mio", date(2026, 11, 3)))
store.transact(lend("h1", "kokoro", "Ren", date(2026, 11, 4)))
""",
        (
            "StepFailed: 4 (lend a book to a friend): step 'book': Book(home='h1', book_id='kokoro'): the condition "
            "on place is not met: read it again and decide"
        ),
        "As for the cause: `error.step` and `error.cause`.",
    ),
    Mistake(
        "A token is used again for other steps",
        """
store.transact(lend("h1", "kokoro", "Mio", date(2026, 11, 3)).once("t1"))
store.transact(lend("h1", "kokoro", "Ren", date(2026, 11, 4)).once("t1"))
""",
        (
            "TokenInUse: 4 (lend a book to a friend): the transaction loan, book in Library: its token 't1' was used "
            "for other steps; a token is for one transaction, with the ids and times that it was first given"
        ),
        "A token for each transaction.",
    ),
    Mistake(
        "A batch with a unique value",
        "store.batch_write(BatchWrite((Put(kokoro),)))",
        (
            "DesignError: Book(home='h1', book_id='kokoro') can't be part of a batch, which has no conditions: "
            "Book.one_copy keeps guard rows; write it by itself, or in a transaction"
        ),
        "Each by itself, `store.put`, or transactions.",
    ),
    Mistake(
        "A batch with a condition",
        """
loan = Loan(home="h1", day=date(2026, 11, 3), book_id="kokoro", friend="Mio")
store.batch_write(BatchWrite((Insert(loan),)))
""",
        (
            "DesignError: Loan(home='h1', day=datetime.date(2026, 11, 3), book_id='kokoro') can't be part of a "
            "batch, which has no conditions: an Insert wants that nothing is there, a Put does not; write it by "
            "itself, or in a transaction"
        ),
        "`Put(loan)`, or each by itself.",
    ),
    Mistake(
        "A batch of entities",
        """
loan = Loan(home="h1", day=date(2026, 11, 3), book_id="kokoro", friend="Mio")
store.batch_write(BatchWrite((loan,)))
""",
        (
            "WrongPlan: a write is a Put, Insert, Update or Delete, and not a Loan itself: Insert(…) and Put(…) make "
            "writes of it"
        ),
        "`Put(loan)`.",
    ),
    Mistake(
        "A row twice in one batch",
        """
loan = Loan(home="h1", day=date(2026, 11, 3), book_id="kokoro", friend="Mio")
store.batch_write(BatchWrite((Put(loan), Put(loan))))
""",
        (
            "ConflictingWrites: Loan(home='h1', day=datetime.date(2026, 11, 3), book_id='kokoro') is written twice "
            "in one batch: leave one of them out"
        ),
        "Put it in once.",
    ),
    Mistake(
        "The trash of an entity that has none",
        'Book.move_to_trash(datetime.now(UTC), home="h1", book_id="kokoro")',
        "DesignError: Book has no trash: declare it with trash=Trash(…)",
        'Declare it: `trash=Trash("deleted_at")`.',
    ),
    Mistake(
        "A dict where an entity is wanted",
        'store.put({"home": "h1", "book_id": "sorekara"})',
        "WrongPlan: Put takes an entity, and was given a dict: make the entity first, as Book(title=…, …)",
        "`Book(**values)`.",
    ),
    Mistake(
        "A value without its field's name",
        'Book.update(home="h1", book_id="kokoro").set("title", "心")',
        (
            "UnknownField: Book.update(…).set(…) was given 'title' without a name: name the field of each value, "
            "as in name=…"
        ),
        '`set(title="心")`.',
    ),
    Mistake(
        "A key is set by hand",
        'Book.update(home="h1", book_id="kokoro").set(loans_sk="LOANS#000009#kokoro")',
        ("UnknownField: Book has no field 'loans_sk'; it is a key made of book_id, loans, and follows: give those"),
        "Set the field: `set(loans=9)`, and the key follows.",
    ),
    Mistake(
        "A text in the place of a path",
        'Book.update(home="h1", book_id="kokoro").set_at("readers.mio", {"p1"})',
        (
            "UnknownField: set_at(…) takes a path, as Book.path_to(lambda row: …) makes it, and not "
            "'readers.mio': set(…) takes the text of one"
        ),
        '`set(**{"readers.mio": {"p1"}})`, or `Book.path_to(lambda book: book.readers["mio"])`.',
    ),
    Mistake(
        "A delete of what must exist",
        'store.write(Book.delete(home="h1", book_id="none").existing())',
        (
            "ItemNotFound: there is no Book(home='h1', book_id='none') in Library: without existing() that would "
            "be no error"
        ),
        "Leave `existing()` out where it may be gone already.",
    ),
    Mistake(
        "A check of what is not there",
        """
check = Book.check(home="h1", book_id="none")
store.transact(Transaction().step("book", check).step("copy", Put(kokoro)))
""",
        (
            "StepFailed: step 'book': there is no Book(home='h1', book_id='none') in Library: insert it before "
            "the transaction; check(…).absent() holds where there is none"
        ),
        "Insert it before, or leave the step out.",
    ),
    Mistake(
        "A check that something is absent",
        """
check = Book.check(home="h1", book_id="botchan2").absent()
store.transact(Transaction().step("other", check).step("copy", Put(kokoro)))
""",
        (
            "StepFailed: step 'other': Book(home='h1', book_id='botchan2') exists already: the transaction wants "
            "it absent; delete it first, or leave that step out"
        ),
        "Delete it first, or leave the step out.",
    ),
    Mistake(
        "An upsert that could not make the row",
        'store.write(Book.upsert(home="h1", book_id="new").set(title="新"))',
        (
            "InvalidFieldValue: Book.isbn: it has no default, so an upsert that finds no Book can't make one: "
            "give a value by if_missing(isbn=…) or set(isbn=…), or use Book.update(…) where it exists\n"
            "asked for by Book(home='h1', book_id='new')"
        ),
        '`.if_missing(isbn="7")`, or `update` where the book exists.',
    ),
    Mistake(
        "A place within what is not there",
        """
class Shop(Table, name="Shop", pk="PK"):
    pass


class Address(BaseModel):
    city: str


class Customer(Entity, table=Shop):
    customer_id: InKey[str]
    address: Address | None = None

    PK = key("CUSTOMER#{customer_id}")


store.create(Shop)
store.insert(Customer(customer_id="c1"))
store.write(Customer.update(customer_id="c1").set(**{"address.city": "Kyoto"}))
""",
        (
            "RuleViolated: Customer(customer_id='c1'): address.city: address is not there, so nothing in it can "
            "be changed: set(address=…) makes it whole"
        ),
        '`set(address=Address(city="Kyoto"))`.',
    ),
    Mistake(
        "An element behind the end of a list",
        'store.write(Book.update(home="h1", book_id="kokoro").set(**{"pages[5]": "…"}))',
        (
            "RuleViolated: Book(home='h1', book_id='kokoro'): pages[5]: there is no such element: append to pages"
            " to make it longer"
        ),
        '`append(pages=["…"])`.',
    ),
    Mistake(
        "A part of a model that can't be missing is removed",
        """
class Shop(Table, name="Shop", pk="PK"):
    pass


class Address(BaseModel):
    city: str


class Customer(Entity, table=Shop):
    customer_id: InKey[str]
    address: Address | None = None

    PK = key("CUSTOMER#{customer_id}")


Customer.update(customer_id="c1").remove("address.city")
""",
        (
            "ImmutableField: Customer.address.city can't be removed: it has no default, and address could not be "
            "read without; give it another value, or remove address where that may be missing"
        ),
        '`remove("address")`, or give the city a default in its model.',
    ),
    Mistake(
        "Restored, and not in the trash",
        """
class Shop(Table, name="Shop", pk="PK"):
    pass


class Note(Entity, table=Shop, trash=Trash("deleted_at")):
    note_id: InKey[str]
    deleted_at: datetime | None = None

    PK = key("NOTE#{note_id}")


store.create(Shop)
store.insert(Note(note_id="n1"))
store.write(Note.restore(note_id="n1"))
""",
        "ConditionNotMet: Note(note_id='n1') is not in the trash, so there is nothing to restore",
        "Nothing: it is not in the trash.",
    ),
    Mistake(
        "Into the trash a second time",
        """
class Shop(Table, name="Shop", pk="PK"):
    pass


class Note(Entity, table=Shop, trash=Trash("deleted_at")):
    note_id: InKey[str]
    deleted_at: datetime | None = None

    PK = key("NOTE#{note_id}")


store.create(Shop)
store.insert(Note(note_id="n1"))
store.write(Note.move_to_trash(datetime(2026, 11, 3, tzinfo=UTC), note_id="n1"))
store.write(Note.move_to_trash(datetime(2026, 11, 4, tzinfo=UTC), note_id="n1"))
""",
        "ConditionNotMet: Note(note_id='n1') is in the trash already: Note.restore(…) takes it out",
        "Nothing: it is there. `restore` takes it out.",
    ),
    Mistake(
        "A time without a time zone in a key",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    pass


class Visit(Entity, table=Shop):
    at: InKey[datetime]

    PK = key("VISITS")
    SK = key("VISIT#{at:iso}")


store.get(Visit.get(at=datetime(2026, 11, 3, 9, 0)))
""",
        (
            "PartOutOfRange: at in Visit.SK = VISIT#{at:iso}: datetime.datetime(2026, 11, 3, 9, 0) has no time "
            "zone: give it one, as in datetime.now(UTC)"
        ),
        "`datetime.now(UTC)`, or `pydantic.AwareDatetime` as the field's type.",
    ),
    Mistake(
        "The version is set",
        """
class Shelf(Entity, table=Library):
    name: InKey[str]
    version: Version = 0

    PK = key("SHELF#{name}")
    SK = key("SHELF")


Shelf.update(name="left").set(version=7)
""",
        (
            "ImmutableField: Shelf.version is filled with each write: leave it out; when(version=…) holds an "
            "update to what was read"
        ),
        "Leave it out; `when(version=…)` holds the update to what was read.",
    ),
    Mistake(
        "An expiry in milliseconds",
        """
class Session(Entity, table=Library):
    name: InKey[str]
    expires_at: int

    PK = key("SESSION#{name}")
    SK = key("SESSION")


store.put(Session(name="s1", expires_at=1763700000000))
""",
        (
            "UnsupportedValue: Session.expires_at: 1763700000000 is no number of seconds since 1970, but looks "
            "like milliseconds: divide it by 1000\n"
            "asked for by Session(name='s1')"
        ),
        "Seconds; or a `datetime`, which is stored as those.",
    ),
    Mistake(
        "A text in the place of a list",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    pass


class Cafe(Entity, table=Shop):
    name: InKey[str]
    hours: dict[str, list[str]] = Field(default_factory=dict)

    PK = key("CAFE#{name}")
    SK = key("CAFE")


Cafe.update(name="mori").append(**{"hours.mon": "10:00"})
""",
        ("InvalidFieldValue: Cafe.hours.mon: several elements are wanted, as in a list: ['10:00'], but it was '10:00'"),
        '`append(**{"hours.mon": ["10:00"]})`.',
    ),
    Mistake(
        "Appended to a dict",
        'Book.update(home="h1", book_id="kokoro").append(readers=["mio"])',
        (
            "WrongFieldType: Book.readers is no list but dict, and nothing is appended to it: "
            'set(**{"readers.name": …}) gives it a member'
        ),
        'A member has a name: `set(**{"readers.mio": {"p1"}})`.',
    ),
    Mistake(
        "Added to what may be anything",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    pass


class Guest(Entity, table=Shop):
    name: InKey[str]
    notes: dict[str, Any] = Field(default_factory=dict)

    PK = key("GUEST#{name}")
    SK = key("GUEST")


Guest.update(name="mio").add(**{"notes.visits": 1})
""",
        (
            "WrongFieldType: Guest.notes.visits may be anything, and so nothing can be added to it: declare "
            "numbers, as in dict[str, int], or set another value"
        ),
        "`dict[str, int]` for what is counted, in a field of its own.",
    ),
    Mistake(
        "A deletion of an entity itself",
        "Delete(kokoro)",
        ("WrongPlan: Delete(…) wants a class and a key, and was given Book alone: Book.delete(**….own_key) makes one"),
        "`Book.delete(**kokoro.own_key)`.",
    ),
    Mistake(
        "A view is put",
        """
class Card(View, of=Book):
    home: InKey[str]
    book_id: InKey[str]
    title: str


store.put(Card(home="h1", book_id="kokoro", title="Kokoro"))
""",
        (
            "WrongPlan: Put takes an entity, and was given a Card itself: a view has only some of a Book: "
            "Book.update(**….own_key).set(…) changes it"
        ),
        '`store.write(Book.update(**card.own_key).set(title="Kokoro"))`.',
    ),
    Mistake(
        "A wrong value within a field",
        """
class Shop(Table, name="Shop", pk="PK", sk="SK"):
    pass


class Address(BaseModel):
    city: str


class Guest(Entity, table=Shop):
    name: InKey[str]
    address: Address

    PK = key("GUEST#{name}")
    SK = key("GUEST")


Guest.update(name="mio").set(**{"address.city": 3})
""",
        "InvalidFieldValue: Guest.address.city: Input should be a valid string, but it was 3",
        "A value of the type that the place has.",
    ),
    Mistake(
        "An entity that was made without its checks",
        'store.put(Book.model_construct(home="h1", book_id="sorekara"))',
        (
            "InvalidFieldValue: Book.title: it has no value: model_construct(…) checks nothing, Book(…) makes an "
            "entity of all its fields"
        ),
        '`Book(home="h1", book_id="sorekara", title="それから", isbn="7")`.',
    ),
    Mistake(
        "A time that is finer than what is stored of it",
        """
class Visits(Table, name="Visits", pk="PK", sk="SK"):
    pass


class Visit(Entity, table=Visits):
    home: InKey[str]
    left: Annotated[datetime | None, As("isoms")] = None

    PK = key("HOME#{home}")
    SK = key("VISIT")


store.create(Visits)
store.put(Visit(home="h1"))
store.write(Visit.update(home="h1").set(left=datetime(2026, 11, 3, 9, 30, 0, 123456, UTC)))
""",
        (
            "PartOutOfRange: left in Visit, stored As('isoms'): datetime.datetime(2026, 11, 3, 9, 30, 0, 123456, "
            "tzinfo=datetime.timezone.utc) is finer than milliseconds, which are kept here: round it first, or let "
            "isous keep all of it\nasked for by Visit(home='h1')"
        ),
        'Drop what is finer, `at.replace(microsecond=0)`; or keep it, by `As("isous")`.',
    ),
    Mistake(
        "A change that breaks a rule over several fields",
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
        if self.last < self.first:
            raise ValueError("it ends before it begins")
        return self


store.create(Visits)
store.put(Visit(home="h1", first=date(2026, 11, 3), last=date(2026, 11, 5)))
store.write(Visit.update(home="h1").set(last=date(2026, 11, 1)))
""",
        (
            "RuleViolated: Visit(home='h1'): what it would become breaks a rule: Visit: Value error, it ends before it "
            "begins; give another value"
        ),
        "Set the other field too: `set(first=…, last=…)`.",
    ),
    Mistake(
        "A copy with a field that is not there",
        'store.put(kokoro.model_copy(update={"titel": "心"}))',
        (
            "UnknownField: Book has no field 'titel', which a copy was given: model_copy(update=…) checks no names; "
            "did you mean title?"
        ),
        "Write the name that the entity has, or `Book.update(…).set(title=…)`.",
    ),
    Mistake(
        "A negative number where a key has no place for its sign",
        """
class Note(Entity, table=Library, trash=Trash("deleted_at")):
    home: InKey[str]
    number: InKey[int]
    text: Annotated[str, Stored("remark")] = ""
    deleted_at: int | None = None

    PK = key("HOME#{home}")
    SK = key("NOTE#{number:03}")


store.insert(Note(home="h1", number=-1))
""",
        (
            "PartOutOfRange: number in Note.SK = NOTE#{number:03}: -1 does not fit 03, which holds 0 to 999: give "
            "another, or the format a sign, +03\nasked for by Note(home='h1', number=-1)"
        ),
        "`{number:+03}`, before anything is stored; or `Field(ge=0)`.",
    ),
    Mistake(
        "What is in the trash is inserted again",
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
store.insert(note)
""",
        (
            "ConditionNotMet: Note(home='h1', number=1) exists already, in the trash: Note.restore(…) takes it out, "
            "store.put(…) replaces it, another key makes another"
        ),
        "`store.write(Note.restore(**note.own_key))`, or `store.put(note)`.",
    ),
    Mistake(
        "Into the trash without a time",
        """
class Note(Entity, table=Library, trash=Trash("deleted_at")):
    home: InKey[str]
    number: InKey[int]
    text: Annotated[str, Stored("remark")] = ""
    deleted_at: int | None = None

    PK = key("HOME#{home}")
    SK = key("NOTE#{number:03}")


Note.move_to_trash(home="h1", number=1)
""",
        (
            "DesignError: move_to_trash(…) was not given its at: it says when: move_to_trash(now, …), as the field of "
            "Trash(…) is written"
        ),
        '`Note.move_to_trash(1763700000, home="h1", number=1)`.',
    ),
    Mistake(
        "A field by the name that it is stored under",
        """
class Note(Entity, table=Library, trash=Trash("deleted_at")):
    home: InKey[str]
    number: InKey[int]
    text: Annotated[str, Stored("remark")] = ""
    deleted_at: int | None = None

    PK = key("HOME#{home}")
    SK = key("NOTE#{number:03}")


Note.update(home="h1", number=1).set(remark="x")
""",
        "UnknownField: Note has no field 'remark'; that is what text is stored as: name text",
        '`set(text="x")`.',
    ),
    Mistake(
        "An entity that is to save itself",
        "kokoro.save()",
        "UnknownAttribute: a Book has no save: store.put(…) keeps it, store.insert(…) keeps a new one",
        "`store.put(kokoro)`.",
    ),
    Mistake(
        "A number is incremented",
        'Book.update(home="h1", book_id="kokoro").increment(loans=1)',
        "UnknownAttribute: an Update has no increment: add(loans=1) adds to a number",
        "`add(loans=1)`.",
    ),
    Mistake(
        "A step without a name",
        'Transaction().step("", Insert(kokoro))',
        (
            "WrongPlan: a step of a transaction has a name, by which StepFailed tells of it, and '' is none: "
            'step("loan", …)'
        ),
        '`step("book", Insert(kokoro))`.',
    ),
)
