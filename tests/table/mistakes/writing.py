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
            "Book.upsert(…)"
        ),
        "Insert it first, or `Book.upsert(…)`.",
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
            "UnknownField: Book.title is no number, and so 1 can't be added to it: set(…) gives it another value, "
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
            "UnknownField: Book.pages can't be changed by add_to_set(…): append(…) is for lists, add_to_set(…) and "
            "remove_from_set(…) are for sets, set(…) is for the rest"
        ),
        "`append` for lists.",
    ),
    Mistake(
        "An empty set within a field",
        'store.write(Book.update(home="h1", book_id="kokoro").set(readers={"2026": set()}))',
        (
            "EmptySet: Book.readers: set() is an empty set, which DynamoDB does not have: leave the attribute out\n"
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
)
