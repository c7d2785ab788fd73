"""By what two devices of one person are told apart."""

from hashlib import sha256

from chabudai.web.context import RequestContext


def find_device(context: RequestContext) -> str | None:
    """The same for every request of one signed-in browser, and of no use to anyone who reads it."""
    session = context.credentials.session
    return None if session is None else sha256(f"device {session}".encode()).hexdigest()[:12]
