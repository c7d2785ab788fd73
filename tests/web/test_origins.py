"""Who asks: somebody at this machine, somebody elsewhere, or a proxy for them."""

import pytest
from litestar.datastructures import Headers

from chabudai.web import origins


def is_local(client: str | None = "127.0.0.1", host: str = "localhost:8000", **forwarded: str) -> bool:
    headers = Headers({"host": host, **{name.replace("_", "-"): value for name, value in forwarded.items()}})
    scope = {"client": None if client is None else (client, 50000)}
    return origins.is_from_this_machine(scope, headers)  # type: ignore[arg-type]


@pytest.mark.parametrize("client", ["127.0.0.1", "::1", "127.3.2.1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "family.localhost"])
def test_whoever_sits_at_the_machine_asks_from_it_for_it(client: str, host: str) -> None:
    assert is_local(client, host)


@pytest.mark.parametrize("client", ["192.168.1.9", "::ffff:192.168.1.9", "fe80::1", "testclient", "", None])
def test_a_neighbour_who_says_localhost_is_elsewhere(client: str | None) -> None:
    assert not is_local(client)


@pytest.mark.parametrize("host", ["family.example", "192.168.1.5:8000", "", "localhost, localhost"])
def test_under_a_name_that_others_reach_it_by_it_may_be_anyone(host: str) -> None:
    assert not is_local(host=host)


@pytest.mark.parametrize(
    "name",
    [
        "forwarded",
        "via",
        "x_forwarded_for",
        "x_forwarded_host",
        "x_forwarded_proto",
        "x_forwarded_port",
        "x_forwarded_server",
        "x_real_ip",
        "x_client_ip",
        "true_client_ip",
        "cf_connecting_ip",
        "x_original_forwarded_for",
    ],
)
def test_a_proxy_asks_for_somebody_elsewhere(name: str) -> None:
    assert not is_local(**{name: "127.0.0.1"})


def test_addresses_of_one_household_count_as_one() -> None:
    assert origins.network_of("2001:db8:1:2:aaaa::1") == origins.network_of("2001:db8:1:2:bbbb::9")
    assert origins.network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert origins.network_of("::ffff:192.0.2.1") != origins.network_of("::ffff:192.0.2.2")
