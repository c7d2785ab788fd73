"""The rules in the browser are those of the server: legal moves, why others are refused, and moves in words."""

import random
from typing import Any

from playwright.sync_api import Page
from tests.e2e.conftest import Opening
from tests.e2e.shogi_games import keep_game, open_game, ready

from chabudai.apps.shogi.records import HANDICAPS, SQUARES, Position, move_text
from chabudai.table import TypedStore

DROP_MATE = "8k/9/7G1/9/9/9/9/9/K6L1 b P 1"
SPECIAL = (
    DROP_MATE,
    "7nk/9/7GP/9/9/9/9/9/K8 b P 1",
    "4k4/4r4/9/9/9/9/9/4G4/4K4 b P 1",
    "k8/PPPPPPPPP/9/9/9/9/9/9/K8 b LN 1",
    "4k4/9/9/3+B1+B3/9/3+R1+R3/9/9/4K4 b - 1",
    "4k4/9/3GGG3/3GSG3/3SSS3/9/9/9/4K4 b GS 1",
    "4k4/9/3gsg3/3sgs3/9/3gsg3/9/9/4K4 w gs 1",
)
ASKED = """(cases) => cases.flatMap((each) => {
  const { readSfen, writeSfen, legalMoves, moveText, refusal, words } = window.shogi;
  const position = readSfen(each.sfen);
  const wrong = [];
  const same = (name, told, expected) => {
    if (JSON.stringify(told) !== JSON.stringify(expected)) wrong.push([each.sfen, name, told, expected]);
  };
  same("sfen", writeSfen(position), each.sfen.replace(/ \\d+$/, " 1"));
  same("legal", legalMoves(position).sort(), each.legal);
  for (const [language, texts] of Object.entries(each.texts)) {
    words.language = language;
    for (const [move, text] of texts) same(move, moveText(position, move, each.previous), text);
  }
  for (const [move, reason] of each.refusals) same(move, refusal(position, move), reason);
  return wrong;
})"""


def describe(position: Position, previous: str | None, dice: random.Random) -> dict[str, Any]:
    """What the server says of a position, and of moves that may be none."""
    moves = list(position.legal_moves)
    told = dice.sample(moves, min(12, len(moves)))
    guessed = [
        (dice.choice(SQUARES) if dice.random() < 0.5 else dice.choice("RBGSNLP") + "*") + dice.choice(SQUARES)
        for _ in range(12)
    ]
    refusals = [(move, position.refusal(move)) for move in guessed if move[:2] != move[2:]]
    return {
        "sfen": position.sfen,
        "previous": previous,
        "legal": sorted(moves),
        "texts": {
            language: [(move, move_text(position, move, previous=previous, language=language)) for move in told]
            for language in ("ja", "en")
        },
        "refusals": [(move, refusal.reason if refusal else "") for move, refusal in refusals],
    }


def drawn_positions(count: int) -> list[dict[str, Any]]:
    """Out of games that nobody would play, from every handicap."""
    dice = random.Random("shogi")
    told: list[dict[str, Any]] = [describe(Position.from_sfen(sfen), None, dice) for sfen in SPECIAL]
    while len(told) < count:
        position, previous = Position.from_sfen(dice.choice(list(HANDICAPS.values()))), None
        for ply in range(160):
            if not position.legal_moves:
                break
            if ply % 7 == 0:
                told.append(describe(position, previous, dice))
            previous = dice.choice(position.legal_moves)
            position = position.play_unchecked(previous)
    return told


def board(visit: Opening, store: TypedStore) -> Page:
    visitor = visit("desktop")
    return ready(open_game(visitor, keep_game(store, visitor)))


def test_over_many_hundreds_of_positions_the_browser_plays_by_the_server_s_rules(
    visit: Opening, household_store: TypedStore
) -> None:
    cases = drawn_positions(700)
    assert {reason for case in cases for _, reason in case["refusals"]} >= {
        "",
        "two_pawns",
        "no_way_to_go",
        "king_left_in_check",
        "cannot_move",
        "not_in_hand",
        "wrong_side",
    }
    assert board(visit, household_store).evaluate(ASKED, cases) == []


def test_a_pawn_is_not_dropped_to_give_mate(visit: Opening, household_store: TypedStore) -> None:
    page = board(visit, household_store)
    position = Position.from_sfen(SPECIAL[1])
    refusal = position.refusal("P*1b")
    script = "([sfen, move]) => window.shogi.refusal(window.shogi.readSfen(sfen), move)"
    assert page.evaluate(script, [SPECIAL[1], "P*1b"]) == (refusal.reason if refusal else "")
