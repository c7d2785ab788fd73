"""Static files: kept forever under their hash, asked for each time under their name, and nothing else."""

import re
from pathlib import Path

import pytest
from tests.web.browser import Browser
from tests.web.household import BASE, PROBE

from chabudai.web.assets import Assets
from chabudai.web.packages import Package

ASSETS = Assets([BASE, PROBE])


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("site.css", "text/css"),
        ("sw.js", "text/javascript"),
        ("probe/probe.js", "text/javascript"),
        ("icons/plus.svg", "image/svg+xml"),
    ],
)
def test_a_file_is_served_under_its_hash_to_be_kept_forever(browser: Browser, name: str, kind: str) -> None:
    url = ASSETS.url(name)
    assert re.fullmatch(r"/static/[a-z/]+\.[0-9a-f]{16}\.\w+", url)
    response = browser.get(url)
    assert response.status_code == 200
    assert response.headers["content-type"].partition(";")[0] == kind
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "set-cookie" not in response.headers


def test_a_file_under_its_own_name_is_asked_for_each_time(browser: Browser) -> None:
    first = browser.get("/static/site.css")
    assert first.headers["cache-control"] == "public, no-cache"
    second = browser.get("/static/site.css", if_none_match=first.headers["etag"])
    assert (second.status_code, second.content) == (304, b"")
    assert second.headers["etag"] == first.headers["etag"]
    assert browser.get("/static/site.css", if_none_match='"another"').status_code == 200
    assert browser.get("/static/site.css", if_none_match=f'W/{first.headers["etag"]}, "x"').status_code == 304


def test_another_content_has_another_name(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    names = set()
    for text in ("one", "two"):
        (tmp_path / "static" / "a.css").write_text(text)
        names.add(Assets([Package("", tmp_path)]).url("a.css"))
    assert len(names) == 2


def test_a_folder_that_is_named_like_a_script_is_one_of_all_its_parts(tmp_path: Path) -> None:
    folder = tmp_path / "static" / "site.js"
    folder.mkdir(parents=True)
    for name in ("b", "a"):
        (folder / f"{name}.js").write_text(f"// For who reads it.\n\n  const {name} = 1;\n")
    assets = Assets([Package("", tmp_path)])
    script = assets.respond("site.js", "").content.decode()
    assert script == '(()=>{"use strict";const a=1;\nconst b=1;\n})();\n'
    with pytest.raises(KeyError):
        assets.url("site.js/a.js")


def test_a_stale_hash_leads_nowhere(browser: Browser) -> None:
    assert browser.get("/static/site.0123456789abcdef.css").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/static/../household.py",
        "/static/%2e%2e/household.py",
        "/static/..%2fhousehold.py",
        "/static/%2e%2e%2fhousehold.py",
        "/static/..%5chousehold.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/icons",
        "/static/icons/",
        "/static",
        "/static/",
        "/static/site.css%00.png",
        "/static/site.css/",
        "/static/probe/../../household.py",
        "/static/" + "a/" * 500,
        "/static/%ff%fe",
    ],
)
def test_no_path_leads_out_of_the_folders(browser: Browser, path: str) -> None:
    response = browser.get(path)
    assert response.status_code == (200 if path == "/static/site.css/" else 404)
    assert "tiny site" not in response.text


def test_the_service_worker_may_look_after_the_whole_site(browser: Browser) -> None:
    assert browser.get("/static/sw.js").headers["service-worker-allowed"] == "/"
    assert "service-worker-allowed" not in browser.get("/static/site.css").headers


def test_an_icon_stands_in_the_page_and_says_nothing_aloud() -> None:
    plus = ASSETS.icon("plus")
    assert plus.startswith('<svg aria-hidden="true"')
    assert plus.count("aria-hidden") == 1
    assert "<?xml" not in plus
    assert ASSETS.icon("probe/dot").startswith("<svg")


def test_an_icon_that_nobody_drew_is_found_out_by_whoever_writes_the_page() -> None:
    with pytest.raises(KeyError):
        ASSETS.icon("nowhere")
    with pytest.raises(KeyError):
        ASSETS.url("nowhere.css")
