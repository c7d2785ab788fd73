"""`chabudai run`: serve the household's site until told to stop."""

import argparse
import errno
import os
import socket
from typing import TYPE_CHECKING

from chabudai.cli.errors import CommandFailed

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from chabudai.site.compose import Site


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("run", help="serve the household's apps")
    parser.add_argument(
        "--db", metavar="ADDRESS", help="a file (made if missing), :memory:, dynamodb://REGION or a URL"
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="0 takes a free one (default: %(default)s)")
    parser.add_argument("--demo", action="store_true", default=None, help="with a household to look at, open to all")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        import uvicorn
    except ModuleNotFoundError:
        raise CommandFailed("The site needs more packages: install chabudai[site].") from None
    with _listening(options.host, options.port) as listener:
        address = f"http://{options.host}:{listener.getsockname()[1]}"
        with _composed(options, address) as site:
            print(f"chabudai serves the household on {address}; Ctrl-C stops it", flush=True)
            config = uvicorn.Config(site.application, log_level="warning", server_header=False)
            uvicorn.Server(config).run(sockets=[listener])
    return 0


def _composed(options: argparse.Namespace, address: str) -> "Site":
    from chabudai.outside.mail.errors import MailError
    from chabudai.site import settings
    from chabudai.site.compose import compose
    from chabudai.site.errors import SiteError
    from chabudai.store.errors import StoreError
    from chabudai.table import TableError
    from chabudai.web.errors import SecretUnsafe

    given = {"db": options.db, "is_demo": options.demo}
    if "CHABUDAI_ADDRESS" not in os.environ:
        given["address"] = address
    try:
        return compose(settings.read(os.environ, **given))
    except (SiteError, StoreError, TableError, MailError, SecretUnsafe) as failure:
        raise CommandFailed(str(failure)) from failure


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandFailed(f"Port {port} on {host} is in use; choose another with --port.") from None
        raise CommandFailed(f"Cannot listen on {host} port {port}: {error.strerror or error}.") from None
