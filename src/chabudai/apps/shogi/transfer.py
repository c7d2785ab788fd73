"""All games of a person as one JSON document, and as a zip of KIF files in their folders."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from chabudai.apps.shogi import design, game_records, record_texts
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.errors import NotInEncoding, RecordRefused
from chabudai.apps.shogi.records import Encoding, Format, detect, write, write_bytes
from chabudai.common.owner import Owner
from chabudai.common.text import is_id

# What file systems do not take in a name.
_FORBIDDEN: Final = str.maketrans({each: chr(ord(each) + 0xFEE0) for each in '<>:"\\|?*'})
_TRAILING: Final = re.compile(r"[. ]+$")


def write_document(owner: Owner) -> dict[str, Any]:
    """Without the trash, and without what analyses came to."""
    names = {tag.tag_id: tag.name for tag in owner.store.all(design.whole_tags(owner.username)) if not tag.leaving}
    tagged = {head.game_id: head.tags for head in owner.store.all(design.all_heads(owner.username))}
    games = owner.store.all(design.whole_games(owner.username))
    return {
        "format": game_records.FORMAT,
        "version": game_records.VERSION,
        "tags": sorted(names.values()),
        "games": [
            game_records.write(game, (names[tag] for tag in tagged.get(game.game_id, ()) if tag in names))
            for game in games
        ],
    }


def write_json(owner: Owner) -> str:
    return json.dumps(write_document(owner), ensure_ascii=False, indent=1)


def write_zip(owner: Owner, target: IO[bytes], folder: str = "") -> int:
    """Every game as KIF in UTF-8, by its slug; of one folder, if one is given. How many; a record at a time."""
    beginning = f"{folder}/" if folder else ""
    games = owner.store.all(design.whole_games(owner.username))
    return _write_zip(owner, target, (game for game in games if game.slug.startswith(beginning)))


def write_zip_of(owner: Owner, target: IO[bytes], game_ids: Sequence[str]) -> int:
    """The same of these games; one that is not there any more is left out."""
    plans = [design.game(owner.username, game_id) for game_id in dict.fromkeys(game_ids) if is_id(game_id)]
    return _write_zip(owner, target, (game for game in map(owner.store.get, plans) if game is not None))


def write_file(game: Game, format: Format, encoding: Encoding) -> bytes:  # noqa: A002
    """NotInEncoding for what Shift_JIS has no characters for; one that can't be read is handed over as it is."""
    if format is Format.KIF and encoding == "UTF-8":
        return write_kif(game).encode("utf-8", "replace")
    record = record_texts.read_kept(game.record)
    if encoding == "Shift_JIS" and not _is_spelled(write(record, format)):
        raise NotInEncoding
    return write_bytes(record, format, encoding)


def file_name(game: Game, ending: str) -> str:
    return f"{_segment(game.slug.replace('/', '-'))}.{ending}"


def _is_spelled(text: str) -> bool:
    try:
        text.encode("cp932")
    except UnicodeEncodeError:
        return False
    return True


def _write_zip(owner: Owner, target: IO[bytes], games: Iterable[Game]) -> int:
    used: set[str] = set()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for game in games:
            name = _free_name(used, "/".join(map(_segment, game.slug.split("/"))))
            moment = game.latest_update.astimezone(owner.zone).timetuple()[:6]
            entry = ZipInfo(f"{name}.kif", max(moment, (1980, 1, 1, 0, 0, 0)))
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, write_kif(game).encode("utf-8", "replace"))
    return len(used)


def write_kif(game: Game) -> str:
    """As it is kept where that is KIF; one that can't be read is handed over as it is, too."""
    try:
        if detect(game.record) is Format.KIF:
            return game.record
        return write(record_texts.read_kept(game.record), Format.KIF)
    except RecordRefused:
        return game.record


def _segment(segment: str) -> str:
    return _TRAILING.sub("_", segment.translate(_FORBIDDEN))


def _free_name(used: set[str], name: str) -> str:
    """Some file systems do not tell large letters from small ones."""
    number, free = 1, name
    while free.casefold() in used:
        number += 1
        free = f"{name} ({number})"
    used.add(free.casefold())
    return free
