"""Mistakes with the store: what it is given to run, where it is, and what it has."""

from tests.table.mistakes.mistake import Mistake

MISTAKES = (
    Mistake(
        "`get` is given a query",
        'store.get(books_in("h1"))',
        (
            "WrongPlan: store.get takes a Get, and was given a Query of Book, by 2 (the books in a place, most lent "
            "first): store.page, all, first or count runs it"
        ),
        "`store.first(query)`.",
    ),
    Mistake(
        "`page` is given a get",
        'store.page(one_book("h1", "kokoro"))',
        ("WrongPlan: store.page takes a Query, and was given a Get of Book, by 1 (one book): store.get or one runs it"),
        "`store.get(plan)`.",
    ),
    Mistake(
        "`write` is given a query",
        'store.write(books_in("h1"))',
        (
            "WrongPlan: store.write takes a Put, Insert, Update or Delete, and was given a Query of Book, by 2 (the "
            "books in a place, most lent first): store.page, all, first or count runs it"
        ),
        "`store.page(query)`.",
    ),
    Mistake(
        "`transact` is given an update",
        'store.transact(Book.update(home="h1", book_id="kokoro").add(loans=1))',
        "WrongPlan: store.transact takes a Transaction, and was given an Update of Book: store.write runs it",
        "`store.write(update)`, or a step of a `Transaction`.",
    ),
    Mistake(
        "A pattern that was not called",
        "store.get(one_book)",
        (
            "WrongPlan: store.get takes a Get, and was given the pattern 1 (one book) itself: call it, one_book(…), "
            "for a plan"
        ),
        'Call it: `store.get(one_book("h1", "kokoro"))`.',
    ),
    Mistake(
        "An entity where a plan is wanted",
        "store.get(kokoro)",
        (
            "WrongPlan: store.get takes a Get, and was given a Book itself: store.put(…) and store.insert(…) store "
            "it, Book.get(**….own_key) asks for it"
        ),
        "`Book.get(**kokoro.own_key)`.",
    ),
    Mistake(
        "A class where a plan is wanted",
        "store.page(Book)",
        (
            "WrongPlan: store.page takes a Query, and was given the class Book: Book.get(…) asks for one, "
            "query(Book, …) of a table or an index for several, Book.scan() for all there are"
        ),
        '`Library.query(Book, home="h1")`, or `store.scan(Book.scan())` for all there are.',
    ),
    Mistake(
        "An update is put",
        'store.put(Book.update(home="h1", book_id="kokoro").add(loans=1))',
        "WrongPlan: Put takes an entity, and was given an Update of Book: store.write runs it",
        "`store.write(update)`.",
    ),
    Mistake(
        "`all` is given a batch",
        'list(store.all(Book.batch(home="h1", book_id=["kokoro"])))',
        "WrongPlan: store.all takes a Query, and was given a BatchGet of Book: store.batch runs it",
        "`store.batch(plan)`.",
    ),
    Mistake(
        "`scan` is given a class",
        "store.scan(Book)",
        (
            "WrongPlan: store.scan takes a Scan, and was given the class Book: Book.get(…) asks for one, query(Book, "
            "…) of a table or an index for several, Book.scan() for all there are"
        ),
        "`store.scan(Book.scan())`.",
    ),
    Mistake(
        "One that must be there is not",
        'store.one(one_book("h1", "sorekara"))',
        (
            "ItemNotFound: 1 (one book): there is no Book(home='h1', book_id='sorekara') in Library: store.get(…) "
            "gives None for it"
        ),
        "`store.get`, which gives None.",
    ),
    Mistake(
        "The table was not made",
        """
with table.open(":memory:") as other:
    other.get(one_book("h1", "kokoro"))
""",
        (
            "TableMissing: 1 (one book): the store has no table Library: store.create(Library) makes it, as does "
            "chabudai table create MODULE:DESIGN --at ADDRESS; or the store is another than was meant"
        ),
        "`store.create(Library)`, once.",
    ),
    Mistake(
        "The design is given where a table is wanted",
        "store.create(design)",
        (
            "WrongPlan: store.create takes tables, as Library, and was given a Design: store.create(*design.tables) "
            "makes them all"
        ),
        "`store.create(*design.tables)`.",
    ),
    Mistake(
        "The index was declared after the table was made",
        """
class Shop(Table, name="Library", pk="PK", sk="SK"):
    by_price = Gsi("ByPrice", "price_pk", "SK")


class Thing(Entity, table=Shop):
    name: InKey[str]
    price: int

    PK = key("THING#{name}")
    SK = key("THING")
    price_pk = key("PRICE#{price:08}")


@Shop.pattern("1", "things of a price")
def things_at(price: int) -> Query[Thing]:
    return Shop.by_price.query(Thing, price=price)


store.page(things_at(3))
""",
        (
            "TableDiffers: 1 (things of a price): the table Library exists, but differs from the design: the index "
            "ByPrice is missing. Change one of them so that both say the same, or give the design's table another "
            "name"
        ),
        "Add the index to the table, or make the table anew.",
    ),
    Mistake(
        "An address that is none",
        'table.open("postgres://localhost")',
        (
            "InvalidStoreAddress: Invalid store address postgres://localhost: give a file's path, :memory:, "
            "dynamodb://REGION or http://HOST:PORT."
        ),
        "A file's path, `:memory:`, `dynamodb://REGION` or `http://HOST:PORT`.",
    ),
    Mistake(
        "A region that is none",
        'table.open("dynamodb://tokyo")',
        "InvalidStoreAddress: Unknown AWS region in dynamodb://tokyo: expected one such as ap-northeast-1.",
        "`dynamodb://ap-northeast-1`.",
    ),
    Mistake(
        "Nobody listens at the address",
        """
with table.open("http://127.0.0.1:9") as other:
    other.get(one_book("h1", "kokoro"))
""",
        (
            "StoreUnreachable: http://127.0.0.1:9/ gave no answer: ConnectionRefusedError(111, 'Connection refused'); "
            "see that it runs, and that the address is right\n"
            "asked for by 1 (one book), of Library: is the address right, and does something serve there?"
        ),
        "Start the endpoint, `chabudai dynamodb --db FILE`, or correct the address.",
    ),
    Mistake(
        "There are no credentials",
        """
with table.open("dynamodb://ap-northeast-1") as other:
    other.get(one_book("h1", "kokoro"))
""",
        "NoCredentials: No AWS credentials were found: set them up as for boto3 or the AWS CLI.",
        "Set them up as for boto3 or the AWS CLI.",
    ),
    Mistake(
        "The store is closed",
        """
store.close()
store.get(one_book("h1", "kokoro"))
""",
        (
            "StoreClosed: The store is closed.\n"
            "asked for by 1 (one book), of Library: run plans before the store is closed, or open it again"
        ),
        "Run it within the `with` block, or open another store.",
    ),
    Mistake(
        "An explanation of an entity",
        "store.explain(kokoro)",
        (
            "WrongPlan: store.explain takes a plan, and was given a Book itself: store.put(…) and store.insert(…)"
            " store it, Book.get(**….own_key) asks for it"
        ),
        "Explain a plan: `store.explain(Put(kokoro))`.",
    ),
    Mistake(
        "A batch of one write",
        "BatchWrite(Put(kokoro))",
        ("WrongPlan: BatchWrite takes several writes, and was given one Put: BatchWrite((Put(book), Put(other)))"),
        "A tuple of them, be it of one: `BatchWrite((Put(kokoro),))`.",
    ),
    Mistake(
        "Steps without names",
        "Transaction((Put(kokoro),))",
        'WrongPlan: a Transaction takes named steps: Transaction().step("name", plan), or Step("name", plan)',
        '`Transaction().step("book", Put(kokoro))`.',
    ),
    Mistake(
        "A number as a token",
        "Transaction().once(5)",
        "UnsupportedValue: 5 is no token of a transaction: give a text",
        "Make a text of it: `once(str(5))`.",
    ),
    Mistake(
        "A text as the secret of cursors",
        'Cursors("secret")',
        "DesignError: the secret that signs cursors is bytes, and no str: encode() a text",
        'Bytes: `Cursors("secret".encode())`, at least 32 of them and kept out of the code.',
    ),
    Mistake(
        "A secret that is a text",
        'table.open(":memory:", secret="abc")',
        "DesignError: secret=… wants bytes, and was given a str: a text has them, secret.encode()",
        '`secret=b"…"`, or `secret.encode()`.',
    ),
    Mistake(
        "An option of a store, misspelled",
        'table.open(":memory:", sekret=b"abc")',
        "DesignError: sekret=… is no option of a store; did you mean secret?",
        "Its own name: `secret=…`, `clock=…`, `retry_policy=…` or `report_unreadable=…`.",
    ),
    Mistake(
        "An endpoint without http://",
        'table.open("localhost:8000")',
        (
            "InvalidStoreAddress: Invalid store address localhost:8000: give http://localhost:8000, if that is "
            "meant, or ./localhost:8000 for a file of that name."
        ),
        "`http://localhost:8000`.",
    ),
    Mistake(
        "Memory, misspelled",
        'table.open(":memory")',
        (
            "InvalidStoreAddress: Invalid store address :memory: give :memory:, if that is meant, or ./:memory "
            "for a file of that name."
        ),
        "`:memory:`, with both colons.",
    ),
    Mistake(
        "DynamoDB without a region",
        'table.open("dynamodb")',
        (
            "InvalidStoreAddress: Invalid store address dynamodb: give dynamodb://REGION, if that is meant, or "
            "./dynamodb for a file of that name."
        ),
        "`dynamodb://ap-northeast-1`.",
    ),
    Mistake(
        "A table's class where its name is wanted",
        'table.open_renamed(":memory:", {Library: "library-test"})',
        ("DesignError: Library: 'library-test' names no table: give both as texts, as {Library.name: 'library-test'}"),
        '`{"Library": "library-test"}`.',
    ),
    Mistake(
        "`batch` is given a list",
        'store.batch([one_book("h1", "kokoro"), one_book("h1", "botchan2")])',
        (
            "WrongPlan: store.batch takes a BatchGet, and was given a list: Book.batch(home=…, book_id=[…]) "
            "makes one of a list of values"
        ),
        '`store.batch(Book.batch(home="h1", book_id=["kokoro", "botchan2"]))`.',
    ),
    Mistake(
        "`transact_get` is given a list",
        'store.transact_get([one_book("h1", "kokoro"), one_book("h1", "botchan2")])',
        (
            "WrongPlan: store.transact_get takes Gets, and was given a list: give them one after another, "
            "store.transact_get(*plans)"
        ),
        "`store.transact_get(*plans)`.",
    ),
    Mistake(
        "`transact` is given a list",
        "store.transact([Put(kokoro)])",
        (
            'WrongPlan: store.transact takes a Transaction, and was given a list: Transaction().step("book", '
            'plan).step("loan", other) makes one of several'
        ),
        '`Transaction().step("book", Put(kokoro))`.',
    ),
    Mistake(
        "`batch_write` is given a list",
        "store.batch_write([Put(kokoro)])",
        (
            "WrongPlan: store.batch_write takes a BatchWrite, and was given a list: BatchWrite((Put(book), "
            "Put(other))) makes one of several"
        ),
        "`store.batch_write(BatchWrite((Put(kokoro),)))`.",
    ),
    Mistake(
        "A store that should delete",
        "store.delete(kokoro)",
        "UnknownAttribute: a TypedStore has no delete: store.write(Book.delete(**book.own_key)) deletes one",
        "`store.write(Book.delete(**kokoro.own_key))`.",
    ),
    Mistake(
        "A store that should update",
        'store.update(kokoro, title="Kokoro")',
        "UnknownAttribute: a TypedStore has no update: store.write(Book.update(…).set(…)) changes one",
        '`store.write(Book.update(**kokoro.own_key).set(title="Kokoro"))`.',
    ),
    Mistake(
        "A store that should query",
        'store.query(Book, home="h1")',
        (
            "UnknownAttribute: a TypedStore has no query: store.page, all, first or count runs a query, as "
            "Library.query(Book, …)"
        ),
        '`store.page(Library.query(Book, home="h1"))`.',
    ),
    Mistake(
        "No address",
        "table.open(None)",
        (
            "InvalidStoreAddress: The address of a store is a text or a Path, not None: give a file's path, "
            ":memory:, dynamodb://REGION or http://HOST:PORT."
        ),
        "An environment variable that is not set gives None: see that it is set.",
    ),
    Mistake(
        "Another name for a table that is not there",
        """
with table.open_renamed(":memory:", {"Library": "library-test"}) as other:
    other.get(one_book("h1", "kokoro"))
""",
        (
            "TableMissing: 1 (one book): the store has no table Library (stored as library-test): "
            "store.create(Library) makes it, as does chabudai table create MODULE:DESIGN --at ADDRESS; or the "
            "store is another than was meant"
        ),
        "`store.create(Library)` makes it under its other name.",
    ),
    Mistake(
        "An empty secret of cursors",
        'Cursors(b"")',
        ("DesignError: the secret that signs cursors has no bytes: give some, as secrets.token_bytes(32) makes"),
        "`Cursors(secrets.token_bytes(32))`, kept out of the code.",
    ),
    Mistake(
        "A clock that tells no time",
        'table.open(":memory:", clock=lambda: 5)',
        "DesignError: clock=… tells 5, which is no time with a zone: give lambda: datetime.now(UTC)",
        "`clock=lambda: datetime.now(UTC)`.",
    ),
    Mistake(
        "Writes that are never tried",
        "ConflictRetryPolicy(tries=0)",
        "DesignError: ConflictRetryPolicy: tries=0 is no number of tries: give at least 1",
        "`ConflictRetryPolicy(tries=1)`: once, and no more.",
    ),
    Mistake(
        "A store is asked to list",
        "store.list(Book)",
        (
            "UnknownAttribute: a TypedStore has no list: store.all(query) gives every row of a query, as "
            "Library.query(Book, …), store.page(query) a page"
        ),
        '`store.page(books_in("h1"))`; for all there are, `store.scan(Book.scan())`.',
    ),
)
