"""Sharing for programs: a game on the public page, by a link, with people; and all games with people."""

from chabudai.apps.shogi import sharing
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.permissions import Access
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, patch, post, put

_GAME = "/games/{game_id:str}"
_READER = f"{_GAME}/readers/{{username:str}}"
_READER_OF_ALL = "/readers/{username:str}"


class SharingBody(Body):
    """Who may see a game. `code` and `path` are its link, null when there is none; `readers` are usernames."""

    public: bool
    memo_shared: bool
    share: bool
    code: str | None
    path: str | None
    readers: list[str]


class SharingChanges(Body):
    """What is left out stays as it is. `memoShared`: those who may read the game read the memo too."""

    public: bool | None = None
    memo_shared: bool | None = None


class ReaderList(Body):
    """Usernames of those who may read all games."""

    readers: list[str]


@get(f"{_GAME}/sharing", **needs("share"))
def show_sharing(access: Injected[Access], owner: Injected[Owner]) -> SharingBody:
    """Who may see it. Access patterns 13 and 18."""
    return _body(owner, access.game)


@patch(f"{_GAME}/sharing", **needs("share"))
def change_sharing(data: JSONBody[SharingChanges], access: Injected[Access], owner: Injected[Owner]) -> SharingBody:
    """On the owner's public page or not, with the memo or not."""
    game = access.game
    if data.public is not None:
        game = sharing.set_public(owner, game.game_id, public=data.public).game
    if data.memo_shared is not None:
        game = sharing.set_memo_shared(owner, game.game_id, memo_shared=data.memo_shared).game
    return _body(owner, game)


@post(f"{_GAME}/link", status_code=200, **needs("share"))
def start_link(access: Injected[Access], owner: Injected[Owner]) -> SharingBody:
    """Whoever has the link may read it. One that is there stays as it is."""
    return _body(owner, sharing.start_link(owner, access.game.game_id))


@post(f"{_GAME}/link/reissue", status_code=200, **needs("share"))
def reissue_link(access: Injected[Access], owner: Injected[Owner]) -> SharingBody:
    """Another link; the one before is dead at once."""
    return _body(owner, sharing.reissue_link(owner, access.game.game_id))


@delete(f"{_GAME}/link", status_code=200, **needs("share"))
def revoke_link(access: Injected[Access], owner: Injected[Owner]) -> SharingBody:
    """No link from now on; one that is started later is another."""
    return _body(owner, sharing.revoke_link(owner, access.game.game_id))


@put(_READER, **needs("share"))
def add_reader(
    username: FromPath[str], access: Injected[Access], owner: Injected[Owner], people: Injected[People]
) -> SharingBody:
    """A person may read this game."""
    sharing.add_reader(owner, access.game.game_id, username, people)
    return _body(owner, access.game)


@delete(_READER, status_code=200, **needs("share"))
def remove_reader(username: FromPath[str], access: Injected[Access], owner: Injected[Owner]) -> SharingBody:
    """At once."""
    sharing.remove_reader(owner, access.game.game_id, username)
    return _body(owner, access.game)


@get("/readers", **needs("own"))
def list_readers_of_all(owner: Injected[Owner]) -> ReaderList:
    """Who may read all of one's games. Access pattern 19."""
    return _readers(owner)


@put(_READER_OF_ALL, **needs("own"))
def add_reader_of_all(username: FromPath[str], owner: Injected[Owner], people: Injected[People]) -> ReaderList:
    """A person may read all games, also those that will be kept."""
    sharing.add_reader_of_all(owner, username, people)
    return _readers(owner)


@delete(_READER_OF_ALL, status_code=200, **needs("own"))
def remove_reader_of_all(username: FromPath[str], owner: Injected[Owner]) -> ReaderList:
    """At once."""
    sharing.remove_reader_of_all(owner, username)
    return _readers(owner)


def _readers(owner: Owner) -> ReaderList:
    return ReaderList(readers=sharing.find_readers_of_all(owner))


def _body(owner: Owner, game: Game) -> SharingBody:
    code = game.share_code if game.share else None
    return SharingBody(
        public=game.public,
        memo_shared=game.memo_shared,
        share=game.share,
        code=code,
        path=None if code is None else f"/s/{code}",
        readers=sharing.find_readers(owner, game.game_id),
    )
