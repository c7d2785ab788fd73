"""People of the house who have accounts, for sharing with them."""

from tests.apps.shogi.club import Club

from chabudai.accounts import design
from chabudai.accounts.design import Person
from chabudai.apps.shogi.people import People


def people(club: Club, *usernames: str) -> People:
    club.store.create(*design.design.tables)
    for username in usernames:
        club.store.put(
            Person(username=username, email=f"{username}@example.jp", password_hash="x", created_at=club.clock())
        )
    return People.default(club.store, club.clock)
