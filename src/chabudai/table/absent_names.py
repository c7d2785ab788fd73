"""Absent names: what other libraries have by a name, and what it is called here."""

from collections.abc import Mapping

from chabudai.table.errors import UnknownAttribute, WrongPlan

_PLANNED = "plans are written by store.write(…)"
_OF_STORES: Mapping[str, str] = {
    "delete": "store.write(Book.delete(**book.own_key)) deletes one",
    "update": "store.write(Book.update(…).set(…)) changes one",
    "upsert": "store.write(Book.upsert(…).set(…)) changes or makes one",
    "query": "store.page, all, first or count runs a query, as Library.query(Book, …)",
    "save": "store.put(book) keeps one, store.insert(book) a new one",
    "add": "store.put(book) keeps one, store.insert(book) a new one",
    "commit": "each write is done when it returns; Transaction().step(…) and store.transact(…) do several as one",
    "execute": f"{_PLANNED}, gets run by store.get(…), queries by store.page(…)",
    "run": f"{_PLANNED}, gets run by store.get(…), queries by store.page(…)",
    "transact_write": "Transaction().step(…) and store.transact(…) do several as one",
    "batch_get": "store.batch(Book.batch(…)) reads several",
    "get_all": "store.batch(Book.batch(…)) reads several by their keys, store.all(query) every row of a query",
    "list": "store.all(query) gives every row of a query, as Library.query(Book, …), store.page(query) a page",
    "find": "store.get(Book.get(…)) reads one, store.page(query) some of a query, as Library.query(Book, …)",
    "put_all": "store.batch_write(BatchWrite((Put(book), Put(other)))) keeps several",
    "put_many": "store.batch_write(BatchWrite((Put(book), Put(other)))) keeps several",
    "exists": "store.get(Book.get(…)) is None where there is none",
    "transaction": "Transaction().step(…) and store.transact(…) do several as one",
}
_OF_ROWS: Mapping[str, str] = {
    "query": "{table}.query({name}, …), or query of an index, asks for several; {name}.get(…) for one",
    "filter": "{table}.query({name}, …).filter(…) leaves out some of what a query finds",
    "put": "store.put(…) keeps one",
    "insert": "store.insert(…) keeps a new one",
    "save": "store.put(…) keeps one",
    "create": "store.insert({name}(…)) keeps a new one",
    "find": "{name}.get(…) asks for one, {table}.query({name}, …) for several",
}
_OF_INSTANCES: Mapping[str, str] = {
    "save": "store.put(…) keeps it, store.insert(…) keeps a new one",
    "put": "store.put(…) keeps it",
    "insert": "store.insert(…) keeps a new one",
    "refresh": "store.one({name}.get(**….own_key)) reads it again",
    "reload": "store.one({name}.get(**….own_key)) reads it again",
}
_OF_TABLES: Mapping[str, str] = {
    "scan": "store.scan(Book.scan()) walks through the rows of one entity",
    "get": "an entity asks for one, Book.get(…)",
    "create": "store.create({name}) makes it",
    "put": "store.put(book) keeps an entity",
}
_OF_PLANS: Mapping[str, str] = {
    "limit": "the size is the page's: store.page(query, size=3), or rows=3 of its pattern",
    "page": "store.page(query, size=20) gives a page",
    "where": "filter(…) of a query or a scan and when(…) of a write take conditions",
    "order_by": "the sort key gives the order; descending() turns it round",
    "reverse": "descending() turns the order round",
    "sort": "the sort key gives the order; descending() turns it round",
    "all": "store.all(query) gives every row",
    "first": "store.first(query) gives the first",
    "count": "store.count(query) counts",
    "increment": "add(loans=1) adds to a number",
    "decrement": "add(loans=-1) takes from a number",
    "unset": 'remove("friend") takes a value away',
    "delete": 'remove("friend") takes a value away; Book.delete(…) deletes the whole',
    "save": "store.write(…) runs it",
    "run": "a store runs it, as store.get, page or write",
    "execute": "a store runs it, as store.get, page or write",
}


def absent_from_store(kind: str, name: str) -> UnknownAttribute:
    return _absent(f"{_article(kind)} {kind}", name, _OF_STORES.get(name, "docs/toolkit.md lists what it does"))


def absent_from_row(row: str, table: str, name: str) -> UnknownAttribute:
    advice = _OF_ROWS.get(name, "its fields are those of an instance").format(name=row, table=table)
    return _absent(row, name, advice)


def absent_from_instance(row: str, name: str) -> UnknownAttribute | None:
    """None for a name that nobody looks for in an entity."""
    advice = _OF_INSTANCES.get(name)
    return None if advice is None else _absent(f"{_article(row)} {row}", name, advice.format(name=row))


def field_of_class(row: str, name: str) -> UnknownAttribute:
    return UnknownAttribute(
        f"{row}.{name} is a field, which the class itself has no value of: in conditions it goes by its name, as "
        f"filter({name}=…), when({name}=gt(…)) or where({name}=…)"
    )


def absent_from_table(table: str, name: str) -> UnknownAttribute:
    advice = _OF_TABLES.get(name, "its indexes are what its class declares, as by_loans = Gsi(…)").format(name=table)
    return _absent(table, name, advice)


def absent_from_plan(kind: str, name: str) -> UnknownAttribute:
    return _absent(
        f"{_article(kind)} {kind}", name, _OF_PLANS.get(name, "docs/toolkit.md lists what can be said of it")
    )


def no_rows(kind: str) -> WrongPlan:
    """A plan was gone through, as if it had been run."""
    return WrongPlan(
        f"{_article(kind)} {kind} is a plan, and has no rows by itself: a store runs it, as store.all(query), "
        "store.page(query) or store.batch(…)"
    )


def _absent(owner: str, name: str, advice: str) -> UnknownAttribute:
    return UnknownAttribute(f"{owner} has no {name}: {advice}")


def _article(kind: str) -> str:
    return "an" if kind[0] in "AEIOU" else "a"
