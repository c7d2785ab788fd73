"""What a household has on the disk is its owner's alone, and lies in one folder."""

import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from chabudai.adapters.mail import EmailAddress, Message
from chabudai.adapters.payments import TEST_CARDS, CardNumber
from chabudai.adapters.payments.sandbox import SandboxPayments
from chabudai.cli import designs, main
from chabudai.site import settings
from chabudai.site.compose import compose
from chabudai.site.settings import SiteSettings

ROOT = Path(__file__).parents[2]


@pytest.fixture(params=[0o022, 0o000], ids=["umask 022", "umask 000"])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    former = os.umask(request.param)
    yield
    os.umask(former)


def modes(folder: Path) -> dict[str, int]:
    found = [Path(each, name) for each, folders, names in os.walk(folder) for name in [*folders, *names]]
    return {str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode) for path in found}


@pytest.mark.usefixtures("umask")
def test_every_file_is_for_its_owner_alone_whatever_the_umask(tmp_path: Path) -> None:
    chosen = SiteSettings(db=str(tmp_path / "home" / "household.db"))
    with compose(chosen) as site:
        site.accounts.mail.send(Message(EmailAddress("a@example.jp"), "Hello", "Hello"))
        site.household.objects.put("wd_1/im_1/large.webp", b"photo", "image/webp")
        token = site.household.payments.tokenize(CardNumber(TEST_CARDS["succeeds"].number))
        site.household.payments.charge("key", token.token, 480)
        assert main(["backup", "--db", chosen.db, str(tmp_path / "home" / "copy.db")]) == 0
        found = modes(tmp_path)
    assert {"home/household.db-wal", "home/household.db-shm", "home/copy.db", "home/household-payments.db"} <= set(
        found
    )
    assert {name for name in found if "outbox/" in name or "photos/" in name}
    folders = {name for name in found if (tmp_path / name).is_dir()}
    assert {name: mode for name, mode in found.items() if mode != (0o700 if name in folders else 0o600)} == {}


def test_what_was_left_open_to_others_is_closed_at_the_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    chosen = SiteSettings(db=str(tmp_path / "household.db"))
    (tmp_path / "household-photos").mkdir(mode=0o755)
    with compose(chosen):
        pass
    (tmp_path / "household.db").chmod(0o644)
    (tmp_path / "household-photos").chmod(0o755)
    caplog.clear()
    with compose(chosen):
        assert modes(tmp_path)["household.db"] == 0o600
        assert modes(tmp_path)["household-photos"] == 0o700
    told = [record.getMessage() for record in caplog.records]
    assert [each for each in told if "household.db could be read by others" in each]
    caplog.clear()
    with compose(chosen):
        assert [record.getMessage() for record in caplog.records] == []


def test_a_folder_that_is_somebody_s_own_is_left_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with compose(SiteSettings(db=str(tmp_path / "household.db"))):
        assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_payment_in_memory_makes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    SandboxPayments().close()
    assert list(tmp_path.iterdir()) == []


def test_all_of_a_household_lies_in_one_folder_unless_it_lay_here_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert settings.read({}).db == designs.SITE_DB == "household/household.db"
    (tmp_path / "household.db").touch()
    assert settings.read({}).db == "household.db"
    assert settings.read({"CHABUDAI_DB": "there.db"}).db == "there.db"
    (tmp_path / "household.db").unlink()
    with compose(settings.read({})):
        assert [path.name for path in tmp_path.iterdir()] == ["household"]
    (tmp_path / "household.db").touch()
    assert settings.read({}).db == designs.default_address() == "household/household.db"


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no git repository")
@pytest.mark.parametrize("name", ["household/household.secret", "household.secret", "household-photos/wd_1/large.webp"])
def test_git_passes_over_what_a_household_leaves(name: str) -> None:
    assert subprocess.run(["git", "check-ignore", "-q", name], cwd=ROOT, check=False).returncode == 0
