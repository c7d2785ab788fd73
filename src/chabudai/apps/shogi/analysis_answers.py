"""What an analysis answers, as it is stored: JSON with `moves` and `evaluation`, and what else the pages show."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeAlias, get_args

from chabudai.adapters.usi.errors import Failure as EngineFailure
from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.messages import lazy
from chabudai.apps.shogi.reviews import Review, Unfinished
from chabudai.web.translations import Text

_LONGEST_DETAIL: Final = 300
_OWN_REASONS: Final = frozenset({"cancelled", "changed", "gone", "given_up", "unreadable"})


@dataclass(frozen=True, slots=True)
class Candidate:
    """`score` is as `Score.value`; `moves` are the line, the candidate itself first; empty when nothing is to play."""

    score: int
    moves: tuple[str, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class PositionAnswer:
    """The best candidate first; while the engine thinks, what it has found so far."""

    candidates: tuple[Candidate, ...]
    engine: str = ""

    @property
    def score(self) -> int | None:
        return self.candidates[0].score if self.candidates else None

    @property
    def depth(self) -> int:
        return self.candidates[0].depth if self.candidates else 0


@dataclass(frozen=True, slots=True)
class AnalysisFailure:
    """`reason` is one word, `detail` what the engine or the machine said, in English."""

    reason: str
    detail: str = ""

    @property
    def sentence(self) -> Text:
        return _SENTENCES.get(self.reason, _UNKNOWN)


AnyAnswer: TypeAlias = PositionAnswer | Review | AnalysisFailure

_UNKNOWN: Final = lazy("The analysis stopped.")
_SENTENCES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "setting": lazy("The shogi program's settings make no sense."),
        "missing": lazy("The shogi program can't be started."),
        "silent": lazy("The shogi program stopped answering."),
        "died": lazy("The shogi program ended by itself."),
        "rubbish": lazy("The shogi program's answer can't be read."),
        "cancelled": lazy("The analysis was cancelled."),
        "changed": lazy("The game was changed in the meantime. Ask again."),
        "gone": lazy("The game is gone."),
        "unreadable": lazy("The game can't be read."),
        "given_up": lazy("We tried several times, and something went wrong each time."),
    }
)


def write_position(answer: PositionAnswer) -> str:
    return _write(
        {
            "moves": [each.moves[0] if each.moves else "" for each in answer.candidates],
            "evaluation": [each.score for each in answer.candidates],
            "lines": [" ".join(each.moves) for each in answer.candidates],
            "depths": [each.depth for each in answer.candidates],
            "engine": answer.engine,
        }
    )


def write_review(review: Review, moves: tuple[str, ...]) -> str:
    """`moves` is the game's main line."""
    return _write({"moves": list(moves), "evaluation": list(review.scores), **_details(review)})


def write_details(review: Review) -> str:
    """For the row that stays with the game, beside its scores."""
    return _write(_details(review))


def write_failure(failure: AnalysisFailure) -> str:
    return _write({"moves": [], "evaluation": [], "error": failure.reason, "detail": failure.detail[:_LONGEST_DETAIL]})


def read_position(response: str | None) -> PositionAnswer | None:
    """None for what is no such answer."""
    match _read(response):
        case {"evaluation": [*scores], "lines": [*lines], "depths": [*depths], **more} if _are_numbers(scores, depths):
            rows = zip(scores, lines, depths, strict=False)
            candidates = tuple(Candidate(score, tuple(str(line).split()), depth) for score, line, depth in rows)
            return PositionAnswer(candidates, str(more.get("engine", "")))
        case _:
            return None


def read_review(response: str | None) -> Review | None:
    """Of an analysis of a whole game: also of one that is under way."""
    match _read(response):
        case {"evaluation": [*scores], "best": str(best), **more} if _are_numbers(scores):
            details: dict[Any, Any] = {**more, "best": best}
            return _review(tuple(scores), details)
        case _:
            return None


def read_details(scores: tuple[int, ...], details: str | None) -> Review:
    """Of the row that stays with the game; its scores are good whatever the rest is."""
    match _read(details):
        case {**found}:
            return _review(scores, found)
        case _:
            return Review(scores)


def read_failure(response: str | None) -> AnalysisFailure:
    match _read(response):
        case {"error": str(reason), **more}:
            known = reason in _OWN_REASONS or reason in get_args(EngineFailure)
            return AnalysisFailure(reason if known else "unknown", str(more.get("detail", "")))
        case _:
            return AnalysisFailure("unknown", response or "")


def _details(review: Review) -> dict[str, Any]:
    found: dict[str, Any] = {
        "best": " ".join(move or "-" for move in review.best_moves),
        "marks": {str(number): mark.value for number, mark in review.marks.items()},
        "engine": review.engine,
    }
    if left := review.unfinished:
        found["unfinished"] = {
            "line": left.line,
            "seconds": left.seconds,
            "searched_twice": sorted(left.searched_twice),
        }
    return found


def _review(scores: tuple[int, ...], details: Mapping[Any, Any]) -> Review:
    best, marks, engine = details.get("best"), details.get("marks"), details.get("engine")
    known = {
        int(number): Mark(mark)
        for number, mark in (marks.items() if isinstance(marks, dict) else ())
        if str(number).isdecimal() and mark in set(Mark)
    }
    moves = tuple("" if move == "-" else move for move in best.split()) if isinstance(best, str) else ()
    named = engine if isinstance(engine, str) else ""
    return Review(scores, moves, MappingProxyType(known), named, _unfinished(details.get("unfinished")))


def _unfinished(found: object) -> Unfinished | None:
    match found:
        case {"line": str(line), "seconds": int() | float() as seconds, "searched_twice": [*positions]} if _are_numbers(
            positions
        ):
            return Unfinished(line, seconds, frozenset(positions))
        case _:
            return None


def _are_numbers(*lists: list[Any]) -> bool:
    return all(type(each) is int for values in lists for each in values)


def _write(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _read(text: str | None) -> Any:
    try:
        return json.loads(text or "null")
    except ValueError:
        return None
