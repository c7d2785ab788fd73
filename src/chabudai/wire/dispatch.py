"""Runs each request where it delays others least: quick ones on the event loop, the rest in threads; durable all."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from chabudai.engine.engine import Engine
from chabudai.engine.errors import DynamoDBError, WouldWait
from chabudai.wire.durability import Syncer
from chabudai.wire.exchange import Exchange
from chabudai.wire.gate import Call, Gate
from chabudai.wire.limits import Limits
from chabudai.wire.replies import Reply, internal_failure, refusal, render, success
from chabudai.wire.requests import Request

log = logging.getLogger("chabudai.wire")

_THREADS = 8


class Dispatcher:
    def __init__(self, engine: Engine, gate: Gate, limits: Limits) -> None:
        self._engine = engine
        self._gate = gate
        self._limits = limits
        self._loop = asyncio.get_running_loop()
        self._syncer = Syncer(engine.settle)
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="chabudai-call")
        self._quick = {name for name, operation in engine.operations.items() if operation.quick}

    def run(self, exchange: Exchange) -> None:
        """Answer the exchange, now or later; never raises."""
        request = exchange.request
        if len(request.body) > self._limits.loop_body or b"content-encoding" in request.headers:
            self._run_in_thread(exchange)
            return
        try:
            call = self._gate.admit(request)
            if isinstance(call, Reply):
                exchange.complete(render(call, request))
            elif call.operation in self._quick:
                self._run_here(call, exchange)
            else:
                self._run_in_thread(exchange)
        except WouldWait:
            self._run_in_thread(exchange)
        except Exception as error:
            exchange.complete(render(_told(error, request), request))

    def close(self) -> None:
        self._pool.shutdown()
        self._syncer.close()

    def _run_here(self, call: Call, exchange: Exchange) -> None:
        answer = self._engine.execute(call.operation, call.request, splice=True, wait=False)
        rendered = render(success(answer.response, exchange.request), exchange.request)
        if not answer.ticket:
            exchange.complete(rendered)
            return
        exchange.hold(rendered)

        def release(failure: Exception | None) -> None:
            exchange.complete(
                rendered if failure is None else render(_told(failure, exchange.request), exchange.request)
            )

        self._syncer.hold(answer.ticket, release)

    def _run_in_thread(self, exchange: Exchange) -> None:
        def work() -> None:
            answer = self._answer(exchange.request)
            self._loop.call_soon_threadsafe(exchange.complete, answer)

        self._pool.submit(work)

    def _answer(self, request: Request) -> bytes:
        """The whole way in one thread, waiting for locks and for the disk."""
        try:
            call = self._gate.admit(request)
            if isinstance(call, Call):
                answer = self._engine.execute(call.operation, call.request, splice=True)
                self._engine.settle(answer.ticket)
                return render(success(answer.response, request), request)
            return render(call, request)
        except Exception as error:
            return render(_told(error, request), request)


def _told(error: Exception, request: Request) -> Reply:
    """What a client hears of an error: DynamoDB's refusals whole, of all others only that there was one."""
    if isinstance(error, DynamoDBError) and error.status < 500:
        return refusal(error, request)
    log.error("%s failed", request.header(b"x-amz-target") or "A request", exc_info=error)
    return refusal(error, request) if isinstance(error, DynamoDBError) else internal_failure(request)
