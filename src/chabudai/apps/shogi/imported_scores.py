"""Evaluations that other programs left in a record's comments, as the numbers that our own graph is drawn from."""

from chabudai.adapters.usi import Score
from chabudai.apps.shogi.records import UNCOUNTED_MATE, Evaluation, Record, evaluations


def read_scores(record: Record) -> tuple[int | None, ...] | None:
    """One for the start and one after each move of the main line, None where nothing is said; None when nowhere is."""
    found = evaluations(record)
    if not found:
        return None
    return tuple(_value(found[ply]) if ply in found else None for ply in range(record.moves_count + 1))


def _value(evaluation: Evaluation) -> int:
    """As `Score.value`."""
    if evaluation.unit == "cp":
        return Score.of_points(evaluation.value).value
    moves = abs(evaluation.value)
    return Score.of_mate("sente" if evaluation.value > 0 else "gote", None if moves == UNCOUNTED_MATE else moves).value
