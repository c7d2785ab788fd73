"""`chabudai run`: serve the household's site until told to stop."""

import argparse
import errno
import os
import socket
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from chabudai.cli.errors import CommandFailed

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from chabudai.site.compose import Site
    from chabudai.site.settings import SiteSettings

MOST_WORKERS = 64

_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # no address to go to: on this machine it is the other one


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("run", help="serve the household's apps")
    parser.add_argument(
        "--db", metavar="ADDRESS", help="a file (made if missing), :memory:, dynamodb://REGION or a URL"
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="0 takes a free one (default: %(default)s)")
    parser.add_argument(
        "--demo", action="store_true", default=None, help="with a household for each visitor, for a day"
    )
    parser.add_argument(
        "--workers",
        type=_worker_count,
        default=1,
        metavar="N",
        help="the processes that answer, on one port and one database (default: %(default)s)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    _require_packages()
    with _listen(options.host, options.port) as listener:
        bound, port = listener.getsockname()[:2]
        is_everywhere = bound in _EVERYWHERE
        host = _spell_host(_EVERYWHERE[bound] if is_everywhere else options.host)
        settings = _read_settings(options, f"http://{host}:{port}", host)
        announce = partial(_announce, f"http://{host}:{port}", is_everywhere=is_everywhere)
        if options.workers == 1:
            _serve_here(settings, listener, announce)
        else:
            _serve_from_workers(options.workers, settings, listener, announce)
    return 0


def _require_packages() -> None:
    try:
        import chabudai.site.server  # noqa: F401 - whether it can be
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("chabudai"):
            raise
        raise CommandFailed("The site needs more packages: install chabudai[site].") from None


def _announce(address: str, *, is_everywhere: bool) -> None:
    from chabudai.site.settings import variable

    print(f"chabudai serves the household on {address}; Ctrl-C stops it", flush=True)
    if is_everywhere:
        allow = f"{variable('hosts')}={socket.gethostname()},192.168.1.5"
        print(f"other machines are answered under the names that a setting allows, as in {allow}", flush=True)


def _read_settings(options: argparse.Namespace, address: str, host: str) -> "SiteSettings":
    """`host` is where it listens: it answers to that name, whatever its address is elsewhere."""
    from chabudai.site import settings
    from chabudai.site.errors import SiteError

    given = {"db": options.db, "is_demo": options.demo}
    if "CHABUDAI_ADDRESS" not in os.environ:
        given["address"] = address
    try:
        found = settings.read(os.environ, **given)
        return replace(found, hosts=f"{found.hosts},{host}")
    except SiteError as failure:
        raise CommandFailed(str(failure)) from failure


def _serve_here(settings: "SiteSettings", listener: socket.socket, announce: Callable[[], None]) -> None:
    from chabudai.site import server

    with _compose(settings) as site:
        server.serve(site, listener, announce)


def _serve_from_workers(
    count: int, settings: "SiteSettings", listener: socket.socket, announce: Callable[[], None]
) -> None:
    """Composed here first, and closed again: tables, secret and demo household are made once, and errors told once."""
    from chabudai.site import server, supervisor
    from chabudai.site.errors import SiteError

    if settings.db == ":memory:":
        raise CommandFailed("Several workers can't share a database in :memory:; give --db a file, DynamoDB or a URL.")
    with _compose(settings):
        pass
    try:
        supervisor.supervise(count, partial(server.compose_and_serve, settings, listener), announce)
    except SiteError as failure:
        raise CommandFailed(str(failure)) from failure


def _compose(settings: "SiteSettings") -> "Site":
    from chabudai.adapters.mail.errors import MailError
    from chabudai.site.compose import compose
    from chabudai.site.errors import SiteError
    from chabudai.store.errors import StoreError
    from chabudai.table import TableError
    from chabudai.web.errors import UnsafeSecret

    try:
        return compose(settings)
    except (SiteError, StoreError, TableError, MailError, UnsafeSecret) as failure:
        raise CommandFailed(str(failure)) from failure


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandFailed(f"Port {port} on {host} is in use; choose another with --port.") from None
        raise CommandFailed(f"Cannot listen on {host} port {port}: {error.strerror or error}.") from None


def _spell_host(host: str) -> str:
    """As it stands in an address."""
    return f"[{host}]" if ":" in host else host


def _worker_count(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_WORKERS:
        return int(text)
    raise argparse.ArgumentTypeError(f"invalid number of workers: {text!r} is not in 1 to {MOST_WORKERS}")
