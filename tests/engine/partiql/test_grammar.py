"""Statements that cannot be read, and what is said of each."""

import time
from contextlib import suppress
from typing import Any

import pytest

from chabudai.engine.errors import DynamoDBError, ValidationFailed
from chabudai.engine.partiql.parser import parse_statement
from chabudai.engine.partiql.tree import Delete, Exists, Insert, Select, Update

MALFORMED = "Statement wasn't well formed, can't be processed: "
LEFTOVER = MALFORMED + "Unexpected token after expression"


def refused(text: str) -> str:
    with pytest.raises(ValidationFailed) as refusal:
        parse_statement(text)
    return refusal.value.message


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("SELECT * FROM Music", Select),
        ('select a.b[0], "c-d" from "Music"."idx" where not a = \'it\'\'s\' order by pk desc, sk;', Select),
        ("INSERT INTO Music VALUE {'a': 1, 'b': [<<1, 2>>, {'c': NULL}], 'd': ?}", Insert),
        ("UPDATE Music SET a = a + 1, b = ? REMOVE c SET d = list_append(d, [1]) WHERE pk = 1", Update),
        ("FROM Music WHERE pk = 1 SET a = 1 RETURNING MODIFIED OLD *", Update),
        ("DELETE FROM Music WHERE pk = 1 RETURNING ALL OLD *", Delete),
        ("EXISTS(SELECT * FROM Music WHERE pk = 1 AND a IS NOT MISSING)", Exists),
        ("-- first\nSELECT/**/* FROM Music /* all\n of it */ WHERE pk = 1 -- last", Select),
    ],
)
def test_each_kind_of_statement_is_read(text: str, kind: type[Any]) -> None:
    assert isinstance(parse_statement(text).statement, kind)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM Music WHERE pk = 1 foo",
        "SELECT * FROM Music WHERE pk = 1 e5",
        "SELECT * FROM Music WHERE pk = 1)",
        "SELECT * FROM Music ORDER BY pk WHERE pk = 1",
        "SELECT * FROM Music; SELECT * FROM Music",
        "INSERT INTO Music VALUE {'pk': 1} foo",
        "INSERT INTO Music m VALUE {'pk': 1}",
        "UPDATE Music SET a = 9 WHERE pk = 1 foo",
        "FROM Music SET a = 1 WHERE pk = 1",
        "DELETE FROM Music WHERE pk = 1 ORDER BY pk",
        'SELECTT * FROMM "Music"',
    ],
)
def test_a_token_too_many_is_refused(text: str) -> None:
    assert refused(text) == LEFTOVER


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("", "Unexpected term"),
        ("SELECT * FROM", "Unexpected term"),
        ("SELECT * FROM Music WHERE", "Unexpected term"),
        ("SELECT * FROM Music WHERE;", "Unexpected term"),
        ("SELECT * FROM Music WHERE NOT", "Unexpected term"),
        ("SELECT * FROM Music WHERE (", "Unexpected term"),
        ("UPDATE Music SET a = 1 WHERE", "Unexpected term"),
        ("SELECT * FROM Music WHERE pk = 1 AND", "Missing right-hand side expression of infix operator"),
        ("SELECT * FROM Music WHERE pk =", "Missing right-hand side expression of infix operator"),
        ("SELECT * FROM Music WHERE ORDER BY pk", "Unexpected keyword"),
        ("SELECT * FROM Music WHERE pad = 1", "Unexpected keyword"),
        ("INSERT INTO Music (key, b) VALUES (?, ?)", "Unexpected keyword"),
        ("SELECT * FROM Music WHERE IS NULL", "Unexpected operator"),
        ("SELECT * FROM Music WHERE pk = LIKE", "Unexpected operator"),
        ("SELECT * FROM Music WHERE x IS FOO", "Expected type name"),
        ("SELECT pk WHERE a = 1", "Expected FROM after SELECT list"),
        ("DELETE FROM", "Expected identifier for simple path"),
        ("DELETE FROM WHERE pk = 1", "Expected identifier for simple path"),
        ("DELETE Music", "Expected FROM after DELETE"),
        ("UPDATE Music-1 SET a = 1", "Expected data manipulation"),
        ("SLECT * FROM Music WHERE pk = 1", "Expected data manipulation"),
        ("SELECT * FROM Music WHERE pk = 1e2147483648", ""),
        ("SELECT * FROM Music WHERE pk = 1e99999999999", ""),
        ("SELECT * FROM Music WHERE pk = 1.5e-2147483647", ""),
        ("SELECT * FROM Music WHERE pk = 1 # note", ""),
        ("SELECT * FROM Music WHERE pk = 1 /* note", ""),
        ('SELECT * FROM "Music', ""),
        ("SELECT * FROM Music WHERE pk = 'a", ""),
        ("SELECT * FROM Music WHERE pk = '\ud800'", ""),
    ],
)
def test_a_statement_that_cannot_be_read_is_refused_with_the_detail(text: str, detail: str) -> None:
    assert refused(text) == MALFORMED + detail


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SELECT * FROM Music m WHERE pk = 1", "Aliasing is not supported"),
        ("SELECT * FROM Music AS m WHERE pk = 1", "Aliasing is not supported"),
        ("UPDATE Music m SET a = 3 WHERE pk = 1", "Aliasing is not supported"),
        ("DELETE FROM Music m WHERE pk = 1", "Aliasing is not supported"),
        ("x IS INT4", "Unsupported operation: IsType"),
        ("x IS DOUBLE PRECISION", "Unsupported operation: IsType"),
        ("x IS CHARACTER VARYING", "Unsupported operation: IsType"),
        ('SELECT * FROM ""', "Path component cannot be an empty string"),
        ('SELECT * FROM Music.""', "Path component cannot be an empty string"),
        ("SELECT * FROM Music.a.b", "A path may contain at most 2 components in the FROM clause"),
        ("SELECT * FROM Music, Other", "Only select from a single table or index is supported."),
        (
            "INSERT INTO Music.idx VALUE {'pk': 1}",
            "FROM clause may only contain a single table name in data manipulation statements",
        ),
        ("INSERT INTO Music VALUE {'pk': 1} RETURNING ALL OLD *", "RETURNING is not supported in INSERT"),
        ("SELECT l[-1] FROM Music", "List index is not within the allowable range; index: [-1] at 1:11:1"),
        (
            "SELECT\n l[2147483648] FROM Music",
            "List index is not within the allowable range; index: [2147483648] at 2:4:10",
        ),
        ("SELECT attribute_exists(a) FROM Music", "Unexpected path component at 1:8:16"),
        ("SELECT a.* FROM Music", "Unpivot path component like a.*.b are not supported"),
        ("SELECT a[*] FROM Music", "Wildcard path component like a[*].b are not supported"),
        ("SELECT VALUE a FROM Music", "Select projection doesn't support value or pivot keywords"),
        ("SELECT * FROM Music LIMIT 5", "Unsupported clause: LIMIT at 1:27:1"),
    ],
)
def test_what_partiql_has_and_dynamodb_has_not_is_refused_by_name(text: str, message: str) -> None:
    assert refused(text) == message


@pytest.mark.parametrize(
    "hostile",
    [
        "(" * 8000,
        "SELECT * FROM Music WHERE " + "(" * 4000,
        "SELECT * FROM Music WHERE " + "NOT " * 2000 + "a = 1",
        "SELECT * FROM Music WHERE a" + " = a" * 2000,
        "SELECT * FROM Music WHERE a = " + "- " * 4000 + "1",
        "SELECT * FROM Music WHERE a = " + "[" * 4000,
        "INSERT INTO Music VALUE " + "{'a':" * 1500,
        "SELECT " + "a," * 4000 + "a FROM Music",
        "SELECT * FROM Music WHERE " + "a=1 AND " * 1000 + "a=1",
        "SELECT * FROM Music WHERE " + "(a=1 OR b=1) AND " * 480 + "a=1",
        '"' * 8191,
        "'" * 8191,
        "/*" * 4000,
        "SELECT a" + "[0]" * 2700 + " FROM Music",
    ],
)
def test_hostile_text_is_answered_at_once(hostile: str) -> None:
    begin = time.process_time()
    with suppress(DynamoDBError):
        parse_statement(hostile)
    assert time.process_time() - begin < 1
