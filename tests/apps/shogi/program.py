"""A program that speaks to the JSON API of the shogi app for somebody, or for nobody."""

from collections.abc import Sequence
from typing import Any

from httpx import Cookies, Response
from tests.apps.shogi.site_house import House

from chabudai.adapters.usi import EngineCommand
from chabudai.apps.shogi.job_worker import new_worker

ENGINE = EngineCommand(("an-engine",))


class Program:
    """`token` is None for a guest."""

    def __init__(self, site: House, token: str | None, language: str = "en") -> None:
        self.site = site
        self._headers = {"accept-language": language} | ({} if token is None else {"authorization": f"Bearer {token}"})

    def ask(self, method: str, path: str, body: Any = None) -> Response:
        self.site.client.cookies = Cookies()
        sent = {} if body is None else {"json": body}
        return self.site.client.request(
            method, f"/api/shogi{path}", headers=self._headers, follow_redirects=False, **sent
        )

    def get(self, path: str) -> Any:
        return self.done("GET", path)

    def done(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.ask(method, path, body)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json() if answer.text else None

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        answer = self.ask(method, path, body)
        return answer.status_code, answer.json()["error"]["code"]

    def keep(self, record: str, **fields: Any) -> dict[str, Any]:
        made: dict[str, Any] = self.done("POST", "/games", {"record": record, **fields})
        return made

    def slugs(self, path: str) -> list[str]:
        return [each["slug"] for each in self.get(path)["games"]]


def work(site: House) -> None:
    """All jobs that wait are done."""
    new_worker(site.store, site.clock).catch_up()


def details(answer: Response) -> dict[str, str]:
    found: Sequence[dict[str, str]] = answer.json()["error"]["details"]
    return {each["field"]: each["message"] for each in found}
