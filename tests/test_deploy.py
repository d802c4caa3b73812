"""The files with which a room is run as a service, as far as they can be tried without one."""

import configparser
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
import pytest
import yaml

from fairdeal.cli import VERBS, fairdeal
from fairdeal.web.health import SLOW
from fairdeal.web.running.systemd import ServiceManager
from tests.typed import MAIN

ROOT: Final = Path(__file__).parent.parent
DEPLOY: Final = ROOT / "deploy"
PROGRAM: Final = "/opt/fairdeal/bin/fairdeal"


def unit(name: str) -> configparser.ConfigParser:
    """A unit of systemd; no key is given twice, except those that add up."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    found = configparser.ConfigParser(interpolation=None, delimiters=("=",), comment_prefixes="#")
    found.optionxform = str  # type: ignore[method-assign,assignment]
    found.read_string(text)
    return found


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def parsed(words: list[str]) -> dict[str, Any]:
    """The options of a command line of ours, which Click knows every one of."""
    verb, *more = words
    assert verb in VERBS
    command = fairdeal.get_command(click.Context(fairdeal), verb)
    assert command is not None
    return command.make_context(verb, more).params


def instructions() -> list[tuple[str, str]]:
    """The lines of the Containerfile, each with its instruction."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    text = re.sub(r"\\\n\s*", "", text)
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def test_the_unit_has_what_a_room_needs_of_its_manager() -> None:
    found = unit("fairdeal.service")
    assert found.sections() == ["Unit", "Service", "Install"]
    service = found["Service"]
    assert (service["Type"], service["NotifyAccess"]) == ("notify", "main")
    assert (service["UMask"], service["StateDirectoryMode"]) == ("0077", "0700")
    assert service["RestartPreventExitStatus"] == "76"
    assert int(service["WatchdogSec"]) > 2 * SLOW
    assert "MemoryDenyWriteExecute" not in service, "the figures are compiled while the room runs"
    program, *words = shlex.split(service["ExecStart"])
    assert program == PROGRAM
    asked = parsed(words)
    # The room is fairdeal.db of its folder, unless the environment names another.
    assert (asked["behind_proxy"], asked["room"]) == (True, None)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    for path in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")):
        text = path.read_text(encoding="utf-8").replace(PROGRAM, sys.executable)
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    units = sorted(map(str, tmp_path.iterdir()))
    found = subprocess.run(
        ["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False
    )
    assert [line for line in found.stderr.splitlines() if "fairdeal" in line] == []


def test_the_unit_of_the_backup_makes_an_encrypted_one_every_day() -> None:
    service = unit("fairdeal-backup.service")["Service"]
    assert service["Type"] == "oneshot"
    shell, option, line = shlex.split(service["ExecStart"])
    assert (shell, option) == ("/bin/sh", "-c")
    program, *words = shlex.split(line.removeprefix("exec "))
    assert program == PROGRAM
    asked = parsed(words)
    assert (asked["room"], asked["with_key"]) == (None, True)
    assert asked["recipient"].endswith(".pub")
    # Systemd takes a per cent sign for one of its own; two are one.
    shown = subprocess.run(
        [shell, "-c", f"echo {asked['to'].replace('%%', '%')}"],
        env=os.environ | {"BACKUPS": "/backups"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert re.fullmatch(r"/backups/room-\d{4}-\d\d-\d\d-\d{6}\.age\n", shown)
    timer = unit("fairdeal-backup.timer")
    assert timer["Timer"]["Persistent"] == "yes"
    assert timer["Install"]["WantedBy"] == "timers.target"


def test_the_container_is_built_of_files_that_are_there_and_starts_a_command_of_ours() -> None:
    lines = instructions()
    for name, words in lines:
        if name == "COPY" and "--from" not in words:
            *sources, _ = words.split()
            assert all((ROOT / source).exists() for source in sources)
    pinned = (ROOT / "requirements/container.txt").read_text(encoding="utf-8")
    assert "psycopg==" in pinned
    assert "--hash=sha256:" in pinned
    told = dict(lines)
    assert told["USER"] == "10001:10001"
    assert told["STOPSIGNAL"] == "SIGTERM"
    assert yaml.safe_load(told["ENTRYPOINT"]) == ["fairdeal"]
    asked = parsed(yaml.safe_load(told["CMD"]))
    assert (asked["host"], asked["port"]) == ("0.0.0.0", 8080)
    python, option, code = yaml.safe_load(told["HEALTHCHECK"].partition(" CMD ")[2])
    assert (python, option) == ("python", "-c")
    compile(code, "HEALTHCHECK", "exec")
    assert "http://127.0.0.1:8080/health" in code


def test_the_versions_of_the_container_are_those_of_the_tests() -> None:
    def versions(name: str) -> set[str]:
        text = (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8")
        return set(re.findall(r"^([\w.-]+==\S+)", text, re.M))

    assert versions("container") <= versions("test")


def test_the_services_are_a_database_one_room_and_a_proxy_beside_it() -> None:
    found = compose()
    services = found["services"]
    assert services.keys() == {"postgres", "room", "proxy"}
    room, proxy = services["room"], services["proxy"]
    assert room["build"] == {"context": "..", "dockerfile": "deploy/Containerfile"}
    asked = parsed(room["command"])
    assert (asked["behind_proxy"], asked["port"], asked["host"]) == (True, 8080, None)
    # Otherwise the proxy would be a stranger to the room, and its headers would not be believed.
    assert proxy["network_mode"] == "service:room"
    assert "127.0.0.1:8080" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "deploy" not in room
    assert "scale" not in room
    assert room["restart"] == "on-failure:5", "a log that has lost events is a person's to judge"
    mounted = [each.partition(":")[0] for each in room["volumes"]]
    assert set(mounted) | {"postgres", "certificates"} == found["volumes"].keys()
    assert "PASSWORD" not in room["environment"]["FAIRDEAL_ROOM"]
    assert room["depends_on"]["postgres"]["condition"] == "service_healthy"


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """A service manager's socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(60)
        yield line


def test_the_command_of_the_unit_says_when_it_is_ready_alive_and_stopping(
    tmp_path: Path, manager: socket.socket
) -> None:
    _, *words = shlex.split(unit("fairdeal.service")["Service"]["ExecStart"])
    words[words.index("--port") + 1] = "0"
    told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "2000000"}
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, *words],
        cwd=tmp_path,
        env=os.environ | told,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        heard = [manager.recv(1000).decode()]
        while "WATCHDOG=1" not in heard:
            heard.append(manager.recv(1000).decode())
        assert heard == ["READY=1", "STATUS=the room is open", "WATCHDOG=1"]
        process.send_signal(signal.SIGTERM)
        while heard[-1] != "STOPPING=1":
            heard.append(manager.recv(1000).decode())
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


def test_the_watchdog_is_fed_while_the_clocks_run_and_a_full_disk_is_no_reason_to_die(
    tmp_path: Path, manager: socket.socket
) -> None:
    told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "30000000"}
    room = ServiceManager(told)

    def heard() -> list[str]:
        manager.setblocking(False)
        found = []
        while True:
            try:
                found.append(manager.recv(1000).decode())
            except BlockingIOError:
                return found

    room.beat(100.0, 0.0, "the room is open")
    assert heard() == ["STATUS=the room is open", "WATCHDOG=1"]
    room.beat(110.0, 0.0, "the room is open")
    assert heard() == []
    room.beat(115.0, 0.0, "the log cannot be written")
    assert heard() == ["STATUS=the log cannot be written", "WATCHDOG=1"]
    room.beat(130.0, SLOW + 1, "the clocks of the tables have stood still")
    assert heard() == ["STATUS=the clocks of the tables have stood still"]


def test_a_name_in_the_abstract_namespace_is_reached() -> None:
    name = f"fairdeal-{os.getpid()}-{time.monotonic_ns()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0{name}")
        line.settimeout(10)
        ServiceManager({"NOTIFY_SOCKET": f"@{name}"}).tell("READY=1", "STATUS=open")
        assert line.recv(1000) == b"READY=1\nSTATUS=open"


def test_without_a_manager_and_without_such_sockets_nobody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ServiceManager({}).tell("READY=1")
    ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "none")}).tell("READY=1")
    monkeypatch.delattr(socket, "AF_UNIX")
    ServiceManager({"NOTIFY_SOCKET": "/run/notify"}).tell("READY=1")
    monkeypatch.undo()
    room = ServiceManager({"NOTIFY_SOCKET": "", "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"})
    room.beat(1.0, 0.0, "")


def test_a_server_that_does_not_start_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    import uvicorn

    from fairdeal.web.running.serving import Server

    said: list[str] = []

    class Told(Server):
        def __init__(self) -> None:
            self._manager = ServiceManager({})
            monkeypatch.setattr(self._manager, "tell", said.append)

    async def starts(self: uvicorn.Server, sockets: object = None) -> None:
        self.started = True

    async def fails(self: uvicorn.Server, sockets: object = None) -> None:
        self.started = False

    for startup, heard in ((fails, []), (starts, ["READY=1"])):
        monkeypatch.setattr(uvicorn.Server, "startup", startup)
        asyncio.run(Told().startup())
        assert said == heard
