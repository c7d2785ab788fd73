"""The names under which a real site is answered, and that nothing it says comes from the name it was asked under."""

import re
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from socket import gethostbyname, gethostname

import pytest
from tests.site.conftest import visiting
from tests.site.served import Site, serving
from tests.wire.rawhttp import RawConnection, Response, ask, request_bytes

import chabudai
from chabudai.site import settings
from chabudai.site.errors import BadSetting
from chabudai.site.settings import SiteSettings
from chabudai.web.hosts import Host

SOURCE = Path(chabudai.__path__[0])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    db = tmp_path_factory.mktemp("hosts") / "household.db"
    with serving(db, CHABUDAI_ADDRESS="http://family.example:8000", CHABUDAI_HOSTS="kitchen.local") as site:
        yield site


@pytest.fixture(scope="module")
def site_at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """On every address of the machine, as for a home network; with nothing else set."""
    with serving(tmp_path_factory.mktemp("home") / "household.db", "--host", "0.0.0.0") as site:
        yield site


def get(site: Site, path: str = "/sign-in", host: str = "localhost", **headers: str) -> Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with RawConnection(site.port, host=site.host) as connection:
        connection.send(request_bytes("GET", {"Host": host, **named}, path=path))
        return connection.receive()


def send_head(site: Site, *lines: str) -> Response:
    return ask(site.port, "".join(f"{line}\r\n" for line in (*lines, "")).encode())


@pytest.mark.parametrize("host", ["family.example:8000", "family.example", "kitchen.local:80", "localhost:1"])
def test_the_address_the_allowed_names_and_the_machine_itself_are_answered(site: Site, host: str) -> None:
    assert get(site, host=host).status == 200


@pytest.mark.parametrize(("language", "told"), [("en", "start it with"), ("ja", "を付けて起動")])
def test_another_name_is_misdirected_with_a_page_that_says_how_to_allow_it(
    site: Site, language: str, told: str
) -> None:
    answer = get(site, host="shed.local:8000", accept="text/html", accept_language=language)
    assert answer.status == 421
    assert "CHABUDAI_HOSTS=shed.local" in answer.body.decode()
    assert told in answer.body.decode()
    assert get(site, "/api/openapi.json", host="evil.test").json["error"]["code"] == "misdirected_request"


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("GET /sign-in HTTP/1.1\nHost: localhost\nHost: localhost", 400),
        ("GET /sign-in HTTP/1.1\nHost: localhost\nHost: evil.test", 400),
        ("GET /sign-in HTTP/1.1", 400),
        ("GET /sign-in HTTP/1.0", 400),
        ("GET /sign-in HTTP/1.1\nHost: user:secret@localhost", 400),
        ("GET http://localhost/sign-in HTTP/1.1\nHost: localhost", 200),
        ("GET http://evil.test/sign-in HTTP/1.1\nHost: localhost", 421),
        ("GET http://localhost/sign-in HTTP/1.1\nHost: evil.test", 200),
        ("GET http://user@localhost/sign-in HTTP/1.1\nHost: localhost", 400),
        ("GET //evil.test/sign-in HTTP/1.1\nHost: localhost", 404),
        ("OPTIONS * HTTP/1.1\nHost: localhost", 404),
    ],
)
def test_what_was_asked_for_is_meant_and_never_guessed(site: Site, head: str, status: int) -> None:
    """The address in the first line goes before the Host beside it, as HTTP has it."""
    assert send_head(site, *head.splitlines()).status == status


@pytest.mark.parametrize("name", ["X-Forwarded-Host", "Forwarded", "X-Host", "X-Original-Host", "X-Forwarded-Server"])
def test_no_header_but_host_says_which_site_is_meant(site: Site, name: str) -> None:
    value = "host=evil.test" if name == "Forwarded" else "evil.test"
    answer = ask(site.port, request_bytes("GET", {"Host": "localhost", name: value}, path="/sign-in"))
    assert answer.status == 200
    assert b"evil.test" not in answer.body


def test_a_forwarded_scheme_from_the_machine_itself_counts_only_behind_a_proxy(site: Site) -> None:
    answer = get(site, x_forwarded_proto="https", x_forwarded_for="203.0.113.7")
    assert "secure" not in answer.headers["set-cookie"].lower()
    assert "strict-transport-security" not in answer.headers


def test_the_outbox_is_for_whoever_sits_at_the_machine(site_at_home: Site) -> None:
    assert get(site_at_home, "/outbox").status == 200
    assert get(site_at_home, "/outbox", host="family.localhost:9").status == 200
    for forwarded in ("Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "Via", "X-Real-IP"):
        assert get(site_at_home, "/outbox", **{forwarded: "127.0.0.1"}).status == 404


def test_where_the_site_has_an_address_elsewhere_there_is_no_outbox(site: Site) -> None:
    assert get(site, "/outbox").status == 404


def test_links_in_emails_lead_to_the_address_of_the_site_whatever_name_it_was_asked_under(
    empty_household: SiteSettings,
) -> None:
    settings = replace(empty_household, address="https://family.example")
    with visiting(settings) as visitor:
        fields = {"username": "hanako", "email": "hanako@example.jp", "password": "ちゃぶ台をかこむ夜です"}
        assert visitor.submit("/sign-up", fields).status_code == 303
        assert visitor.submit("/account/forgot", {"login": "hanako"}).status_code == 303
        assert visitor.get("/api/openapi.json").json()["servers"] == [{"url": "/"}]
    (email,) = Path(settings.mail_address).glob("*.eml")
    text = message_from_bytes(email.read_bytes(), policy=default).get_body(("plain",))
    assert text is not None
    assert re.findall(r"https?://[^/\s]+", text.get_content()) == ["https://family.example"]


def test_nothing_but_the_check_itself_looks_at_the_name_it_was_asked_under() -> None:
    """Links are made from the site's address: what a request says of its host is never repeated."""
    asks = re.compile(r"(?i)request\.(base_)?url\b|url_for\(|[\"']host[\"']|forwarded.host|scope\[.server.\]")
    rooms = [SOURCE / name for name in ("web", "common", "accounts", "apps", "site")]
    asking = [path for room in rooms for path in room.rglob("*.py") if asks.search(path.read_text())]
    found = {path.relative_to(SOURCE).as_posix() for path in asking}
    assert found == {"web/middleware.py", "web/origins.py", "site/connection.py"}


def test_a_site_listens_on_every_address_and_says_how_others_are_let_in(site_at_home: Site) -> None:
    assert site_at_home.host == "127.0.0.1"
    assert site_at_home.process.stdout is not None
    assert "CHABUDAI_HOSTS=" in site_at_home.process.stdout.readline()


def test_what_it_listens_on_by_name_it_answers_to(tmp_path: Path) -> None:
    name = gethostname()
    try:
        gethostbyname(name)
    except OSError:
        pytest.skip("this machine does not know its own name")
    with serving(tmp_path / "household.db", "--host", name, CHABUDAI_ADDRESS="https://family.example") as site:
        assert get(site, host=f"{name}:{site.port}").status == 200


@pytest.mark.parametrize(
    ("environment", "hosts", "origin"),
    [
        ({}, [Host("127.0.0.1", 8000)], "http://127.0.0.1:8000"),
        ({"CHABUDAI_ADDRESS": "https://Family.Example/"}, [Host("family.example", 443)], "https://family.example"),
        ({"CHABUDAI_ADDRESS": "http://[::1]:80"}, [Host("[::1]", 80)], "http://[::1]"),
        ({"CHABUDAI_ADDRESS": "https://ちゃぶ台.jp:8443"}, [Host("xn--h9jzbwb530x.jp", 8443)], None),
        (
            {"CHABUDAI_HOSTS": "kitchen.local, 192.168.1.5:8000,"},
            [Host("127.0.0.1", 8000), Host("kitchen.local"), Host("192.168.1.5", 8000)],
            "http://127.0.0.1:8000",
        ),
    ],
)
def test_hosts_are_read_from_the_settings(environment: dict[str, str], hosts: list[Host], origin: str | None) -> None:
    found = settings.read(environment)
    assert list(found.allowed_hosts) == hosts
    assert origin is None or found.origin == origin


@pytest.mark.parametrize("address", ["family.example", "ftp://family.example", "https://", "https://a b", "http://a@b"])
def test_what_is_no_address_is_refused_at_the_start(address: str) -> None:
    with pytest.raises(BadSetting, match="CHABUDAI_ADDRESS is"):
        _ = settings.read({"CHABUDAI_ADDRESS": address}).allowed_hosts


@pytest.mark.parametrize("hosts", ["https://kitchen.local", "kitchen local", "kitchen.local:port", "*"])
def test_what_is_no_host_is_refused_at_the_start(hosts: str) -> None:
    with pytest.raises(BadSetting, match="CHABUDAI_HOSTS names"):
        _ = settings.read({"CHABUDAI_HOSTS": hosts}).allowed_hosts
