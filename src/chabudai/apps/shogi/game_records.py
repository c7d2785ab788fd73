"""Games as a file of ours holds them: one JSON record each, complete enough to be kept anew."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.messages import lazy
from chabudai.apps.shogi.slugs import check
from chabudai.common.fields import Fields
from chabudai.common.imports import check_document, list_in
from chabudai.common.records import RecordFormat
from chabudai.web.errors import InvalidFields

FORMAT: Final = "chabudai-shogi"
VERSION: Final = 1
NOT_OURS: Final = lazy("Choose a file that was exported from shogi.")
_RECORDS: Final = RecordFormat(
    Fields(Game, "side", "result", "memo"),
    other=("game_id", "slug", "record", "created", "latest_access", "latest_update", "memo_shared"),
    ids=("game_id",),
    renamed={"game_id": "id"},
)
_TAGS: Final = "tags"


@dataclass(frozen=True)
class FileGame:
    """`tags` are names."""

    fields: Mapping[str, Any]
    tags: tuple[str, ...]

    @property
    def record(self) -> str:
        return str(self.fields["record"])

    @property
    def created(self) -> datetime:
        moment: datetime = self.fields["created"]
        return moment


def write(game: Game, tags: Iterable[str]) -> dict[str, Any]:
    """Without its link and readers, which are of this place alone."""
    return {**_RECORDS.write(game), _TAGS: sorted(tags)}


def read(content: bytes) -> FileGame:
    """InvalidFields says what is wrong with it."""
    record = json.loads(content)
    if not isinstance(record, dict):
        raise InvalidFields([("", NOT_OURS)])
    tags = record.pop(_TAGS, [])
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise InvalidFields([(_TAGS, NOT_OURS)])
    fields = _RECORDS.read(record)
    return FileGame({**fields, "slug": check(fields["slug"])}, tuple(tags))


def is_document(content: bytes) -> bool:
    return content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def split_document(content: bytes) -> list[tuple[str, bytes]]:
    """Each game of an export by its name, to be kept one by one."""
    try:
        document = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise InvalidFields([("file", NOT_OURS)]) from None
    games = list_in(check_document(document, FORMAT, VERSION, NOT_OURS), "games", NOT_OURS)
    return [(_name(game), json.dumps(game, ensure_ascii=False).encode("utf-8", "replace")) for game in games]


def _name(game: object) -> str:
    slug = game.get("slug") if isinstance(game, dict) else None
    return slug if isinstance(slug, str) and slug else "?"
