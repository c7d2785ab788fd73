"""Which part of the site a path belongs to: pages for people, the API for programs, files that are for everyone."""

API = "/api"
DOCUMENT = "/openapi.json"
STATIC = "/static"

_LOOKING = frozenset({"GET", "HEAD"})
_SEPARATORS = (b"%2f", b"%5c")


def is_api(path: str) -> bool:
    return _is_under(API, path)


def is_api_document(path: str) -> bool:
    """Whether it is the API's description of itself, which is everyone's to read."""
    return path in (API, f"{API}{DOCUMENT}")


def is_static(path: str) -> bool:
    return _is_under(STATIC, path)


def is_exact(method: str, path: str, raw: bytes) -> bool:
    """Whether an address says which thing it means: an id that is empty, or holds a slash, would name another thing.

    Whoever types a page's address may end it with a slash; a form and a program may not.
    """
    spelled = raw.partition(b"?")[0].lower()  # some servers leave the query there
    if any(mark in spelled for mark in _SEPARATORS):
        return False
    is_lenient = path == "/" or (method in _LOOKING and not is_api(path))
    return "" not in (path.rstrip("/") if is_lenient else path).split("/")[1:]


def _is_under(root: str, path: str) -> bool:
    return path == root or path.startswith(f"{root}/")
