"""Imports of many files over HTTP: from the page of adding or of files, left and found again, stopped, and reported."""

import re
from io import BytesIO
from itertools import count
from zipfile import ZipFile

import pytest
from tests.apps.shogi.club import kif
from tests.apps.shogi.site_house import House, Member, toasts
from tests.apps.shogi.test_imports import packed

from chabudai.apps.shogi import design, games, job_worker, jobs, transfer
from chabudai.apps.shogi.entities import User
from chabudai.apps.shogi.errors import LeaseLost
from chabudai.apps.shogi.job_entities import Job

_NUMBERS = count(1)
BAD = kif().replace("２六歩(27)", "２四歩(27)")


@pytest.fixture
def username() -> str:
    return f"importer{next(_NUMBERS)}"


@pytest.fixture
def ken(site: House, username: str) -> Member:
    return site.member(username, name="山田 健")


def work(site: House) -> int:
    return job_worker.new_worker(site.store, site.clock).catch_up()


def send(browser: Member, *files: tuple[str, bytes], to: str = "/imports", **fields: str) -> str:
    """The address of the page that shows how far it is."""
    page = browser.press(to, files=[("file", file) for file in files], **fields)
    assert page.status_code == 200, page.text
    return str(page.url.path)


def only_job(site: House, username: str) -> Job:
    (job,) = jobs.find_page(site.owner(username))
    return job


@pytest.mark.parametrize("to", ["/imports", "/new"])
def test_a_zip_is_imported_into_its_folders_and_told_true(site: House, ken: Member, username: str, to: str) -> None:
    archive = packed(("部/一.kif", kif(moves=1)), ("部/二.kif", kif(moves=2).encode("cp932")), ("部/bad.kif", BAD))
    url = send(ken, ("x.zip", archive), to=to, act="read")
    waiting = ken.get(url).text
    assert "0 of 3 files · 0 kept" in waiting
    assert 'data-state="running"' in waiting
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in waiting
    assert work(site) == 1
    done = ken.get(url).text
    assert "3 of 3 files · 2 kept · 1 can&#39;t be read" in done
    assert 'max="3" value="3"' in done
    assert 'http-equiv="refresh"' not in done
    assert sorted(ken.list()) == ["部/一", "部/二"]
    row = re.search(r"<tr><td[^>]*>部/bad.kif</td><td[^>]*>(\d+)</td><td>([^<]+)</td>", done)
    assert row is not None
    assert (row[1], row[2]) == ("9", "The piece doesn&#39;t move like that.")


def test_several_files_sent_at_once_from_the_page_of_adding_are_imported(site: House, ken: Member) -> None:
    url = send(ken, ("a.kif", kif(moves=1).encode()), ("b.kif", kif(moves=2).encode()), to="/new", folder="部")
    work(site)
    assert "2 of 2 files · 2 kept" in ken.get(url).text
    assert all(slug.startswith("部/") for slug in ken.list())


def test_what_goes_on_is_found_again_from_the_list_and_from_adding(site: House, ken: Member) -> None:
    url = send(ken, ("x.zip", packed(("a.kif", kif()))))
    for path in ("/shogi", "/shogi/new", "/shogi/files"):
        page = ken.get(path).text
        assert f'href="{url}"' in page, path
        assert "0 of 1 file" in page
    work(site)
    for path in ("/shogi", "/shogi/new"):
        assert f'href="{url}"' not in ken.get(path).text
    assert f'href="{url}"' in ken.get("/shogi/files").text


def test_the_refused_files_alone_are_downloaded(site: House, ken: Member) -> None:
    url = send(ken, ("x.zip", packed(("a/good.kif", kif()), ("a/bad.kif", BAD))))
    work(site)
    answer = ken.get(f"{url}/refused.zip")
    assert answer.headers["content-type"] == "application/zip"
    with ZipFile(BytesIO(answer.content)) as archive:
        assert {name: archive.read(name).decode() for name in archive.namelist()} == {"a/bad.kif": BAD}


def test_an_import_stops_at_the_quota_says_at_which_file_and_goes_on(site: House, ken: Member, username: str) -> None:
    site.store.put(User(username=username, kifu_max=2))
    files = [(f"f/{number}.kif", kif(moves=number)) for number in range(1, 5)]
    url = send(ken, ("x.zip", packed(*files)))
    work(site)
    stopped = ken.get(url).text
    assert "Stopped at “f/3.kif”: you have reached 2 games." in stopped
    assert "2 of 4 files" in stopped
    assert f'href="{url}"' in ken.get("/shogi").text
    site.store.write(User.update(username=username).set(kifu_max=9))
    ken.press(url.removeprefix("/shogi") + "/resume")
    work(site)
    assert "4 of 4 files · 4 kept" in ken.get(url).text


def test_a_person_stops_an_import_and_lets_it_go_on(site: House, ken: Member, username: str) -> None:
    files = [(f"f/{number}.kif", kif(moves=number % 9 + 1, second=f"P{number}")) for number in range(30)]
    url = send(ken, ("x.zip", packed(*files)))
    job = only_job(site, username)
    taken = jobs.claim(site.store, site.clock, "worker")
    assert taken is not None
    half = job_worker.step_of(job)(site.owner(username), taken)
    assert half.done == 10
    page = ken.press(url.removeprefix("/shogi") + "/stop")
    assert 'data-state="stopped"' in page.text
    assert "10 of 30 files" in page.text
    with pytest.raises(LeaseLost):  # whoever has it loses it, and writes no more
        job_worker.step_of(job)(site.owner(username), half)
    assert work(site) == 0
    assert len(list(site.store.all(design.games_by_name(username)))) == 10
    ken.press(url.removeprefix("/shogi") + "/resume")
    assert work(site) == 1
    assert "30 of 30 files · 30 kept" in ken.get(url).text


def test_a_report_is_deleted_and_the_games_stay(site: House, ken: Member, username: str) -> None:
    url = send(ken, ("x.zip", packed(("a.kif", kif()), ("b.kif", BAD))))
    work(site)
    page = ken.press(url.removeprefix("/shogi") + "/delete")
    assert toasts(page) == ["The report is deleted. Your games stay."]
    assert ken.get(url).status_code == 404
    assert len(ken.list()) == 1


def test_a_job_of_somebody_else_is_none(site: House, ken: Member) -> None:
    url = send(ken, ("x.zip", packed(("a.kif", kif()), ("b.kif", BAD))))
    stranger = site.member("stranger")
    short = url.removeprefix("/shogi")
    assert stranger.get(url).status_code == 404
    assert stranger.get(f"{url}/refused.zip").status_code == 404
    assert [stranger.press(f"{short}/{act}").status_code for act in ("stop", "resume", "delete")] == [404, 404, 404]
    assert stranger.get("/shogi/jobs/none").status_code == 404
    work(site)
    assert "2 of 2 files" in ken.get(url).text


def test_an_import_whose_files_did_not_all_arrive_says_so_and_goes_on_with_those_that_did(
    site: House, ken: Member
) -> None:
    url = send(ken, ("x.zip", packed(("a.kif", kif()))))
    job_id = url.rsplit("/", 1)[-1]
    site.store.write(Job.update(job_id=job_id).set(arriving=True, total=9))
    work(site)
    page = ken.get(url).text
    assert "Not all of the files arrived." in page
    assert "You stopped it" not in page
    ken.press(f"{url.removeprefix('/shogi')}/resume")
    work(site)
    assert "1 of 1 file" in ken.get(url).text


@pytest.mark.parametrize("to", ["/imports", "/new"])
@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (("x.zip", packed(("../a.kif", kif()))), "leads outside of the zip file."),
        (("x.zip", b"PK\x03\x04" + b"\0" * 50), "This zip file is damaged, or locked with a password."),
        (("x.json", b'{"format": "other"}'), "Choose a file that was exported from shogi."),
    ],
)
def test_a_file_that_can_not_be_trusted_is_told_beside_its_field(
    ken: Member, to: str, file: tuple[str, bytes], sentence: str
) -> None:
    page = ken.press(to, files=[("file", file)], folder="部", act="read")
    assert page.status_code == 422
    error = page.text.partition('id="field-file-error"')[2].partition("</p>")[0]
    assert sentence in error
    assert 'value="部"' in page.text


def test_nothing_chosen_and_a_folder_that_can_be_none_are_told_beside_their_fields(ken: Member) -> None:
    assert 'id="field-file-error"' in ken.press("/imports", folder="").text
    page = ken.press("/imports", files=[("file", ("a.kif", kif().encode()))], folder="a#b")
    assert page.status_code == 422
    assert 'id="field-folder-error"' in page.text


def test_everything_goes_out_as_json_and_comes_back_with_tags_and_notes(
    site: House, ken: Member, username: str
) -> None:
    site.keep(username, {"slug": "a/b", "memo": "覚え書き"})
    document = ken.get("/shogi/files/games.json")
    assert document.json()["games"][0]["memo"] == "覚え書き"
    other = site.member(f"{username}x")
    url = send(other, ("shogi.json", document.content))
    work(site)
    assert "1 of 1 file · 1 kept" in other.get(url).text
    copied = transfer.write_document(site.owner(f"{username}x"))["games"][0]
    assert {name: copied[name] for name in ("slug", "memo", "record")} == {
        name: document.json()["games"][0][name] for name in ("slug", "memo", "record")
    }


def test_a_thousand_files_in_both_encodings_come_at_once_and_are_counted(
    site: House, ken: Member, username: str
) -> None:
    """As single parts of one form, more of them than the framework takes by itself; half in Shift_JIS, two broken."""
    files = [
        (f"{number}.kif", kif(second=f"相手{number}").encode("cp932" if number % 2 else "utf-8"))
        for number in range(998)
    ]
    url = send(ken, *files, ("bad.kif", BAD.encode()), ("noise.kif", b"\xff\x00\xff"))
    work(site)
    page = ken.get(url).text
    assert "1,000 of 1,000 files · 998 kept · 2 can&#39;t be read" in page
    row = site.store.get(design.user(username))
    assert isinstance(row, User)
    assert row.kifu_count == 998


def test_pages_of_jobs_are_japanese_too(site: House, username: str) -> None:
    ken = site.member(username, "ja", name="山田 健")
    url = send(ken, ("x.zip", packed(("a.kif", kif()), ("b.kif", kif()), ("c.kif", BAD))))
    work(site)
    page = ken.get(url).text
    assert "3件のうち 3件・残した 1・重なり 1・読めない 1" in page
    assert "読めなかった1件だけ書き出す" in page


def test_an_import_asks_for_one_s_name_in_the_games_and_counts_them_by_it(site: House, username: str) -> None:
    browser = site.member(username, name="ken")
    games.keep(site.owner(username), kif(), {"side": "second"})
    assert re.search(r'name="own_name"[^>]* value="鈴木 浩二"', browser.get("/shogi/files").text)
    send(browser, ("x.zip", packed(("a.kif", kif(first="佐藤", second="健二")))), own_name="健二")
    work(site)
    found = {head.second_player: head.side for head in site.store.all(design.all_heads(username))}
    assert found["健二"] == "second"
