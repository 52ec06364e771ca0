"""The walls around every test: no network but loopback, no real keyring, no real home folder.

`async def` tests run here and not in a plugin, for two things that none of them does: a task left
behind, or an exception nobody fetched, fails the test it came from; and a test that uses Qt
(`qapp`, `qtbot`) gets qasync's loop, the program's own.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
import ipaddress
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

# Before anything is imported that reads them: Qt, keyring and platformdirs do so once.
_SANDBOX = tempfile.TemporaryDirectory(prefix="callboard-tests-", ignore_cleanup_errors=True)
_HOME = Path(_SANDBOX.name).resolve()
_FOLDERS = {
    "HOME": "home",
    "USERPROFILE": "home",
    "APPDATA": "home/AppData/Roaming",
    "LOCALAPPDATA": "home/AppData/Local",
    "XDG_CONFIG_HOME": "home/.config",
    "XDG_DATA_HOME": "home/.local/share",
    "XDG_STATE_HOME": "home/.local/state",
    "XDG_CACHE_HOME": "home/.cache",
    "XDG_RUNTIME_DIR": "run",
    "CALLBOARD_HOME": "callboard",
}
for _name, _folder in _FOLDERS.items():
    (_HOME / _folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ[_name] = str(_HOME / _folder)
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
os.environ["QT_QPA_PLATFORM"] = "offscreen"
# Neither a real session bus nor a real screen, nor the language or proxy of whoever runs this.
for _name in ("DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "LANGUAGE", "XMODIFIERS"):
    os.environ.pop(_name, None)
for _name in [name for name in os.environ if name.lower().endswith("_proxy")]:
    os.environ.pop(_name)
if sys.platform == "linux":  # elsewhere the language is no matter of variables
    os.environ["LC_ALL"] = "C.UTF-8"

import hypothesis  # noqa: E402  # it keeps its examples in a folder it looks up when imported
import pytest  # noqa: E402
import qasync  # noqa: E402
import shiboken6  # noqa: E402
from PySide6.QtCore import QCoreApplication  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent

# A deadline would fail tests on a machine that is busy with something else.
hypothesis.settings.register_profile("local", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "local")


class NetworkForbiddenError(RuntimeError):
    """A test reached for the network. No OSError, which the code under test would handle."""


_forbidden: list[str] = []


def _stand_guard(event: str, arguments: tuple[Any, ...]) -> None:
    if event in ("socket.connect", "socket.sendto"):
        address = arguments[1]
        host = address[0] if isinstance(address, tuple) else ""
    elif event == "socket.getaddrinfo":
        host = arguments[0]
    else:
        return
    if not _is_loopback(host):
        _forbidden.append(f"{event} {host!r}")
        raise NetworkForbiddenError(_forbidden[-1])


def _is_loopback(host: str | bytes | None) -> bool:
    """True for this computer; a path of a Unix socket comes as an empty host."""
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
    if not name or name == "localhost" or name.endswith(".localhost"):
        return True
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(name.partition("%")[0])
        return address.is_loopback or address.is_unspecified
    return False


# A hook of the interpreter sees every connection, C code's included; it cannot be patched away.
sys.addaudithook(_stand_guard)


@pytest.fixture(autouse=True)
def _only_loopback() -> Iterator[None]:
    """Fails also the test whose code swallowed the refusal."""
    _forbidden.clear()
    yield
    assert not _forbidden, f"reached for the network: {_forbidden}"


@pytest.fixture(autouse=True)
def callboard_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home for Callboard, this test's own."""
    folder = tmp_path / "callboard-home"
    monkeypatch.setenv("CALLBOARD_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def shared() -> Path:
    """The recorded wire data beside the checkout; tests that read it skip where it is absent."""
    folder = Path(os.environ.get("CALLBOARD_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"no shared test data in {folder}; CALLBOARD_SHARED names another place")
    return folder


Until = Callable[[Callable[[], object]], Awaitable[None]]


@pytest.fixture
def until() -> Until:
    """Waits in an async test until a condition holds, where there is no event to wait for."""

    async def wait(condition: Callable[[], object]) -> None:
        async with asyncio.timeout(10):
            while not condition():  # noqa: ASYNC110  # the conditions of others set no event
                await asyncio.sleep(0.001)

    return wait


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    test, factory = pyfuncitem.obj, _loop_factory(pyfuncitem)
    if given := getattr(test, "hypothesis", None):
        if inspect.iscoroutinefunction(given.inner_test):
            given.inner_test = _made_synchronous(given.inner_test, factory)
        return None
    if not inspect.iscoroutinefunction(test):
        return None
    names = inspect.signature(test).parameters
    arguments = {name: pyfuncitem.funcargs[name] for name in names if name in pyfuncitem.funcargs}
    _made_synchronous(test, factory)(**arguments)
    return True


LoopFactory = Callable[[], asyncio.AbstractEventLoop]


def _loop_factory(item: pytest.Function) -> LoopFactory:
    if "qapp" not in item.fixturenames:
        return asyncio.new_event_loop
    return lambda: qasync.QEventLoop(QApplication.instance())


def _made_synchronous(
    test: Callable[..., Awaitable[None]], factory: LoopFactory
) -> Callable[..., None]:
    @functools.wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        with asyncio.Runner(loop_factory=factory) as runner:
            unfinished = runner.run(_run_alone(test(*arguments, **named)))
            loop = runner.get_loop()
        if isinstance(loop, qasync.QEventLoop):
            # What a thread reported while the loop closed is still on its way, and would find the
            # timer gone in the middle of a later test.
            QCoreApplication.sendPostedEvents()
            # Timers end on their own thread only, but garbage is collected in any: a later test's
            # worker would leave Qt with the timers of an object that is gone, and crash it.
            shiboken6.delete(loop._timer)
        assert not unfinished, f"left behind: {unfinished}"

    # pytest and hypothesis look through `__wrapped__` and would find a coroutine function again.
    del run.__wrapped__
    return run


async def _run_alone(test: Awaitable[None]) -> list[str]:
    """Names what went wrong unseen, and what the test left running, which the runner cancels."""
    loop = asyncio.get_running_loop()
    problems: list[str] = []
    loop.set_exception_handler(lambda _, context: problems.append(repr(context)))
    await test
    # One turn of the loop for those that were cancelled a moment ago.
    await asyncio.sleep(0)
    mine = asyncio.current_task()
    tasks = [repr(task.get_coro()) for task in asyncio.all_tasks() if task is not mine]
    return problems + tasks
