"""What is written into a game from its page: variations, comments, deletions, another main line; each can be undone."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from litestar import Response

from chabudai.apps.shogi import games
from chabudai.apps.shogi.errors import MoveRefused, RecordChanged
from chabudai.apps.shogi.games import GameOutcome
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.pages.opened_game import OpenedGame
from chabudai.apps.shogi.record_texts import read_kept
from chabudai.apps.shogi.records import Address, Record, UnknownAddress
from chabudai.common import undo as undos
from chabudai.common.owner import Owner
from chabudai.common.undo import Undo, take_back
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import InsufficientStorage, WebError
from chabudai.web.forms import Form
from chabudai.web.full_disks import refuse_when_full
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, post
from chabudai.web.toasts import UndoForm
from chabudai.web.translations import Text

Change = Callable[[Owner, str, Address, datetime], GameOutcome]


@post("/games/{game_id:str}/variations", status_code=200)
def keep_variation(
    opened: Injected[OpenedGame], form: Injected[Form], context: Injected[RequestContext]
) -> Response[Any]:
    """Moves that were tried. The script keeps them when they are refused: `as` JSON it is told where to go, or why not.

    A plain form, as that of a candidate's line, is answered by the page at the first of them that is new.
    """
    moves, is_script = form["moves"].split(), form["as"] == "json"

    def keep(owner: Owner, game_id: str, address: Address, seen: datetime) -> GameOutcome:
        return games.keep_branch(owner, game_id, address, moves, seen)

    try:
        outcome = _change(opened, form, keep)
    except WebError as refusal:
        if is_script:
            return Response({"message": str(refusal.message)}, status_code=refusal.status)
        opened.access.require("write")
        return warn(context, _here(opened, form), str(refusal.message))
    path = moves if is_script else moves[: _moves_known(opened.record, _address(form), moves) + 1]
    url = f"{opened.url}?at={_end_of(read_kept(outcome.game.record), _address(form), path)}"
    sentence = gettext("Kept as a variation.") if outcome.undo else gettext("That line is in the game already.")
    answer = _answer(context, opened, url, sentence, outcome)
    return Response({"url": url}) if is_script else answer


@post("/games/{game_id:str}/comments", status_code=200)
def keep_comment(
    opened: Injected[OpenedGame], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    """Where the game was changed meanwhile, the words come back in their field, to be kept once more."""

    def keep(owner: Owner, game_id: str, address: Address, seen: datetime) -> GameOutcome:
        return games.comment(owner, game_id, address, form["comment"], seen)

    def show_again(reason: Text, status: int) -> Response[str]:
        again = form.with_errors([("comment", reason)])
        page = opened.page(form["at"])
        return pages.page("shogi/comment.html", status=status, page=page, form=again, errors=again.errors)

    try:
        with refuse_when_full():
            outcome = _change(opened, form, keep)
    except RecordChanged as refusal:
        reason = gettext("This game was changed on another screen. Your words are still here: keep them once more.")
        return show_again(reason, refusal.status)
    except InsufficientStorage as refusal:
        return show_again(refusal.message, refusal.status)
    sentence = gettext("The comment is kept.") if form["comment"].strip() else gettext("The comment is gone.")
    return _answer(context, opened, f"{opened.url}?at={opened.view(form['at']).at}", sentence, outcome)


@post("/games/{game_id:str}/deletions", status_code=200)
def delete_from(opened: Injected[OpenedGame], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    return _edit(opened, form, context, games.delete_from, gettext("Deleted from there on."))


@post("/games/{game_id:str}/main-line", status_code=200)
def make_main_line(
    opened: Injected[OpenedGame], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    return _edit(opened, form, context, games.promote, gettext("This is the main line now."), is_same_place=True)


@post("/games/{game_id:str}/undo", status_code=200)
def undo(opened: Injected[OpenedGame], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    opened.access.require("write")
    owner = _require_owner(opened)
    take_back(undos.read_form(form), {"restore_record": lambda **given: games.restore_record(owner, **given)})
    return redirect_with_toast(context, _safe(opened, form["next"]), gettext("It is as it was before."))


def _edit(
    opened: OpenedGame,
    form: Form,
    context: RequestContext,
    change: Change,
    sentence: str,
    *,
    is_same_place: bool = False,
) -> Response[str]:
    """Refused where the game was changed meanwhile: nothing is written, and the page says so."""
    try:
        before = opened.view(form["at"]).place
        outcome = _change(opened, form, change)
    except RecordChanged as refusal:
        return warn(context, _here(opened, form), str(refusal.message))
    at = before.address
    if is_same_place:
        path = [opened.record.nodes[index].move for index in opened.record.path_to(before.index)]
        at = _end_of(read_kept(outcome.game.record), Address(), path)
    return _answer(context, opened, f"{opened.url}?at={at}", sentence, outcome)


def _change(opened: OpenedGame, form: Form, change: Change) -> GameOutcome:
    game = opened.access.require("write")
    owner = _require_owner(opened)
    return change(owner, game.game_id, _address(form), games.parse_moment(form["seen"]))


def _require_owner(opened: OpenedGame) -> Owner:
    if opened.owner is None:
        raise MoveRefused
    return opened.owner


def _address(form: Form) -> Address:
    try:
        return Address.parse(form["at"])
    except UnknownAddress:
        raise MoveRefused from None


def _moves_known(record: Record, address: Address, moves: list[str]) -> int:
    """How many of them, from a place on, are in the record already; none where all of them are."""
    index = record.find(address).index
    for count, move in enumerate(moves):
        nodes = record.nodes
        known = next((child for child in nodes[index].children if nodes[child].move == move), None)
        if known is None:
            return count
        index = known
    return 0


def _end_of(record: Record, address: Address, moves: list[str]) -> Address:
    """Where moves lead from a place in the record as it is now."""
    index = record.find(address).index
    for move in moves:
        nodes = record.nodes
        index = next((child for child in nodes[index].children if nodes[child].move == move), index)
    return record.address_of(index)


def _here(opened: OpenedGame, form: Form) -> str:
    return f"{opened.url}?at={opened.view(form['at']).at}"


def _safe(opened: OpenedGame, url: str) -> str:
    return url if url.startswith(f"{opened.url}?at=") else opened.url


def _answer(
    context: RequestContext, opened: OpenedGame, url: str, sentence: str, outcome: GameOutcome
) -> Response[str]:
    return redirect_with_toast(context, url, sentence, undo_by_page(outcome.undo, f"{opened.url}/undo", url))


def undo_by_page(undo: Undo, url: str, back_to: str) -> UndoForm | None:
    """As a page of its own, not in place: the script of a board begins with its page."""
    form = undo.form(url, back_to)
    return replace(form, target="") if form else None
