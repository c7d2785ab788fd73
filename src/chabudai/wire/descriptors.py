"""How many connections the operating system lets this process have, raised as far as it may be."""

import sys

_SPARE = 64  # the database and its readers, the event loop, the standard streams


def max_connections(wanted: int, spare: int = _SPARE) -> int:
    """At most as many as wanted, so that accepting one never fails for want of a file descriptor.

    `spare` are those that something else may need.
    """
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = wanted + spare if hard == resource.RLIM_INFINITY else min(wanted + spare, hard)
    if soft != resource.RLIM_INFINITY and soft < target:
        resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))
        soft = target
    return wanted if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft - spare))
