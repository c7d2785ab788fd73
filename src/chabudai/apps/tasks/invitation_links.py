"""The links of invitations: whoever has one may join by it."""

from typing import Final

from chabudai.accounts.hashing import digest, same_digest
from chabudai.adapters.ids import NewId, token_factory

new_token: Final[NewId] = token_factory(32)


def path_of(team_id: str, invite_id: str, token: str) -> str:
    """Within the site. An email has the site's own address before it, and never what a request says of its host."""
    return f"/tasks/join/{team_id}/{invite_id}/{token}"


def same_token(one: str, other: str) -> bool:
    """In a time that does not tell where they differ, nor how long they are."""
    return same_digest(digest(one), digest(other))


def mask_address(email: str) -> str:
    """Enough to know one's own address by: a…@example.com."""
    local, _, domain = email.rpartition("@")
    return f"{local[:1]}…@{domain}"
