"""What a person can do with books, and the shelf as the site sees it."""

from tests.common.shelf import PACKAGE, design, lazy
from tests.common.shelf.design import Book

from chabudai.apps.app import App, AppDependencies
from chabudai.common.collections import Collection, CollectionTexts, Filter, order_by, personal_data, routes
from chabudai.common.fields import Fields
from chabudai.web import NavigationEntry, Summary

ENTRY = NavigationEntry("shelf", lazy("Shelf"), "/shelf", accent="ai", icon="list")

BOOKS = Collection(
    app="shelf",
    key="books",
    path="/shelf",
    entity=Book,
    id="book_id",
    fields=Fields(Book, "title", "author", "kind", "pages", "notes", "read_on"),
    rows=design.books,
    row=design.book,
    searched=("title", "author", "notes"),
    orders={
        "added": order_by("created_at", lazy("Date added"), is_descending=True),
        "title": order_by("title", lazy("Title")),
        "read": order_by("read_on", lazy("Date read"), is_descending=True),
    },
    filters={
        "kind": Filter(
            lazy("All kinds"),
            {
                "novel": lazy("Novel"),
                "manga": lazy("Manga"),
                "cookbook": lazy("Cookbook"),
                "other": lazy("Something else"),
            },
        )
    },
    texts=CollectionTexts(
        name=lazy("Books"),
        new=lazy("Add book"),
        edit=lazy("Edit book"),
        search=lazy("Search books"),
        empty=lazy("No books yet"),
        empty_help=lazy("Add the one that you are reading now."),
        missing=lazy("We can't find that book."),
        not_ours=lazy("This isn't a book export."),
        labels={
            "title": lazy("Title"),
            "author": lazy("Author"),
            "kind": lazy("Kind"),
            "pages": lazy("Pages"),
            "notes": lazy("Notes"),
            "read_on": lazy("Date read"),
        },
    ),
)


def build(given: AppDependencies) -> App:
    return App(
        entry=ENTRY,
        description=lazy("What you have read, and what you thought of it."),
        package=PACKAGE,
        design=design.design,
        routes=routes(BOOKS, given.store, given.clock, given.secret.key("shelf cursors")),
        summarize=lambda _, __: Summary(lazy("What are you reading?")),
        personal_data=personal_data(given.store, BOOKS),
    )
