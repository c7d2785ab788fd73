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
        '`Library.query(Book, home="h1")`, or `store.scan(Book)` for all there are.',
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
            "StoreUnreachable: http://127.0.0.1:9/ gave no answer: ConnectionRefusedError(111, 'Connection refused')\n"
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
)
