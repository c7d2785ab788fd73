"""Links that open something, are replaced, and are taken away."""

from collections.abc import Callable, Iterator

import pytest
from tests.common.things import Album, AlbumLink, album, design, link, share

from chabudai import table
from chabudai.common.share_links import ShareLinks
from chabudai.table import ConflictRetryPolicy, Transaction, TypedStore


class Busy(Exception): ...


@pytest.fixture
def store() -> Iterator[TypedStore]:
    with table.open(":memory:") as opened:
        opened.create(*design.tables)
        opened.insert(Album(album_id="a1"))
        yield opened


@pytest.fixture
def links(store: TypedStore) -> ShareLinks[AlbumLink, Album]:
    return ShareLinks(
        store,
        link,
        lambda found: album(found.album_id),
        lambda row, _: row.share_secret,
        Busy,
        ConflictRetryPolicy(tries=3, sleep=lambda _: None),
    )


def reader(store: TypedStore) -> Callable[[], Album]:
    return lambda: store.one(album("a1").consistently())


def plan(secret: str | None) -> Callable[[Album], Transaction]:
    return lambda row: share(row, secret)


def test_a_link_opens_what_it_was_made_for(store: TypedStore, links: ShareLinks[AlbumLink, Album]) -> None:
    assert links.issue(reader(store), plan("s1")).share_secret == "s1"
    opened = links.open("s1")
    assert opened is not None
    assert opened[1].album_id == "a1"


@pytest.mark.parametrize("secret", ["", "nothing", "a1", "a#b", "x" * 300, "\n"])
def test_what_is_no_secret_opens_nothing(links: ShareLinks[AlbumLink, Album], secret: str) -> None:
    assert links.open(secret) is None


def test_a_new_link_ends_the_one_before(store: TypedStore, links: ShareLinks[AlbumLink, Album]) -> None:
    links.issue(reader(store), plan("s1"))
    links.issue(reader(store), plan("s2"))
    assert links.open("s1") is None
    assert links.open("s2") is not None
    assert store.get(link("s1")) is None


def test_a_link_that_was_taken_away_opens_nothing(store: TypedStore, links: ShareLinks[AlbumLink, Album]) -> None:
    links.issue(reader(store), plan("s1"))
    after = links.revoke(reader(store), lambda row: row.share_secret, plan(None))
    assert after.share_secret is None
    assert links.open("s1") is None
    assert links.revoke(reader(store), lambda row: row.share_secret, plan(None)) == after


def test_a_link_whose_target_names_another_opens_nothing(
    store: TypedStore, links: ShareLinks[AlbumLink, Album]
) -> None:
    links.issue(reader(store), plan("s1"))
    store.insert(AlbumLink(secret="stray", album_id="a1"))
    store.insert(AlbumLink(secret="lost", album_id="gone"))
    assert links.open("stray") is None
    assert links.open("lost") is None


def test_whoever_is_slower_reads_again(store: TypedStore, links: ShareLinks[AlbumLink, Album]) -> None:
    read, seen = reader(store), [Album(album_id="a1")]
    links.issue(read, plan("theirs"))
    after = links.issue(lambda: seen.pop() if seen else read(), plan("mine"))
    assert after.share_secret == "mine"
    assert links.open("theirs") is None


def test_whoever_is_always_slower_is_told_so(store: TypedStore, links: ShareLinks[AlbumLink, Album]) -> None:
    links.issue(reader(store), plan("theirs"))
    stale = Album(album_id="a1", share_secret="older")
    with pytest.raises(Busy):
        links.issue(lambda: stale, plan("mine"))
    with pytest.raises(Busy):
        links.revoke(lambda: stale, lambda row: row.share_secret, plan(None))
