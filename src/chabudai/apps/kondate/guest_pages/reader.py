"""Whoever opens a link."""

from dataclasses import dataclass

from chabudai.common.owner import Owner


@dataclass(frozen=True, slots=True)
class Reader:
    """`own` is None for guests; `house` is read with, whoever asks."""

    house: Owner
    own: Owner | None
