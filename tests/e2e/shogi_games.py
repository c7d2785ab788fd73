"""Games of people who are signed up in a browser, made behind the pages' back, and hands that play on their boards."""

import json
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import Visitor
from tests.e2e.test_todo import sign_up

from chabudai.adapters.clock import now
from chabudai.apps.shogi import games, record_texts
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.records import Address, Ending, EndingKind, Record
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web import zones

MOVES = json.loads((Path(__file__).parent / "shogi_game.json").read_text())
VARIATION = ["N*8d", "5c4b", "8d7b+", "6a7b"]


def sample_record() -> Record:
    """79 moves with a variation at move 56 and one within it, and two comments."""
    headers = {"先手": "山田 健", "後手": "鈴木 浩二", "棋戦": "社団戦", "開始日時": "2026/10/25"}
    record = Record.from_moves(MOVES, headers=headers, ending=Ending(EndingKind.RESIGNATION))
    record = record.with_branch(Address(56), VARIATION).with_branch(Address(56, ((2, 2),)), ["2a4a"])
    return record.with_comment(Address(56), "次は金を取る。").with_comment(Address(3), "飛車先を突く。")


def keep_game(store: TypedStore, visitor: Visitor, record: Record | None = None) -> Game:
    """Of a new person, who plays sente."""
    owner = owner_of(store, sign_up(visitor))
    text = record_texts.compose(record or sample_record())
    return games.keep(owner, text, {"slug": "社団戦/2026/鈴木", "side": "first", "memo": "よい一局。"}).game


def owner_of(store: TypedStore, username: str) -> Owner:
    return Owner(store, username, now, zones.TOKYO)


def find_record(store: TypedStore, game: Game) -> Record:
    return record_texts.read_kept(games.find_game(owner_of(store, game.owner), game.game_id).record)


def open_game(visitor: Visitor, game: Game, at: str = "0") -> Page:
    page = visitor.go(f"/shogi/games/{game.game_id}?at={at}")
    if visitor.has_scripts:
        expect(page.locator("#game")).to_have_class("game alive")
    return page


def ready(page: Page) -> Page:
    """Once the script that tries moves is there, too."""
    page.locator(".board-box").hover(position={"x": 3, "y": 3})
    page.wait_for_function("() => Boolean(window.shogi?.legalMoves)")
    return page


def cell(page: Page, square: str, *, is_flipped: bool = False) -> Locator:
    index = (ord(square[1]) - ord("a")) * 9 + 9 - int(square[0])
    return page.locator("[role=gridcell]").nth(80 - index if is_flipped else index)


def centre(where: Locator) -> tuple[float, float]:
    box = where.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(page: Page, square: str, *, is_flipped: bool = False) -> None:
    page.mouse.click(*centre(cell(page, square, is_flipped=is_flipped)))


def move(page: Page, from_: str, to: str) -> None:
    tap(page, from_)
    expect(page.locator(".targets circle")).not_to_have_count(0)
    tap(page, to)


def drag(page: Page, from_: str, to: str) -> None:
    page.mouse.move(*centre(cell(page, from_)))
    page.mouse.down()
    page.mouse.move(*centre(cell(page, to)), steps=6)
    page.mouse.up()


def labels(page: Page) -> list[str]:
    """What a screen reader says of every square."""
    script = "() => [...document.querySelectorAll('[role=gridcell]')].map((cell) => cell.getAttribute('aria-label'))"
    found: list[str] = page.evaluate(script)
    return found


def pieces_on_board(page: Page) -> list[str]:
    """Every piece that is drawn with its place, as `P 45 63.5`; where a script has moved it, there."""
    script = """() => [...document.querySelectorAll('.pieces use')].map((use) => {
      if (use.style.display === 'none') return '';
      const moved = use.style.transform.match(/translate\\(([\\d.]+)px, ([\\d.]+)px\\)/);
      const drawn = use.getAttribute('transform')?.match(/translate\\(([\\d.]+) ([\\d.]+)\\)/);
      const [, x, y] = moved || drawn;
      return `${use.getAttribute('href').split('#')[1]} ${Number(x)} ${Number(y)}`;
    }).filter(Boolean).sort()"""
    found: list[str] = page.evaluate(script)
    return found
