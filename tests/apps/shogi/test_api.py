"""The API: what a program can do with games and records, what is refused and why."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON, kif
from tests.apps.shogi.program import ENGINE, Program, details
from tests.apps.shogi.records.generated import random_record
from tests.apps.shogi.site_house import House, built

from chabudai.apps.shogi.records import Format, parse, write

NAMES = iter(range(10_000))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with built(SettableClock(NOON), tmp_path_factory.mktemp("site"), lambda: ENGINE) as house:
        yield house


@pytest.fixture
def program(site: House) -> Program:
    """Of somebody who has nothing yet."""
    return Program(site, site.token(f"akira{next(NAMES)}"))


def tree(game: dict[str, Any]) -> list[tuple[str, str]]:
    return [(node["at"], node["move"]) for node in game["nodes"]]


def test_a_game_is_kept_from_its_text_and_told_with_its_tree(program: Program) -> None:
    made = program.keep(kif(note="opening words"))
    assert (made["firstPlayer"], made["secondPlayer"], made["played"]) == ("山田 健", "鈴木 浩二", "2040-10-25")
    assert (made["slug"], made["moves"], made["role"]) == ("社団戦/2040/山田 健 対 鈴木 浩二", 9, "owner")
    assert [node["text"] for node in made["nodes"][:3]] == ["", "☗P-7f", "☖P-3d"]
    assert made["nodes"][0]["comment"] == "opening words"
    assert (made["nodes"][9]["ending"]["kind"], made["winner"]) == ("resignation", "sente")
    assert [node["following"] for node in made["nodes"]] == [*range(1, 10), None]
    assert program.get(f"/games/{made['id']}") == made


def test_moves_are_spelled_in_the_language_of_whoever_asks(site: House, program: Program) -> None:
    token = site.token(f"akira{next(NAMES)}")
    made = Program(site, token, "ja").keep(kif())
    assert made["nodes"][1]["text"] == "▲７六歩"
    assert made["nodes"][9]["ending"]["text"] == "投了"


def test_every_node_of_a_tree_has_its_true_address(program: Program) -> None:
    for seed in range(12):
        record = random_record(seed)
        told = program.done("POST", "/games/preview", {"record": write(record, Format.KIF)})
        assert told["moves"] == record.moves_count
        game = program.keep(write(record, Format.KIF))
        read = parse(program.ask("GET", f"/games/{game['id']}/record").text)
        assert [node["at"] for node in game["nodes"]] == [
            str(read.address_of(index)) for index in range(len(read.nodes))
        ]
        assert [node["move"] for node in game["nodes"]] == [node.move for node in read.nodes]


@pytest.mark.parametrize("format_", ["kif", "ki2", "csa", "usi"])
@pytest.mark.parametrize("encoding", ["UTF-8", "Shift_JIS"])
def test_a_record_goes_out_in_each_format_and_comes_in_again(program: Program, format_: str, encoding: str) -> None:
    made = program.keep(kif())
    answer = program.ask("GET", f"/games/{made['id']}/record?format={format_}&encoding={encoding}")
    assert answer.headers["content-type"] == f"text/plain; charset={encoding.lower()}"
    again = program.done("POST", "/games", {"file": b64encode(answer.content).decode()})
    assert [node["move"] for node in again["nodes"]] == [node["move"] for node in made["nodes"]]


def test_a_game_is_made_of_moves(program: Program) -> None:
    handicap = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    made = program.done(
        "POST",
        "/games",
        {"moves": ["8c8d"], "start": handicap, "ending": "interruption", "firstPlayer": "a", "played": "2040-01-02"},
    )
    assert (made["startSfen"], made["firstPlayer"], made["played"], made["moves"]) == (handicap, "a", "2040-01-02", 1)
    assert made["nodes"][1]["ending"]["kind"] == "interruption"
    assert program.refused("POST", "/games", {"moves": ["7g7f", "7g7f"]}) == (422, "move_refused")
    assert program.refused("POST", "/games", {"moves": [], "start": "rubbish"}) == (400, "invalid_position")
    assert program.refused("POST", "/games", {"moves": ["7g7f"], "record": kif()}) == (422, "invalid_fields")
    assert program.refused("POST", "/games", {}) == (422, "invalid_fields")


def test_what_cant_be_read_is_told_by_line_reason_and_what_could_be_read(program: Program) -> None:
    bad = kif().replace("２六歩(27)", "２五歩(27)")
    answer = program.ask("POST", "/games", {"record": bad})
    told = details(answer)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "record_refused")
    assert (told["line"], told["moveNumber"], told["reason"], told["text"]) == ("9", "3", "cannot_move", "２五歩(27)")
    assert told["record"].startswith("Line 9: ")
    assert parse(told["readable"]).main_moves == ("7g7f", "3c3d")
    assert program.get("/games")["games"] == []
    assert program.keep(bad, readablePart=True)["moves"] == 2


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x81\x20\xff\xff\xfe", "unreadable"),
        ("これは棋譜ではない".encode(), "unreadable"),
        (b"", "empty"),
        (b"x" * (300 * 1024 + 1), "too_large"),
    ],
)
def test_a_file_that_is_no_record_says_why(program: Program, content: bytes, reason: str) -> None:
    answer = program.ask("POST", "/games", {"file": b64encode(content).decode()})
    assert answer.status_code == 422
    assert details(answer)["reason"] == reason


def test_a_file_in_shift_jis_is_read(program: Program) -> None:
    content = kif().replace("\n", "\r\n").encode("cp932")
    made = program.done("POST", "/games", {"file": b64encode(content).decode()})
    assert made["secondPlayer"] == "鈴木 浩二"


def test_a_record_of_300_kb_works_and_a_larger_one_is_refused(program: Program) -> None:
    said = "あ" * ((300 * 1024 - len(kif().encode()) - 10) // 3)
    made = program.keep(kif(note=said))
    assert made["nodes"][0]["comment"] == said
    answer = program.ask("POST", "/games", {"record": kif(note=said + "あ" * 10)})
    assert (answer.status_code, details(answer)["reason"]) == (422, "too_large")
    assert program.ask("POST", "/games", {"record": "x" * 3_000_000}).status_code == 413


def test_a_game_is_changed_under_the_eyes_of_whoever_saw_it(program: Program) -> None:
    made = program.keep(kif())
    path = f"/games/{made['id']}"
    changed = program.done("PATCH", path, {"slug": "研究/一局", "memo": "m", "result": "draw", "event": None})
    assert (changed["slug"], changed["memo"], changed["result"], changed["event"]) == ("研究/一局", "m", "draw", None)
    assert program.refused("PATCH", path, {"memo": "x", "seen": made["latestUpdate"]}) == (409, "changed_elsewhere")
    assert program.done("PATCH", path, {"memo": "x", "seen": changed["latestUpdate"]})["memo"] == "x"
    program.keep(kif(moves=3), slug="other")
    assert program.refused("PATCH", path, {"slug": "other"}) == (409, "name_taken")
    assert program.refused("PATCH", path, {"slug": "a//b"}) == (422, "invalid_slug")
    assert program.ask("PATCH", path, {"unknown": 1}).status_code == 400


def test_a_name_that_is_given_and_taken_is_refused_and_a_folder_is_held_to_its_rules(program: Program) -> None:
    program.keep(kif(), slug="x")
    assert program.refused("POST", "/games", {"record": kif(moves=3), "slug": "x"}) == (409, "name_taken")
    assert program.keep(kif(moves=3), folder="道場")["slug"].startswith("道場/社団戦/")
    for folder in ("a#b", "/a", "a//b"):
        assert program.refused("POST", "/games", {"record": kif(), "folder": folder}) == (422, "invalid_fields")


def test_variations_comments_and_the_main_line(program: Program) -> None:
    made = program.keep(kif(moves=3))
    path = f"/games/{made['id']}"
    branched = program.done("POST", f"{path}/branches", {"at": "1", "moves": ["8c8d", "2g2f"]})
    assert tree(branched)[4:] == [("1-2-1", "8c8d"), ("1-2-2", "2g2f")]
    said = program.done("PUT", f"{path}/comments/1-2-2", {"text": "better?"})
    assert said["nodes"][5]["comment"] == "better?"
    assert program.done("DELETE", f"{path}/comments/1-2-2")["nodes"][5]["comment"] == ""
    promoted = program.done("PUT", f"{path}/main-line", {"at": "1-2-2"})
    assert tree(promoted)[1:4] == [("1", "7g7f"), ("2", "8c8d"), ("3", "2g2f")]
    ended = program.done("PUT", f"{path}/ending", {"ending": "repetition"})
    assert (ended["nodes"][3]["ending"]["kind"], ended["result"]) == ("repetition", "sennichite")
    assert program.done("PUT", f"{path}/ending", {"ending": None})["nodes"][3]["ending"] is None
    shorter = program.done("DELETE", f"{path}/branches/3")
    assert shorter["moves"] == 2
    back = program.done("POST", f"{path}/record/restore", {"seen": shorter["latestUpdate"]})
    assert back["moves"] == 3
    assert program.refused("POST", f"{path}/record/restore", {"seen": shorter["latestUpdate"]})[0] == 409
    for method, where, body in (
        ("POST", "branches", {"at": "1", "moves": ["9i9h", "9i9h"]}),
        ("POST", "branches", {"at": "77", "moves": ["8c8d"]}),
        ("POST", "branches", {"at": "x", "moves": ["8c8d"]}),
        ("PUT", "comments/77", {"text": "x"}),
        ("PUT", "main-line", {"at": "77"}),
        ("DELETE", "branches/77", None),
        ("DELETE", "branches/0", None),
    ):
        assert program.refused(method, f"{path}/{where}", body) == (422, "move_refused")


def test_a_record_is_replaced(program: Program) -> None:
    made = program.keep(kif(moves=3))
    path = f"/games/{made['id']}/record"
    assert program.done("PUT", path, {"record": kif(moves=5), "seen": made["latestUpdate"]})["moves"] == 5
    assert program.refused("PUT", path, {"record": kif(moves=7), "seen": made["latestUpdate"]})[0] == 409
    assert program.refused("PUT", path, {"record": "x"}) == (422, "record_refused")


def test_a_copy_stands_beside_its_game_with_memo_tags_and_what_was_tried(program: Program) -> None:
    tag = program.done("POST", "/tags", {"name": "研究"})
    made = program.keep(kif(moves=3), slug="a/b", memo="m", tags=[tag["id"]])
    path = f"/games/{made['id']}/copies"
    copy = program.done("POST", path, {"at": "1", "moves": ["8c8d"]})
    assert (copy["slug"], copy["memo"], copy["tags"], len(copy["nodes"])) == ("a/b 2", "m", [tag["id"]], 5)
    assert program.done("POST", path, {"folder": "c"})["slug"] == "c/b"
    assert program.refused("POST", path, {"at": "1", "moves": ["7g7f"]}) == (422, "move_refused")
    assert program.refused("POST", path, {"at": "9", "moves": []}) == (422, "move_refused")


def test_a_place_of_a_record_tells_its_position(program: Program) -> None:
    made = program.keep(kif(moves=3))
    place = program.get(f"/games/{made['id']}/places/1")
    assert (place["at"], place["sideToMove"], place["isCheck"]) == ("1", "gote", False)
    assert (place["sfen"].split()[1:], len(place["legalMoves"])) == (["w", "-", "2"], 30)
    assert program.refused("GET", f"/games/{made['id']}/places/9") == (422, "move_refused")


def test_a_position_is_drawn(program: Program) -> None:
    path = f"/games/{program.keep(kif(moves=3))['id']}/diagram"
    drawn = program.ask("GET", f"{path}.svg?at=2")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert (drawn.text.startswith("<svg"), "Move 2, up to ☖P-3d" in drawn.text) == (True, True)
    assert program.ask("GET", f"{path}.png").content.startswith(b"\x89PNG")
    assert program.refused("GET", f"{path}.svg?at=9") == (422, "move_refused")


def test_lists_take_each_order_and_filter_and_go_on_by_their_cursor(site: House, program: Program) -> None:
    tag = program.done("POST", "/tags", {"name": "t"})
    program.keep(kif(opening="四間飛車", day="2040/01/05", moves=1), slug="x/1", memo="端攻め", tags=[tag["id"]])
    program.keep(kif(second="ＳＡＴＯ", day="2040/02/05", moves=2), slug="x/2", side="second", result="lose")
    program.keep(kif(day="", moves=3), slug="y/3", result="sennichite")
    for query, expected in (
        ("sort=name", ["x/1", "x/2", "y/3"]),
        ("sort=name&order=desc", ["y/3", "x/2", "x/1"]),
        ("sort=name&folder=x", ["x/1", "x/2"]),
        ("side=second", ["x/2"]),
        ("result=sennichite", ["y/3"]),
        (f"tag={tag['id']}", ["x/1"]),
        ("player=sato", ["x/2"]),
        ("opening=四間", ["x/1"]),
        ("openingName=四間飛車", ["x/1"]),
        ("openingName=四間", []),
        ("opponent=山田健", ["x/2"]),
        ("fewest=2&most=2", ["x/2"]),
        ("sort=name&to=2040-02-05", ["x/1", "x/2"]),
        ("from=2040-02-01&to=2040-02-28", ["x/2"]),
        ("q=端攻め", ["x/1"]),
        ("public=true", []),
    ):
        assert program.slugs(f"/games?{query}") == expected, query
    for number in range(25):
        program.keep(kif(moves=4), slug=f"z/{number:02}")
    found, cursor = [], ""
    for sort in ("created", "accessed", "updated", "name"):
        page = program.get(f"/games?sort={sort}")
        rest = program.get(f"/games?sort={sort}&cursor={page['cursor']}")
        found = [each["id"] for each in page["games"] + rest["games"]]
        assert (len(page["games"]), len(set(found)), rest["cursor"]) == (25, 28, None)
        cursor = page["cursor"]
    assert program.refused("GET", f"/games?sort=name&order=desc&cursor={cursor}") == (400, "wrong_cursor")
    assert program.refused("GET", "/games?cursor=x") == (400, "wrong_cursor")
    assert program.refused("GET", "/games?tag=a%23b") == (404, "no_such_tag")
    assert program.ask("GET", "/games?sort=colour").status_code == 400


def test_the_owner_looks_at_a_game_and_it_comes_first(site: House, program: Program) -> None:
    first = program.keep(kif(moves=1), slug="first")
    clock = site.clock
    assert isinstance(clock, SettableClock)
    clock.advance(minutes=20)
    program.keep(kif(moves=2), slug="second")
    clock.advance(minutes=20)
    assert program.slugs("/games") == ["second", "first"]
    program.get(f"/games/{first['id']}")
    assert program.slugs("/games") == ["second", "first"]
    program.done("POST", f"/games/{first['id']}/look")
    assert program.slugs("/games") == ["first", "second"]


def test_a_game_goes_into_the_trash_and_comes_back_or_goes_for_good(program: Program) -> None:
    made = program.keep(kif(moves=1), slug="x")
    thrown = program.done("DELETE", f"/games/{made['id']}")
    assert program.refused("GET", f"/games/{made['id']}") == (404, "no_such_game")
    assert program.get("/trash")["games"] == [thrown]
    in_trash = f"/trash/{made['id']}/{thrown['thrown']}"
    assert program.done("POST", f"{in_trash}/restore")["slug"] == "x"
    assert program.refused("POST", f"{in_trash}/restore") == (404, "no_such_game")
    again = program.done("DELETE", f"/games/{made['id']}")
    program.done("DELETE", f"/trash/{made['id']}/{again['thrown']}")
    for wrong in ("rubbish", "2040-11-15", "9999-99-99"):
        assert program.refused("DELETE", f"/trash/{made['id']}/{wrong}") == (404, "no_such_game")
    program.done("DELETE", f"/games/{program.keep(kif())['id']}")
    assert program.done("DELETE", "/trash") == {"count": 1}


def test_how_boards_look_is_kept(program: Program) -> None:
    before = program.get("/settings")
    assert program.done("PATCH", "/settings", {"pieces": "two", "speed": "4"}) == {
        **before,
        "pieces": "two",
        "speed": "4",
    }
    assert program.get("/settings")["pieces"] == "two"
    assert program.ask("PATCH", "/settings", {"pieces": "marble"}).status_code == 400


def test_the_quota_of_games_is_told(site: House, program: Program) -> None:
    assert program.get("/usage")["games"] == {"used": 0, "most": 3000, "left": 3000, "until": None}
    program.keep(kif())
    assert program.get("/usage")["games"]["used"] == 1
