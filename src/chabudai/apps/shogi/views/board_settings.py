"""How boards are shown: which pieces, how large, how fast; as text, which a person's row or a guest's cookie keeps."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Final, Literal, TypeAlias, get_args

from chabudai.apps.shogi.views import words
from chabudai.web.cookies import Cookie, CookieJar
from chabudai.web.forms import Form

PieceSet: TypeAlias = Literal["one", "two", "letters"]
Size: TypeAlias = Literal["s", "m", "l"]
Speed: TypeAlias = Literal["1", "2", "4"]
Figures: TypeAlias = Literal["score", "rate"]
Bottom: TypeAlias = Literal["own", "sente"]
Switch: TypeAlias = Literal["on", "off"]

_COOKIE: Final = Cookie("shogi-board", 365 * 24 * 60 * 60)


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """`bottom` is who sits below: oneself, or always sente."""

    pieces: PieceSet
    size: Size = "l"
    coordinates: Switch = "on"
    sound: Switch = "off"
    speed: Speed = "2"
    figures: Figures = "score"
    targets: Switch = "on"
    bottom: Bottom = "own"


CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "pieces": get_args(PieceSet),
    "size": get_args(Size),
    "coordinates": get_args(Switch),
    "sound": get_args(Switch),
    "speed": get_args(Speed),
    "figures": get_args(Figures),
    "targets": get_args(Switch),
    "bottom": get_args(Bottom),
}


def read_settings(text: str) -> BoardSettings:
    """What is not known, or no longer there, is as at first; the first pieces are those of the language."""
    kept = dict(part.split("=", 1) for part in text.split("&") if "=" in part)
    return _change(BoardSettings("one" if words.is_japanese() else "letters"), kept)


def change_settings(settings: BoardSettings, chosen: Form | Mapping[str, str]) -> BoardSettings:
    return _change(settings, {name: chosen[name] for name in CHOICES if name in chosen})


def write_settings(settings: BoardSettings) -> str:
    return "&".join(f"{name}={value}" for name, value in asdict(settings).items())


def read_cookie(jar: CookieJar) -> str:
    return jar.get(_COOKIE) or ""


def keep_cookie(jar: CookieJar, settings: BoardSettings) -> None:
    jar.put(_COOKIE, write_settings(settings))


def _change(settings: BoardSettings, changes: dict[str, str]) -> BoardSettings:
    known = {field.name for field in fields(BoardSettings)}
    good = {name: value for name, value in changes.items() if name in known and value in CHOICES[name]}
    return replace(settings, **good)  # type: ignore[arg-type]
