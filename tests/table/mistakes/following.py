"""Mistakes with streams: handlers, workers and what they are given."""

from tests.table.mistakes.mistake import Mistake

MISTAKES = (
    Mistake(
        "A stream that the table does not have",
        "Worker(store, Library, Handlers()).catch_up()",
        'DesignError: Library has no stream: declare one, as in stream="NEW_AND_OLD_IMAGES"',
        'Declare it: `stream="NEW_AND_OLD_IMAGES"`.',
    ),
    Mistake(
        "A worker for a whole design",
        "Worker(store, design, Handlers())",
        (
            "WrongPlan: the stream of a table is followed, and not of a Design: give each of design.tables a worker "
            "of its own"
        ),
        "A worker for each table: `Worker(store, Library, handlers)`.",
    ),
    Mistake(
        "A worker at an asyncio store",
        'Worker(table.open_async(":memory:"), Library, Handlers())',
        (
            "WrongPlan: a worker reads from a TypedStore, and was given an AsyncTypedStore: table.open(address) "
            "opens one, also beside an asyncio store; the worker has a thread of its own"
        ),
        "Open the same address with `table.open` for it.",
    ),
    Mistake(
        "A worker without any handler",
        """
class Desk(Table, name="Desk", pk="PK", stream="NEW_IMAGE"):
    pass


Worker(store, Desk, Handlers())
""",
        ('DesignError: no handler wants to know of any entity of Desk: write one, @handlers.on(Book, "insert")'),
        "Write the function first: `@handlers.on(…)`.",
    ),
    Mistake(
        "Handlers of a table",
        'Handlers().on(Library, "insert")',
        "WrongPlan: changes of an entity are handled, and not of the class Library: name its class, as Book",
        "Name the entity: `handlers.on(Book, …)`, one function for each.",
    ),
    Mistake(
        "A kind of change that is not there",
        'Handlers().on(Book, "created")',
        "DesignError: 'created' is no kind of change: there are insert, modify, remove",
        '`handlers.on(Book, "insert")`.',
    ),
    Mistake(
        "An image that the stream does not hold",
        """
class Desk(Table, name="Desk", pk="PK", stream="KEYS_ONLY"):
    pass


class Letter(Entity, table=Desk):
    letter_id: InKey[str]
    text: str

    PK = key("LETTER#{letter_id}")


handlers = Handlers()


@handlers.on(Letter, "insert")
def read(change):
    print(change.new.text)


store.create(Desk)
store.insert(Letter(letter_id="l1", text="Dear all"))
Worker(store, Desk, handlers, on_failure=stop, timing=WorkerTiming(tries=1)).catch_up()
""",
        (
            "HandlerFailed: the worker stopped at the change 100000000000000000001 of Desk, tried once: "
            'NotInStream(\'Letter: the stream of Desk does not hold the new image of a row (stream="KEYS_ONLY"): '
            'declare stream="NEW_AND_OLD_IMAGES", or ask for the row by change.key\')'
        ),
        'Declare `stream="NEW_IMAGE"`, or get the row: `store.get(Letter.get(**change.key))`.',
    ),
    Mistake(
        "A handler that is declared by async def",
        """
@Handlers().on(Book, "insert")
async def send(change):
    print(change.new.title)
""",
        (
            "DesignError: a handler of Book: send is declared by async def, and nobody would await it: declare "
            "it by def; asyncio.run(…) within it runs what must be awaited"
        ),
        "Declare it by `def`; `asyncio.run(…)` within it runs what must be awaited.",
    ),
    Mistake(
        "A handler that takes nothing",
        """
@Handlers().on(Book, "insert")
def send():
    print("a book!")
""",
        "DesignError: a handler of Book: send() is called with change alone: def send(change): …",
        "It takes the change: `def send(change: Insertion[Book]) -> None`.",
    ),
    Mistake(
        "A handler that is no function",
        'Handlers().on(Book, "insert")("send_mail")',
        (
            "DesignError: a handler of Book: 'send_mail' is no function: give one that takes change, def "
            "handle(change): …"
        ),
        'Give the function itself, mostly by `@handlers.on(Book, "insert")` before it.',
    ),
    Mistake(
        "A worker that is given a function for its handlers",
        "Worker(store, Library, print)",
        (
            "WrongPlan: a worker gives changes to Handlers, and was given a builtin_function_or_method: "
            'handlers = Handlers(), then @handlers.on(Book, "insert") before each function'
        ),
        "Register it first: `handlers.on(Book)(print)`, and give `handlers`.",
    ),
    Mistake(
        "A start that is not there",
        'Worker(store, Library, Handlers(), start_at="latest")',
        (
            "DesignError: Worker: start_at='latest' is no place to start at: give \"TRIM_HORIZON\" for all that "
            'the stream still has, or "LATEST" for what changes from now on'
        ),
        '`start_at="LATEST"`, in capitals.',
    ),
    Mistake(
        "A text for what to do after a failure",
        'Worker(store, Library, Handlers(), on_failure="stop")',
        (
            "DesignError: Worker: on_failure='stop' is a text: give a function, as on_failure=stop with from "
            "chabudai.table.streams import stop, or keep_and_continue"
        ),
        "The function: `from chabudai.table.streams import stop`, then `on_failure=stop`.",
    ),
    Mistake(
        "A function for failures that says neither",
        """
class Desk(Table, name="Desk", pk="PK", stream="NEW_IMAGE"):
    pass


class Letter(Entity, table=Desk):
    letter_id: InKey[str]

    PK = key("LETTER#{letter_id}")


handlers = Handlers()


@handlers.on(Letter, "insert")
def read(change):
    raise OSError("no lamp")


store.create(Desk)
store.insert(Letter(letter_id="l1"))
Worker(store, Desk, handlers, on_failure=print, timing=WorkerTiming(tries=1)).catch_up()
""",
        (
            "DesignError: on_failure gave None for the change 100000000000000000001 of Desk, tried once: "
            "OSError('no lamp'): return 'continue' or 'stop', as keep_and_continue and stop of "
            "chabudai.table.streams do"
        ),
        ('Return `"continue"` or `"stop"` at its end. The change is not lost: the worker begins with it again.'),
    ),
    Mistake(
        "A worker without a name",
        'Worker(store, Library, Handlers(), name="")',
        (
            "DesignError: Worker: name='' is no name, under which it finds its checkpoints again: give a text, "
            'as name="mails"'
        ),
        'A name that stays: `name="mails"`.',
    ),
    Mistake(
        "A number for the timing of a worker",
        "Worker(store, Library, Handlers(), timing=5)",
        "DesignError: Worker: timing=5 is none: give one, as timing=WorkerTiming(tries=3)",
        "`timing=WorkerTiming(idle_pause=5)`.",
    ),
    Mistake(
        "Changes that are never tried",
        "WorkerTiming(tries=0)",
        "DesignError: WorkerTiming: tries=0 is no number of tries: give at least 1",
        "`WorkerTiming(tries=1)`: once, and no more.",
    ),
    Mistake(
        "More records than can be read at once",
        "WorkerTiming(page_size=5000)",
        ("DesignError: WorkerTiming: page_size=5000 is no number of records that are read at once: give 1 to 1000"),
        "At most 1000; the default, 100, is mostly enough.",
    ),
    Mistake(
        "A lease that is over at once",
        "WorkerTiming(lease=0)",
        "DesignError: WorkerTiming: lease=0 is no time for which a shard is held: give seconds, more than 0",
        "Some seconds: `WorkerTiming(lease=20)`.",
    ),
    Mistake(
        "A worker that is started twice",
        """
class Desk(Table, name="Desk", pk="PK", stream="NEW_IMAGE"):
    pass


class Letter(Entity, table=Desk):
    letter_id: InKey[str]

    PK = key("LETTER#{letter_id}")


handlers = Handlers()
handlers.on(Letter, "insert")(print)
store.create(Desk)
with Worker(store, Desk, handlers, name="letters") as worker:
    worker.start()
""",
        (
            "DesignError: the worker letters of Desk works already: stop() it first, or make another Worker of "
            "the same name, which shares the work"
        ),
        "`with Worker(…)` has started it already. For more hands, more workers of the same name.",
    ),
    Mistake(
        "A Lambda that is given something else",
        """
class Desk(Table, name="Desk", pk="PK", stream="NEW_IMAGE"):
    pass


class Letter(Entity, table=Desk):
    letter_id: InKey[str]

    PK = key("LETTER#{letter_id}")


handlers = Handlers()
handlers.on(Letter, "insert")(print)
handlers.as_lambda(Desk)({"detail-type": "Scheduled Event"}, None)
""",
        (
            "WrongPlan: the Lambda for changes of Desk was given an event that is no batch of records of a "
            "DynamoDB stream: map the table's stream to it, and other sources to functions of their own"
        ),
        "Map the table's stream to this function, and nothing else.",
    ),
)
