"""Settings: the environment as one frozen object, read once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from chabudai.adapters import usi
from chabudai.adapters.usi import EngineFinder, InvalidEngineSetting
from chabudai.apps.kondate.market.staged_indexes import INDEXES
from chabudai.apps.todo.design import TodoTable
from chabudai.site.errors import BadSetting
from chabudai.web.hosts import Host, parse_host

DB: Final = "household/household.db"
"""In a folder of its own, with all that belongs to it."""
_FORMER_DB: Final = "household.db"
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteSettings:
    """What is empty is decided from the rest: see the properties."""

    db: str = DB  # where the tables are: a file, :memory:, dynamodb://REGION or http://HOST:PORT
    todo_table: str = ""  # the name of the todos' table; empty: as in the design
    tables: str = ""  # other tables under names of their own, as in WardrobeTable=clothes,shogi=kifu
    address: str = "http://127.0.0.1:8000"  # of the site as people reach it, for links in emails
    hosts: str = ""  # other names that people reach it by, as in kitchen.local,192.168.1.5
    mail: str = ""  # smtp://…, smtps://…, ses://REGION or a folder; empty: a folder beside the database
    sender: str = "ちゃぶ台 <table@localhost>"  # whom emails are from
    photos: str = ""  # a folder or s3://BUCKET/PREFIX; empty: a folder beside the database
    engine: str = ""  # the command of a shogi engine that speaks USI, or off; empty: fairy-stockfish where it is
    engine_options: str = ""  # of that engine, as in Threads=2,Hash=128; empty: one thread and 32 MB
    engines: int = 0  # that think at once about positions, and as many about games; 0: as many as half of the cores
    membership_price: int = 480  # of the meal planner's membership, in yen for a month
    meal_indexes: str = "GSI1,GSI2,GSI3"  # of the meals' table, where they are rolled out one by one
    secret_file: str = ""  # empty: beside the database
    is_behind_proxy: bool = False  # one that sets X-Forwarded-Proto and X-Forwarded-For itself
    has_call_log: bool | None = None  # "what this page asked the table" at its foot; empty: in the demo only
    is_demo: bool = False  # a household to look at for everyone who comes, each their own, gone after a day
    demo_households: int = 100  # of the demo at once; whoever has been away for longest makes room
    demo_megabytes: int = 40  # that one of them may take on the disk
    demo_starts: int = 20  # of the demo from one address in an hour
    zone: str = "Asia/Tokyo"  # of people who have chosen none

    @property
    def folder(self) -> Path:
        """Where what belongs to the site is kept: beside the database, or here when that is elsewhere."""
        return Path(self.db).resolve().parent if self.is_file else Path.cwd()

    @property
    def is_file(self) -> bool:
        return "://" not in self.db and self.db != ":memory:"

    @property
    def is_local(self) -> bool:
        """Whether nobody but whoever sits at this machine reaches it."""
        return self.own_host.is_loopback

    @property
    def own_host(self) -> Host:
        """Where people reach it, always with a port."""
        scheme, _, rest = self.address.partition("://")
        host = _parse_host(rest.partition("/")[0])
        if host is None or scheme not in _DEFAULT_PORTS:
            raise BadSetting(f"{variable('address')} is {self.address!r}, where http://HOST or https://HOST is wanted.")
        return Host(host.name, host.port or _DEFAULT_PORTS[scheme])

    @property
    def origin(self) -> str:
        """Its address as browsers spell it."""
        scheme, host = self.address.partition("://")[0], self.own_host
        return f"{scheme}://{host.name}" + ("" if host.port == _DEFAULT_PORTS[scheme] else f":{host.port}")

    @property
    def allowed_hosts(self) -> tuple[Host, ...]:
        """All that it answers to beside the names of this machine itself."""
        named = [each.strip() for each in self.hosts.split(",") if each.strip()]
        found = [_parse_host(each) for each in named]
        if wrong := [text for text, host in zip(named, found, strict=True) if host is None]:
            raise BadSetting(f"{variable('hosts')} names {wrong[0]!r}, where HOST or HOST:PORT is wanted.")
        return (self.own_host, *(host for host in found if host is not None))

    @property
    def shows_call_log(self) -> bool:
        return self.is_demo if self.has_call_log is None else self.has_call_log

    @property
    def name(self) -> str:
        """What the files beside the database are called by."""
        return Path(self.db).stem if self.is_file else "chabudai"

    @property
    def mail_address(self) -> str:
        return self.mail or str(self.folder / f"{self.name}-outbox")

    @property
    def photos_address(self) -> str:
        return self.photos or str(self.folder / f"{self.name}-photos")

    @property
    def payments_path(self) -> Path | None:
        """Where the sandbox of payments keeps its charges; None: in memory, as everything else."""
        return None if self.db == ":memory:" else self.folder / f"{self.name}-payments.db"

    @property
    def indexes(self) -> frozenset[str]:
        """Of the meals' table, those that are wanted."""
        named = frozenset(each.strip() for each in self.meal_indexes.split(",") if each.strip())
        if unknown := named - INDEXES.keys():
            raise BadSetting(f"{variable('meal_indexes')} names {min(unknown)}; the indexes are {', '.join(INDEXES)}.")
        return named

    @property
    def engine_finder(self) -> EngineFinder:
        try:
            return usi.finder(self.engine, self.engine_options)
        except InvalidEngineSetting as error:
            raise BadSetting(f"{variable('engine')} or {variable('engine_options')} can't be used. {error}") from None

    @property
    def table_names(self) -> dict[str, str]:
        """By the name in its design, the name of each table that is stored under another."""
        pairs = [each.split("=") for each in self.tables.split(",") if each.strip()]
        if any(len(pair) != 2 or not all(name.strip() for name in pair) for pair in pairs):
            raise BadSetting(f"{variable('tables')} is {self.tables!r}, where NAME=OTHER,NAME=OTHER is wanted.")
        named = {designed.strip(): stored.strip() for designed, stored in pairs}
        return {**named, **({TodoTable.name: self.todo_table} if self.todo_table else {})}

    @property
    def secret_path(self) -> Path:
        return Path(self.secret_file) if self.secret_file else self.folder / f"{self.name}.secret"

    @property
    def demo_path(self) -> Path:
        """Where the households of the demo are."""
        return self.folder / f"{self.name}-demo"

    @property
    def own_paths(self) -> Iterator[Path]:
        """All that is kept on this machine's disk, if it is there."""
        if self.is_file:
            yield from (Path(self.db + suffix) for suffix in ("", "-wal", "-shm"))
        if self.payments_path is not None:
            yield self.payments_path
        yield self.demo_path
        yield from (Path(each) for each in (self.mail_address, self.photos_address) if "://" not in each)


def read(environment: Mapping[str, str], **given: Any) -> SiteSettings:
    """From CHABUDAI_DB, CHABUDAI_MAIL and so on; what is `given` (and not None) goes before."""
    values: dict[str, Any] = {"db": _find_db()} | {name: value for name, value in given.items() if value is not None}
    for field in fields(SiteSettings):
        text = environment.get(variable(field.name), "")
        if given.get(field.name) is None and text:
            values[field.name] = _parse(field.name, field.type, text)
    return SiteSettings(**values)


def _find_db() -> str:
    """Where it has always been, for a household from before it had a folder of its own."""
    return _FORMER_DB if Path(_FORMER_DB).is_file() and not Path(DB).exists() else DB


def check_table_names(names: Mapping[str, str], tables: Sequence[str]) -> None:
    """A name that is no table's would be passed over, and two tables under one name would be one."""
    if unknown := names.keys() - set(tables):
        raise BadSetting(f"{variable('tables')} names {min(unknown)}; the tables are {', '.join(tables)}.")
    stored = [names.get(each, each) for each in tables]
    if twice := [each for each in stored if stored.count(each) > 1]:
        raise BadSetting(f"Two tables would be stored under the name {twice[0]}.")


def variable(name: str) -> str:
    if name == "todo_table":
        return "DYNAMODB_TABLE"  # as the todos' table was called from the beginning
    return "CHABUDAI_" + name.removeprefix("is_").removeprefix("has_").upper()


def _parse_host(text: str) -> Host | None:
    """As browsers send it, also a name that is not of Latin letters."""
    try:
        return parse_host(text if text.isascii() else text.encode("idna").decode())
    except UnicodeError:
        return None


def _parse(name: str, kind: Any, text: str) -> str | bool | int:
    if kind is int:
        return _whole_number(name, text)
    return _flag(name, text) if kind in (bool, bool | None) else text


def _whole_number(name: str, text: str) -> int:
    if not text.strip().isdecimal():
        raise BadSetting(f"{variable(name)} is {text!r}, where a whole number is wanted.")
    return int(text)


def _flag(name: str, text: str) -> bool:
    plain = text.strip().lower()
    if plain not in _TRUE | _FALSE:
        raise BadSetting(f"{variable(name)} is {text!r}, where on or off is wanted.")
    return plain in _TRUE
