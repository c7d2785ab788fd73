"""Words of what is published: the rows by which search finds it are brought to what its snapshot says.

There are more of them than one transaction takes. Until all are there, or gone, the publication says so of itself, and
whoever comes by goes on with it. A row too many finds nothing: search looks at the text itself.
"""

from collections.abc import Iterator

from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import TooBusy
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import search_tokens, snapshots
from chabudai.apps.kondate.market.entities import Publication, Token
from chabudai.apps.kondate.market.snapshots import Live
from chabudai.common.retries import attempts
from chabudai.common.store_errors import write_if_met
from chabudai.common.sweeps import write_all
from chabudai.table import ConditionNotMet, Put, TypedStore, Update


def tokens_of(row: Live) -> frozenset[str]:
    return search_tokens.tokens_of([row.words])


def index(store: TypedStore, user_id: str, kind: Kind, item_id: str) -> None:
    """Bring the rows of its words to what is published now, if anything is."""
    for _ in attempts(TooBusy):
        publication = store.get(design.publication(user_id, kind, item_id).consistently())
        if publication is None or publication.is_indexed or _bring_to_end(store, publication):
            return


def index_all(store: TypedStore) -> Iterator[str]:
    """What was interrupted, each told when it is done."""
    for publication in list(store.scan(design.unindexed_publications())):
        index(store, publication.user_id, publication.target_type, publication.target_id)
        yield f"{publication.target_type} {publication.target_id}: found by its words"


def _bring_to_end(store: TypedStore, publication: Publication) -> bool:
    kind, item_id = publication.target_type, publication.target_id
    row = snapshots.find_live(store, kind, publication.published_at, item_id) if publication.is_live else None
    wanted = frozenset[str]() if row is None else tokens_of(row)
    place = {"kind": kind, "created_at": publication.published_at, "target_id": item_id}
    write_all(store, [Put(Token.model_validate({**place, "token": token})) for token in sorted(wanted)])
    gone = sorted(publication.tokens - wanted)
    write_all(store, [Token.delete(**place, token=token) for token in gone])
    if row is None and snapshots.find_ended(store, kind, publication.published_at, item_id) is None:
        return _forget(store, publication)
    done: Update[Publication] = Publication.update(**publication.own_key).set(tokens=wanted, is_indexed=True)
    return write_if_met(store, done.when(edition=publication.edition)) is not None


def _forget(store: TypedStore, publication: Publication) -> bool:
    """Nothing of it is left, and nobody holds it."""
    try:
        store.write(Publication.delete(**publication.own_key).when(edition=publication.edition))
    except ConditionNotMet:
        return False
    return True
