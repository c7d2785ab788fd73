"""`chabudai dynamodb`: serve a database as a DynamoDB endpoint until told to stop."""

import argparse
import errno
import ipaddress
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from chabudai.cli.errors import CommandFailed
from chabudai.engine.engine import Engine

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from chabudai.wire.signature import AccessKey

_KEY_ID = "CHABUDAI_ACCESS_KEY_ID"
_SECRET = "CHABUDAI_SECRET_ACCESS_KEY"


def add_to(commands: "_SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("dynamodb", help="serve a database as a DynamoDB and DynamoDB Streams endpoint")
    parser.add_argument("--db", required=True, metavar="FILE", help="the database, made if missing; or :memory:")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=_port, default=8000, help="0 takes a free one (default: %(default)s)")
    parser.add_argument(
        "--durability",
        choices=("full", "relaxed"),
        default="full",
        help="full: an answered write is on the disk; relaxed: the system writes when it likes (default: %(default)s)",
    )
    parser.add_argument(
        "--access-key",
        metavar="ID",
        help=f"accept only requests signed with this key (or {_KEY_ID} in the environment)",
    )
    parser.add_argument(
        "--secret-key-file", metavar="FILE", help=f"holds the key's secret (or {_SECRET} in the environment)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        from chabudai.wire.server import EndpointSettings, serve
    except ImportError as missing:
        if missing.name != "httptools":
            raise
        raise CommandFailed(str(missing)) from None
    key = _access_key(options, os.environ)
    if key is None and not _is_loopback(options.host):
        print(
            f"chabudai: warning: everyone who reaches {options.host} may read and change everything; "
            f"set {_KEY_ID} and {_SECRET}, or stay on 127.0.0.1.",
            file=sys.stderr,
        )
    settings = EndpointSettings(host=options.host, port=options.port, access_key=key)
    with Engine.open(options.db, durability=options.durability) as engine:
        try:
            serve(engine, settings, lambda url: _announce(url, options.db, key))
        except OSError as error:
            raise CommandFailed(_listen_error_text(error, options.host, options.port)) from None
    return 0


def _announce(url: str, db: str, key: "AccessKey | None") -> None:
    credentials = f"signed with the access key {key.id}" if key else "with any credentials"
    print(
        f"chabudai serves {db} as DynamoDB on {url} ({credentials}); Ctrl-C stops it\n"
        f"  AWS CLI: aws dynamodb list-tables --endpoint-url {url}\n"
        f'  boto3:   boto3.client("dynamodb", endpoint_url="{url}")',
        flush=True,
    )


def _access_key(options: argparse.Namespace, environment: Mapping[str, str]) -> "AccessKey | None":
    from chabudai.wire.signature import AccessKey

    key_id = options.access_key or environment.get(_KEY_ID, "")
    secret = _read_secret(options.secret_key_file) if options.secret_key_file else environment.get(_SECRET, "")
    if not key_id and not secret:
        return None
    if not key_id:
        raise CommandFailed(f"A secret without its key: give --access-key or {_KEY_ID} too.")
    if not secret:
        raise CommandFailed(f"An access key without its secret: give --secret-key-file or {_SECRET} too.")
    return AccessKey(key_id, secret)


def _read_secret(path: str) -> str:
    try:
        secret = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise CommandFailed(f"The secret cannot be read from {path}: {reason}.") from None
    if not secret:
        raise CommandFailed(f"{path} holds no secret.")
    return secret


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"invalid port {text!r}: give a number from 0 to 65535")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listen_error_text(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is in use; choose another with --port, or 0 for a free one."
    if error.errno == errno.EACCES:
        return f"Port {port} on {host} may not be used by this account; choose one above 1023 with --port."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine."
    return f"Cannot listen on {host} port {port}: {error.strerror or error}."
