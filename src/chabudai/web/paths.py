"""Which part of the site a path belongs to: pages for people, the API for programs, files that are for everyone."""

API = "/api"
STATIC = "/static"


def is_api(path: str) -> bool:
    return _is_under(API, path)


def is_static(path: str) -> bool:
    return _is_under(STATIC, path)


def _is_under(root: str, path: str) -> bool:
    return path == root or path.startswith(f"{root}/")
