"""Settings from the environment, and what follows from them."""

from pathlib import Path

import pytest

from chabudai.site import settings
from chabudai.site.errors import BadSetting


def test_what_is_given_goes_before_the_environment_and_that_before_the_default() -> None:
    found = settings.read({"CHABUDAI_DB": "there.db", "CHABUDAI_ZONE": "UTC"}, db="given.db", is_demo=None)
    assert (found.db, found.zone, found.is_demo, found.has_drawer) == ("given.db", "UTC", False, True)


def test_flags_are_on_or_off_and_nothing_else() -> None:
    assert settings.read({"CHABUDAI_DRAWER": "off", "CHABUDAI_DEMO": "1"}).is_demo
    assert not settings.read({"CHABUDAI_DRAWER": "off"}).has_drawer
    with pytest.raises(BadSetting, match="CHABUDAI_DRAWER is 'perhaps', where on or off is wanted"):
        settings.read({"CHABUDAI_DRAWER": "perhaps"})


def test_what_belongs_to_the_site_is_kept_beside_its_database(tmp_path: Path) -> None:
    found = settings.read({}, db=str(tmp_path / "home.db"))
    assert found.secret_path == tmp_path / "home.secret"
    assert found.mail_address == str(tmp_path / "home-outbox")


@pytest.mark.parametrize("db", [":memory:", "dynamodb://ap-northeast-1", "http://127.0.0.1:9000"])
def test_a_database_elsewhere_leaves_the_rest_here(db: str) -> None:
    assert settings.read({}, db=db).secret_path == Path.cwd() / "chabudai.secret"


@pytest.mark.parametrize(
    ("address", "is_local"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:1", True),
        ("https://example.jp", False),
        ("http://10.0.0.2", False),
    ],
)
def test_a_site_is_local_when_only_this_machine_reaches_it(address: str, is_local: bool) -> None:
    assert settings.read({"CHABUDAI_ADDRESS": address}).is_local is is_local
