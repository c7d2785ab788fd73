"""The event loop that the endpoint runs on: uvloop where it is installed. The only module that knows it."""

import asyncio


def new_event_loop() -> asyncio.AbstractEventLoop:
    """asyncio's own loop serves too, only more slowly."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
