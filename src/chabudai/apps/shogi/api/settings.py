"""How boards look, for programs: a person's own, on every device."""

from dataclasses import asdict

from msgspec import UNSET, UnsetType

from chabudai.apps.shogi import preferences
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.views.board_settings import (
    BoardSettings,
    Bottom,
    Figures,
    PieceSet,
    Size,
    Speed,
    Switch,
    change_settings,
    read_settings,
    write_settings,
)
from chabudai.common.bodies import sent_fields
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.routes import Injected, JSONBody, get, patch


class BoardSettingsBody(Body):
    """`bottom` is who sits below: oneself, or always sente. `speed` is in seconds a move."""

    pieces: PieceSet
    size: Size
    coordinates: Switch
    sound: Switch
    speed: Speed
    figures: Figures
    targets: Switch
    bottom: Bottom


class BoardSettingsChanges(Body):
    """What is left out stays as it is."""

    pieces: PieceSet | UnsetType = UNSET
    size: Size | UnsetType = UNSET
    coordinates: Switch | UnsetType = UNSET
    sound: Switch | UnsetType = UNSET
    speed: Speed | UnsetType = UNSET
    figures: Figures | UnsetType = UNSET
    targets: Switch | UnsetType = UNSET
    bottom: Bottom | UnsetType = UNSET


@get("/settings", **needs("own"))
def show_settings(owner: Injected[Owner]) -> BoardSettingsBody:
    """Access pattern 14."""
    return _body(read_settings(preferences.find_board(owner.store, owner.username)))


@patch("/settings", **needs("own"))
def edit_settings(data: JSONBody[BoardSettingsChanges], owner: Injected[Owner]) -> BoardSettingsBody:
    """Boards look like this from now on."""
    before = read_settings(preferences.find_board(owner.store, owner.username))
    changed = change_settings(before, sent_fields(data))
    preferences.keep_board(owner.store, owner.username, write_settings(changed))
    return _body(changed)


def _body(settings: BoardSettings) -> BoardSettingsBody:
    return BoardSettingsBody(**asdict(settings))
