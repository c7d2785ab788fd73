"""Runs each request where it delays others least: quick ones on the event loop, the rest in threads; durable all."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from chabudai.engine.engine import Engine
from chabudai.engine.errors import DynamoDBError, WouldBlock
from chabudai.wire.durability import Syncer
from chabudai.wire.limits import EndpointLimits
from chabudai.wire.pending_answer import PendingAnswer
from chabudai.wire.replies import Reply, internal_failure, refusal, render, success
from chabudai.wire.requests import Request
from chabudai.wire.routing import ApiCall, Router

log = logging.getLogger("chabudai.wire")

_THREADS = 8


class Dispatcher:
    def __init__(self, engine: Engine, router: Router, limits: EndpointLimits) -> None:
        self._engine = engine
        self._router = router
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._syncer = Syncer(engine.sync)
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="chabudai-call")

    def run(self, request: Request, on_progress: Callable[[], None]) -> bytes | PendingAnswer:
        """The answer if it may be sent at once; otherwise what will hold it, and tells so. Never raises."""
        if len(request.body) > self._limits.loop_body or b"content-encoding" in request.headers:
            return self._run_in_thread(request, on_progress)
        try:
            call = self._router.route(request)
            if isinstance(call, Reply):
                return render(call, request)
            if self._engine.operations[call.operation].quick:
                return self._run_here(call, request, on_progress)
            return self._run_in_thread(request, on_progress)
        except WouldBlock:
            return self._run_in_thread(request, on_progress)
        except Exception as error:
            return render(_error_reply(error, request), request)

    def close(self) -> None:
        self._pool.shutdown()
        self._syncer.close()

    def _run_here(self, call: ApiCall, request: Request, on_progress: Callable[[], None]) -> bytes | PendingAnswer:
        answer = self._engine.execute(call.operation, call.request, splice=True, wait=False)
        rendered = render(success(answer.response, request), request)
        if not answer.ticket:
            return rendered
        pending = PendingAnswer(on_progress, rendered)

        def release(failure: Exception | None) -> None:
            pending.complete(rendered if failure is None else render(_error_reply(failure, request), request))

        self._syncer.hold(answer.ticket, release)
        return pending

    def _run_in_thread(self, request: Request, on_progress: Callable[[], None]) -> PendingAnswer:
        pending = PendingAnswer(on_progress)

        def work() -> None:
            answer = self._answer(request)
            self._loop.call_soon_threadsafe(pending.complete, answer)

        self._pool.submit(work)
        return pending

    def _answer(self, request: Request) -> bytes:
        """The whole way in one thread, waiting for locks and for the disk."""
        try:
            call = self._router.route(request)
            if isinstance(call, ApiCall):
                answer = self._engine.execute(call.operation, call.request, splice=True)
                self._engine.sync(answer.ticket)
                return render(success(answer.response, request), request)
            return render(call, request)
        except Exception as error:
            return render(_error_reply(error, request), request)


def _error_reply(error: Exception, request: Request) -> Reply:
    """What a client hears of an error: DynamoDB's refusals whole, of all others only that there was one."""
    if isinstance(error, DynamoDBError) and error.status < 500:
        return refusal(error, request)
    log.error("%s failed", request.header(b"x-amz-target") or "A request", exc_info=error)
    return refusal(error, request) if isinstance(error, DynamoDBError) else internal_failure(request)
