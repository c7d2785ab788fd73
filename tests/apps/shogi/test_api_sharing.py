"""The API: tags, folders, sharing, positions, statistics, analyses, imports and exports."""

import json
from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON, kif
from tests.apps.shogi.program import ENGINE, Program, work
from tests.apps.shogi.site_house import House, built

from chabudai.apps.shogi import analyses, design, quotas
from chabudai.apps.shogi.analysis_answers import (
    AnalysisFailure,
    Candidate,
    PositionAnswer,
    write_details,
    write_failure,
    write_position,
)
from chabudai.apps.shogi.entities import User
from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.reviews import Review

NAMES = iter(range(10_000))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with built(SettableClock(NOON), tmp_path_factory.mktemp("site"), lambda: ENGINE) as house:
        yield house


@pytest.fixture
def name(site: House) -> str:
    return f"akira{next(NAMES)}"


@pytest.fixture
def program(site: House, name: str) -> Program:
    return Program(site, site.token(name))


def packed(files: dict[str, bytes]) -> str:
    target = BytesIO()
    with ZipFile(target, "w") as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return b64encode(target.getvalue()).decode()


def test_tags_are_made_renamed_put_on_games_deleted_and_brought_back(program: Program) -> None:
    game = program.keep(kif())
    tag = program.done("POST", "/tags", {"name": "研究"})
    assert program.refused("POST", "/tags", {"name": "研究"}) == (409, "name_taken")
    assert program.ask("POST", "/tags", {"name": ""}).status_code == 422
    on_game = f"/games/{game['id']}/tags/{tag['id']}"
    program.done("PUT", on_game)
    program.done("PUT", on_game)
    assert program.slugs(f"/tags/{tag['id']}/games") == [game["slug"]]
    assert [(each["name"], each["games"]) for each in program.get("/tags")["tags"]] == [("研究", 1)]
    assert program.get("/tags?beginning=x")["tags"] == []
    assert len(program.get("/tags?beginning=研")["tags"]) == 1
    assert program.done("PATCH", f"/tags/{tag['id']}", {"name": "終盤"})["name"] == "終盤"
    assert program.done("POST", f"/tags/{tag['id']}/look")["name"] == "終盤"
    program.done("DELETE", f"/tags/{tag['id']}")
    assert program.refused("GET", f"/tags/{tag['id']}") == (404, "no_such_tag")
    assert program.get(f"/games/{game['id']}")["tags"] == []
    back = program.done("POST", f"/tags/{tag['id']}/restore")
    assert program.get(f"/games/{game['id']}")["tags"] == [back["id"]]
    program.done("DELETE", f"/games/{game['id']}/tags/{back['id']}")
    assert program.refused("PUT", f"/games/{game['id']}/tags/none") == (404, "no_such_tag")
    assert program.refused("POST", "/games", {"record": kif(), "tags": ["none"]}) == (404, "no_such_tag")


def test_a_folder_is_moved_with_progress(site: House, program: Program) -> None:
    for number in range(100):
        program.keep(kif(moves=1), slug=f"a/b/{number:03}")
    assert program.get("/folders")["folders"] == [{"path": "a", "name": "a", "games": 100}]
    assert program.get("/folders?in=a")["folders"] == [{"path": "a/b", "name": "b", "games": 100}]
    job = program.done("POST", "/folders/move", {"source": "a", "target": "c"})
    assert (job["status"], job["done"], job["total"]) == ("waiting", 90, 100)
    assert program.refused("POST", "/folders/move", {"source": "a", "target": "d"}) == (409, "folder_being_moved")
    work(site)
    assert program.get(f"/jobs/{job['id']}")["status"] == "done"
    assert program.get("/folders/all")["paths"] == ["c", "c/b"]
    assert program.refused("POST", "/folders/move", {"source": "a", "target": "d"}) == (404, "no_such_folder")
    assert program.refused("POST", "/folders/move", {"source": "c", "target": "c/d"}) == (422, "folder_into_itself")


def test_a_link_opens_a_game_until_it_is_revoked_or_replaced(site: House, program: Program) -> None:
    game = program.keep(kif(), memo="secret", slug="folder/name")
    path = f"/games/{game['id']}"
    guest = Program(site, None)
    started = program.done("POST", f"{path}/link")
    assert program.done("POST", f"{path}/link") == started
    seen = guest.get(f"/links/{started['code']}")
    assert (seen["role"], seen["rights"], len(seen["nodes"])) == ("link", ["read"], 10)
    hidden = ("id", "owner", "slug", "side", "result", "tags", "memoShared", "share", "latestAccess")
    assert [seen[each] for each in hidden] == [None] * len(hidden)
    assert (seen["memo"], "folder" in json.dumps(seen)) == ("", False)
    assert guest.ask("GET", f"/links/{started['code']}/record?format=usi").text.startswith("position startpos moves")
    assert "folder" not in guest.ask("GET", f"/links/{started['code']}/record").headers["content-disposition"]
    program.done("PATCH", f"{path}/sharing", {"memoShared": True})
    assert guest.get(f"/links/{started['code']}")["memo"] == "secret"
    assert program.get(f"/links/{started['code']}")["slug"] is None
    second = program.done("POST", f"{path}/link/reissue")
    assert guest.refused("GET", f"/links/{started['code']}") == (404, "no_such_game")
    assert guest.refused("POST", f"/links/{second['code']}/copies", {}) == (401, "not_signed_in")
    assert program.done("DELETE", f"{path}/link")["path"] is None
    assert guest.refused("GET", f"/links/{second['code']}") == (404, "no_such_game")


def test_games_are_shared_with_people_one_or_all(site: House, program: Program, name: str) -> None:
    other = Program(site, site.token(f"{name}x"))
    game = program.keep(kif(), slug="one", memo="mine")
    program.keep(kif(moves=3), slug="two")
    path = f"/games/{game['id']}"
    assert program.done("PUT", f"{path}/readers/{name}x")["readers"] == [f"{name}x"]
    assert program.refused("PUT", f"{path}/readers/{name}") == (422, "own_name")
    assert program.refused("PUT", f"{path}/readers/nobody-here") == (404, "no_such_person")
    (shared,) = other.get("/shared/games")["games"]
    assert (shared["id"], shared["owner"], shared.keys() & {"slug", "memo", "tags"}) == (game["id"], name, set())
    assert other.get(path)["role"] == "reader"
    other.done("DELETE", f"/shared/games/{game['id']}")
    assert other.refused("GET", path) == (404, "no_such_game")
    assert program.done("PUT", f"/readers/{name}x")["readers"] == [f"{name}x"]
    assert other.get("/shared/people") == {"owners": [name]}
    assert len(other.get(f"/people/{name}/games")["games"]) == 2
    other.done("DELETE", f"/shared/people/{name}")
    assert other.refused("GET", f"/people/{name}/games") == (404, "no_such_person")
    program.done("PUT", f"/readers/{name}x")
    assert program.done("DELETE", f"/readers/{name}x") == program.get("/readers") == {"readers": []}


def test_a_public_page_shows_what_is_public_to_everybody(site: House, program: Program, name: str) -> None:
    game = program.keep(kif(), slug="folder/one")
    program.keep(kif(moves=3))
    guest = Program(site, None)
    nobody = (404, "no_such_person")
    assert guest.refused("GET", f"/people/{name}/games") == guest.refused("GET", "/people/nobody/games") == nobody
    assert program.done("PATCH", f"/games/{game['id']}/sharing", {"public": True})["public"]
    (shown,) = guest.get(f"/people/{name}/games")["games"]
    assert shown["id"] == game["id"]
    assert "folder" not in json.dumps(shown)
    assert len(guest.get(f"/people/{name}/games?q=鈴木&sort=updated")["games"]) == 1
    assert guest.get(f"/people/{name}/games?q=folder")["games"] == []
    assert guest.get(f"/games/{game['id']}")["role"] == "public"


def test_whom_others_ask_for_too_often_is_told_to_wait(site: House, program: Program) -> None:
    path = f"/games/{program.keep(kif())['id']}/readers/nobody-here"
    answers = [program.ask("PUT", path) for _ in range(31)]
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) > 0


def test_a_position_is_found_with_its_next_moves(program: Program) -> None:
    program.keep(kif(moves=3), side="first", result="win")
    program.keep(kif(moves=4, first="x"), side="second", result="lose")
    found = program.get("/positions")
    assert (found["outcomes"]["games"], found["outcomes"]["rate"], found["firstRate"]) == (2, 0.5, 1.0)
    assert [(each["move"], each["text"], each["outcomes"]["games"]) for each in found["moves"]] == [
        ("7g7f", "☗P-7f", 2)
    ]
    assert len(program.get("/positions?side=first")["games"]) == 1
    assert program.refused("GET", "/positions?sfen=rubbish") == (400, "invalid_position")


def test_the_games_of_a_position_go_on_by_a_cursor(program: Program) -> None:
    for number in range(27):
        program.keep(kif(moves=1, first=f"p{number}"))
    page = program.get("/positions")
    rest = program.get(f"/positions?cursor={page['cursor']}")
    ids = [each["game"]["id"] for each in page["games"] + rest["games"]]
    assert (len(page["games"]), len(set(ids)), rest["cursor"]) == (25, 27, None)
    assert program.refused("GET", f"/positions?side=first&cursor={page['cursor']}") == (400, "wrong_cursor")


def test_statistics_count_what_there_is(program: Program) -> None:
    program.keep(kif(moves=3, day="2040/01/05"), side="first", result="win")
    program.keep(kif(moves=5, day="2040/02/05"), side="first", result="lose")
    found = program.get("/statistics")
    assert (found["all"]["games"], found["all"]["wins"], found["all"]["losses"]) == (2, 1, 1)
    assert [each["key"] for each in found["months"]] == ["2040-01", "2040-02"]
    assert found["opponents"][0]["key"] == "鈴木 浩二"
    assert program.get("/statistics?from=2040-02-01")["all"]["games"] == 1


def test_a_position_is_asked_about_and_answered(site: House, program: Program) -> None:
    game = program.keep(kif(moves=3))
    asked = program.done("POST", f"/games/{game['id']}/analyses", {"at": "1", "moves": ["8c8d"], "seconds": 5})
    assert (asked["status"], asked["before"], asked["gameId"]) == ("waiting", 0, game["id"])
    assert isinstance(site.clock, SettableClock)
    site.clock.advance(seconds=1)
    second = program.done("POST", "/analyses", {"moves": ["7g7f"], "candidates": 2})
    assert second["before"] == 1
    taken = analyses.claim(site.store, site.clock, "worker")
    assert taken is not None
    answer = PositionAnswer((Candidate(120, ("2g2f", "8d8e"), 9), Candidate(29989, ("7f7e",), 8)), "engine")
    analyses.succeed(site.store, taken, write_position(answer))
    found = program.get(f"/analyses/{asked['id']}")
    first, mate = found["position"]["candidates"]
    assert (found["status"], found["sfen"].split()[1:]) == ("succeeded", ["b", "-", "3"])
    assert (first["text"], first["score"]["text"], first["score"]["winner"]) == ("☗P-2f ☖P-8e", "+120", None)
    assert (mate["score"]["winner"], mate["score"]["mateIn"], mate["score"]["winRate"]) == ("sente", 11, 1.0)
    assert [each["id"] for each in program.get("/analyses")["analyses"]] == [second["id"], asked["id"]]
    program.done("DELETE", f"/analyses/{second['id']}")
    assert program.refused("GET", f"/analyses/{second['id']}") == (404, "no_such_analysis")
    assert program.refused("POST", f"/games/{game['id']}/analyses", {"at": "9"}) == (422, "move_refused")
    assert program.refused("POST", "/analyses", {"moves": ["7g7c"]}) == (400, "invalid_position")


def test_a_whole_game_is_analysed_and_its_scores_stay(site: House, program: Program, name: str) -> None:
    game = program.keep(kif(moves=3))
    path = f"/games/{game['id']}"
    asked = program.done("POST", f"{path}/reviews", {"seconds": 3})
    assert program.done("POST", f"{path}/reviews", {})["id"] == asked["id"]
    taken = analyses.claim(site.store, site.clock, "worker", "game")
    assert taken is not None
    head = site.store.one(design.head(name, game["id"]))
    review = Review((0, 50, -600, -590), ("7g7f", "8c8d", "2g2f", ""), {2: Mark.MISTAKE}, "engine")
    details = write_details(review)
    response = write_position(PositionAnswer(()))
    assert analyses.succeed_with_scores(
        site.store, site.clock, taken, line=head.line, scores=review.scores, response=response, details=details
    )
    scores = program.get(f"{path}/scores")
    assert [each["value"] for each in scores["scores"]] == [0, 50, -600, -590]
    assert (scores["marks"], scores["gote"]["mistakes"]) == ([{"move": 2, "mark": "mistake"}], 1)
    program.done("DELETE", f"{path}/branches/3")
    assert [each["value"] for each in program.get(f"{path}/scores")["scores"]] == [0, 50, -600]


def test_why_an_analysis_failed_is_told(site: House, program: Program) -> None:
    asked = program.done("POST", "/analyses", {})
    taken = analyses.claim(site.store, site.clock, "worker")
    assert taken is not None
    analyses.fail(site.store, taken, write_failure(AnalysisFailure("silent")))
    found = program.get(f"/analyses/{asked['id']}")
    assert (found["status"], found["failure"]["reason"]) == ("error", "silent")
    assert found["failure"]["message"] == "The shogi program stopped answering."


def test_the_quota_of_an_hour_is_a_429_with_the_time_to_wait(program: Program) -> None:
    game = program.keep(kif())
    for _ in range(quotas.ANALYSES // 10):
        identity = program.done("POST", f"/games/{game['id']}/reviews", {})["id"]
        program.done("DELETE", f"/analyses/{identity}")
    assert program.get("/usage")["analyses"]["left"] == 0
    answer = program.ask("POST", "/analyses", {})
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "analyses_used_up")
    assert 0 < int(answer.headers["retry-after"]) <= 3600


def test_without_an_engine_nothing_is_asked_of_it(tmp_path: Any) -> None:
    with built(SettableClock(NOON), tmp_path) as house:
        program = Program(house, house.token("akira"))
        game = program.keep(kif())
        for path in ("/analyses", f"/games/{game['id']}/analyses", f"/games/{game['id']}/reviews"):
            assert program.refused("POST", path, {}) == (409, "no_engine")
        assert program.get("/usage")["analyses"]["used"] == 0


def test_many_files_come_in_as_a_job_with_a_report(site: House, program: Program) -> None:
    files = {
        "2024/a.kif": kif(moves=3).encode(),
        "2024/b.kif": kif(moves=4).encode("cp932"),
        "c.kif": kif(moves=3).encode(),
        "bad.kif": kif().replace("２六歩(27)", "２五歩(27)").encode(),
    }
    plain = {"name": "d.csa", "content": b64encode(b"PI\n+\n+7776FU\n%TORYO\n").decode()}
    sent = {"files": [{"name": "all.zip", "content": packed(files)}, plain], "folder": "読込"}
    job = program.done("POST", "/imports", sent)
    assert (job["status"], job["done"], job["total"]) == ("waiting", 0, 5)
    work(site)
    told = program.get(f"/jobs/{job['id']}")
    assert [told[each] for each in ("status", "done", "kept", "known", "refused")] == ["done", 5, 3, 1, 1]
    (refused,) = program.get(f"/jobs/{job['id']}/refused")["files"]
    assert (refused["path"], refused["line"]) == ("bad.kif", 9)
    archive = program.ask("GET", f"/jobs/{job['id']}/refused.zip")
    assert ZipFile(BytesIO(archive.content)).namelist() == ["bad.kif"]
    assert {slug.split("/")[0] for slug in program.slugs("/games")} == {"読込"}
    assert [each["id"] for each in program.get("/jobs")["jobs"]] == [job["id"]]
    broken = {"files": [{"name": "x.zip", "content": b64encode(b"PK\x03\x04rubbish").decode()}]}
    assert program.refused("POST", "/imports", broken) == (422, "archive_refused")


def test_an_import_is_stopped_and_goes_on(site: House, program: Program) -> None:
    files = [{"name": "1.kif", "content": b64encode(kif(moves=1).encode()).decode()}]
    job = program.done("POST", "/imports", {"files": files})
    assert program.done("POST", f"/jobs/{job['id']}/stop")["status"] == "stopped"
    work(site)
    assert program.get("/games")["games"] == []
    program.done("POST", f"/jobs/{job['id']}/resume")
    work(site)
    assert program.get(f"/jobs/{job['id']}")["kept"] == 1


def test_several_games_are_moved_tagged_taken_out_and_thrown_away_at_once(
    site: House, program: Program, name: str
) -> None:
    ids = [program.keep(kif(moves=n), slug=f"x{n}")["id"] for n in (1, 2)]
    moved = program.done("POST", "/games/many", {"ids": [*ids, "none"], "act": "move", "toFolder": "a/b"})
    assert moved == {"done": 2, "missed": ["none"]}
    assert program.slugs("/games?sort=name") == ["a/b/x1", "a/b/x2"]
    assert program.done("POST", "/games/many", {"ids": ids, "act": "tag", "tagName": "新"})["done"] == 2
    assert [each["games"] for each in program.get("/tags")["tags"]] == [2]
    assert program.refused("POST", "/games/many", {"ids": ids, "act": "tag"}) == (422, "invalid_fields")
    archive = ZipFile(BytesIO(program.ask("POST", "/export.zip", {"ids": [ids[0], "none"]}).content))
    assert archive.namelist() == ["a/b/x1.kif"]
    other = Program(site, site.token(f"{name}x"))
    assert other.done("POST", "/games/many", {"ids": ids, "act": "trash"}) == {"done": 0, "missed": ids}
    assert program.done("POST", "/games/many", {"ids": ids, "act": "trash"})["done"] == 2
    assert program.ask("POST", "/games/many", {"ids": ["x"] * 201, "act": "trash"}).status_code == 400


def test_what_shift_jis_cant_spell_is_refused(program: Program) -> None:
    game = program.keep(kif(first="🦊"))
    path = f"/games/{game['id']}/record?encoding=Shift_JIS"
    assert program.refused("GET", path) == (422, "not_in_encoding")


def test_an_import_that_finds_the_quota_full_stops_and_goes_on_later(site: House, program: Program, name: str) -> None:
    site.store.put(User(username=name, kifu_max=1))
    files = [{"name": f"{n}.kif", "content": b64encode(kif(moves=n).encode()).decode()} for n in (1, 2)]
    job = program.done("POST", "/imports", {"files": files})
    work(site)
    stopped = program.get(f"/jobs/{job['id']}")
    assert (stopped["status"], stopped["stoppedAt"]) == ("stopped", "2.kif")
    site.store.put(User(username=name, kifu_max=2, kifu_count=1))
    assert program.done("POST", f"/jobs/{job['id']}/resume")["status"] == "waiting"
    work(site)
    assert program.get(f"/jobs/{job['id']}")["kept"] == 2
    assert program.ask("DELETE", f"/jobs/{job['id']}").status_code == 204
    assert program.refused("GET", f"/jobs/{job['id']}")[0] == 404
    assert len(program.get("/games")["games"]) == 2


def test_all_games_go_out_and_come_in_elsewhere(site: House, program: Program, name: str) -> None:
    program.keep(kif(moves=3), slug="a/one", memo="m")
    program.keep(kif(moves=4), slug="two")
    document = program.get("/export")
    names = ZipFile(BytesIO(program.ask("GET", "/export.zip").content)).namelist()
    assert sorted(names) == ["a/one.kif", "two.kif"]
    assert ZipFile(BytesIO(program.ask("GET", "/export.zip?folder=a").content)).namelist() == ["a/one.kif"]
    assert program.refused("GET", "/export.zip?folder=b") == (404, "no_such_folder")
    other = Program(site, site.token(f"{name}x"))
    other.done("POST", "/imports/document", document)
    work(site)
    assert sorted(other.slugs("/games")) == ["a/one", "two"]
    assert other.refused("POST", "/imports/document", {"format": "another"})[0] == 422
