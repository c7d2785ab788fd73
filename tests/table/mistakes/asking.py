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
            "there; .filter(book_id=…) leaves rows out after they were read"
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
            "InvalidKeyCondition: Loan has no loans_sk, so Library/ByLoans does not hold it: write loans_sk = key(…) "
            "into Loan, or ask another index"
        ),
        "Another index, or write the index's keys into the entity.",
    ),
    Mistake(
        "A filter on a key",
        'store.page(Library.query(Loan, home="h1").filter(day=gt(date(2026, 11, 3))))',
        (
            "ImmutableField: Loan.day lives only in keys, so no condition can ask for it: query(…) can, or leave out "
            "InKey"
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
)
