"""How a person likes boards to look: kept with the person, so that every device has it."""

from chabudai.apps.shogi import design
from chabudai.apps.shogi.entities import User
from chabudai.common.unreadable_rows import get_readable
from chabudai.table import TypedStore


def find_board(store: TypedStore, username: str) -> str:
    """Empty for whoever has chosen nothing."""
    row = get_readable(store, design.user(username).consistently())
    return row.board if row is not None else ""


def keep_board(store: TypedStore, username: str, board: str) -> None:
    """Beside the counts of games and tags, which others may be writing at this moment."""
    store.write(User.upsert(username=username).set(board=board))
