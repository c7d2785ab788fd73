"""Analyses: asked for by a person within a quota, taken by one worker at a time, answered, and gone after a day.

What the analysis of a whole game came to stays with the game, as a small row of its own.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from chabudai.adapters.clock import Clock
from chabudai.apps.shogi import analysis_requests, design, queues, quotas
from chabudai.apps.shogi.analysis_answers import read_details
from chabudai.apps.shogi.analysis_entities import Analysis, AnalysisKind, GameScores, QueueEntry, ScoreLine
from chabudai.apps.shogi.entities import GameHead
from chabudai.apps.shogi.errors import LeaseLost, NoSuchAnalysis, TooBusy
from chabudai.apps.shogi.moments import this_second
from chabudai.apps.shogi.people import PERSON_GONE, plan_person
from chabudai.apps.shogi.permissions import find_own_head
from chabudai.apps.shogi.queues import LEASE, Queued
from chabudai.apps.shogi.reviews import Review
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import StepErrors, failed_step, translate
from chabudai.common.text import is_id
from chabudai.table import Insert, Page, Put, StepFailed, Transaction, TypedStore, Update

LIFETIME: Final = timedelta(days=1)
MOST_MOVES: Final = 500
"""Of a game that are analysed; professional games end before 400."""
_POSITION_COST: Final = 1  # of an hour's quota
_GAME_COST: Final = 10  # for so many moves, and again for as many more:
_MOVES_OF_COST: Final = 150
_NO_TURNS: Final[Mapping[str, int]] = {}
MOST_AT_ONCE: Final = 1_000


def ask_for_position(owner: Owner, request: str, game_id: str | None = None, most: int = quotas.ANALYSES) -> Analysis:
    """`request` is JSON, for the worker. Whether the person may read the game is asked before: see `permissions`."""
    return _ask(owner, "position", request, game_id, _POSITION_COST, most)


def ask_for_game(owner: Owner, game_id: str, request: str, most: int = quotas.ANALYSES) -> Analysis:
    """By its owner. One that waits for the same game already is the answer. A long game takes more of the quota."""
    head = find_own_head(owner, game_id)
    for analysis in owner.store.page(design.analyses(owner.username)):
        if (analysis.kind, analysis.game_id, analysis.status) == ("game", game_id, "waiting"):
            return analysis
    kept = find_scores(owner.username, owner.store, game_id)
    begun = read_details(kept.scores, kept.response) if kept and kept.line == head.line else None
    cost = cost_of_game(head.moves, begun, analysis_requests.read_game(request).seconds)
    return _ask(owner, "game", request, game_id, min(most, cost), most)


def cost_of_game(moves: int, begun: Review | None, seconds: int) -> int:
    """How much of an hour's quota the analysis of so many moves takes: of one that is gone on with, for what is left.

    With another time nothing is gone on with: see `searches.review_game`.
    """
    left = begun.unfinished if begun else None
    done = len(begun.scores) - 1 if begun and left and left.seconds == seconds else 0
    return _GAME_COST * max(1, ceil((min(moves, MOST_MOVES) - done) / _MOVES_OF_COST))


def find(owner: Owner, analysis_id: str) -> Analysis:
    """One of their own."""
    found = owner.store.get(design.analysis(analysis_id).consistently()) if is_id(analysis_id) else None
    if found is None or found.username != owner.username:
        raise NoSuchAnalysis
    return found


def find_page(owner: Owner, cursor: str | None = None) -> Page[Analysis]:
    with refuse_wrong_cursor():
        return owner.store.page(design.analyses(owner.username), cursor)


def count_before(owner: Owner, analysis: Analysis) -> int:
    """How many come before this one does; 0 also when a worker has it."""
    if analysis.worker is not None or analysis.due is None:
        return 0
    return queues.count_before(owner.store, _queued(analysis), this_second(owner.clock))


def cancel(owner: Owner, analysis_id: str) -> None:
    """One that no worker has goes at once; of one that is under way the worker is told, and keeps what it has."""
    for _ in attempts(TooBusy):
        analysis = find(owner, analysis_id)
        if analysis.status != "waiting" or analysis.due is None or analysis.cancelled:
            return
        row: Update[Analysis] = Analysis.update(analysis_id=analysis_id).set(cancelled=True)
        transaction = Transaction().step("row", row.when(status="waiting", due=analysis.due))
        if analysis.worker is None:
            gone = Analysis.delete(analysis_id=analysis_id).when(status="waiting", due=analysis.due)
            transaction = queues.plan_exit(Transaction().step("row", gone.existing()), _queued(analysis))
        if failed_step(owner.store, transaction) is None:
            return


def claim(
    store: TypedStore,
    clock: Clock,
    worker: str,
    kind: AnalysisKind = "position",
    lease: timedelta = LEASE,
    most: int = MOST_AT_ONCE,
    turns: Mapping[str, int] = _NO_TURNS,
) -> Analysis | None:
    """The next one, which is this worker's until the lease ends or is prolonged by `report`; None for none.

    It is the longest waiting one of whose turn it is: `turns` counts when this worker had something of whom last.
    `worker` is a name that no other has, nor had before. Of a kind no more than `most` are with workers at once, in
    whichever processes: who finds one too many after taking gives it back, so two who take at the same moment both may.
    """
    now = this_second(clock)
    entries = queues.find_entries(store, kind)
    due = queues.order_by_turns(entries, now, turns)
    if not due or queues.count_taken(entries, now) >= most:
        return None
    taken = _claim_first(store, due, worker, now + lease)
    if taken is not None and queues.count_taken(queues.find_entries(store, kind), now) > most:
        with suppress(LeaseLost):
            give_back(store, taken)
        return None
    return taken


def _claim_first(store: TypedStore, due: Sequence[QueueEntry], worker: str, until: datetime) -> Analysis | None:
    for entry in due:
        analysis = store.get(design.analysis(entry.item_id).consistently())
        if analysis is None or analysis.status != "waiting" or analysis.due != entry.due:
            _drop_if_over(store, entry, analysis)
        elif taken := _take(store, analysis, worker, until):
            return taken
    return None


def report(
    store: TypedStore,
    clock: Clock,
    analysis: Analysis,
    *,
    done: int,
    total: int,
    response: str | None = None,
    lease: timedelta = LEASE,
) -> Analysis:
    """How far it has come; the lease begins anew. When it says `cancelled`, the worker ends it with what there is.

    LeaseLost when another worker has it by now, or its person has gone: then the worker drops it.
    """
    until = this_second(clock) + lease
    row = _held(analysis).set(done=done, total=total, due=until)
    if response is not None:
        row = row.set(response=response)
    _end_or_lose(store, queues.plan_lease(Transaction().step("row", row), _queued(analysis), until))
    return find_any(store, analysis.analysis_id)


def give_back(store: TypedStore, analysis: Analysis) -> None:
    """By a worker that has to go: another may take it at once, and it stands where it stood."""
    row = _held(analysis).set(due=analysis.created, tries=max(0, analysis.tries - 1)).remove("worker")
    transaction = queues.plan_exit(Transaction().step("row", row), _queued(analysis))
    again = Queued(analysis.kind, analysis.analysis_id, analysis.created, analysis.username)
    _end_or_lose(store, queues.plan_entry(transaction, again, step="next entry"))


def succeed(store: TypedStore, analysis: Analysis, response: str) -> None:
    """`response` is JSON with `moves` and `evaluation`."""
    row = _held(analysis).set(status="succeeded", response=response)
    _finish(store, analysis, row.set(done=analysis.total) if analysis.kind == "position" else row)


def fail(store: TypedStore, analysis: Analysis, response: str) -> None:
    """`response` says why."""
    _finish(store, analysis, _held(analysis).set(status="error", response=response))


def succeed_with_scores(
    store: TypedStore,
    clock: Clock,
    analysis: Analysis,
    *,
    line: str,
    scores: Sequence[int],
    response: str,
    details: str | None = None,
) -> bool:
    """The end of a whole game's analysis: the scores are kept with the game, in the same moment.

    `line` is what the game's head said when the worker read it. False when the game has another main line by now, or
    is gone: then nothing is written, and the worker ends it by `fail`.
    """
    ended = _held(analysis).set(status="succeeded", response=response)
    return _end_with_scores(store, analysis, ended, _scores_of(clock, analysis, line, scores, details))


def fail_with_scores(
    store: TypedStore,
    clock: Clock,
    analysis: Analysis,
    *,
    line: str,
    scores: Sequence[int],
    response: str,
    details: str | None = None,
) -> bool:
    """The same for one that broke off: `response` says why, and what there is until then is kept with the game."""
    ended = _held(analysis).set(status="error", response=response)
    return _end_with_scores(store, analysis, ended, _scores_of(clock, analysis, line, scores, details))


def find_scores(owner: str, store: TypedStore, game_id: str) -> GameScores | None:
    return store.get(design.scores(owner, game_id))


def find_score_lines(owner: str, store: TypedStore, game_ids: Sequence[str]) -> dict[str, ScoreLine]:
    """For the lines of a list: those that have been analysed, by game."""
    rows = store.batch(design.score_lines(owner, game_ids)) if game_ids else []
    return {row.game_id: row for row in rows if row is not None}


def find_any(store: TypedStore, analysis_id: str) -> Analysis:
    """For workers: whoever's it is."""
    found = store.get(design.analysis(analysis_id).consistently())
    if found is None:
        raise NoSuchAnalysis
    return found


def forget_all(store: TypedStore, username: str) -> None:
    """With the person: what is under way ends with LeaseLost."""
    for analysis in list(store.all(design.analyses(username))):
        transaction = Transaction().step("row", Analysis.delete(analysis_id=analysis.analysis_id))
        if analysis.due is not None:
            queued = _queued(analysis)
            entry = QueueEntry.delete(queue=queued.queue, due=queued.due, item_id=queued.item_id)
            transaction = transaction.step("entry", entry)
        store.transact(transaction)


def _ask(owner: Owner, kind: AnalysisKind, request: str, game_id: str | None, cost: int, most: int) -> Analysis:
    now = this_second(owner.clock)
    analysis = Analysis(
        username=owner.username,
        created=now,
        kind=kind,
        request=request,
        game_id=game_id,
        due=now,
        expired=int((now + LIFETIME).timestamp()),
    )
    transaction = quotas.plan_analysis(Transaction().step("row", Insert(analysis)), owner, cost, most)
    transaction = plan_person(transaction, owner)
    with translate(steps={**quotas.analysis_errors(owner, cost, most), "person": PERSON_GONE}):
        owner.store.transact(queues.plan_entry(transaction, _queued(analysis)))
    return analysis


def _queued(analysis: Analysis) -> Queued:
    if analysis.due is None:
        raise LeaseLost
    return Queued(analysis.kind, analysis.analysis_id, analysis.due, analysis.username)


def _held(analysis: Analysis) -> Update[Analysis]:
    """Only while this worker has it, by the lease that it knows of."""
    row: Update[Analysis] = Analysis.update(analysis_id=analysis.analysis_id)
    return row.when(status="waiting", worker=analysis.worker, due=analysis.due)


def _take(store: TypedStore, analysis: Analysis, worker: str, until: datetime) -> Analysis | None:
    taken = {"worker": worker, "due": until, "tries": analysis.tries + 1}
    row: Update[Analysis] = Analysis.update(analysis_id=analysis.analysis_id).set(**taken)
    transaction = Transaction().step("row", row.when(status="waiting", due=analysis.due))
    if failed_step(store, queues.plan_lease(transaction, _queued(analysis), until)) is not None:
        return None
    return analysis.model_copy(update=taken)


def _drop_if_over(store: TypedStore, entry: QueueEntry, analysis: Analysis | None) -> None:
    """One that was taken at this moment has another entry by now; only what is at its end leaves one behind."""
    if analysis is None or analysis.status != "waiting":
        queues.drop(store, entry)


def _plan_end(analysis: Analysis, row: Update[Analysis]) -> Transaction:
    return queues.plan_exit(Transaction().step("row", row.remove("worker", "due")), _queued(analysis))


def _scores_of(
    clock: Clock, analysis: Analysis, line: str, scores: Sequence[int], details: str | None
) -> GameScores | None:
    if analysis.game_id is None:
        return None
    return GameScores(
        owner=analysis.username,
        game_id=analysis.game_id,
        line=line,
        scores=tuple(scores),
        response=details,
        created=this_second(clock),
    )


def _end_with_scores(store: TypedStore, analysis: Analysis, ended: Update[Analysis], kept: GameScores | None) -> bool:
    if kept is None:
        return False
    transaction = _plan_end(analysis, ended).step("scores", Put(kept))
    head = GameHead.check(owner=kept.owner, game_id=kept.game_id).when(line=kept.line)
    try:
        store.transact(transaction.step("head", head))
    except StepFailed as failure:
        if failure.step == "head":
            return False
        raise LeaseLost from failure
    return True


def _finish(store: TypedStore, analysis: Analysis, row: Update[Analysis]) -> None:
    _end_or_lose(store, _plan_end(analysis, row))


def _end_or_lose(store: TypedStore, transaction: Transaction) -> None:
    lost = StepErrors(missing=LeaseLost, unmet=LeaseLost)
    with translate(missing=LeaseLost, unmet=LeaseLost, steps={"row": lost, "entry": lost}):
        store.transact(transaction)
