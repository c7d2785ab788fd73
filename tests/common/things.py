"""A table for what the shelf does not have: unique names, and links that open something."""

from typing import Annotated

from chabudai.common.share_links import replace_link
from chabudai.common.text import fold_name
from chabudai.table import (
    Delete,
    Design,
    Entity,
    Field,
    Get,
    InKey,
    Query,
    Table,
    Transaction,
    computed,
    key,
    unique,
)

Name = Annotated[str, Field(min_length=1, max_length=50)]


class ThingTable(Table, name="things", pk="pk", sk="sk"): ...


class Tag(Entity, table=ThingTable):
    username: InKey[str]
    tag_id: InKey[str]
    name: Name
    colour: str = "red"
    leaving: bool = False

    pk = key("user#{username}")
    sk = key("tag#{tag_id}")
    folded_name = computed(fold_name)
    only_name = unique("user#{username}", "tag_name#{folded_name:tail}")


class Album(Entity, table=ThingTable):
    album_id: InKey[str]
    share_secret: str | None = None

    pk = key("album#{album_id}")
    sk = key("meta")


class AlbumLink(Entity, table=ThingTable):
    secret: InKey[str]
    album_id: str

    pk = key("link#{secret}")
    sk = key("link")


@ThingTable.pattern("1", "all tags of a person")
def tags(username: str) -> Query[Tag]:
    return ThingTable.query(Tag, username=username)


@ThingTable.pattern("2", "one album")
def album(album_id: str) -> Get[Album]:
    return Album.get(album_id=album_id)


@ThingTable.pattern("3", "a link to an album")
def link(secret: str) -> Get[AlbumLink]:
    return AlbumLink.get(secret=secret)


def share(row: Album, secret: str | None) -> Transaction:
    new = None if secret is None else (secret, AlbumLink(secret=secret, album_id=row.album_id))
    return replace_link(Album.update(**row.own_key), "share_secret", row.share_secret, _delete_link, new)


def _delete_link(secret: str) -> Delete[AlbumLink]:
    return AlbumLink.delete(secret=secret)


design = Design("things", ThingTable)
