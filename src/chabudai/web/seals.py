"""Sealed values: what a form carries out and brings back as we wrote it, to one address and by one browser."""

from hashlib import blake2s
from hmac import compare_digest
from typing import Final
from urllib.parse import unquote, urlsplit

from chabudai.web.context import RequestContext, current_context
from chabudai.web.cookies import binding_of

LIFETIME: Final = 24 * 60 * 60
"""In seconds."""
_PURPOSE: Final = "sealed value"


def seal(text: str, url: str) -> str:
    """For a form that goes to `url`. The text has no dot in it, and is not hidden."""
    context = current_context()
    claim = _claim(context, unquote(urlsplit(url).path), text)
    return f"{text}.{context.jar.signer.sign(_PURPOSE, claim)}"


def unseal(sealed: str) -> str | None:
    """None for what was altered, is too old, or was made for another browser, for somebody else or another address."""
    context = current_context()
    text, _, signature = sealed.partition(".")
    claim = context.jar.signer.unsign(_PURPOSE, signature, LIFETIME)
    return text if claim is not None and compare_digest(claim, _claim(context, context.path, text)) else None


def _claim(context: RequestContext, path: str, text: str) -> str:
    said = "\0".join((binding_of(context.jar) or "", path, text))
    return blake2s(said.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
