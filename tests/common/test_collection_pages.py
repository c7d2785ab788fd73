"""The shelf in a browser without scripts: everything that a collection's pages promise."""

import json
import re

import pytest
from tests.common.html_forms import form_to
from tests.common.library import Library, ReaderBrowser, ids, titles, toast
from tests.full_disk import full


def test_an_empty_shelf_says_what_to_do_first(hanako: ReaderBrowser) -> None:
    page = hanako.get("/shelf")
    assert page.status_code == 200
    assert "No books yet" in page.text
    assert 'href="/shelf/new"' in page.text


def test_whoever_is_not_signed_in_sees_nothing(library: Library) -> None:
    for path in ("/shelf", "/shelf/new", "/shelf/trash", "/shelf/files", "/shelf/files/export", "/shelf/x/edit"):
        assert library.visitor().get(path).status_code == 401


def test_a_book_is_added(library: Library, hanako: ReaderBrowser) -> None:
    page = hanako.add(
        " こころ ", author="夏目漱石", kind="novel", pages="３７８", read_on="2040-11-01", notes="先生\n\n"
    )
    assert toast(page) == "Added “こころ”."
    assert titles(page) == ["こころ"]
    row = library.call("GET", f"/books/{ids(library)['こころ']}").json()
    assert (row["author"], row["pages"], row["readOn"], row["notes"]) == ("夏目漱石", 378, "2040-11-01", "先生")


def test_a_refused_book_comes_back_as_it_was_typed(hanako: ReaderBrowser) -> None:
    page = hanako.add("  ", author="x" * 61, pages="many", notes="kept")
    assert page.status_code == 422
    for sentence in ("Title: Fill this in.", "Author: Use up to 60 characters.", "Pages: Enter a whole number."):
        assert sentence in page.text
    form = form_to(page.text, "/shelf/new").fields
    assert (form["pages"], form["notes"], form["author"]) == (["many"], ["kept"], ["x" * 61])
    assert hanako.list() == []


def test_adding_is_taken_back(hanako: ReaderBrowser) -> None:
    page = hanako.undo(hanako.add("A"))
    assert toast(page) == "Undone."
    assert titles(page) == []


def test_a_book_is_edited_and_put_back(library: Library, hanako: ReaderBrowser) -> None:
    hanako.add("A", pages="10")
    url = f"/shelf/{ids(library)['A']}/edit"
    page = hanako.send(hanako.get(url), url, title="B", pages="")
    assert (toast(page), titles(page)) == ("Saved “B”.", ["B"])
    hanako.undo(page)
    assert form_to(hanako.get(url).text, url).fields["pages"] == ["10"]


def test_saving_what_was_not_changed_changes_nothing(library: Library, hanako: ReaderBrowser) -> None:
    hanako.add("A", notes="one\ntwo")
    before = library.call("GET", f"/books/{ids(library)['A']}").json()
    library.clock.pass_by(minutes=1)
    url = f"/shelf/{ids(library)['A']}/edit"
    hanako.send(hanako.get(url), url)
    assert library.call("GET", f"/books/{ids(library)['A']}").json() == before


def test_a_refused_edit_comes_back_as_it_was_typed(library: Library, hanako: ReaderBrowser) -> None:
    hanako.add("A")
    url = f"/shelf/{ids(library)['A']}/edit"
    page = hanako.send(hanako.get(url), url, title="", pages="7")
    assert page.status_code == 422
    assert form_to(page.text, url).fields["pages"] == ["7"]
    assert titles(hanako.send(page, url, title="C")) == ["C"]


def test_an_edit_that_finds_no_space_comes_back_as_it_was_typed(library: Library, hanako: ReaderBrowser) -> None:
    hanako.add("A", notes="one")
    url = f"/shelf/{ids(library)['A']}/edit"
    with full(library.store):
        page = hanako.send(hanako.get(url), url, notes="two")
    assert page.status_code == 507
    assert "There&#39;s no space left to save this." in page.text
    assert form_to(page.text, url).fields["notes"] == ["two"]


def test_two_tabs_that_change_different_fields_both_win(library: Library, hanako: ReaderBrowser) -> None:
    hanako.add("A")
    url = f"/shelf/{ids(library)['A']}/edit"
    first, second = hanako.get(url), hanako.get(url)
    hanako.send(first, url, author="Ann")
    hanako.send(second, url, title="B")
    fields = form_to(hanako.get(url).text, url).fields
    assert (fields["title"], fields["author"]) == (["B"], ["Ann"])


def test_two_tabs_that_change_one_field_are_told_of_each_other(library: Library, hanako: ReaderBrowser) -> None:
    hanako.add("A")
    url = f"/shelf/{ids(library)['A']}/edit"
    first, second = hanako.get(url), hanako.get(url)
    hanako.send(first, url, title="Mine")
    page = hanako.send(second, url, title="Yours")
    assert page.status_code == 409
    assert "Changed somewhere else to “Mine”. Save again to keep your version." in page.text
    assert form_to(page.text, url).fields["title"] == ["Yours"]
    assert titles(hanako.send(page, url)) == ["Yours"]


def test_a_deleted_book_goes_at_once_and_comes_back(library: Library, hanako: ReaderBrowser) -> None:
    hanako.add("A")
    delete = f"/shelf/{ids(library)['A']}/delete"
    page = hanako.send(hanako.get("/shelf?sort=title"), delete)
    assert (toast(page), titles(page)) == ("Moved “A” to trash.", [])
    page = hanako.undo(page)
    assert titles(page) == ["A"]
    assert str(page.url).endswith("/shelf?sort=title")


def test_several_deleted_in_a_row_are_told_and_taken_back_as_one(library: Library, hanako: ReaderBrowser) -> None:
    for title in "ABC":
        hanako.add(title)
    found = ids(library)
    page = hanako.get("/shelf")
    for title in "AB":
        page = hanako.send(page, f"/shelf/{found[title]}/delete")
    assert (toast(page), titles(page)) == ("Moved 2 to trash.", ["C"])
    assert sorted(titles(hanako.undo(page))) == ["A", "B", "C"]


def test_the_trash_restores_and_is_emptied(library: Library, hanako: ReaderBrowser) -> None:
    for title in "AB":
        hanako.add(title)
    found = ids(library)
    for title in "AB":
        hanako.send(hanako.get("/shelf"), f"/shelf/{found[title]}/delete")
        library.clock.pass_by(minutes=1)
    trash = hanako.get("/shelf/trash")
    assert titles(trash) == ["B", "A"]
    page = hanako.send(trash, f"/shelf/{found['A']}/restore")
    assert (toast(page), titles(page)) == ("Restored “A”.", ["B"])
    page = hanako.send(page, "/shelf/trash/empty")
    assert toast(page) == "Deleted 1 for good."
    assert "Trash is empty" in page.text
    assert hanako.list() == ["A"]
    assert list(ids(library)) == ["A"]


def test_what_is_in_the_trash_is_not_edited(library: Library, hanako: ReaderBrowser) -> None:
    hanako.add("A")
    url = f"/shelf/{ids(library)['A']}/edit"
    form = hanako.get(url)
    hanako.send(hanako.get("/shelf"), url.replace("edit", "delete"))
    assert hanako.get(url).status_code == 409
    assert hanako.send(form, url, title="B").status_code == 409


def test_words_are_found_in_any_case_width_and_kana(hanako: ReaderBrowser) -> None:
    hanako.add("カレーの本", author="Ann", kind="cookbook")
    hanako.add("Ann's novel")
    assert sorted(hanako.list("q=ＡＮＮ")) == ["Ann's novel", "カレーの本"]
    assert hanako.list("q=かれー+ann") == ["カレーの本"]
    page = hanako.get("/shelf?q=nothing")
    assert "Nothing found" in page.text
    assert "0 results for “nothing”" in page.text


def test_the_address_says_order_and_filter_and_each_link_keeps_the_rest(hanako: ReaderBrowser) -> None:
    for title, kind, read in (("b", "novel", "2040-01-01"), ("a", "novel", ""), ("c", "manga", "2040-02-02")):
        hanako.add(title, kind=kind, read_on=read)
    assert hanako.list("sort=title") == ["a", "b", "c"]
    assert hanako.list("sort=read") == ["c", "b", "a"]
    assert hanako.list("kind=novel&sort=title") == ["a", "b"]
    assert hanako.list("kind=poem&sort=upwards") == hanako.list()
    page = hanako.get("/shelf?kind=novel&sort=title&q=a").text
    assert 'href="/shelf?q=a&amp;sort=title"' in page  # all kinds
    assert 'href="/shelf?q=a&amp;kind=novel"' in page  # the usual order
    search = next(form for form in re.findall(r"<form class=\"search\".*?</form>", page, re.DOTALL))
    assert 'name="kind" value="novel"' in search
    assert 'name="sort" value="title"' in search


def test_a_long_list_comes_a_page_at_a_time(library: Library, hanako: ReaderBrowser) -> None:
    for number in range(30):
        library.call("POST", "/books", json={"title": f"{number:02}"})
    first = hanako.get("/shelf?sort=title")
    assert titles(first) == [f"{number:02}" for number in range(25)]
    assert 'href="/shelf?sort=title&amp;from=25"' in first.text or 'href="/shelf?from=25&amp;sort=title"' in first.text
    assert hanako.list("sort=title&from=25") == [f"{number:02}" for number in range(25, 30)]
    assert hanako.list("sort=title&from=99") == []


@pytest.mark.parametrize("act", ["edit", "delete", "restore"])
def test_another_persons_book_is_as_unknown_as_any_other(
    library: Library, hanako: ReaderBrowser, taro: ReaderBrowser, act: str
) -> None:
    hanako.add("A")
    for id_ in (ids(library)["A"], "nothing", "a%23b", "%20", "x" * 300):
        answer = taro.post(f"/shelf/{id_}/{act}", title="B", was_title="A")
        assert answer.status_code == 404
        assert "We can&#39;t find that book." in answer.text
    assert taro.get(f"/shelf/{ids(library)['A']}/edit").status_code == 404
    assert hanako.list() == ["A"]


def test_another_persons_act_is_not_taken_back(library: Library, hanako: ReaderBrowser, taro: ReaderBrowser) -> None:
    page = hanako.add("A")
    undo = form_to(page.text, "/shelf/undo").fields["undo"][0]
    assert taro.post("/shelf/undo", undo=undo).status_code == 400
    assert hanako.list() == ["A"]


@pytest.mark.parametrize("undo", ["", "x", "あ", "A" * 5000])
def test_what_no_toast_of_ours_holds_is_refused(hanako: ReaderBrowser, undo: str) -> None:
    assert hanako.post("/shelf/undo", undo=undo).status_code == 400


def test_undo_leads_nowhere_else(hanako: ReaderBrowser) -> None:
    undo = form_to(hanako.add("A").text, "/shelf/undo").fields["undo"][0]
    answer = hanako.post("/shelf/undo", undo=undo, next="https://elsewhere.test/")
    assert answer.headers["location"] == "/shelf"


def test_a_form_without_its_token_is_refused(hanako: ReaderBrowser) -> None:
    assert hanako.ask("POST", "/shelf/new", data={"title": "A"}).status_code == 403


def test_everything_goes_out_as_a_file_and_comes_back(
    library: Library, hanako: ReaderBrowser, taro: ReaderBrowser
) -> None:
    hanako.add("A", notes="one\ntwo", pages="5", read_on="2040-01-02")
    hanako.add("B")
    hanako.send(hanako.get("/shelf"), f"/shelf/{ids(library)['B']}/delete")
    file = hanako.get("/shelf/files/export")
    assert file.headers["content-disposition"].startswith('attachment; filename="shelf-books-2040-11-15.json"')
    before = [library.call("GET", f"/books/{id_}").json() for id_ in ids(library).values()]
    library.clear()
    page = _import(hanako, file.content)
    assert "Imported 2." in page
    assert [library.call("GET", f"/books/{id_}").json() for id_ in ids(library).values()] == before
    again = _import(hanako, file.content)
    assert "Nothing was imported." in again
    assert "2 skipped: already here." in again
    assert "Imported 2." in _import(taro, file.content)


def test_what_can_not_be_read_of_a_file_is_told_by_its_number(library: Library, hanako: ReaderBrowser) -> None:
    hanako.add("A")
    document = json.loads(hanako.get("/shelf/files/export").content)
    good = document["books"][0]
    document["books"] = [{**good, "id": "b1", "title": ""}, {**good, "id": "b2"}, "?", {**good, "id": "#", "x": 1}]
    page = _import(hanako, json.dumps(document).encode())
    assert "Imported 1." in page
    reported = re.findall(r'<td class="number">(\d)</td><td>.*?</td><td>(.*?)</td>', page)
    assert [number for number, _ in reported] == ["1", "3", "4"]
    assert reported[0][1] == "title: Fill this in."


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Choose a file."),
        (b"{", "This isn&#39;t valid JSON (line 1)."),
        (b"[]", "This isn&#39;t a book export."),
        (b'{"format": "chabudai-shelf-books", "version": 2}', "This isn&#39;t a book export."),
        (b'{"format": "chabudai-shelf-books", "version": 1, "books": {}}', "This isn&#39;t a book export."),
        (b"[" * 100_000, "This isn&#39;t a book export."),
        (b"\x81\x20\xff", "We can&#39;t read this file as text."),
    ],
)
def test_a_file_that_is_no_export_is_refused_beside_its_field(
    hanako: ReaderBrowser, content: bytes, sentence: str
) -> None:
    assert sentence in _import(hanako, content, 422)


def test_the_pages_speak_japanese(library: Library) -> None:
    reader = library.reader("hanako", "ja")
    page = reader.send(reader.get("/shelf/new"), "/shelf/new", title="")
    assert "入力してください。" in page.text
    assert "ごみ箱は空です" in reader.get("/shelf/trash").text


def test_hostile_text_is_kept_and_shown_as_text(hanako: ReaderBrowser) -> None:
    page = hanako.add("<script>alert(1)</script>", notes="</textarea><b>")
    assert "<script>alert" not in page.text
    assert titles(page) == ["<script>alert(1)</script>"]


def _import(reader: ReaderBrowser, content: bytes, status: int = 200) -> str:
    fields = form_to(reader.get("/shelf/files").text, "/shelf/files/import").fields
    files = {"file": ("books.json", content, "application/json")} if content else {"file": ("", b"", "")}
    answer = reader.ask("POST", "/shelf/files/import", data=fields, files=files)
    assert answer.status_code == status
    return answer.text


def test_the_order_is_a_menu_beside_the_filters_and_looks_like_none_of_them(hanako: ReaderBrowser) -> None:
    hanako.add("A")
    page = hanako.get("/shelf?sort=title").text
    menu = page.partition('<div class="list-bar">')[2].partition("</details>")[0]
    assert re.findall(r'<a class="menu-item "[^>]*>([^<]*)</a>', menu) == ["Date added", "Title", "Date read"]
    assert re.findall(r'<a class="menu-item "[^>]* aria-current="true"[^>]*>([^<]*)</a>', menu) == ["Title"]
    chips = re.findall(r'<a class="chip"[^>]*>([^<]*)</a>', page)
    assert chips == ["All kinds", "Novel", "Manga", "Cookbook", "Something else"]


def test_there_is_space_between_saving_and_throwing_away(library: Library, hanako: ReaderBrowser) -> None:
    hanako.add("A")
    page = hanako.get(f"/shelf/{ids(library)['A']}/edit").text
    both = page.partition('<div class="stack">')[2].partition("</form></div>")[0]
    assert re.findall(r'action="[^"]*/(edit|delete)"', both) == ["edit", "delete"]
