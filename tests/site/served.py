"""A site served by several processes, and browsers that choose which of them answers."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

from tests.site.processes import children, server_of, until

_TOKEN = re.compile(r'name="_csrf" value="([^"]+)"')


@dataclass(frozen=True)
class Site:
    process: "subprocess.Popen[str]"
    host: str
    port: int

    def workers(self) -> set[int]:
        """Beside them the supervisor has one child that looks after what they share."""
        return {pid for pid in children(self.process.pid) if "spawn_main" in _command(pid)}

    def connect(self) -> HTTPConnection:
        connection = HTTPConnection(self.host, self.port, timeout=30)
        connection.connect()
        return connection

    def connect_to(self, worker: int) -> HTTPConnection:
        """While the others are held still."""
        others = self.workers() - {worker}
        for other in others:
            os.kill(other, signal.SIGSTOP)
        try:
            connection = self.connect()
            until(lambda: server_of(connection.sock, {worker}) == worker, "the worker takes the connection")
        finally:
            for other in others:
                os.kill(other, signal.SIGCONT)
        return connection


@dataclass(frozen=True)
class Answer:
    status: int
    text: str


@dataclass
class Browser:
    """Keeps its cookies whatever connection it uses."""

    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, connection: HTTPConnection, path: str) -> Answer:
        return self._ask(connection, "GET", path)

    def submit(self, connection: HTTPConnection, path: str, fields: Mapping[str, str]) -> Answer:
        """A form."""
        body = urlencode({"_csrf": self._token(connection), **fields})
        return self._ask(connection, "POST", path, body, {"content-type": "application/x-www-form-urlencoded"})

    def call(self, connection: HTTPConnection, path: str, body: object) -> Answer:
        """The API, as a script of our own page calls it."""
        headers = {"content-type": "application/json", "x-csrf-token": self._token(connection)}
        return self._ask(connection, "POST", path, json.dumps(body), headers)

    def upload(self, connection: HTTPConnection, path: str, field: str, content: bytes) -> Answer:
        """A form with a file."""
        head = f'--end\r\nContent-Disposition: form-data; name="{field}"; filename="file.bin"\r\n\r\n'.encode()
        headers = {"content-type": "multipart/form-data; boundary=end", "x-csrf-token": self._token(connection)}
        return self._ask(connection, "POST", path, head + content + b"\r\n--end--\r\n", headers)

    def _token(self, connection: HTTPConnection) -> str:
        found = _TOKEN.search(self.get(connection, "/account/forgot").text)
        assert found
        return found[1]

    def _ask(
        self,
        connection: HTTPConnection,
        method: str,
        path: str,
        body: str | bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request(method, path, body, {"cookie": cookies, **(headers or {})})
        response = connection.getresponse()
        for line in response.headers.get_all("set-cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return Answer(response.status, response.read().decode())


@contextmanager
def serving(db: Path, *arguments: str, within: Sequence[str] = (), **environment: str) -> Iterator[Site]:
    """In a session of its own: none of its processes is left in the end, whatever happened.

    `within` is a command that runs the one that follows it.
    """
    script = str(Path(sys.executable).with_name("chabudai"))
    command = [*within, script, "run", "--db", str(db), "--port", "0", *arguments]
    whole = {**os.environ, "CHABUDAI_MAIL": "", **environment}
    with subprocess.Popen(
        command, env=whole, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://([\w.-]+):(\d+);", line)
            assert found, f"the site did not start: {line!r}"
            yield Site(process, found[1], int(found[2]))
        finally:
            if process.poll() is None:
                process.terminate()
                killer = threading.Timer(30, os.killpg, (process.pid, signal.SIGKILL))
                killer.start()
                process.wait()
                killer.cancel()


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""
