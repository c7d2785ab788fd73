"""What can go wrong with games beside a field that is wrong, in the person's words.

WebError
├── BadRequest      400
│   └── InvalidPosition      no SFEN that a position can be made of
├── InvalidInput    422
│   ├── InvalidSlug          a name that no game can have
│   ├── RecordRefused        a text that is no record: it carries where and why, and what could be read
│   ├── MoveRefused          a move that the rules refuse, or a place that the record does not have
│   ├── GamesFull            the quota: it carries how many a person may have
│   ├── TagsFull             the same for tags
│   ├── TooManyTags          of one game
│   ├── TooManyReaders       of one game, or of one person's games
│   ├── OwnName              whoever shares with oneself
│   ├── FolderIntoItself
│   ├── NamesTooLong         a folder's move would make a name longer than one may be
│   ├── TooManyGames         at once
│   ├── NotInEncoding        a game with characters that Shift_JIS does not have
│   └── ArchiveRefused       a zip that is none, hides what it holds, or holds too much
├── Forbidden       403
│   └── OwnerOnly            one may read the game, and not do this to it
├── Conflict        409
│   ├── SlugTaken            it names the game that has it
│   ├── TagNameTaken
│   ├── TagBeingDeleted      it takes no game any more
│   ├── FolderBeingMoved     one move after another
│   ├── RecordChanged        under the hand of whoever saves: nothing is written
│   ├── NoEngine             nobody could answer an analysis
│   ├── TooBusy              others wrote at the same time at every try
│   └── LeaseLost            to a worker: another has taken over
├── TooManyRequests 429
│   └── AnalysesUsedUp       of this hour
└── NotFound        404
    ├── NoSuchGame           also for those who may not read it, and for a link that is dead
    ├── NoSuchTag
    ├── NoSuchFolder
    ├── NoSuchPerson         told to people who are signed in
    ├── NoSuchAnalysis
    └── NoSuchJob
"""

from chabudai.apps.shogi.messages import lazy, lazy_plural
from chabudai.apps.shogi.records import Format, UnreadableRecord, write
from chabudai.common.form_fields import ChangedElsewhere
from chabudai.common.names import NameTaken
from chabudai.web.errors import BadRequest, Conflict, Forbidden, InvalidInput, NotFound, TooManyRequests
from chabudai.web.translations import Text


class InvalidPosition(BadRequest):
    code = "invalid_position"
    sentence = lazy("We can't read this position.")
    field = "sfen"


class InvalidSlug(InvalidInput):
    code = "invalid_slug"
    field = "slug"


class RecordRefused(InvalidInput):
    """`unreadable` says where and why in codes, and holds what could be read until then."""

    code = "record_refused"

    def __init__(self, unreadable: UnreadableRecord, sentence: Text, reason: Text) -> None:
        super().__init__(sentence, details=[("record", sentence)])
        self.unreadable, self.reason = unreadable, reason

    @property
    def facts(self) -> tuple[tuple[str, Text], ...]:
        """At which line and move, why in a word, the line itself, and what could be read as KIF."""
        found = self.unreadable
        told = {
            "line": found.line,
            "move_number": found.move_number,
            "reason": found.reason.value,
            "text": found.text,
            "readable": write(found.readable, Format.KIF) if found.readable is not None else None,
        }
        return tuple((name, str(value)) for name, value in told.items() if value not in (None, ""))


class MoveRefused(InvalidInput):
    code = "move_refused"
    sentence = lazy("This move isn't possible here.")
    field = "moves"


class GamesFull(InvalidInput):
    code = "games_full"

    def __init__(self, most: int) -> None:
        super().__init__(
            lazy(
                "You have reached %(most)s games. Move some to the trash, or export them to make room.",
                most=f"{most:,}",
            )
        )
        self.most = most


class TagsFull(InvalidInput):
    code = "tags_full"
    field = "name"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("You have reached %(most)s tags. Delete one you no longer need.", most=f"{most:,}"))
        self.most = most


class TooManyTags(InvalidInput):
    code = "too_many_tags"
    field = "tags"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("A game can have up to %(most)s tags.", most=most))


class TooManyReaders(InvalidInput):
    code = "too_many_readers"
    field = "username"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("You can share this with up to %(most)s people.", most=most))


class OwnName(InvalidInput):
    code = "own_name"
    sentence = lazy("That's you.")
    field = "username"


class FolderIntoItself(InvalidInput):
    code = "folder_into_itself"
    sentence = lazy("A folder can't be moved into itself.")
    field = "target"


class NamesTooLong(InvalidInput):
    """`slug` is the first of them, as it would be."""

    code = "names_too_long"
    field = "target"

    def __init__(self, slug: str, most: int) -> None:
        super().__init__(lazy("A name would be longer than %(most)s characters. Choose a shorter one.", most=most))
        self.slug = slug


class TooManyGames(InvalidInput):
    code = "too_many_games"

    def __init__(self, most: int) -> None:
        super().__init__(lazy("You can change up to %(most)s games at once.", most=most))


class NotInEncoding(InvalidInput):
    code = "not_in_encoding"
    sentence = lazy("This game has characters that Shift_JIS doesn't have. Choose UTF-8.")
    field = "encoding"


class ArchiveRefused(InvalidInput):
    code = "archive_refused"
    field = "file"


class OwnerOnly(Forbidden):
    code = "owner_only"
    sentence = lazy("Only the person whose game this is can do that.")


class SlugTaken(NameTaken):
    """`slug` is the name that another game has."""

    def __init__(self, slug: str = "", field: str = "slug") -> None:
        super().__init__(field=field)
        self.slug = slug


class TagNameTaken(NameTaken):
    """By another tag of the person."""


class TagBeingDeleted(Conflict):
    code = "tag_being_deleted"
    sentence = lazy("This tag is being deleted. Choose another.")
    field = "tags"


class FolderBeingMoved(Conflict):
    """`job_id` is the move that goes on."""

    code = "folder_being_moved"
    sentence = lazy("A folder is being moved. Wait until it's done.")

    def __init__(self, job_id: str) -> None:
        super().__init__()
        self.job_id = job_id


class RecordChanged(ChangedElsewhere):
    """The game is not as it was when it was opened: what was tried stays with whoever tried it."""

    sentence = lazy("This game was changed on another screen. Reload it; what you tried stays.")


class NoEngine(Conflict):
    """Asked for now, it would wait for nothing and take from the quota."""

    code = "no_engine"
    sentence = lazy("This house has no shogi program yet.")


class TooBusy(Conflict):
    code = "too_busy"
    sentence = lazy("Others are changing this right now. Try again.")


class LeaseLost(Conflict):
    code = "lease_lost"
    sentence = lazy("Another worker has taken this over.")


class AnalysesUsedUp(TooManyRequests):
    """Or what is left is not enough for what was asked, a whole game: then it says so."""

    code = "analyses_used_up"

    def __init__(self, retry_after: int, cost: int, left: int) -> None:
        super().__init__(retry_after)
        if left:
            self.message = lazy_plural(
                "This game needs %(cost)s analyses, and only %(n)s is left for this hour.",
                "This game needs %(cost)s analyses, and only %(n)s are left for this hour.",
                left,
                cost=cost,
            )
            return
        minutes = -(-retry_after // 60)
        self.message = lazy_plural(
            "You have used up your analyses for this hour. There will be more in %(n)s minute.",
            "You have used up your analyses for this hour. There will be more in %(n)s minutes.",
            minutes,
        )


class NoSuchGame(NotFound):
    """The same for one that never was, one of somebody else, and one behind a link that is dead."""

    code = "no_such_game"
    sentence = lazy("You can't see this game.")


class NoSuchTag(NotFound):
    code = "no_such_tag"
    sentence = lazy("We can't find that tag.")
    field = "tags"


class NoSuchFolder(NotFound):
    code = "no_such_folder"
    sentence = lazy("We can't find that folder.")
    field = "source"


class NoSuchPerson(NotFound):
    code = "no_such_person"
    sentence = lazy("We can't find anyone by that name.")
    field = "username"


class NoSuchAnalysis(NotFound):
    code = "no_such_analysis"
    sentence = lazy("We can't find that analysis.")


class NoSuchJob(NotFound):
    code = "no_such_job"
    sentence = lazy("We can't find that import.")
