"""Static files, read once at start: under a name with their content's hash to be kept forever, and under their own."""

import mimetypes
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from markupsafe import Markup

from chabudai.web import scripts, styles
from chabudai.web.errors import NotFound
from chabudai.web.packages import Package
from chabudai.web.paths import STATIC

NO_ACCENT = "wood"  # the site's own: of what has no other
_SCRIPT = ".js"
_STYLES = ".css"
_TYPES = {_SCRIPT: "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
_ACCENT = re.compile(rb'\[data-accent="([\w-]+)"\]')
_SITE_SHEET = "site.css"
_ACCENT_SHEET = "accent.css"
_PROLOG = re.compile(r"^\s*(<\?xml.*?\?>|<!--.*?-->|\s)*", re.DOTALL)
_OPENING = re.compile(r"<svg[^>]*>")
_SAID_ANYWAY = re.compile(r' (xmlns|fill|stroke|stroke-width|stroke-linecap|stroke-linejoin)="[^"]*"')
_FOREVER = "public, max-age=31536000, immutable"
_ASK_EACH_TIME = "public, no-cache"


@dataclass(frozen=True)
class Asset:
    name: str
    content: bytes

    @cached_property
    def hash(self) -> str:
        return sha256(self.content).hexdigest()[:16]

    @cached_property
    def hashed_name(self) -> str:
        path = PurePosixPath(self.name)
        return str(path.with_name(f"{path.stem}.{self.hash}{path.suffix}"))

    @cached_property
    def media_type(self) -> str:
        suffix = PurePosixPath(self.name).suffix
        return _TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")


class Assets:
    """All that can be asked for is known by name, so no path leads out of the folders."""

    def __init__(self, packages: Iterable[Package]) -> None:
        self._by_name = _join_accents({asset.name: asset for package in packages for asset in _read(package)})
        self._by_hashed_name = {asset.hashed_name: asset for asset in self._by_name.values()}
        self._icons: dict[str, Markup] = {}

    @property
    def accents(self) -> frozenset[str]:
        """The colours that an app may have: those of the site's sheet, with what apps add to it."""
        sheet = self._by_name.get(_SITE_SHEET)
        named = _ACCENT.findall(sheet.content) if sheet else []
        return frozenset({NO_ACCENT, *(name.decode() for name in named)})

    def has_icon(self, name: str) -> bool:
        return _drawing("icons", name) in self._by_name

    def url(self, name: str) -> str:
        return f"{STATIC}/{self._by_name[name].hashed_name}"

    def icon(self, name: str) -> Markup:
        """The drawing itself, to stand in a page: `plus`, or an app's own as `todo/plus`. It says nothing aloud."""
        if name not in self._icons:
            self._icons[name] = _inline(self._by_name[_drawing("icons", name)].content.decode())
        return self._icons[name]

    def picture(self, name: str) -> str:
        """The address of a drawing that a page shows: `offline`, or an app's own as `wardrobe/days`."""
        return self.url(_drawing("pictures", name))

    def respond(self, name: str, if_none_match: str) -> Response[bytes]:
        if asset := self._by_hashed_name.get(name):
            return _response(asset, _FOREVER, if_none_match)
        if asset := self._by_name.get(name):
            return _response(asset, _ASK_EACH_TIME, if_none_match)
        raise NotFound

    def route(self) -> HTTPRouteHandler:
        @get(f"{STATIC}/{{name:path}}", include_in_schema=False)
        async def asset(name: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes]:
            return self.respond(name.removeprefix("/"), request.headers.get("if-none-match", ""))

        return asset


def _read(package: Package) -> Iterator[Asset]:
    """A folder that is named like a script is one: see `_join_scripts`."""
    for path in sorted(package.static.rglob("*")):
        name = package.qualify(path.relative_to(package.static).as_posix())
        if path.is_dir() and path.suffix == _SCRIPT:
            yield Asset(name, _join_scripts(path))
        elif path.is_file() and path.parent.suffix != _SCRIPT:
            yield Asset(name, _read_file(path))


def _join_accents(assets: dict[str, Asset]) -> dict[str, Asset]:
    """With the `accent.css` of every app in the site's own sheet: the navigation shows each app on every page."""
    accents = [asset.content for name, asset in assets.items() if PurePosixPath(name).name == _ACCENT_SHEET]
    if not accents or _SITE_SHEET not in assets:
        return assets
    return assets | {_SITE_SHEET: Asset(_SITE_SHEET, b"\n".join([assets[_SITE_SHEET].content, *accents]))}


def _join_scripts(folder: Path) -> bytes:
    """Its parts in the order of their names, in one scope that they share with nobody else."""
    parts = (_read_script(path) for path in sorted(folder.glob(f"*{_SCRIPT}")))
    return b"".join([b'(()=>{"use strict";', *parts, b"})();\n"])


def _read_file(path: Path) -> bytes:
    if path.suffix == _STYLES:
        return styles.shorten(path.read_text(encoding="utf-8")).encode()
    return _read_script(path) if path.suffix == _SCRIPT else path.read_bytes()


def _read_script(path: Path) -> bytes:
    return scripts.shorten(path.read_text(encoding="utf-8")).encode()


def _drawing(folder: str, name: str) -> str:
    package, _, file = name.rpartition("/")
    return f"{package}/{folder}/{file}.svg" if package else f"{folder}/{file}.svg"


def _inline(svg: str) -> Markup:
    """Without what a page and its style sheet say anyway: a list of fifty rows holds hundreds of them."""
    drawing = _PROLOG.sub("", svg, count=1).strip()
    if 'class="icon"' in drawing:
        drawing = _OPENING.sub(lambda opening: _SAID_ANYWAY.sub("", opening[0]), drawing, count=1)
    return Markup(drawing if "aria-hidden=" in drawing else drawing.replace("<svg", '<svg aria-hidden="true"', 1))


def _response(asset: Asset, keep: str, if_none_match: str) -> Response[bytes]:
    headers = {"cache-control": keep, "etag": f'"{asset.hash}"', **_scope_of_worker(asset)}
    if f'"{asset.hash}"' in if_none_match:
        return Response(b"", status_code=304, headers=headers)
    return Response(asset.content, media_type=asset.media_type, headers=headers)


def _scope_of_worker(asset: Asset) -> Mapping[str, str]:
    """A service worker may look after the pages of the whole site, not only after what lies beside it."""
    return {"service-worker-allowed": "/"} if PurePosixPath(asset.name).name == "sw.js" else {}
