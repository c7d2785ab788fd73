"""Where the address of an endpoint leads."""

import pytest

from chabudai.store.addresses import StoreAddress, parse_address
from chabudai.store.errors import InvalidStoreAddress


@pytest.mark.parametrize("url", ["http://127.0.0.1:8000", "https://db.example.com/behind/a/path", "http://[::1]:8000"])
def test_any_endpoint_has_its_streams_beside_its_tables(url: str) -> None:
    assert parse_address(url) == StoreAddress(f"{url}/", f"{url}/", region=None, is_aws=False)


@pytest.mark.parametrize("host", ["dynamodb.eu-west-1.amazonaws.com", "dynamodb.cn-north-1.amazonaws.com.cn"])
def test_aws_has_a_host_of_its_own_for_streams(host: str) -> None:
    place = parse_address(f"https://{host}")
    assert (place.url, place.streams_url) == (f"https://{host}/", f"https://streams.{host}/")
    assert (place.is_aws, place.region) == (True, host.split(".")[1])


@pytest.mark.parametrize(
    "host",
    [
        "dynamodb-fips.us-east-1.amazonaws.com",
        "vpce-0a1b-2c3d.dynamodb.us-east-1.vpce.amazonaws.com",
        "123456789012.ddb.us-east-1.amazonaws.com",
    ],
)
def test_every_host_of_aws_names_the_region_to_sign_for(host: str) -> None:
    place = parse_address(f"https://{host}/")
    assert (place.is_aws, place.region, place.streams_url) == (True, "us-east-1", f"https://{host}/")


def test_a_host_that_only_looks_like_aws_is_not() -> None:
    assert not parse_address("http://dynamodb.eu-west-1.amazonaws.com.example.org").is_aws


@pytest.mark.parametrize(
    "url",
    [
        "http://",
        "http://:8000",
        "http://host:port",
        "http://host:99999",
        "http://[::1",
        "http://a b",
        "http://a\x00b",
        "http://ちゃぶ台",
        "http://h/ちゃぶ台",
        "http://h?q",
        "http://h#f",
    ],
)
def test_what_is_no_endpoint_is_refused(url: str) -> None:
    with pytest.raises(InvalidStoreAddress, match=r"such as http://127\.0\.0\.1:8000"):
        parse_address(url)


def test_a_secret_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(InvalidStoreAddress) as caught:
        parse_address("http://key:hunter2@127.0.0.1:8000")
    assert "hunter2" not in str(caught.value)
